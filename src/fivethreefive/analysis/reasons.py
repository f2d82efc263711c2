"""Reasons: what decides between two actions, read off what their seat knows.

A reason compares a better action with another one. It is only given where it is true of the better
action and not of the other; where no reason stands out there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache

import msgspec
import numpy as np

from fivethreefive.bots.heuristic.kernel import PARTS, part_of
from fivethreefive.bots.policy.bot import PolicyBot, policy_of
from fivethreefive.cards import holds, pack, write_cards
from fivethreefive.observation import Observation, unseen_pool
from fivethreefive.protocol import Reason
from fivethreefive.rules.actions import MELD_NUMBER, Action
from fivethreefive.rules.melds import Cards, Meld, meld_of, refuse_overwrite
from fivethreefive.rules.options import EIGHT, Rules
from fivethreefive.rules.seeding import deal_unseen, derive_seed
from fivethreefive.rules.tables import compile_rules

NEAR = 2
"""Another player with so many cards may go out at any moment."""
DEALS = 200
"""Of the unseen cards, to find the chance that nobody can beat a meld."""
SAFE = 0.75
"""From this chance on that counts for something ..."""
SAFER = 0.2
"""... and from this difference on it tells two actions apart."""
STEP = 5
"""Chances are told in steps of so many in a hundred: of so few deals they are not known better."""
DEARER = 2
"""Points of difference from which on getting rid of them counts for something."""


def reason(observation: Observation, better: Action, other: Action) -> Reason | None:
    """What decides for ``better`` against ``other``; None where nothing does clearly."""
    knowledge = _Knowledge(observation)
    one, two = _Outcome(knowledge, better), _Outcome(knowledge, other)
    return next((found for look in LOOKS if (found := look(one, two)) is not None), None)


class _Knowledge:
    """What the seat to play knows of the others' cards."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.rules = observation.rules
        self.me = observation.turn
        self.hand = pack(observation.hand)
        self.pool = unseen_pool(observation)
        self.others = [seat for seat in range(self.rules.players) if seat != self.me]

    @property
    def nearest(self) -> int:
        """The fewest cards that another player holds."""
        return min(self.observation.cards_left[seat] for seat in self.others)

    @cached_property
    def deals(self) -> list[list[int]]:
        """Packed hands by seat, in many deals of the unseen cards."""
        sizes = self.observation.cards_left
        return [
            [*map(pack, deal_unseen(derive_seed(0, "reason", i), self.me, self.hand, sizes, self.pool))]
            for i in range(DEALS)
        ]

    def chance(self, meld: Meld, *, later: bool = False) -> float:
        """The chance that nobody who is in the trick can overwrite a meld; 1 only where it is certain.

        In a ``later`` trick that is everybody.
        """
        stronger = _stronger(self.rules, meld)
        if not any(holds(self.pool, cards) for cards in stronger):
            return 1.0
        passed = () if later else self.observation.passed
        seats = [seat for seat in self.others if seat not in passed]
        beaten = sum(
            any(holds(hands[seat], cards) for seat in seats for cards in stronger) for hands in self.deals
        )
        return min(1 - beaten / DEALS, 1 - STEP / 100)


@lru_cache(maxsize=1024)
def _stronger(rules: Rules, meld: Meld) -> tuple[int, ...]:
    """The packed cards of all overwrites of a meld (R10)."""
    on = compile_rules(rules).on[MELD_NUMBER[meld]]
    return tuple(pack(action.cards) for action in on.actions if action.kind == "overwrite")


class _Outcome:
    """What an action leads to, as far as its seat knows."""

    def __init__(self, knowledge: _Knowledge, action: Action) -> None:
        self.knowledge = knowledge
        self.action = action
        self.cards = action.cards
        self.hand = knowledge.hand - pack(action.cards)
        self.plays = _plays(knowledge.rules, self.hand)
        """How few plays the cards left can go in."""
        self.points = sum(knowledge.rules.points[card] for card in action.cards)
        """Penalty points on the cards played."""

    @cached_property
    def chance(self) -> float:
        """The chance that nobody can overwrite what the action makes; 0 of a pass."""
        if self.action.ends_trick:
            return 1.0
        made = meld_of(self.knowledge.rules, self.action.makes)
        return 0.0 if made is None else self.knowledge.chance(made)

    def next_lead(self) -> Cards:
        """What the bot ``policy`` would lead once the action has ended the trick."""
        seen, me = self.knowledge.observation, self.knowledge.me
        left = list(seen.hand)
        for card in self.cards:
            left.remove(card)
        sizes = tuple(len(left) if seat == me else size for seat, size in enumerate(seen.cards_left))
        then = msgspec.structs.replace(
            seen, hand=tuple(left), table=(), start=(), turn=me, last=None, passed=(), cards_left=sizes,
            seen=tuple(sorted(seen.seen + self.cards)),
            legal=tuple(compile_rules(self.knowledge.rules).on[0].legal(self.hand)),
        )  # fmt: skip
        return PolicyBot().act(then, np.random.default_rng(0)).cards


