"""How strong the bots are: points a round less than greedy players, with 95% intervals.

    python -m bench strength

One bot sits among greedy ones; every deal is played with it in each seat, so that the luck of the
cards cancels. A deal's figure is the mean over its seats of what the others take on average less
what the bot takes.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bench._report import report
from fivethreefive import Rules
from fivethreefive.bots import heuristic_kernel
from fivethreefive.bots.heuristic import WEIGHTS, plans_of
from fivethreefive.bots.heuristic_kernel import HEURISTIC, Weights
from fivethreefive.rules.kernel import GREEDY, SEATS
from fivethreefive.rules.tables import compile_rules

DEALS = 10_000
SEED = 1


def compiled_gain(
    weights: Weights, players: int, deals: int, seed: int, first: int = 0
) -> npt.NDArray[np.float64]:
    """(deals,): points a round that one heuristic player takes less than the mean of the greedy others."""
    tables = compile_rules(Rules(players)).arrays
    plans = plans_of(weights)
    gain = np.zeros(deals)
    for seat in range(players):
        policies = np.full(SEATS, GREEDY)
        policies[seat] = HEURISTIC
        points = np.zeros((deals, players), np.int64)
        heuristic_kernel.play_match(tables, plans, weights, policies, seed, first, points)
        own = points[:, seat]
        gain += (points.sum(axis=1) - own) / (players - 1) - own
    return gain / players


def main() -> None:
    rows = []
    for players in range(2, 7):
        gain = compiled_gain(WEIGHTS, players, DEALS, SEED)
        half = 1.96 * gain.std(ddof=1) / np.sqrt(DEALS)
        rows.append(
            {
                "bot": "heuristic",
                "others": "greedy",
                "players": players,
                "deals": DEALS,
                "points a round less": float(gain.mean()),
                "95% from": float(gain.mean() - half),
                "to": float(gain.mean() + half),
            }
        )
    report("strength", rows)
