"""The greedy player: most cards, then the weakest meld; passes only when nothing fits."""

from __future__ import annotations

import numpy as np

from fivethreefive.bots.base import check_turn
from fivethreefive.observation import Observation, kernel_row
from fivethreefive.rules import kernel
from fivethreefive.rules.actions import Action
from fivethreefive.rules.jit import plain
from fivethreefive.rules.kernel import TABLE, TURN
from fivethreefive.rules.tables import compile_rules

_legal = plain(kernel.legal)
_choose_greedy = plain(kernel.choose_greedy)


class GreedyBot:
    """Plays the most cards, then the weakest meld made; passes only when nothing fits."""

    name = "greedy"

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        """The greedy action; it draws nothing from ``rng``."""
        check_turn(observation)
        tables = compile_rules(observation.rules)
        row = kernel_row(observation)
        word = _legal(tables.lists, row[row[TURN]], row[TABLE])
        return tables.on[row[TABLE]].actions[_choose_greedy(tables.lists, word, row[TABLE])]
