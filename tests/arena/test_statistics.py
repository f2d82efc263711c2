"""Intervals against textbook values, and confidence sequences by what they promise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fivethreefive.arena.statistics import (
    Figures,
    Interval,
    confidence_sequence,
    is_clear,
    t_interval,
    t_quantile,
)

TEXTBOOK = {
    (0.975, 1): 12.7062047364, (0.975, 2): 4.3026527297, (0.975, 3): 3.1824463053,
    (0.975, 4): 2.7764451052, (0.975, 5): 2.5705818356, (0.975, 10): 2.2281388520,
    (0.975, 29): 2.0452296421, (0.975, 30): 2.0422724563, (0.975, 100): 1.9839715185,
    (0.975, 199): 1.9719565442, (0.975, 200): 1.9718962236, (0.975, 1000): 1.9623390808,
    (0.95, 7): 1.8945786051, (0.995, 3): 5.8409093097, (0.9995, 2): 31.5990545764,
}  # fmt: skip
"""Quantiles of Student's t as tables and other programs print them."""


@pytest.mark.parametrize(("asked", "due"), TEXTBOOK.items())
def test_the_quantiles_of_the_textbook(asked: tuple[float, int], due: float) -> None:
    assert t_quantile(*asked) == pytest.approx(due, abs=5e-8)
    assert t_quantile(1 - asked[0], asked[1]) == pytest.approx(-due, abs=5e-8)


def test_a_textbook_interval() -> None:
    """Student's own data: the extra hours of sleep of ten patients (The probable error of a mean, 1908)."""
    extra = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    interval = t_interval(extra)
    assert interval.mean == pytest.approx(1.58)
    assert (interval.low, interval.high) == pytest.approx((0.7001142, 2.4598858), abs=1e-6)
    assert interval.clear


def test_one_figure_has_no_interval() -> None:
    assert t_interval([3.0]) == Interval(3.0, None, None)
    assert not t_interval([3.0]).clear


def skewed(rng: np.random.Generator, runs: int, deals: int) -> Figures:
    """(runs, deals): figures like those of deals, mostly small and now and then large; their mean is 0."""
    figures: Figures = np.where(rng.random((runs, deals)) < 0.1, rng.uniform(0, 18, (runs, deals)), -1.0)
    return figures - (0.1 * 9 - 0.9)


RUNS, DEALS, BOUND, ALPHA = 300, 300, 28.0, 0.05


def test_a_confidence_sequence_is_right_at_all_times_together_and_t_is_not() -> None:
    """Looked at after every deal, t misses the mean in far more than 5% of runs; the sequence does not."""
    figures = skewed(np.random.default_rng(535), RUNS, DEALS)
    missed = sum(
        any(is_clear(run[:deals], -BOUND, BOUND, ALPHA) for deals in range(1, DEALS + 1, 3))
        for run in figures
    )
    assert missed <= ALPHA * RUNS
    count = np.arange(1, DEALS + 1)
    means = np.cumsum(figures, axis=1) / count
    spread = np.sqrt((np.cumsum(figures**2, axis=1) / count - means**2) / np.maximum(count - 1, 1))
    peeked = (np.abs(means) > 1.96 * spread)[:, 9:].any(axis=1).sum()
    assert peeked > 3 * ALPHA * RUNS


def test_a_confidence_sequence_finds_what_is_there() -> None:
    rng = np.random.default_rng(7)
    clear = [is_clear(run, -BOUND, BOUND) for run in skewed(rng, 50, 1000) + 0.8]
    assert sum(clear) > 40
    assert not any(is_clear(run, -BOUND, BOUND) for run in skewed(rng, 50, 5) + 0.8)


def test_a_confidence_sequence_is_an_interval_around_the_mean_that_shrinks() -> None:
    figures = skewed(np.random.default_rng(3), 1, 2000)[0]
    widths = []
    for deals in (2, 50, 500, 2000):
        interval = confidence_sequence(figures[:deals], -BOUND, BOUND)
        assert interval.low is not None
        assert interval.high is not None
        assert -BOUND <= interval.low <= interval.mean <= interval.high <= BOUND
        widths.append(interval.high - interval.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 1.5


@pytest.mark.parametrize("shift", [-3.0, -0.5, 0.0, 0.4, 3.0])
def test_being_clear_and_the_interval_say_the_same(shift: float) -> None:
    for run in skewed(np.random.default_rng(11), 20, 200) + shift:
        interval = confidence_sequence(run, -BOUND, BOUND)
        assert interval.clear == is_clear(run, -BOUND, BOUND)


def test_a_sequence_at_the_edge_of_its_range() -> None:
    assert confidence_sequence([0.0] * 200, 0.0, 1.0).low == 0.0
    assert confidence_sequence([1.0] * 200, 0.0, 1.0).high == 1.0
    high = confidence_sequence([0.0] * 200, 0.0, 1.0).high
    assert high is not None
    # No test against a mean can do better than the probability of 200 zeros.
    assert 1 - (0.05) ** (1 / 200) < high < 0.1
    assert not math.isnan(high)
