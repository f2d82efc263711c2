"""Hands that whoever watches may see, a line for each."""

from __future__ import annotations

from rich.cells import cell_len

from fivethreefive.terminal.app.widgets.canvas import Canvas, Drawn, cut
from fivethreefive.terminal.app.widgets.cards import draw_chips
from fivethreefive.terminal.text.view_text import ViewText


class RevealedHands(Drawn):
    """The open hands."""

    def set(self, view_text: ViewText) -> None:
        """Show the open hands of a view."""
        self.view_text = view_text
        self.show((view_text.view.hands, view_text.view.you, view_text.catalogue.language))

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
