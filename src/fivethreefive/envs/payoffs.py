"""What a seat is paid for a round, the same in every interface."""

from __future__ import annotations

from collections.abc import Sequence


def payoffs(points: Sequence[int], zero_sum: bool = False) -> tuple[float, ...]:
    """What every seat is paid for taking ``points`` in a round (R20): minus its points.

    With ``zero_sum`` it is the mean of the others' points less its own, which sums to 0.
    """
    if not zero_sum:
        return tuple(-float(own) for own in points)
    total, others = sum(points), len(points) - 1
    return tuple((total - own) / others - own for own in points)
