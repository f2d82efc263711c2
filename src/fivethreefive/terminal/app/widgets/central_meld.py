"""The middle of the table: the meld that lies there, who laid it, what beats it, why a trick ended."""

from __future__ import annotations

from itertools import groupby

from rich.cells import cell_len
from textual.message import Message

from fivethreefive.terminal.app.widgets.canvas import Canvas, CanvasWidget, cut, wrapped
from fivethreefive.terminal.app.widgets.cards import SMALL, Size, draw_card
from fivethreefive.terminal.text.view_text import ViewText, meld

BESIDE = 70  # From so many columns on what beats the meld stands beside it, else below.
APART = 1  # Rows between the latest of the log and what to do.
RECENT_STYLES = {
    "play": "$quiet",
    "end": "bold $quiet",
    "round": "bold $ink",
    "talk": "$mark",
    "people": "$quiet",
}


class CentralMeld(CanvasWidget):
    """The central meld and what is said about it, and the latest of the log where there is room."""

    class LastTrickPressed(Message):
        """What is said of the trick before was pressed."""

    def set(self, view_text: ViewText, size: Size, recent: tuple[tuple[str, str], ...]) -> None:
        """Show the middle of a view, with cards of a size."""
        self.view_text, self.size_of_cards, self.recent = view_text, size, recent
        self.refresh_if_changed((view_text.view, view_text.catalogue.language, size, recent))

    def draw(self, canvas: Canvas) -> None:
        """Draw it in the middle of the widget."""
        below, size = self._below(canvas.width), self.size_of_cards
        if canvas.height < size.height + 1 + len(below):
            size = SMALL
        # Where it is low, what beats the meld stays, and who laid it and the trick before go.
        below = below[: max(1, canvas.height - size.height)]
        named = canvas.height > size.height + len(below)
        used = size.height + named + len(below)
        rows = canvas.height - used - APART
        recent = self._news()[-rows:] if rows > 0 else ()
        top = max(0, (canvas.height - used - len(recent) - (APART if recent else 0)) // 2)
        self._meld(canvas, top, size, named=named)
        self._beside(canvas, top, size)
        y = top + size.height + named
        for text, style, message in below:
            start = max(0, (canvas.width - cell_len(text)) // 2)
            canvas.centred(y, text, style)
            if message is not None:
                self.make_clickable(range(start, start + cell_len(text)), range(y, y + 1), message)
            y += 1
        for row, (text, kind) in enumerate(recent):
            y = canvas.height - APART - len(recent) + row
            canvas.put(1, y, cut(text, canvas.width - 2), RECENT_STYLES[kind])

    def _news(self) -> tuple[tuple[str, str], ...]:
        """The latest of the log, without what stands under the meld already."""
        view_text = self.view_text
        end = view_text.view.last_trick_end
        said = (
            view_text.trick_status(),
            view_text.trick_end_text(end) if end is not None and view_text.last_trick_text() else "",
        )
        last = max((at for at, (text, _) in enumerate(self.recent) if text in said), default=-1)
        return tuple(line for at, line in enumerate(self.recent) if at != last)

    def _below(self, width: int) -> list[tuple[str, str, type[Message] | None]]:
        """The lines under the meld: text, style, and the message that a press posts."""
        view_text = self.view_text
        lines: list[tuple[str, str, type[Message] | None]] = []
        if sentence := view_text.trick_status():
            lines += [(line, "bold $ink", None) for line in wrapped(sentence, width - 2, 2)]
        elif width < BESIDE and (beats := view_text.beats_text()):
            to_beat = f"{view_text.say('play.label_beat')}: {beats}"
            lines += [(line, "$ink", None) for line in wrapped(to_beat, width - 2, 2)]
        if before := view_text.last_trick_text():
            lines.append((cut(before, width - 2), "$quiet", self.LastTrickPressed))
        return lines

    def _meld(self, canvas: Canvas, top: int, size: Size, *, named: bool) -> None:
        view_text = self.view_text
        cards, ended = meld(view_text.view)
        points = view_text.view.options.rules.points
        x = start = max(0, (canvas.width - len(cards) * size.width) // 2)
        for rank, _ in cards:
            draw_card(canvas, x, top, rank, points[rank], size, "dead" if ended else "plain")
            x += size.width
        if not cards:
            self._nothing(canvas, top, size)
        if not named:
            return
        if cards and ended:
            canvas.centred(top + size.height, view_text.say("page.last_trick"), "$quiet")
            return
        x = start
        for seat, group in groupby(cards, key=lambda card: card[1]):
            width = size.width * len(list(group))
            canvas.centred(top + size.height, view_text.name(seat), "$quiet", x, x + width)
            x += width

    def _nothing(self, canvas: Canvas, top: int, size: Size) -> None:
        x = (canvas.width - size.width) // 2
        inner = size.width - 2
        canvas.put(x, top, "╭" + "╌" * inner + "╮", "$edge")
        for row in range(1, size.height - 1):
            canvas.put(x, top + row, "╎" + " " * inner + "╎", "$edge")
        canvas.put(x, top + size.height - 1, "╰" + "╌" * inner + "╯", "$edge")

    def _beside(self, canvas: Canvas, top: int, size: Size) -> None:
        view_text = self.view_text
        beats = view_text.beats_text()
        if canvas.width < BESIDE or not beats:
            return
        cards, _ = meld(view_text.view)
        x = (canvas.width + len(cards) * size.width) // 2 + 3
        room = canvas.width - x - 1
        lines = [(view_text.say("play.label_beat") + ":", "$quiet")]
        lines += [(line, "bold $ink") for line in wrapped(beats, room, size.height - 1)]
        for row, (text, style) in enumerate(lines):
            canvas.put(x, top + (size.height - len(lines)) // 2 + row, cut(text, room), style)
