"""What a seat is paid for a round."""

from __future__ import annotations

import pytest

from fivethreefive import Rules
from fivethreefive.envs.rewards import lowest_payoff, payoffs


def test_minus_points() -> None:
    assert payoffs((0, 5, 2)) == (0.0, -5.0, -2.0)


@pytest.mark.parametrize("points", [(0, 5), (0, 5, 2), (3, 0, 9, 12), (0, 1, 1, 1, 1, 1)])
def test_zero_sum(points: tuple[int, ...]) -> None:
    paid = payoffs(points, zero_sum=True)
    assert sum(paid) == pytest.approx(0)
    for seat, own in enumerate(points):
        others = points[:seat] + points[seat + 1 :]
        assert paid[seat] == pytest.approx(sum(others) / len(others) - own)


def test_the_lowest_payoff() -> None:
    """Four players may hold the four 8s and eight high cards: 4 x 5 + 8 x 3."""
    assert lowest_payoff(Rules(4)) == -44
    assert lowest_payoff(Rules(4), whole_game=True) == -(19 + 44)
    assert lowest_payoff(Rules(2, format="two_hands"), whole_game=True) == -88
    assert lowest_payoff(Rules(2, ranks=(1, 2, 7), copies=2, deal=3)) == -(2 + 2 + 1)


def test_nothing_paid_is_no_negative_nought() -> None:
    assert str(payoffs((0, 5))[0]) == "0.0"
