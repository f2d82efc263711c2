"""The cards in hand and the choice among them, followed from view to view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from fivethreefive.protocol import View
from fivethreefive.rules.actions import Action
from fivethreefive.rules.melds import Cards
from fivethreefive.terminal.selection import Selection, select
from fivethreefive.terminal.settings import Sorting


class Held(NamedTuple):
    """A card in hand."""

    id: int
    rank: int


def reconcile(held: Sequence[Held], hand: Sequence[int], chosen: frozenset[int]) -> list[Held]:
    """The hand after a change: cards that stay keep their ids; of equal ones those chosen leave first."""
    due = Counter(hand)
    kept: list[Held] = []
    for card in sorted(
        held, key=lambda card: card.id in chosen
    ):  # Those chosen come last, and leave first.
        if due[card.rank] > 0:
            due[card.rank] -= 1
            kept.append(card)
    first = max((card.id for card in held), default=-1) + 1  # Above all that are held: an id is one card.
    kept += [Held(first + number, rank) for number, rank in enumerate(due.elements())]
    return sorted(kept, key=lambda card: (card.rank, card.id))


def clusters(held: Sequence[Held], sorting: Sorting) -> list[list[Held]]:
    """Cards to draw with a gap between them: one row by rank; by melds runs, sets and the rest."""
    if sorting == "rank":
        return [list(held)]
    counts = Counter(card.rank for card in held)
    sets = [[card for card in held if card.rank == rank] for rank in sorted(counts) if counts[rank] > 1]
    single = [card for card in held if counts[card.rank] == 1]
    # In a run rank and place rise together, so that their difference stays the same.
    ascending = groupby(enumerate(single), lambda place: place[1].rank - place[0])
    runs = [[card for _, card in run] for _, run in ascending]
    alone = [run[0] for run in runs if len(run) == 1]
    return [*(run for run in runs if len(run) > 1), *sets, *([alone] if alone else [])]


class HandState:
    """What the person holds, and has chosen."""

    def __init__(self) -> None:
        self.held: list[Held] = []
        self.chosen: frozenset[int] = frozenset()
        self.cursor: Held | None = None  # The card that Space would choose; None before arrows are used.
        self._round: object = None

    def update(self, view: View) -> None:
        """Hold what a view gives; what is not there any more is not chosen any more."""
        seen = view.observation
        now = None if seen is None else (view.game, seen.round)
        if now != self._round:  # Of another round no card is the same, though its rank may be.
            self.held, self._round, self.cursor = [], now, None
        self.held = reconcile(self.held, seen.hand if seen is not None else (), self.chosen)
        self.chosen &= {card.id for card in self.held}
        cursor = self.cursor
        if cursor is not None and cursor not in self.held:  # It was played: the next to it.
            self.cursor = min(self.held, key=lambda card: abs(card.rank - cursor.rank), default=None)

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

    def move(self, sorting: Sorting, step: int) -> None:
        """Move the cursor along the hand as it is drawn, from one end to the other."""
        order = [card for cluster in clusters(self.held, sorting) for card in cluster]
        if order:
            at = order.index(self.cursor) + step if self.cursor is not None else min(step, 0)
            self.cursor = order[at % len(order)]

    def choose_rank(self, rank: int) -> bool:
        """Choose another copy of a rank, after the last of them none; whether there is any."""
        copies = [card.id for card in self.held if card.rank == rank]
        free = [id_ for id_ in copies if id_ not in self.chosen]
        self.chosen = self.chosen | {free[0]} if free else self.chosen - set(copies)
        return bool(copies)

    def clear(self) -> None:
        """Put all cards back."""
        self.chosen = frozenset()
