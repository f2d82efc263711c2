"""The heuristic player's compiled half: plan the hand, weigh every play by what it leaves.

Decides from what its seat may know: its own hand, the table, who passed, how many cards the others
hold. Its weights are numbers of "plays": a score of 1 is worth one play saved.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fivethreefive.rules import kernel
from fivethreefive.rules.jit import jit, jit_inline, lowest_bit
from fivethreefive.rules.kernel import EMPTY, PASSED, TABLE, TURN, KernelTables

EIGHT_PLACE = 24  # The bit place of the 8s in a packed hand.
GROUP_FIRST = (0, 5, 8)
GROUP_SIZE = (5, 3, 5)
GROUP_START = (0, 20, 32)
"""Bit place of each group in a packed hand ..."""
GROUP_CARDS = (0xFFFFF, 0xFFF, 0xFFFFF)
"""... and the bits of its counts there."""
PARTS = 6**5
"""Parts of a hand in one group, as digits to the base 6."""


class Weights(NamedTuple):
    """What matters to the heuristic player, in plays; ``bots.heuristic`` has the tuned values."""

    weak_single: float
    """Cost of planning to play the weakest single, beyond the play itself; in proportion for others."""
    weak_set: float
    weak_run: float
    points: float
    """Cost of each point left in hand ..."""
    points_danger: float
    """... and the addition when somebody is down to one card, in proportion before."""
    eight_danger: float
    """Cost of each 8 left in hand, in the same proportion."""
    control: float
    """Worth of ending the trick and leading the next ..."""
    control_to_finish: float
    """... and the addition where the cards left are then one play."""
    strong: float
    """Worth of leaving the strongest meld of its kind on the table, in proportion for others."""
    bare_single: float
    """Cost of leaving a single to a next seat that holds one card."""
    add: float
    """Worth of adding, beside what it leaves."""
    hold: float
    """Worth of passing ..."""
    hold_danger: float
    """... the addition when somebody is down to one card ..."""
    hold_alone: float
    """... and that when only one other seat is left in the trick, who would lead."""


class Plans(NamedTuple):
    """What each part of a hand costs to play off by itself, at best."""

    cost: Any
    """[group, part]: by the weights."""
    plays: Any
    """[group, part]: in numbers of plays."""


@jit
def fill_plans(weights: Weights, cost: Any, plays: Any) -> None:
    """Fill both tables of ``Plans``, arrays of (3, PARTS), by the best first play of every part."""
    for group in range(3):
        first = GROUP_FIRST[group]
        ranks = GROUP_SIZE[group]
        digits = np.zeros(5, np.int64)
        unit = 6 ** np.arange(5)
        # Ascending: what a play leaves is a smaller number, and has its cost already.
        for part in range(1, 6**ranks):
            for i in range(ranks):
                digits[i] = part // unit[i] % 6
            best, fewest = 1e9, 99
            for low in range(ranks):
                for size in range(1, min(digits[low], 3) + 1):
                    rest = part - size * unit[low]
                    best = min(best, cost[group, rest] + set_cost(weights, first + low, size))
                    fewest = min(fewest, plays[group, rest] + 1)
                rest = part
                for size in range(1, 4):
                    if low + size > ranks or digits[low + size - 1] == 0:
                        break
                    rest -= unit[low + size - 1]
                    if size > 1:  # One card is a single, which has its cost above.
                        best = min(best, cost[group, rest] + run_cost(weights, first + low))
                        fewest = min(fewest, plays[group, rest] + 1)
            cost[group, part] = best
            plays[group, part] = fewest


@jit_inline
def set_cost(weights: Weights, index: int, size: int) -> float:
    """The planned cost of a single or set of a rank: the higher, the stronger (R7)."""
    weak = 1 - index / (kernel.RANK_COUNT - 1)
    return 1 + weak * (weights.weak_single if size == 1 else weights.weak_set)


@jit_inline
def run_cost(weights: Weights, index: int) -> float:
    """The planned cost of a run from a lowest rank: the lower, the stronger (R7)."""
    return 1 + weights.weak_run * index / (kernel.RANK_COUNT - 1)


@jit_inline
def part_of(hand: int, group: int) -> int:
    """One group of a packed hand as digits to the base 6."""
    cards = hand >> GROUP_START[group] & GROUP_CARDS[group]
    # No loop over the ranks: two digits into each byte, then the bytes by their weights.
    cards = (cards & 0x0F0F0F) + 6 * (cards >> 4 & 0x0F0F0F)
    part: int = (cards & 0xFF) + 36 * (cards >> 8 & 0xFF) + 1296 * (cards >> 16)
    return part


@jit_inline
def scan_opponents(tables: KernelTables, row: Any, sizes: Any) -> tuple[int, int, int]:
    """The fewest cards another seat holds, how many others are in the trick, and the next one's cards."""
    seat = row[TURN]
    nearest, others, following = 99, 0, 0
    for _ in range(1, tables.players):
        seat += 1
        if seat == tables.players:  # Not by a remainder: a division takes longer than all else here.
            seat = 0
        nearest = min(nearest, sizes[seat])
        if not row[PASSED] >> seat & 1:
            others += 1
            if following == 0:  # Not found yet: while a round goes on nobody has 0 cards.
                following = sizes[seat]
    return nearest, others, following


