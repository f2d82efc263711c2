"""One's own cards: chosen ones rise, those in no legal play are dim; equal cards are alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from textual.message import Message

from fivethreefive.terminal.app.hand_state import Held
from fivethreefive.terminal.app.widgets.canvas import Canvas, CanvasWidget
from fivethreefive.terminal.app.widgets.cards import SMALL, Look, Size, draw_card, draw_key

GAP = 1  # Columns between clusters; dropped where the hand is too wide with them.
ABOVE, BELOW = "\N{BLACK DOWN-POINTING TRIANGLE}", "\N{BLACK UP-POINTING TRIANGLE}"  # Of the cursor.
NARROWEST = 3  # Columns of a card that stay in sight: its edge and its rank.


class Hand(CanvasWidget):
    """The row of one's own cards."""

    @dataclass
    class CardPressed(Message):
        """A card was pressed, by its id."""

        card: int

    def set(
        self, groups: Sequence[Sequence[Held]], chosen: frozenset[int], dead: frozenset[int],
        points: Mapping[int, int], size: Size, cursor: Held | None,
    ) -> None:  # fmt: skip
        """Show cards, those chosen and those (by rank) that no play has room for."""
        self.groups, self.chosen, self.dead, self.cursor = groups, chosen, dead, cursor
        self.points, self.size_of_cards = points, size
        self.refresh_if_changed((tuple(map(tuple, groups)), chosen, dead, size, cursor))

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards side by side, over each other where there are too many for the width."""
        size = self._fitting(canvas.width)
        for card, x, width in self._places(canvas.width, size.width):
            rises = card.id in self.chosen
            look: Look = "chosen" if rises else "dead" if card.rank in self.dead else "plain"
            # Of points half covered by the next card fewer would be read.
            points = self.points.get(card.rank, 0) if width == size.width else 0
            y = 0 if rises else 1
            draw_card(canvas, x, y, card.rank, points, size, look)
            draw_key(canvas, x, y, card.rank, size, look)
            if card == self.cursor:  # A chosen card leaves a row free below it, and any other above it.
                row, mark = (size.height, BELOW) if rises else (0, ABOVE)
                canvas.put(x + width // 2, row, mark, "bold $mark")
            self.make_clickable(
                range(x, x + width), range(canvas.height), partial(self.CardPressed, card.id)
            )

    def _fitting(self, room: int) -> Size:
        size = self.size_of_cards  # Narrower cards may save them from lying over each other.
        count = sum(map(len, self.groups))
        return size if count * size.width <= room else Size(SMALL.width, size.height)

    def _places(self, room: int, width: int) -> list[tuple[Held, int, int]]:
        """Each card, its first column and the columns of it that stay in sight."""
        groups = [group for group in self.groups if group]
        count = sum(map(len, groups))
        if not count:
            return []
        gaps = GAP * (len(groups) - 1)
        if count * NARROWEST + width - NARROWEST + gaps > room:
            gaps = 0
        step = width
        if count > 1:
            step = max(NARROWEST, min(width + 1, (room - width - gaps) // (count - 1)))
        x = max(0, (room - (step * (count - 1) + width + gaps)) // 2)
        starts = []
        for number, group in enumerate(groups):
            x += GAP if number and gaps else 0
            for card in group:
                starts.append((card, x))
                x += step
        ends = [start for _, start in starts[1:]] + [starts[-1][1] + width]
        return [
            (card, start, min(width, end - start)) for (card, start), end in zip(starts, ends, strict=True)
        ]
