"""The cards in hand and the choice among them, followed from view to view."""

from __future__ import annotations

from fivethreefive.protocol import View
from fivethreefive.rules.actions import Action
from fivethreefive.rules.melds import Cards
from fivethreefive.terminal.app.widgets.hand import Held, reconcile
from fivethreefive.terminal.selection import Selection, select


class Holding:
    """What the person holds, and has chosen."""

    def __init__(self) -> None:
        self.held: list[Held] = []
        self.chosen: frozenset[int] = frozenset()
        self._round: object = None

    def follow(self, view: View) -> None:
        """Hold what a view gives; what is not there any more is not chosen any more."""
        seen = view.observation
        now = None if seen is None else (view.game, seen.round)
        if now != self._round:
            self.held, self._round = [], now
        self.held = reconcile(self.held, seen.hand if seen is not None else (), self.chosen)
        self.chosen &= {card.id for card in self.held}

    @property
    def cards(self) -> Cards:
        """The ranks chosen, ascending."""
        return tuple(card.rank for card in self.held if card.id in self.chosen)

    def selection(self, view: View) -> Selection:
        """What the chosen cards can become."""
        seen = view.observation
        legal: tuple[Action, ...] = seen.legal if seen is not None and view.can.act else ()
        return select([card.rank for card in self.held], legal, self.cards)

    def toggle(self, id_: int) -> None:
        """Choose a card, or put it back."""
        self.chosen ^= {id_}

    def choose_rank(self, rank: int) -> bool:
        """Choose another copy of a rank, after the last of them none; whether there is any."""
        copies = [card.id for card in self.held if card.rank == rank]
        free = [id_ for id_ in copies if id_ not in self.chosen]
        self.chosen = self.chosen | {free[0]} if free else self.chosen - set(copies)
        return bool(copies)

    def clear(self) -> None:
        """Put all cards back."""
        self.chosen = frozenset()
