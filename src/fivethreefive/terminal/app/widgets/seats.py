"""The others at the table, in playing order, with what is known of each; and the hands that lie open."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len

from fivethreefive.terminal.app.widgets.canvas import Canvas, CanvasWidget, cut
from fivethreefive.terminal.app.widgets.cards import draw_chips
from fivethreefive.terminal.text.view_text import ViewText

TO_PLAY = "\N{BLACK RIGHT-POINTING POINTER}"
BACK = "\N{LEFT HALF BLOCK}"
OUT = "\N{EN DASH}"  # Before the name of who has passed.
SUM = "\N{GREEK CAPITAL LETTER SIGMA}"  # Before points where there is no room for the word.
GAP = 2
LEAST_BAR = 3  # Columns; with fewer, hands would look alike.


def others(view_text: ViewText) -> list[int]:
    """The seats drawn along the top: from the one after you on; all, to who only watches."""
    view = view_text.view
    return [seat for seat in view_text.game_text.playing_order(len(view.seats)) if seat != view.you]


class Seats(CanvasWidget):
    """The row of the other seats."""

    def set(self, view_text: ViewText, seconds: int | None, said: Mapping[int, str]) -> None:
        """Show the seats of a view, and what some of them have just said."""
        self.view_text, self.seconds, self.said = view_text, seconds, said
        self.refresh_if_changed((view_text.view, view_text.catalogue.language, seconds, said))

    def draw(self, canvas: Canvas) -> None:
        """Draw each seat in a column of its own."""
        seats = others(self.view_text)
        width = (canvas.width - 2) // len(seats)
        for place, seat in enumerate(seats):
            self._seat(canvas, 1 + place * width, width - GAP, seat)

    def _seat(self, canvas: Canvas, x: int, width: int, seat: int) -> None:
        view_text = self.view_text
        view, seen = view_text.view, view_text.view.observation
        playing = seen is not None and view.phase == "playing"
        turn = playing and seen is not None and seen.turn == seat
        passed = playing and seen is not None and seat in seen.passed
        name = cut(view_text.name(seat), width - 2)
        said = self.said.get(seat)
        standing = f"\N{LEFT DOUBLE QUOTATION MARK}{said}\N{RIGHT DOUBLE QUOTATION MARK}" if said else ""
        standing = standing or view_text.seat_status(seat, self.seconds)
        style = "bold $on-mark on $mark-back" if turn else "$quiet" if passed else "bold $ink"
        mark = TO_PLAY if turn else OUT if passed else ""
        shown = f"{mark} {name} " if turn else f"{mark} {name}" if mark else name
        end = canvas.put(x, 0, shown, style)
        self._cards(canvas, x, width, seat, quiet=passed)
        if canvas.height >= 3:
            canvas.put(x, 2, cut(standing, width), "$mark" if turn or said else "$quiet")
        elif cell_len(standing) <= width - (end - x) - 1:
            canvas.put(end + 1, 0, standing, "$quiet")

    def _cards(self, canvas: Canvas, x: int, width: int, seat: int, *, quiet: bool) -> None:
        view = self.view_text.view
        left = view.observation.cards_left if view.observation is not None else (0,) * len(view.seats)
        room, gap, points = self._figures(width, max(len(str(count)) for count in left))
        most = max(left)
        bar = left[seat] if most <= room else round(left[seat] * room / most)
        at = canvas.put(x, 1, BACK * max(bar, min(left[seat], 1)), "$back") + 1 if room else x
        at = canvas.put(at, 1, str(left[seat]), "bold $quiet" if quiet else "bold $ink")
        canvas.put(at + gap, 1, points[seat], "$quiet")

    def _figures(self, width: int, digits: int) -> tuple[int, int, list[str]]:
        """The columns of a bar, of the gap before points, and how points are said: for all seats alike.

        Where there is little room the word for points goes first, then the bars; figures stay whole.
        """
        scores, say = self.view_text.view.scores, self.view_text.say
        words = [say("page.points_short", count=score) for score in scores]
        sums, tight = [f"{SUM} {score}" for score in scores], [f"{SUM}{score}" for score in scores]
        for least, gap, said in ((LEAST_BAR, 2, words), (LEAST_BAR, 2, sums), (0, 2, sums)):
            room = width - digits - gap - max(map(cell_len, said))
            if room >= (least + 1 if least else 0):
                return (room - 1 if least else 0), gap, said
        return 0, 1, tight


class RevealedHands(CanvasWidget):
    """Hands that whoever watches may see, a line for each."""

    def set(self, view_text: ViewText) -> None:
        """Show the open hands of a view."""
        self.view_text = view_text
        self.refresh_if_changed((view_text.view.hands, view_text.view.you, view_text.catalogue.language))

    def draw(self, canvas: Canvas) -> None:
        """Draw a name and its cards in each line."""
        view_text = self.view_text
        if view_text.view.you is not None:
            return
        seats = [seat for seat, cards in enumerate(view_text.view.hands) if cards]
        names = max((cell_len(view_text.name(seat)) for seat in seats), default=0)
        names = min(names, canvas.width // 4)
        for row, seat in enumerate(seats):
            canvas.put(1, row, cut(view_text.name(seat), names), "bold $ink")
            draw_chips(canvas, names + 3, row, view_text.view.hands[seat] or ())
