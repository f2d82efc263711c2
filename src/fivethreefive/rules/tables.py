"""compile_rules(Rules) -> Tables: the rules of a trick as lists of plays, one list a central meld.

Everything that plays goes by these tables: one person, a server, a million simulated rounds. A variant is
other tables, never other code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import numpy as np

from fivethreefive.cards import INDEX, RANKS, holds, pack
from fivethreefive.rules import kernel, melds
from fivethreefive.rules.actions import (
    ACTIONS,
    FIRST_ADD,
    FIRST_PLAY,
    MAKES,
    MELDS,
    PASS,
    PASS_ACTION,
    PLAYS,
    Action,
    ActionKind,
)
from fivethreefive.rules.kernel import EMPTY, KernelTables
from fivethreefive.rules.melds import Cards, Meld
from fivethreefive.rules.options import Rules

MOST_PLAYS = 63
"""A list of plays fits a word of so many bits; the longest, on a single under ``larger``, has 63."""

LEADERS = {"winner": kernel.WINNER_LEADS, "left": kernel.LEFT_LEADS, "loser": kernel.LOSER_LEADS}

MOST_PARTS = 4096
"""So many parts of hands are remembered a meld; then remembering starts anew."""


def _counts(low: int, high: int) -> int:
    return (1 << 4 * high) - (1 << 4 * low)


# Bits of a packed hand, as masks for the three groups of ranks.
GROUPS = RAIN, CLOUD, SUN = _counts(0, 5), _counts(5, 8), _counts(8, 13)


@dataclass(frozen=True, eq=False, slots=True)
class OnMeld:
    """What may be done on one central meld: shared and ready-made, since every decision passes here."""

    actions: tuple[Action, ...]
    """By place in the list of plays; the pass, where there is something to pass on, comes last."""
    places: dict[Action | str, int]
    """The place of each action, by itself and by its written form; PASS_PLAY for a pass."""
    by_id: dict[int, Action]
    """Each action, the pass included, by its number in the catalogue."""
    opening: list[Action]
    """The pass, where there is something to pass on."""
    by_group: tuple[list[tuple[int, Action]], ...]
    """The packed cards and the action of each play with cards of the rain, the cloud and the sun."""
    by_part: dict[int, list[Action]] = field(default_factory=dict)
    """The actions that one group's part of a hand allows, found when first asked for."""

    def legal(self, hand: int) -> list[Action]:
        """The actions of a hand: the pass first, then by rain, cloud and sun, each as in the catalogue.

        No play has cards of two groups, so a hand's actions are those of its parts.
        """
        by_part = self.by_part
        try:  # The parts are nearly always there, and then this costs less than to ask for them first.
            return [*self.opening, *by_part[hand & RAIN], *by_part[hand & CLOUD], *by_part[hand & SUN]]
        except KeyError:
            self._find_parts(hand)
            return self.legal(hand)

    def _find_parts(self, hand: int) -> None:
        if len(self.by_part) > MOST_PARTS:
            self.by_part.clear()
        for group, plays in zip(GROUPS, self.by_group, strict=True):
            part = hand & group
            if part not in self.by_part:
                self.by_part[part] = [action for cards, action in plays if holds(part, cards)]


@dataclass(frozen=True, eq=False)  # Equal by identity: arrays cannot be compared with one answer.
class Tables:
    """Everything compiled from one ``Rules``: arrays, the same as plain lists, and ready actions."""

    rules: Rules
    arrays: KernelTables
    """For compiled functions: 64-bit integer arrays."""
    lists: KernelTables
    """The same numbers as plain lists, for single decisions in plain Python."""
    on: tuple[OnMeld, ...]
    """By number of the central meld."""


class Play(NamedTuple):
    """One line of a table's list while it is compiled."""

    id: int
    kind: ActionKind
    cards: Cards
    makes: Meld
    ends: bool


@lru_cache(maxsize=256)
def compile_rules(rules: Rules) -> Tables:
    """The tables of ``rules``; the same object for equal rules."""
    plays = [_plays_on(rules, meld) for meld in MELDS]
    kernel_tables = _kernel_tables(rules, plays)
    named = kernel_tables._asdict()
    arrays = KernelTables(**{name: _as_array(value) for name, value in named.items()})
    # A namespace has quicker attributes than a tuple, which single decisions notice.
    lists = cast(KernelTables, SimpleNamespace(**named))
    on = tuple(_on_meld(number, listed) for number, listed in enumerate(plays))
    return Tables(rules, arrays, lists, on)


def _as_array(value: Any) -> Any:
    return np.array(value, np.int64) if isinstance(value, list) else value


