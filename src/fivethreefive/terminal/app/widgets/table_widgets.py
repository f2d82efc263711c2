"""The widgets of a screen that shows a table."""

from __future__ import annotations

from typing import NamedTuple, get_type_hints

from fivethreefive.terminal.app.widgets.central_meld import CentralMeld
from fivethreefive.terminal.app.widgets.hand import Hand
from fivethreefive.terminal.app.widgets.lobby import Lobby
from fivethreefive.terminal.app.widgets.scores import SidePanel
from fivethreefive.terminal.app.widgets.seats import RevealedHands, Seats
from fivethreefive.terminal.app.widgets.status_bars import KeyBar, PlayButtons, Prompt, TopBar


class TableWidgets(NamedTuple):
    """What a table's screen is made of, from top to bottom."""

    top: TopBar
    seats: Seats
    central_meld: CentralMeld
    revealed: RevealedHands
    lobby: Lobby
    prompt: Prompt
    hand: Hand
    buttons: PlayButtons
    side: SidePanel
    keys: KeyBar

    @classmethod
    def new(cls) -> TableWidgets:
        """All of them, each with its name as its id."""
        return cls(**{name: kind(id=name) for name, kind in get_type_hints(cls).items()})
