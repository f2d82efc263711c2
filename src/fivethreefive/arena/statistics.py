"""Intervals for a mean: Student's t for a number of deals fixed before, and one that may be watched.

The confidence sequence holds at all times together, so that looking at it after every deal and
stopping when it says enough keeps its promise. It is the hedged capital process with predictable
plug-in bets of Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting"
(Journal of the Royal Statistical Society B 86, 2024), theorem 3 with equation 26: exact for any
independent figures with the same mean and within known bounds, whatever their distribution.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Figures = npt.NDArray[np.float64]

LEVEL = 0.95
SHARE = 0.9
"""How much of its capital a bet may lose at most: any share below 1 keeps the sequence valid."""
GUESS = 0.05
"""The standard deviation of a figure before any is seen, as a part of its range. Any would be valid."""


class Interval(NamedTuple):
    """A mean and where it may lie; an unbounded side is None."""

    mean: float
    low: float | None
    high: float | None

    @property
    def clear(self) -> bool:
        """Whether the interval lies wholly on one side of 0."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def t_quantile(probability: float, degrees: int) -> float:
    """The quantile of Student's t, for a whole number of degrees of freedom from 1.

    Up to 200 degrees from the exact finite sums for its distribution (Abramowitz and Stegun, Handbook
    of Mathematical Functions, 26.7.3 and 26.7.4), beyond from the expansion 26.7.5, then right to nine
    digits.
    """
    if probability < 0.5:
        return -t_quantile(1 - probability, degrees)
    normal = NormalDist().inv_cdf(probability)
    if degrees > 200:
        return _expansion(normal, degrees)
    # By bisection: the sums have no inverse, and a hundred halvings leave nothing that a float could tell.
    low, high = 0.0, 1.0
    while _within(high, degrees) < 2 * probability - 1:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, degrees) < 2 * probability - 1 else (low, middle)
    return (low + high) / 2


def _within(t: float, degrees: int) -> float:
    """The probability that Student's t lies between -t and t."""
    angle = math.atan2(t, math.sqrt(degrees))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = degrees % 2
    term = cosine if odd else 1.0
    total = term if degrees > 1 else 0.0
    for k in range(2 + odd, degrees - 1, 2):
        term *= cosine * cosine * (k - 1) / k
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


def _expansion(x: float, n: int) -> float:
    return (
        x
        + (x**3 + x) / (4 * n)
        + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * n**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * n**3)
        + (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / (92160 * n**4)
    )


def t_interval(values: Any, level: float = LEVEL) -> Interval:
    """The mean of independent ``values`` and its t interval; open on both sides for a single one."""
    figures: Figures = np.asarray(values, np.float64)
    mean = float(figures.mean())
    if len(figures) < 2:
        return Interval(mean, None, None)
    error = float(figures.std(ddof=1)) / math.sqrt(len(figures))
    half = t_quantile((1 + level) / 2, len(figures) - 1) * error
    return Interval(mean, mean - half, mean + half)


def confidence_sequence(values: Any, low: float, high: float, alpha: float = 1 - LEVEL) -> Interval:
    """The mean of ``values``, each from ``low`` to ``high``, and its interval after so many of them.

    Over all points together the intervals miss the true mean with a probability of at most ``alpha``.
    """
    figures: Figures = np.asarray(values, np.float64)
    scaled = (figures - low) / (high - low)
    bets = _bets(scaled, alpha)
    mean = float(figures.mean())
    least = _edge(scaled, bets, alpha)
    most = 1 - _edge(1 - scaled, bets, alpha)
    return Interval(mean, low + (high - low) * least, low + (high - low) * most)


def is_clear(values: Any, low: float, high: float, alpha: float = 1 - LEVEL) -> bool:
    """Whether the confidence sequence has 0 outside; the same answer as from its interval, but quick."""
    scaled = (np.asarray(values, np.float64) - low) / (high - low)
    bets = _bets(scaled, alpha)
    zero = -low / (high - low)
    threshold = math.log(2 / alpha)  # Half of ``alpha`` for each side.
    return max(_wealth(scaled, bets, zero), _wealth(1 - scaled, bets, 1 - zero)) >= threshold


def _bets(scaled: Figures, alpha: float) -> Figures:
    """What is bet on each figure, from those before it only."""
    count = np.arange(1, len(scaled) + 1)
    means = (0.5 + np.cumsum(scaled)) / (count + 1)
    spread = (GUESS**2 + np.cumsum((scaled - means) ** 2)) / (count + 1)
    before = np.concatenate(([GUESS**2], spread[:-1]))  # A bet that knew its own figure would not be valid.
    bets: Figures = np.sqrt(2 * math.log(2 / alpha) / (before * count * np.log1p(count)))
    return bets


def _wealth(scaled: Figures, bets: Figures, mean: float) -> float:
    """The logarithm of the capital of bets that the mean is higher than ``mean``."""
    most = SHARE / mean if mean > 0 else math.inf
    # Logarithms, since the capital itself leaves the range of floats after some thousands of deals.
    return float(np.log1p(np.minimum(bets, most) * (scaled - mean)).sum())


def _edge(scaled: Figures, bets: Figures, alpha: float) -> float:
    """The lowest mean that is not refuted: the capital against a mean falls as that mean rises."""
    threshold = math.log(2 / alpha)
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _wealth(scaled, bets, middle) >= threshold else (low, middle)
    return low
