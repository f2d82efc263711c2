"""Rounds between the compiled bots, by the thousand: how strong each is, luck of the deal apart."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fivethreefive.bots.compiled.bots import COMPILED, compiled_bots
from fivethreefive.bots.evaluation import kernel as evaluation_kernel
from fivethreefive.bots.evaluation.kernel import SEARCH, SEEING, Players
from fivethreefive.bots.heuristic.bot import WEIGHTS
from fivethreefive.bots.heuristic.kernel import Weights
from fivethreefive.bots.policy.kernel import Policy
from fivethreefive.bots.search.bot import MOST_POSITIONS, make_endgame, make_tree, nodes_for, settings_for
from fivethreefive.bots.search.kernel import SearchSettings
from fivethreefive.rules import kernel
from fivethreefive.rules.jit import plain
from fivethreefive.rules.kernel import SEATS
from fivethreefive.rules.options import Rules
from fivethreefive.rules.tables import compile_rules

KINDS = COMPILED | {"search": SEARCH, "seeing": SEEING}
"""The compiled bots by name. ``seeing`` is a search that is shown all hands, a bound for any bot."""


class Tuning(NamedTuple):
    """What makes the bots play as they do; None for what goes with the rules."""

    weights: Weights = WEIGHTS
    policy: Policy | None = None
    settings: SearchSettings | None = None
    positions: int = MOST_POSITIONS
    """That a search may look at to solve the end of a round; 0 for never."""


USUAL = Tuning()

ahead_of = plain(kernel.ahead_of)

JOBS = os.cpu_count() or 1
"""Threads of ``gain``; the kernels leave the interpreter alone."""


class Match(NamedTuple):
    """What came of it."""

    points: npt.NDArray[np.int64]
    """[deal, seat]"""
    decisions: int


def play_match(
    rules: Rules, bots: Sequence[str], deals: int, seed: int, first: int = 0, tuning: Tuning = USUAL
) -> Match:
    """A round on each of so many streams of the seed, from ``first`` on.

    ``bots`` names one for each seat: ``"policy"``, or ``"search:1000"`` with its simulations.
    """
    kinds, simulations = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for seat, bot in enumerate(bots):
        name, _, number = bot.partition(":")
        kinds[seat], simulations[seat] = KINDS[name], int(number or 0)
    tree = make_tree(nodes_for(int(simulations.max())))  # For all seats: no tree outlives a turn.
    players = Players(
        kinds=kinds,
        simulations=simulations,
        bots=compiled_bots(rules, tuning.weights, tuning.policy),
        settings=tuning.settings or settings_for(rules),
        tree=tree,
        ends=make_endgame(),
        positions=tuning.positions,
    )
    points = np.zeros((deals, rules.players), np.int64)
    decisions = evaluation_kernel.play_match(compile_rules(rules).arrays, players, seed, first, points)
    return Match(points, decisions)


def gain(
    rules: Rules, bot: str, others: str, deals: int, seed: int, first: int = 0, tuning: Tuning = USUAL
) -> npt.NDArray[np.float64]:
    """(deals,): points a round that ``bot`` takes less than the mean of ``others`` in all other seats.

    Every deal is played with the bot in each seat; its figure is the mean over them.
    """

    def own_gain(seat: int) -> npt.NDArray[np.float64]:
        bots = [others] * rules.players
        bots[seat] = bot
        points = play_match(rules, bots, deals, seed, first, tuning).points
        own = points[:, seat]
        ahead: npt.NDArray[np.float64] = ahead_of(points.sum(axis=1) - own, own, rules.players)
        return ahead

    with ThreadPoolExecutor(JOBS) as pool:
        gains = [*pool.map(own_gain, range(rules.players))]
    mean: npt.NDArray[np.float64] = np.mean(gains, axis=0)
    return mean
