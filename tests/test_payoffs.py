"""What a seat is paid for a round."""

from __future__ import annotations

import pytest

from fivethreefive.envs.payoffs import payoffs


def test_minus_points() -> None:
    assert payoffs((0, 5, 2)) == (0.0, -5.0, -2.0)


@pytest.mark.parametrize("points", [(0, 5), (0, 5, 2), (3, 0, 9, 12), (0, 1, 1, 1, 1, 1)])
def test_zero_sum(points: tuple[int, ...]) -> None:
    paid = payoffs(points, zero_sum=True)
    assert sum(paid) == pytest.approx(0)
    for seat, own in enumerate(points):
        others = points[:seat] + points[seat + 1 :]
        assert paid[seat] == pytest.approx(sum(others) / len(others) - own)
