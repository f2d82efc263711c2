"""How much there is to see at which size of the terminal: decided in one place, followed by every part."""

from __future__ import annotations

from typing import NamedTuple

from fivethreefive.protocol import View
from fivethreefive.terminal.app.widgets.cards import LARGE, MIDDLE, SMALL, Size
from fivethreefive.terminal.capabilities import LEAST_HEIGHT, LEAST_WIDTH

SIDE = 104  # Columns: from here on the table beside scores and log has more than at its least width.
SIDE_WIDTH = 36


class Layout(NamedTuple):
    """What a terminal of a size has room for."""

    enough: bool
    side: bool  # Whether scores and log stand beside the table.
    main_width: int  # Columns of the table itself.
    seats: int  # Rows of the other seats.
    hand: Size  # Of the cards in hand.
    meld: Size  # Of the cards on the table.
    prompt: int  # Rows of the line that says what to do.
    bar: int  # Rows of what can be played.
    short: bool  # Whether rows are so few that one part gives way to another.

    @property
    def hand_rows(self) -> int:
        """Rows of the hand: a chosen card rises by one."""
        return self.hand.height + 1


def layout_for(width: int, height: int) -> Layout:
    """What fits."""
    side = width >= SIDE
    short, tall = height < 23, height >= 34  # 24 rows are the usual terminal, and no short one.
    return Layout(
        enough=width >= LEAST_WIDTH and height >= LEAST_HEIGHT,
        side=side,
        main_width=width - SIDE_WIDTH if side else width,
        seats=2 if short else 3,
        hand=MIDDLE if height >= 28 else SMALL,
        meld=SMALL if short else LARGE if tall else MIDDLE,
        prompt=2 if short else 3,
        bar=2,
        short=short,
    )


def heights(room: Layout, view: View | None) -> dict[str, int | None]:
    """The rows of the parts by name; None for those that take what is left."""
    if not room.enough or view is None:
        parts = dict.fromkeys(("seats", "central_meld", "revealed", "prompt", "hand", "buttons"), 0)
        return {**parts, "lobby": None}
    waiting = view.phase == "waiting"
    opened = sum(1 for cards in view.hands if cards) if view.you is None and not waiting else 0
    return {
        "seats": 0 if waiting else room.seats,
        "central_meld": 0 if waiting else None,
        "revealed": opened,
        "lobby": None if waiting else 0,
        "prompt": 0 if waiting else room.prompt,
        "hand": 0 if waiting or view.you is None else room.hand_rows,
        "buttons": room.bar,
    }
