"""What a seat is paid for a round, the same in every interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fivethreefive.rules import kernel
from fivethreefive.rules.jit import plain
from fivethreefive.rules.options import Rules

_ahead_of = plain(kernel.ahead_of)


def payoffs(points: Sequence[int], zero_sum: bool = False) -> tuple[float, ...]:
    """What every seat is paid for taking ``points`` in a round (R20): minus its points.

    With ``zero_sum`` it is the mean of the others' points less its own, which sums to 0.
    """
    total, players = sum(points), len(points)
    return tuple(payoff_of(own, total, players, zero_sum) for own in points)


def payoff_of(own: Any, total: Any, players: int, zero_sum: bool) -> Any:
    """What a seat is paid for its own points and the total of all; numbers, or arrays of them."""
    return _ahead_of(total - own, own, players) if zero_sum else 0.0 - own


def lowest_payoff(rules: Rules, whole_game: bool = False) -> float:
    """What an episode pays a seat at worst, zero-sum or not: no play by the rules is paid less.

    At worst a hand as dealt is left over that holds the dearest cards of the deck; in a game, one point
    before its target, or in both rounds of ``two_hands``.
    """
    hand = rules.dearest(rules.deal)
    if not whole_game:
        return 0.0 - hand
    return 0.0 - (2 * hand if rules.format == "two_hands" else rules.target - 1 + hand)


def highest_payoff(rules: Rules, zero_sum: bool) -> float:
    """What a round pays a seat at best: with ``zero_sum``, while all others hold hands of dear cards."""
    others = rules.players - 1
    return rules.dearest(others * rules.deal) / others if zero_sum else 0.0
