"""The heuristic player: the house's honest middle-strength bot, which plans its hand.

It knows at what cost each part of a hand can be played off, low cards in runs and high ones in
singles and sets, and takes the play whose leftovers are worth most: fewest plays to go, few points
and 8s while somebody is near going out, the lead when that lets it finish. ``kernel`` has
the reasoning. The weights below are round numbers near those that ``scripts/tune_heuristic.py`` finds.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from fivethreefive.bots.base import check_turn
from fivethreefive.bots.heuristic import kernel as heuristic_kernel
from fivethreefive.bots.heuristic.kernel import PARTS, Plans, Weights
from fivethreefive.observation import Observation, kernel_row
from fivethreefive.rules.actions import Action
from fivethreefive.rules.kernel import TABLE
from fivethreefive.rules.tables import compile_rules

WEIGHTS = Weights(
    weak_single=0.5,
    weak_set=0.5,
    weak_run=0.5,
    points=0.03,
    points_danger=0.2,
    eight_danger=0.3,
    control=0.8,
    control_to_finish=2.0,
    strong=0.2,
    bare_single=0.2,
    add=0.2,
    hold=0.1,
    hold_danger=-0.3,
    hold_alone=-0.4,
)


@lru_cache(maxsize=256)
def plans_of(weights: Weights) -> Plans:
    """What each part of a hand costs to play off under ``weights``, computed once."""
    plans = Plans(cost=np.zeros((3, PARTS)), plays=np.zeros((3, PARTS), np.int64))
    heuristic_kernel.fill_plans(weights, plans.cost, plans.plays)
    return plans


class HeuristicBot:
    """Plans its hand and takes the play that leaves it best."""

    name = "heuristic"

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        """The best-valued action; it draws nothing from ``rng``."""
        check_turn(observation)
        tables = compile_rules(observation.rules)
        row = np.array(kernel_row(observation), np.int64)
        sizes = np.array(observation.cards_left, np.int64)
        place: int = heuristic_kernel.decide(tables.arrays, plans_of(WEIGHTS), WEIGHTS, row, sizes)
        return tables.on[int(row[TABLE])].actions[place]
