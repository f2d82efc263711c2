"""The widgets of a screen that shows a table."""

from __future__ import annotations

from typing import NamedTuple, get_type_hints

from fivethreefive.terminal.app.widgets.centre_meld import Centre
from fivethreefive.terminal.app.widgets.hand import Hand
from fivethreefive.terminal.app.widgets.scores import Side
from fivethreefive.terminal.app.widgets.seats import RevealedHands, Seats
from fivethreefive.terminal.app.widgets.status_bars import Choice, Keys, Prompt, TopBar
from fivethreefive.terminal.app.widgets.waiting import Waiting


class TableWidgets(NamedTuple):
    """What a table's screen is made of, from top to bottom."""

    top: TopBar
    seats: Seats
    centre: Centre
    opened: RevealedHands
    waiting: Waiting
    prompt: Prompt
    hand: Hand
    choice: Choice
    side: Side
    keys: Keys

    @classmethod
    def new(cls) -> TableWidgets:
        """All of them, each with its name as its id."""
        return cls(**{name: kind(id=name) for name, kind in get_type_hints(cls).items()})
