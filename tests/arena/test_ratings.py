"""Ratings: order plays no part, and a 95% interval covers what it should 95 times in 100."""

from __future__ import annotations

import numpy as np
import pytest

from fivethreefive.arena.ratings import SCALE, START, Matches, Rating, rate


def drawn(rng: np.random.Generator, strengths: list[float], deals: int) -> Matches:
    """Matches of bots that take fewer points on average the stronger they are."""
    return Matches(range(len(strengths)), rng.normal(size=(deals, len(strengths))) - strengths)


def test_equals_are_rated_alike_and_the_stronger_higher() -> None:
    """A tie is half a win: bots that always tie stay where they began."""
    tied = rate(3, [Matches(range(3), np.full((30, 3), 4.0))])
    assert [rating.mu for rating in tied] == pytest.approx([START] * 3)
    ratings = rate(3, [drawn(np.random.default_rng(2), [1.0, 0.5, 0.0], 200)])
    assert ratings[0].mu > ratings[1].mu > ratings[2].mu


def test_the_order_of_the_matches_plays_no_part() -> None:
    taken = np.array([[1.0, 2.0]] * 60 + [[2.0, 1.0]] * 60)
    first, last = (rate(2, [Matches(range(2), each)]) for each in (taken, taken[::-1]))
    assert [rating.mu for rating in first] == pytest.approx([START] * 2)
    assert first == last


def test_a_difference_is_the_logarithm_of_the_odds() -> None:
    """Three wins to one, the deal in which all are equal included: the model is fitted exactly."""
    taken = np.array([[1.0, 2.0]] * 299 + [[2.0, 1.0]] * 100)
    one, other = rate(2, [Matches(range(2), taken)])
    assert one.mu - other.mu == pytest.approx(SCALE * np.log(299.5 / 100.5))


def test_who_won_everything_is_neither_infinitely_strong_nor_certain_to_be() -> None:
    for deals in (1, 5, 50):
        one, other = rate(2, [Matches(range(2), np.array([[1.0, 2.0]] * deals))])
        assert one.mu > other.mu
        assert 1 < one.half < 100


def test_nothing_is_said_of_who_met_nobody() -> None:
    assert rate(2, [Matches([0], np.ones((10, 1)))]) == [Rating(START, START / 3)] * 2


@pytest.mark.parametrize("strengths", [[0.0] * 4, [0.0, 0.3, 0.6, 1.0]], ids=["equals", "unequal"])
def test_a_95_percent_interval_covers_the_rating_95_times_in_100(strengths: list[float]) -> None:
    """500 tournaments of 20 deals: four intervals each, of which 95% should cover, within chance."""
    rng = np.random.default_rng(4)
    due = [rating.mu for rating in rate(4, [drawn(rng, strengths, 200_000)])]
    found = [rate(4, [drawn(rng, strengths, 20)]) for _ in range(500)]
    covered = np.mean(
        [[abs(rating.mu - mu) <= rating.half for rating, mu in zip(of, due, strict=True)] for of in found]
    )
    assert 0.93 <= covered <= 0.97
    spread = np.std([[rating.mu for rating in of] for of in found], axis=0)
    told = np.mean([[rating.sigma for rating in of] for of in found], axis=0)
    assert told == pytest.approx(spread, rel=0.1)
