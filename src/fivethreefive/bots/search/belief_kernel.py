"""Which hidden hands are likely, seen from what their holders have done in the round.

A deal of the unseen cards is as likely as the policy player, holding those hands, would have been to
act as the others did. Half of that is believed, as it were: the others are no policy players, so the
likelihood is flattened by its root, and some of each decision is taken for chance.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from fivethreefive.bots.policy.kernel import Policy, weigh_all
from fivethreefive.rules import kernel
from fivethreefive.rules.jit import count_bits, jit, jit_inline
from fivethreefive.rules.kernel import EMPTY, PASSED, TABLE, TURN, KernelTables

ENDLESS = kernel.GUARD - 1
"""A hand that no play empties, for replaying what was played without the hands it came from."""
CHANCE = 0.2
"""How much of a decision is taken for chance, in which all that is legal is alike."""


class Past(NamedTuple):
    """What the seats have done in a round, with what everybody knew then."""

    rows: Any
    """[turn]: the kernel's row before it; its hands mean nothing."""
    sizes: Any
    """[turn, seat]: cards held."""
    plays: Any
    """[turn]: the play made, or PASS_PLAY."""
    since: Any
    """[turn]: packed cards that its seat has played from then on."""


@jit
def make_past(turns: int) -> Past:
    """Room for so many turns."""
    return Past(
        rows=np.zeros((turns, kernel.WIDTH), np.int64),
        sizes=np.zeros((turns, kernel.SEATS), np.int64),
        plays=np.zeros(turns, np.int64),
        since=np.zeros(turns, np.int64),
    )


@jit
def fill_past(
    tables: KernelTables, past: Past, row: Any, root: Any, sizes: Any, leader: int, known: int,
    seats: Any, actions: Any,
) -> bool:  # fmt: skip
    """Fill in the past of ``root`` from the actions since its deal; False where they do not lead there.

    ``actions`` are ids; ``known`` are the packed cards known before the round, ``sizes`` the cards now
    left by seat; ``row`` is room to work in.
    """
    for seat in range(tables.players):
        row[seat] = ENDLESS
    kernel.start_round(row, leader, known)
    for turn in range(len(actions)):
        if row[TURN] != seats[turn] or not 0 <= actions[turn] < kernel.ACTION_COUNT:
            return False  # An observation that came from outside may hold any numbers.
        play = tables.place[row[TABLE] * kernel.ACTION_COUNT + actions[turn]]
        if play == kernel.NO_PLAY:
            return False
        kernel.copy_row(row, past.rows[turn])
        past.plays[turn] = play
        kernel.step(tables, row, play)
    for seat in range(tables.players):
        cards = 0  # Backwards, so that each turn has the sum of what follows.
        for turn in range(len(actions) - 1, -1, -1):
            if seats[turn] == seat:
                if past.plays[turn] != kernel.PASS_PLAY:
                    cards += tables.need[past.rows[turn, TABLE] * kernel.PLACES + past.plays[turn]]
                past.since[turn] = cards
            past.sizes[turn, seat] = sizes[seat] + kernel.hand_size(cards)
    # Where the round began from a position its history may lead elsewhere, and says nothing.
    led: bool = row[TABLE] == root[TABLE] and row[TURN] == root[TURN] and row[PASSED] == root[PASSED]
    return led


@jit_inline
def likelihood(
    tables: KernelTables, policy: Policy, past: Past, deal: Any, me: int, row: Any, weights: Any
) -> float:
    """How likely the others' actions were if they held the hands of ``deal``; 1 without any.

    ``row`` and ``weights`` are room to work in.
    """
    product = 1.0
    for turn in range(len(past.plays)):
        seat = past.rows[turn, TURN]
        if seat == me:
            continue  # In every deal the own hand is the same.
        table = past.rows[turn, TABLE]
        word = kernel.legal(tables, deal[seat] + past.since[turn], table)
        if word == 0:
            continue  # A pass that was forced says nothing about other hands.
        kernel.copy_row(past.rows[turn], row)
        # With what it has played since, the hand always holds the play that was made.
        row[seat] = deal[seat] + past.since[turn]
        total = weigh_all(tables, policy, row, past.sizes[turn], word, weights)
        choices = count_bits(word) + int(table != EMPTY)
        # The share of chance also keeps one odd play from ruling a deal out.
        product *= (1 - CHANCE) * weights[past.plays[turn] + 1] / total + CHANCE / choices
    return sqrt(product)  # Half is believed: see the top of this module.
