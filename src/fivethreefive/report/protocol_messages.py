"""Hints and reviews as the protocol tells them, for a server's table and for a game on this machine."""

from __future__ import annotations

from collections.abc import Sequence

from fivethreefive.analysis import Advice, Decision, GameReview, reason
from fivethreefive.observation import Observation
from fivethreefive.protocol import Advised, Hinted, Mistake, Review, ReviewedPlayer, ReviewedRound

DIGITS = 3


def hinted(observation: Observation, advice: Sequence[Advice], turn: int, id_: int) -> Hinted:
    """The answer to who asks for a hint, from what the actions are worth."""
    why, count = reason(observation, advice[0].action)
    return Hinted(id_, turn, tuple(map(_advised, advice)), why, count)


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
    return round(number, DIGITS) + 0.0  # + 0.0 makes a 0 of -0, which JSON would show.
