"""Ratings of the bots: the Bradley-Terry model, fitted to all matches at once.

A match is one deal of one line-up: its bots are ranked by what they took over all seatings, and every two
of them are one comparison; equals share it. The scale is that of openskill, where a bot begins at 25. Its
own updates, one match after another, would not do: after 20 deals they put bots about 2 points further
apart than after 6000, and their sigma is no standard error.

Standard errors are robust, by the deal (the "sandwich": White, "Maximum likelihood estimation of
misspecified models", Econometrica 50, 1982). So they hold though the comparisons of a deal depend on each
other, and though the model is never quite true.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from fivethreefive.arena.statistics import LEVEL, Figures

START = 25.0
"""The mean rating of all bots."""
SCALE = math.sqrt(2) * START / 6
"""Points for odds of e to 1: openskill's scale, with its beta of 25/6."""
UNKNOWN = START / 3
"""The standard error of a bot that met no other, as openskill has it."""
STEPS = 100
"""More than Newton's method needs; each step is at most 1, in odds."""
CLOSE = 1e-12


class Rating(NamedTuple):
    """A strength around ``START`` and its standard error."""

    mu: float
    sigma: float

    @property
    def half(self) -> float:
        """Half the width of the 95% interval."""
        return NormalDist().inv_cdf((1 + LEVEL) / 2) * self.sigma


class Matches(NamedTuple):
    """All deals of one line-up."""

    bots: Sequence[int]
    """Those in it, each once."""
    taken: Figures
    """[deal, i]: what ``bots[i]`` took over all seatings; the fewest points win."""


class _Pair(NamedTuple):
    """Two bots of a line-up."""

    one: int
    other: int
    won: Figures
    """[deal]: 1 where ``one`` took less, 0 where it took more, one half where both took the same."""


def rate(bots: int, line_ups: Iterable[Matches]) -> list[Rating]:
    """A rating for each bot. A line-up of a single bot says nothing."""
    pairs = [pair for matches in line_ups for pair in _pairs(matches)]
    strengths = np.zeros(bots)
    for _ in range(STEPS):
        scores, information = _slopes(strengths, pairs)
        # Only differences count: along their mean there is no information, and it stays 0.
        step = np.linalg.pinv(information, hermitian=True) @ scores.sum(axis=0)
        strengths += np.clip(step, -1, 1)
        if np.abs(step).max() < CLOSE:
            break
    scores, information = _slopes(strengths, pairs)
    inverse = np.linalg.pinv(information, hermitian=True)
    deals = len(scores)
    errors = np.sqrt(np.diag(inverse @ (scores.T @ scores) @ inverse) * deals / max(1, deals - 1))
    return [
        Rating(START + SCALE * float(strength), SCALE * float(error)) if met else Rating(START, UNKNOWN)
        for strength, error, met in zip(strengths, errors, np.diag(information) > 0, strict=True)
    ]


def _pairs(matches: Matches) -> Iterable[_Pair]:
    """Every two bots of a line-up, with one more deal in which all are equal.

    Without it a bot that won everything would have no finite rating, and no doubt about it.
    """
    for i, j in combinations(range(len(matches.bots)), 2):
        won = (np.sign(matches.taken[:, j] - matches.taken[:, i]) + 1) / 2
        yield _Pair(matches.bots[i], matches.bots[j], np.append(won, 0.5))


def _slopes(strengths: Figures, pairs: Sequence[_Pair]) -> tuple[Figures, Figures]:
    """The slope of the log-likelihood for each deal and bot, and the information: less its curvature."""
    scores = np.zeros((max((len(pair.won) for pair in pairs), default=1), len(strengths)))
    information = np.zeros((len(strengths), len(strengths)))
    for one, other, won in pairs:
        expected = 1 / (1 + math.exp(strengths[other] - strengths[one]))
        scores[:, one] += won - expected
        scores[:, other] -= won - expected
        curvature = len(won) * expected * (1 - expected)
        for i, j, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
            information[i, j] += sign * curvature
    return scores, information
