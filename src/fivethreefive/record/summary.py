"""What a game's events come to, found by the compiled engine: quick, and None where anything is wrong.

``Game.from_events`` says what is wrong. Both accept the same games; tests/record/test_summary.py compares
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import add
from typing import Any, NamedTuple

import numpy as np

from fivethreefive.record.replay_kernel import COUNTS, DECISIONS, PASSES, POINTS, TRICKS, replay_round
from fivethreefive.rules import kernel
from fivethreefive.rules.explain import end_rule
from fivethreefive.rules.jit import plain
from fivethreefive.rules.kernel import NO_PLAY, NOBODY, PLACES, SEATS, WINNER
from fivethreefive.rules.options import Rules
from fivethreefive.rules.setup import dealt_row
from fivethreefive.rules.tables import Tables, compile_rules
from fivethreefive.state import Acted, Dealt, GameEnded, GameEvent, RoundEnded
from fivethreefive.state.game import winners_of

TRICK_ENDS = ("R15", "R16", "R17", "R18", "R19")
"""The rules by which a trick is over; R19 where the round ended with it."""

_next_leader = plain(kernel.next_leader)
_is_game_over = plain(kernel.is_game_over)


class GameSummary(NamedTuple):
    """The counts of one game; a round that did not end is left out."""

    rounds: int
    complete: bool
    """Whether the game is over (R21)."""
    ended: bool
    """Whether the events say so too, up to ``game_ended``: a crash may leave out what follows."""
    winners: tuple[int, ...]
    """The seats that share the win; none while the game goes on."""
    points: tuple[int, ...]
    decisions: tuple[int, ...]
    passes: tuple[int, ...]
    """By seat, as points and decisions are."""
    tricks: tuple[int, ...]
    """How many tricks were ended by each of ``TRICK_ENDS``."""


def summarize(rules: Rules, events: Sequence[GameEvent]) -> GameSummary | None:
    """What the events of a game come to, ``Started`` first; None where no game has them."""
    replay = _Replay(rules)
    index, last = 1, len(events)
    while index < last:
        dealt = events[index]
        if not isinstance(dealt, Dealt) or not replay.deal(dealt):
            return None
        first = index = index + 1
        while index < last and type(events[index]) is Acted:
            index += 1
        if not replay.play(events[first:index]):
            return None
        if replay.winner == NOBODY:
            return replay.summary(ended=False) if index == last else None
        for due in replay.end_round():
            if index == last:
                break
            if events[index] != due:
                return None
            index += 1
        if replay.winners:
            ended = isinstance(events[-1], GameEnded)
            return replay.summary(ended=ended) if index == last else None
    return replay.summary(ended=False)


class _Replay:
    """A game on its way, as numbers."""

    def __init__(self, rules: Rules) -> None:
        self.known = _written(rules)
        self.tables = self.known.tables
        self.players = rules.players
        self.two_hands = rules.format == "two_hands"
        self.rounds = 0
        self.winner = NOBODY
        self.winners: tuple[int, ...] = ()
        self.leader: int | None = None
        self.counts = [0] * COUNTS
        self._seen = 0

    def deal(self, dealt: Dealt) -> bool:
        """Begin a round; whether it can be dealt so."""
        due = dealt.leader if self.leader is None else self.leader
        if dealt.round != self.rounds + 1 or dealt.leader != due or not 0 <= due < self.players:
            return False
        row = dealt_row(self.tables, dealt.hands, due, self._seen)
        if row is None:
            return False
        if self.two_hands:  # Both rounds come from one deck.
            self._seen = sum(row[: self.players])
        self._row = np.array(row, np.int64)
        self._led = due
        return True

    def play(self, acted: Sequence[GameEvent]) -> bool:
        """Play the actions of the round; whether they are legal and in turn."""
        known = self.known
        try:
            codes = [known.codes[event.text, event.seat] for event in acted]  # type: ignore[union-attr]
        except KeyError:
            return False  # No text of these rules, or no seat.
        self._counted = np.zeros(COUNTS, np.int64)
        tables, row = self.tables.arrays, self._row
        played = replay_round(
            tables, known.plays, known.ends, row, np.array(codes, np.int64), self._counted
        )
        self.winner = int(row[WINNER])
        return bool(played)

    def end_round(self) -> list[GameEvent]:
        """Count the round that somebody went out in; the events that follow."""
        counted = self._counted.tolist()
        self.counts = list(map(add, self.counts, counted))
        self.rounds += 1
        points, scores = self._by_seat(POINTS, counted), self._by_seat(POINTS, self.counts)
        lists = self.tables.lists
        self.leader = _next_leader(lists, self.winner, self._led, points)
        events: list[GameEvent] = [RoundEnded(self.winner, points)]
        if _is_game_over(lists, scores, self.rounds):
            self.winners = winners_of(scores)
            events.append(GameEnded(scores, self.winners))
        return events

    def _by_seat(self, first: int, counts: list[int]) -> tuple[int, ...]:
        return tuple(counts[first : first + self.players])

    def summary(self, *, ended: bool) -> GameSummary:
        """What was counted so far."""
        points, decisions, passes = (
            self._by_seat(first, self.counts) for first in (POINTS, DECISIONS, PASSES)
        )
        return GameSummary(
            self.rounds, bool(self.winners), ended, self.winners, points, decisions, passes,
            tuple(self.counts[TRICKS:]),
        )  # fmt: skip


class _Written(NamedTuple):
    """The written actions of some rules as numbers, for ``replay_round``."""

    tables: Tables
    codes: dict[tuple[str, int], int]
    plays: Any
    ends: Any


@lru_cache(maxsize=16)
def _written(rules: Rules) -> _Written:
    tables = compile_rules(rules)
    texts: dict[str, int] = {}
    for on in tables.on:
        for action in on.actions:
            texts.setdefault(str(action), len(texts))
    plays = np.full((len(tables.on), len(texts)), NO_PLAY, np.int64)
    ends = np.zeros(len(tables.on) * PLACES, np.int64)
    for meld, on in enumerate(tables.on):
        for action in on.actions:
            place = on.places[action]
            plays[meld, texts[str(action)]] = place
            if rule := end_rule(rules, action):
                ends[meld * PLACES + place] = TRICK_ENDS.index(rule)
    seats = range(rules.players)
    codes = {(text, seat): number * SEATS + seat for text, number in texts.items() for seat in seats}
    return _Written(tables, codes, plays, ends)