def _plays(rules: Rules, hand: int) -> int:
    fewest = policy_of(rules).plays
    return int(sum(fewest[group * PARTS + part_of(hand, group)] for group in range(3)))


# What can decide, the most telling first.


def _goes_out(better: _Outcome, other: _Outcome) -> Reason | None:
    return Reason("out") if better.hand == 0 and other.hand else None


def _sheds_points_in_time(better: _Outcome, other: _Outcome) -> Reason | None:
    count = better.knowledge.nearest
    if count > NEAR or better.points < other.points + DEARER:
        return None
    return Reason("in_time", {"cards": write_cards(better.cards), "points": better.points, "count": count})


def _ends_trick(better: _Outcome, other: _Outcome) -> Reason | None:
    if not better.action.ends_trick or other.action.ends_trick:
        return None
    return Reason("ends", {"cards": write_cards(better.next_lead())})


def _is_safe(better: _Outcome, other: _Outcome) -> Reason | None:
    if better.action.ends_trick or better.chance < max(SAFE, other.chance + SAFER):
        return None
    return _safe("unbeatable", "unbeaten", better.chance)


def _keeps_together(better: _Outcome, other: _Outcome) -> Reason | None:
    """Cards that the other action splits, and so does not bring its hand any nearer to its end."""
    if other.plays < _plays(other.knowledge.rules, other.knowledge.hand) or better.plays > other.plays:
        return None
    kept = [cards for cards in _melds_split(other) if holds(better.hand, pack(cards))]
    if not kept:
        return None
    longest = max(kept, key=len)
    return Reason("together", {"cards": write_cards(longest), "other": write_cards(other.cards)})


def _melds_split(outcome: _Outcome) -> Iterator[Cards]:
    """Melds of several cards that a hand held whole, and of which an action took a part."""
    knowledge, played = outcome.knowledge, set(outcome.cards)
    for lead in compile_rules(knowledge.rules).on[0].legal(knowledge.hand):
        cards = lead.cards
        taken = played & set(cards)
        if len(cards) > 1 and taken and not holds(outcome.hand, pack(cards)) and outcome.cards != cards:
            yield cards


def _keeps_strong(better: _Outcome, other: _Outcome) -> Reason | None:
    """Cards that win a later trick, which the other action would give away now."""
    kept = meld_of(other.knowledge.rules, other.cards)
    if kept is None or not holds(better.hand, pack(kept.cards)):
        return None
    cards = write_cards(kept.cards)
    if EIGHT in kept.cards:
        return Reason("keeps_eight", {"cards": cards})
    chance = other.knowledge.chance(kept, later=True)
    return _safe("keeps_best", "keeps_strong", chance, cards=cards) if chance >= SAFE else None


def _leaves_fewer_plays(better: _Outcome, other: _Outcome) -> Reason | None:
    if better.plays >= other.plays:
        return None
    return Reason("fewer", {"count": better.plays, "other": other.plays})


def _sheds_cards(better: _Outcome, other: _Outcome) -> Reason | None:
    if len(better.cards) <= len(other.cards) or better.plays > other.plays:
        return None
    count = len(better.cards)
    if other.cards:
        return Reason("sheds_more", {"number": count, "other": len(other.cards)})
    return Reason("sheds", {"count": count})


def _sheds_points(better: _Outcome, other: _Outcome) -> Reason | None:
    if better.points < other.points + DEARER:
        return None
    return Reason("points", {"points": better.points, "other": other.points})


def _plays_weaker(better: _Outcome, other: _Outcome) -> Reason | None:
    """Of two melds that could go in one another's stead the weaker, while the stronger is kept."""
    rules = better.knowledge.rules
    played, kept = meld_of(rules, better.cards), meld_of(rules, other.cards)
    if played is None or kept is None or (played.kind, played.size) != (kept.kind, kept.size):
        return None
    if refuse_overwrite(rules, played, kept.cards) is not None or not holds(better.hand, pack(kept.cards)):
        return None
    return Reason("weaker", {"cards": write_cards(kept.cards)})


def _safe(certain: str, likely: str, chance: float, **more: int | str) -> Reason:
    """A reason that rests on a chance, by the key for where it is certain or by the other one."""
    if chance == 1.0:
        return Reason(certain, {**more})
    return Reason(likely, {**more, "chance": round(100 * chance / STEP) * STEP})


LOOKS: tuple[Callable[[_Outcome, _Outcome], Reason | None], ...] = (
    _goes_out,
    _sheds_points_in_time,
    _ends_trick,
    _is_safe,
    _keeps_strong,
    _keeps_together,
    _leaves_fewer_plays,
    _sheds_cards,
    _sheds_points,
    _plays_weaker,
)

KEYS = (
    "forced", "alike", "out", "in_time", "ends", "unbeatable", "unbeaten", "keeps_eight",
    "keeps_best", "keeps_strong", "together", "fewer", "sheds", "sheds_more", "points", "weaker",
)  # fmt: skip
"""Of all reasons; the first two say why there is nothing to decide."""
