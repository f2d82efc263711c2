"""What a choice of cards can become, read off the list of legal actions and nothing else.

tests/vectors/selection.json pins these functions for every client that shows cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fivethreefive.rules.actions import Action
from fivethreefive.rules.melds import Cards


class Selection(NamedTuple):
    """What can be made of the cards chosen so far."""

    more: dict[int, int]
    """By rank: how many more copies may be chosen so that the choice can still become a legal play."""
    completed: tuple[Action, ...]
    """The plays that the chosen cards are: none, one, or two where they can overwrite or be added."""
    dead: tuple[int, ...]
    """Ranks of the hand's other cards that no legal play has room for, ascending."""


def select(hand: Sequence[int], legal: Iterable[Action], chosen: Sequence[int]) -> Selection:
    """What ``chosen`` cards of a hand can become."""
    have = Counter(chosen)
    open_ = [a for a in legal if a.kind != "pass" and have <= Counter(a.cards)]
    more: dict[int, int] = {}
    for action in open_:
        for rank, missing in (Counter(action.cards) - have).items():
            more[rank] = max(more.get(rank, 0), missing)
    completed = tuple(a for a in open_ if len(a.cards) == len(chosen)) if chosen else ()
    others = Counter(hand) - have
    return Selection(more, completed, tuple(sorted(rank for rank in others if rank not in more)))


def missing(legal: Iterable[Action], chosen: Sequence[int]) -> list[Cards]:
    """What each play lacks that the chosen cards can still become, shortest first; each once."""
    have = Counter(chosen)
    lacking = {
        tuple(sorted((Counter(a.cards) - have).elements()))
        for a in legal
        if len(a.cards) > len(chosen) and have <= Counter(a.cards)
    }
    return sorted(lacking, key=lambda cards: (len(cards), cards))
