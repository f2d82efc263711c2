"""The compiled function that plays a recorded round again, checks every action and counts."""

from __future__ import annotations

from typing import Any

from fivethreefive.rules.jit import jit
from fivethreefive.rules.kernel import (
    EMPTY,
    GUARD,
    NO_PLAY,
    NOBODY,
    PASS_PLAY,
    PLACES,
    SEATS,
    TABLE,
    TURN,
    WINNER,
    KernelTables,
    hand_points,
    step,
)

DECISIONS, PASSES, POINTS, TRICKS = 0, 6, 12, 18
"""Where in the counts those by seat begin, and those by the rule that ended a trick (R15 to R19)."""
COUNTS = 23
BY_PASSES, BY_GOING_OUT = 0, 4


@jit
def replay_round(tables: KernelTables, plays: Any, ends: Any, row: Any, codes: Any, counts: Any) -> bool:
    """Play the actions of a round from its deal; whether all of them are legal and in turn.

    A code is the number of an action's text times ``SEATS``, plus the seat. ``plays[meld, text]`` is
    the place of a text in the meld's list of plays, or PASS_PLAY or NO_PLAY; ``ends[meld * PLACES + p]``
    says which rule ends the trick with a play, counted from R15. ``counts`` has room for ``COUNTS``
    numbers and is filled in.
    """
    for code in codes:
        turn = row[TURN]
        table = row[TABLE]
        play = plays[table, code // SEATS]
        if row[WINNER] != NOBODY or code % SEATS != turn or play == NO_PLAY:
            return False
        place = table * PLACES + max(play, 0)
        if play != PASS_PLAY and ((row[turn] | GUARD) - tables.need[place]) & GUARD != GUARD:
            return False
        step(tables, row, play)
        counts[DECISIONS + turn] += 1
        if play == PASS_PLAY:
            counts[PASSES + turn] += 1
        if row[WINNER] != NOBODY:
            counts[TRICKS + BY_GOING_OUT] += 1
        elif row[TABLE] == EMPTY:
            counts[TRICKS + (BY_PASSES if play == PASS_PLAY else ends[place])] += 1
    for seat in range(tables.players):
        counts[POINTS + seat] = hand_points(tables, row[seat])
    return True
