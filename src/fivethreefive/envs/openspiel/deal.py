"""The deal as chance sees it: who leads, then seat by seat how many cards of each rank it gets.

Counts and not cards, because equal cards are one card (R1) and the order in which a hand was dealt is
nobody's business: two deals of the same hands are the same node, so the tree has one node for each
different deal and no more, and a node has at most six outcomes whatever the deck. How many cards of a
rank are among the ``n`` that a seat still gets is hypergeometric, so the probabilities are quotients of
whole numbers. The last rank of a hand is certain and has no node; other counts have one even where they are
certain, because how many nodes went by must not depend on hands that a seat cannot see: OpenSpiel takes
an information state for the same moment in all its histories. Cards that are set aside have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, NoReturn

from fivethreefive.cards import NO_CARDS_TEXT, write_cards
from fivethreefive.language import IllegalAction
from fivethreefive.rules.melds import Cards
from fivethreefive.rules.options import Rules


@dataclass(frozen=True, slots=True)
class Deal:
    """How far a round is dealt; never changes, ``after`` makes the next. ``Deal.start`` makes the first."""

    rules: Rules
    leader: int | None
    """The seat that leads; None until chance has drawn it."""
    counts: tuple[int, ...]
    """Cards of each rank of the deck by seat: the counts of seat 0, then those of seat 1, and so on."""
    possible: range
    """What chance may do next: seats to lead, then counts; nothing once every seat has its hand."""

    @classmethod
    def start(cls, rules: Rules) -> Deal:
        """Nothing is dealt yet."""
        return cls(rules, None, (), range(rules.players))

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may do next, ascending, and how likely each is."""
        if self.leader is None:
            return [(seat, 1 / len(self.possible)) for seat in self.possible]
        wanted, here, later = _cards(self.rules, self.counts)
        ways = comb(here + later, wanted)
        return [(n, comb(here, n) * comb(later, wanted - n) / ways) for n in self.possible]

    def after(self, outcome: int) -> Deal:
        """The deal once chance has done what is possible; IllegalAction for anything else (R3, R5)."""
        if outcome not in self.possible:
            self._refuse(outcome)
        leader, counts = self.leader, (*self.counts, outcome)
        if leader is None:
            leader, counts = outcome, ()
        ranks = len(self.rules.ranks)
        while len(counts) % ranks == ranks - 1 and len(counts) < ranks * self.rules.players:
            counts = (*counts, _possible(self.rules, counts)[0])
        return Deal(self.rules, leader, counts, _possible(self.rules, counts))

    def towards(self, hands: Sequence[Cards], leader: int) -> int:
        """The outcome that leads on to these hands, by seat, and this leader."""
        if self.leader is None:
            return leader
        seat, rank = self._next()
        return hands[seat].count(rank)

    def hand(self, seat: int) -> Cards:
        """The cards that a seat has been dealt so far, by rank, ascending."""
        ranks = self.rules.ranks
        counts = self.counts[seat * len(ranks) : (seat + 1) * len(ranks)]
        return tuple(rank for rank, count in zip(ranks, counts, strict=False) for _ in range(count))

    def text(self, outcome: int) -> str:
        """An outcome in writing: ``leader 2``, or ``0: 2x8`` for two 8s to seat 0."""
        if self.leader is None:
            return f"leader {outcome}"
        seat, rank = self._next()
        return f"{seat}: {outcome}x{rank}"

    def __str__(self) -> str:
        hands = "/".join(write_cards(self.hand(seat)) for seat in range(self.rules.players))
        leader = NO_CARDS_TEXT if self.leader is None else self.leader
        return f"leader {leader}, dealt {hands}" + (f", next {self._asked()}" if self.possible else "")

    def __deepcopy__(self, _memo: Any) -> Deal:
        return self  # It never changes, and OpenSpiel copies a state for every node.

    def _next(self) -> tuple[int, int]:  # The seat and the rank.
        seat, place = divmod(len(self.counts), len(self.rules.ranks))
        return seat, self.rules.ranks[place]

    def _asked(self) -> str:
        """What chance is to say next: ``leader``, or ``0: 8`` for the 8s of seat 0."""
        if self.leader is None:
            return "leader"
        seat, rank = self._next()
        return f"{seat}: {rank}"

    def _refuse(self, outcome: Any) -> NoReturn:
        rule = "R5" if self.leader is None else "R3"
        option = self._asked()
        least, most = self.possible[0], self.possible[-1]
        raise IllegalAction("not_in_range", rule, option=option, value=outcome, least=least, most=most)


def _cards(rules: Rules, counts: tuple[int, ...]) -> tuple[int, int, int]:
    """Cards the next seat still gets; cards left of the rank that is dealt next, and of those after it."""
    ranks = len(rules.ranks)
    seat, place = divmod(len(counts), ranks)
    left = [rules.copies - sum(counts[rank::ranks]) for rank in range(place, ranks)]
    return rules.deal - sum(counts[seat * ranks :]), left[0], sum(left[1:])


def _possible(rules: Rules, counts: tuple[int, ...]) -> range:
    if len(counts) == rules.players * len(rules.ranks):
        return range(0)
    wanted, here, later = _cards(rules, counts)
    return range(max(0, wanted - later), min(here, wanted) + 1)
