"""The compiled opponents of the vector environment: they play their turns in all rows of a batch."""

from __future__ import annotations

from typing import Any

from fivethreefive.batch.batch_kernel import CHOICES, WORD, Batch, end_round, play_turn, write_legal
from fivethreefive.bots.compiled.kernel import CompiledBots, choose_compiled
from fivethreefive.rules.jit import jit
from fivethreefive.rules.kernel import NOBODY, TURN, WINNER, KernelTables, hand_size


@jit
def play_others(
    tables: KernelTables, batch: Batch, bots: CompiledBots, kinds: Any, learners: Any, sizes: Any,
    weights: Any, low: int, high: int, part: int,
) -> None:  # fmt: skip
    """Play on in rows ``low`` to ``high`` until the learner's turn or the end of the episode.

    kinds[i, seat] is a bot of ``bots.compiled.kernel``, learners[i] the learner's seat; sizes[part] and
    weights[part] are room to work in. What a round ends with is added to ``rewards``.
    """
    room, own_sizes, own_weights = batch.room[part], sizes[part], weights[part]
    for i in range(low, high):
        row = batch.rows[i]
        learner = learners[i]
        while row[WINNER] == NOBODY and row[TURN] != learner:
            for seat in range(tables.players):
                own_sizes[seat] = hand_size(row[seat])
            kind = kinds[i, row[TURN]]
            play = choose_compiled(
                tables, bots, kind, row, own_sizes, row[WORD], own_weights, row[CHOICES:]
            )
            play_turn(tables, row, play)
            if row[WINNER] != NOBODY:  # In a game this may begin the next round, which then is played on.
                end_round(tables, batch, i, row, room)
            write_legal(tables, batch, i, row)
