"""Hints and reviews as the protocol tells them, for a server's table and for a game on this machine."""

from __future__ import annotations

from collections.abc import Sequence

from fivethreefive.analysis import Advice, Decision, GameReview, Recommendation
from fivethreefive.protocol import (
    Advised,
    DecisionCost,
    Hinted,
    Mistake,
    Review,
    ReviewedPlayer,
    ReviewedRound,
)

DIGITS = 3
SHOWN = 2
"""Digits of the figures of an action, as many as are shown: so what is shown adds up."""


def hinted(found: Recommendation, turn: int = 0, id_: int = 0) -> Hinted:
    """The answer to who asks for a hint, from what was found."""
    return Hinted(id_, turn, tuple(advised(one, found.advice[0]) for one in found.advice), found.why)


def advised(advice: Advice, best: Advice) -> Advised:
    """What an action is worth beside the best one, in the figures that are shown."""
    ahead = _rounded(advice.ahead, SHOWN)
    return Advised(
        action=advice.action,
        ahead=ahead,
        ahead_error=_rounded_error(advice.ahead_error),
        cost=_rounded(_rounded(best.ahead, SHOWN) - ahead, SHOWN),
        cost_error=_rounded_error(advice.cost_error),
        as_good=advice.as_good,
    )


def review_body(found: GameReview, number: int, names: Sequence[str]) -> Review:
    """A review of the game with a number at its table."""
    players = []
    for seat, name in enumerate(names):
        cost, error = found.cost(seat)
        count = found.mistakes_of(seat)
        points, luck = found.game.scores[seat], _rounded(found.luck(seat))
        players.append(ReviewedPlayer(name, points, luck, _rounded(cost), _rounded(error), count))
    return Review(
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
        costs=tuple(map(_cost, found.decisions)),
    )


def _mistake(one: Decision) -> Mistake:
    seen = one.observation
    return Mistake(
        round=one.round,
        action=one.number,
        seat=one.seat,
        table=seen.table,
        last=seen.last,
        hand=seen.hand,
        played=advised(one.played, one.best),
        best=advised(one.best, one.best),
        why=one.why,
    )


def _cost(one: Decision) -> DecisionCost:
    found = advised(one.played, one.best)
    return DecisionCost(one.round, one.number, one.seat, 0.0 if found.as_good else found.cost)


def _rounded(number: float, digits: int = DIGITS) -> float:
    return round(number, digits) + 0.0  # + 0.0 makes a 0 of -0, which JSON would show.


def _rounded_error(error: float) -> float:
    # Only an exact figure has no error.
    return max(_rounded(error, SHOWN), 10**-SHOWN) if error else 0.0
