"""Ratings of the bots by the Bradley-Terry model of openskill, whatever the order of the games.

A match is one deal of one line-up: its bots are ranked by what they took over all seatings, and equals
share a rank. The model learns from one match after another, so its result leans on their order; here it
learns from several shuffled orders, each from the start, and the result is their mean. What the orders
differ by is added to the uncertainty that the model itself gives.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from statistics import NormalDist, fmean, pvariance
from typing import NamedTuple

import numpy as np
from openskill.models import BradleyTerryPart

from fivethreefive.arena.statistics import LEVEL
from fivethreefive.rules.seeding import derive_seed

START = 25.0
"""The rating of a bot of which nothing is known."""
ORDERS = 10
MOST_MATCHES = 20_000
"""Of more matches each order is a random part of so many."""


class Rating(NamedTuple):
    """A strength around ``START`` and its standard deviation."""

    mu: float
    sigma: float

    @property
    def half(self) -> float:
        """Half the width of the 95% interval."""
        return NormalDist().inv_cdf((1 + LEVEL) / 2) * self.sigma


def rate(bots: int, matches: Iterable[Mapping[int, float]], seed: int) -> list[Rating]:
    """A rating for each bot, from matches that say what each bot took: the fewest points win.

    ``seed`` fixes the orders. A match with a single bot says nothing.
    """
    told = [match for match in matches if len(match) > 1]
    rng = np.random.default_rng(derive_seed(seed, "ratings"))
    found = [_rate_once(bots, told, rng.permutation(len(told))[:MOST_MATCHES]) for _ in range(ORDERS)]
    ratings = []
    for of_bot in zip(*found, strict=True):
        mus = [mu for mu, _ in of_bot]
        within = fmean(sigma**2 for _, sigma in of_bot)
        # The variance of a mixture: what each order is unsure of, and what the orders differ by.
        ratings.append(Rating(fmean(mus), math.sqrt(within + pvariance(mus))))
    return ratings


def _rate_once(
    bots: int, matches: list[Mapping[int, float]], order: Iterable[int]
) -> list[tuple[float, float]]:
    # tau is the drift of people who learn or grow rusty: a bot does neither.
    model = BradleyTerryPart(mu=START, sigma=START / 3, tau=0.0)
    now = [model.rating() for _ in range(bots)]
    for index in order:
        match = matches[index]
        # For openskill the highest score wins.
        teams = model.rate([[now[bot]] for bot in match], scores=[-points for points in match.values()])
        for bot, [rating] in zip(match, teams, strict=True):
            now[bot] = rating
    return [(rating.mu, rating.sigma) for rating in now]