def _plays_on(rules: Rules, central: Meld | None) -> list[Play]:
    """All plays on a central meld by the rules, whatever the hand, in the order of the catalogue."""
    if central is None:
        return [
            Play(FIRST_PLAY + i, "lead", meld.cards, meld, False)
            for i, meld in enumerate(PLAYS)
            if melds.refuse_lead(rules, meld.cards) is None
        ]
    if melds.meld_of(rules, central.cards) is None:
        return []
    overwrites = [
        Play(
            FIRST_PLAY + i,
            "overwrite",
            meld.cards,
            meld,
            melds.overwrite_ends_trick(meld.cards) is not None,
        )
        for i, meld in enumerate(PLAYS)
        if melds.refuse_overwrite(rules, central, meld.cards) is None
    ]
    return overwrites + _adds_on(rules, central)


def _adds_on(rules: Rules, central: Meld) -> list[Play]:
    adds = []
    for id_ in range(FIRST_ADD, ACTIONS):
        result = MELDS[MAKES[id_]]
        assert result is not None
        cards = melds.cards_to_add(central.cards, result.cards)
        if cards and melds.refuse_add(rules, central, cards) is None:
            ends = melds.add_ends_trick(rules, result, cards) is not None
            adds.append(Play(id_, "add", cards, result, ends))
    return adds


def _kernel_tables(rules: Rules, plays: list[list[Play]]) -> KernelTables:
    assert max(map(len, plays)) <= MOST_PLAYS

    def column(value: Callable[[Play], int], padding: int) -> list[int]:
        rows = ([*map(value, listed)] + [padding] * (kernel.PLACES - len(listed)) for listed in plays)
        return [number for row in rows for number in row]

    return KernelTables(
        cards=[0 if meld is None else pack(meld.cards) for meld in MELDS],
        kind=[melds.KINDS.index(None if meld is None else meld.kind) for meld in MELDS],
        blocks=[-(-len(listed) // kernel.BLOCK) for listed in plays],  # Rounded up.
        # A need of eight cards of each rank clears every guard, so padding fits no hand.
        need=column(lambda play: pack(play.cards), kernel.GUARD),
        leaves=column(lambda play: EMPTY if play.ends else MAKES[play.id], EMPTY),
        makes=column(lambda play: MAKES[play.id], EMPTY),
        action=column(lambda play: play.id, PASS),
        place=[place for number, listed in enumerate(plays) for place in _places(number, listed)],
        greed=column(_greed, 0),
        after=[  # For every set of passed seats, so that a step needs no loop over the seats.
            _next_seat(rules.players, passed, seat)
            for passed in range(1 << rules.players)
            for seat in range(kernel.SEATS)
        ],
        points=[rules.points.get(rank, 0) for rank in RANKS],
        deck=pack(rank for rank in rules.ranks for _ in range(rules.copies)),
        players=rules.players,
        deal=rules.deal,
        next_leader=LEADERS[rules.next_leader],
        target=0 if rules.format == "two_hands" else rules.target,
    )


def _places(number: int, plays: list[Play]) -> list[int]:
    """The place of every action of the catalogue in the list of meld ``number``."""
    places = [kernel.NO_PLAY] * ACTIONS
    for place, play in enumerate(plays):
        places[play.id] = place
    if number != EMPTY:
        places[PASS] = kernel.PASS_PLAY
    return places


def _greed(play: Play) -> int:
    """Most cards first, then the weakest meld made: low sets and singles, high runs (R7)."""
    place = INDEX[play.makes.low]
    weakness = place if play.makes.kind == "run" else len(RANKS) - place
    # Twice the ranks is more than any weakness, so that one card more always counts for more.
    return len(play.cards) * 2 * len(RANKS) + weakness


def _next_seat(players: int, passed: int, seat: int) -> int:
    for step in range(1, players):
        if not passed >> (seat + step) % players & 1:
            return (seat + step) % players
    return seat


def _on_meld(number: int, plays: list[Play]) -> OnMeld:
    actions = tuple(Action(p.id, p.kind, p.cards, p.makes.cards, p.ends) for p in plays)
    opening = [] if number == EMPTY else [PASS_ACTION]
    places: dict[Action | str, int] = {}
    # PASS_PLAY is -1, so that it too is the place of its action.
    for place, action in (*enumerate(actions), *((kernel.PASS_PLAY, action) for action in opening)):
        places[action] = places[str(action)] = place
    assert len(places) == 2 * (len(actions) + len(opening)), "each written form means one action"
    packed = [(pack(action.cards), action) for action in actions]
    by_group = tuple([play for play in packed if play[0] & group] for group in GROUPS)
    all_actions = (*actions, *opening)
    return OnMeld(all_actions, places, {action.id: action for action in all_actions}, opening, by_group)