@jit_inline
def value_of_rest(tables: KernelTables, plans: Plans, weights: Weights, hand: int, danger: float) -> float:
    """What the cards left in hand are worth: less for every play, point and 8 still there."""
    value = 0.0
    for group in range(3):
        value -= plans.cost[group, part_of(hand, group)]
    value -= kernel.hand_points(tables, hand) * (weights.points + weights.points_danger * danger)
    return value - (hand >> EIGHT_PLACE & 15) * weights.eight_danger * danger


@jit_inline
def plays_left(plans: Plans, hand: int) -> int:
    """How few plays empty a hand that nobody disturbs."""
    total = 0
    for group in range(3):
        total += plans.plays[group, part_of(hand, group)]
    return total


@jit_inline
def value_on_table(tables: KernelTables, weights: Weights, meld: int, following: int) -> float:
    """What leaving a meld to the others is worth: strong melds tend to hold the trick."""
    cards = tables.cards[meld]
    low = lowest_bit(cards) // 4
    height = low / (kernel.RANK_COUNT - 1)
    size = kernel.hand_size(cards)
    is_run = size > 1 and cards >> 4 * low & 15 == 1  # A set has more than one card of its lowest rank.
    value = weights.strong * (1 - height if is_run else height)
    if size == 1 and following == 1:
        value -= weights.bare_single
    return value


@jit_inline
def choose_heuristic(tables: KernelTables, plans: Plans, weights: Weights, row: Any, sizes: Any) -> int:
    """The play, or PASS_PLAY, with the best value for the seat to play.

    Of ``row`` only that seat's own hand is read; ``sizes`` are the cards left by seat.
    """
    hand, table = row[row[TURN]], row[TABLE]
    nearest, others, following = scan_opponents(tables, row, sizes)
    danger = 1 / nearest
    best, chosen = -1e9, kernel.PASS_PLAY
    if table != EMPTY:
        best = value_of_rest(tables, plans, weights, hand, danger)
        best += weights.hold + weights.hold_danger * danger
        if others == 1:
            best += weights.hold_alone
    word = kernel.legal(tables, hand, table)
    while word:
        play = lowest_bit(word)
        word &= word - 1
        place = table * kernel.PLACES + play
        rest = hand - tables.need[place]
        if rest == 0:
            return play
        value = value_of_rest(tables, plans, weights, rest, danger)
        if table != EMPTY and tables.leaves[place] == EMPTY:
            finishing = plays_left(plans, rest) == 1
            value += weights.control + (weights.control_to_finish if finishing else 0.0)
        else:
            value += value_on_table(tables, weights, tables.makes[place], following)
        # A play that lays a whole meld has that meld's number, so this is an add.
        if table != EMPTY and tables.makes[place] != tables.action[place]:
            value += weights.add
        if value > best:
            best, chosen = value, play
    return chosen


@jit
def decide(tables: KernelTables, plans: Plans, weights: Weights, row: Any, sizes: Any) -> int:
    """``choose_heuristic`` for a single decision from Python."""
    return choose_heuristic(tables, plans, weights, row, sizes)
