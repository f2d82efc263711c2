"""Hands that whoever watches may see, a line for each."""

from __future__ import annotations

from rich.cells import cell_len

from fivethreefive.terminal.app.widgets.canvas import Canvas, Drawn, cut
from fivethreefive.terminal.app.widgets.cards import draw_chips
from fivethreefive.terminal.text.view_text import ViewText


class RevealedHands(Drawn):
    """The open hands."""

    telling: ViewText | None = None

    def set(self, telling: ViewText) -> None:
        """Show the open hands of a view."""
        self.telling = telling
        self.show((telling.view.hands, telling.view.you, telling.catalogue.language))

    def draw(self, canvas: Canvas) -> None:
        """Draw a name and its cards in each line."""
        telling = self.telling
        if telling is None or telling.view.you is not None:
            return
        seats = [seat for seat, cards in enumerate(telling.view.hands) if cards]
        names = max((cell_len(telling.name(seat)) for seat in seats), default=0)
        names = min(names, canvas.width // 4)
        for row, seat in enumerate(seats):
            canvas.put(1, row, cut(telling.name(seat), names), "bold $ink")
            draw_chips(canvas, names + 3, row, telling.view.hands[seat] or ())
