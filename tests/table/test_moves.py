"""What a table keeps of every action."""

from __future__ import annotations

import gc
import random
import tracemalloc
from itertools import pairwise

from fivethreefive import Rules
from fivethreefive.rules import tables
from fivethreefive.table.state import LOG_LENGTH
from support.table_players import new_table, step

MOST_BYTES = 200
"""What a move may add to a table that goes on: its event, and where that is found."""


def test_a_move_adds_few_bytes_to_a_table() -> None:
    session, chooser = new_table(Rules(2, target=1000), people=2), random.Random(1)

    def play(moves: int) -> None:
        while len(session.table.moves) < moves:
            step(session, chooser)
            session.drain_events()

    play(3 * LOG_LENGTH)  # By then the list of the latest events is as long as it gets.
    tracemalloc.start()
    try:
        play(len(session.table.moves) + 2000)
        gc.collect()
        # What is remembered of hands is the same for all tables, and has a bound of its own.
        kept = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(False, tables.__file__)])
        held = sum(trace.size for trace in kept.traces)
    finally:
        tracemalloc.stop()
    assert held / 2000 < MOST_BYTES, held / 2000


def test_moves_are_numbered_by_turn() -> None:
    session, chooser = new_table(Rules(2, target=1), people=2), random.Random(1)
    while len(session.table.moves) < 20:
        step(session, chooser)
    moves = session.table.moves
    kept = moves.copy()
    assert [moves[turn] for turn in range(20)] == [*moves] == [*kept]
    assert all(before[2] < after[2] for before, after in pairwise(moves))
    step(session, chooser)
    assert (len(kept), moves[-2]) == (20, kept[-1])
