"""Hints and reviews as the server tells them; what is here runs in a worker.

A hint is worked out from the seat's observation alone. A review is worked out a few decisions at a
time, so that hints asked for in between need not wait for the whole of it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from fivethreefive.analysis import Advice, Adviser, Decision, Review, decide, hint, moments, reason
from fivethreefive.analysis import conclude as concluded
from fivethreefive.observation import Observation
from fivethreefive.protocol import Advised, Hinted, Mistake, ReviewedPlayer, ReviewedRound, encode
from fivethreefive.protocol import Review as ReviewBody
from fivethreefive.rules.options import Rules
from fivethreefive.state import Game, GameEvent

AT_ONCE = 4
"""Decisions of a review that are looked at before somebody else has a turn."""
NICENESS = 10
DIGITS = 3


class Looked(NamedTuple):
    """Decisions that were looked at."""

    decisions: tuple[Decision, ...]
    all: int
    """How many there are in the game."""


class Concluding(NamedTuple):
    """All that a review is made of."""

    game: int
    """Its number at the table."""
    names: tuple[str, ...]
    events: Sequence[GameEvent]
    decisions: tuple[Decision, ...]


def warm_up() -> int:
    """Make way for whatever plays, and load what looking needs. The worker's process."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    game = Game(Rules(2), seed=1)
    hint(game.observe(game.round.turn), simulations=2)
    return os.getpid()


@cache
def _adviser() -> Adviser:
    return Adviser()


def hinted(observation: Observation, turn: int, id_: int) -> Hinted:
    """The answer to who asks for a hint."""
    advice = _adviser().advise(observation, 0)
    why, count = reason(observation, advice[0].action)
    return Hinted(id_, turn, tuple(map(_advised, advice)), why, count)


def look(events: Sequence[GameEvent], first: int) -> Looked:
    """The decisions of a finished game from number ``first`` on, a few of them."""
    choices = [choice for choice in moments(Game.from_events(events)) if choice.is_open]
    own = islice(choices, first, first + AT_ONCE)
    return Looked(tuple(decide(_adviser(), choice) for choice in own), len(choices))


def conclude(told: Concluding) -> bytes:
    """The review as the body that answers for it."""
    review = concluded(Game.from_events(told.events), told.decisions)
    return encode(_body(review, told.game, told.names))


def _body(found: Review, number: int, names: Sequence[str]) -> ReviewBody:
    players = []
    for seat, name in enumerate(names):
        cost, error = found.cost(seat)
        count = found.mistakes_of(seat)
        points, luck = found.game.scores[seat], _rounded(found.luck(seat))
        players.append(ReviewedPlayer(name, points, luck, _rounded(cost), _rounded(error), count))
    return ReviewBody(
        game=number,
        rules=found.game.rules,
        winners=found.game.winners or (),
        players=tuple(players),
        rounds=tuple(
            ReviewedRound(
                one.round, one.points, tuple(map(_rounded, one.luck)), tuple(map(_rounded, one.cost))
            )
            for one in found.rounds
        ),
        decisions=len(found.decisions),
        mistakes=tuple(map(_mistake, found.mistakes)),
    )


def _mistake(one: Decision) -> Mistake:
    seen = one.observation
    why, count = reason(seen, one.best.action)
    return Mistake(
        round=one.round,
        action=one.number,
        seat=one.seat,
        table=seen.table,
        last=seen.last,
        hand=seen.hand,
        played=_advised(one.played),
        best=_advised(one.best),
        why=why,
        count=count,
    )


def _advised(advice: Advice) -> Advised:
    numbers = advice.points, advice.points_error, advice.cost, advice.cost_error
    return Advised(advice.action, *map(_rounded, numbers))


def _rounded(number: float) -> float:
    return round(number, DIGITS) + 0.0
