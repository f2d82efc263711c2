"""How fast the search is, and how well it keeps its time.

    python -m bench search

Simulations a second on one core from the first move of a dealt round, with random play-outs and with the
policy's, which are the usual ones; in the same run OpenSpiel's C++ search of information sets on its
Hearts, where that is installed. Then how long decisions take that may take so many milliseconds.
"""

from __future__ import annotations

import importlib.util
import time
from dataclasses import replace
from statistics import median
from typing import Any

import numpy as np

from bench._report import report
from fivethreefive import Game, Round, Rules
from fivethreefive.bots import make_bot
from fivethreefive.bots.search.bot import Root, make_tree, nodes_for, simulate, start
from fivethreefive.bots.search.kernel import POLICY
from fivethreefive.rules.kernel import RANDOM

SIMULATIONS = 10_000
TURNS = 9
LIMITS = (5, 20, 100)
SECONDS_A_LIMIT = 20


def simulations_a_second(players: int, playout: int, seed: int) -> float:
    """Of one search from the first move of a round."""
    root = Root.of(Round.deal(Rules(players), seed, leader=0).observe(0))
    root = replace(root, settings=root.settings._replace(playout=playout))
    tree = make_tree(nodes_for(SIMULATIONS))
    start(root, tree, seed)
    simulate(root, tree, 10)
    begun = time.perf_counter()
    simulate(root, tree, SIMULATIONS)
    return SIMULATIONS / (time.perf_counter() - begun)


def hearts_a_second(pyspiel: Any, seed: int) -> float:
    """The same for OpenSpiel's search from the first card led in its Hearts."""
    state = pyspiel.load_game("hearts(pass_cards=False)").new_initial_state()
    rng = np.random.default_rng(seed)
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(outcomes, p=chances)))
    bot = pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, SIMULATIONS)
    begun = time.perf_counter()
    bot.step(state)
    return SIMULATIONS / (time.perf_counter() - begun)


def speeds() -> list[dict[str, Any]]:
    """Every search by turns, so that the machine's moods meet all."""
    searches: dict[str, Any] = {}
    for players in (2, 4, 6):
        for name, playout in (("random", RANDOM), ("policy", POLICY)):
            searches[f"535, {players} players, {name} play-outs"] = lambda seed, p=players, r=playout: (
                simulations_a_second(p, r, seed)
            )
    if importlib.util.find_spec("pyspiel"):
        import pyspiel

        searches["OpenSpiel Hearts, random play-outs"] = lambda seed: hearts_a_second(pyspiel, seed)
    found: dict[str, list[float]] = {name: [] for name in searches}
    for turn in range(TURNS):
        for name, search in searches.items():
            found[name].append(search(turn))
    return [{"search": name, "simulations/s": median(rates)} for name, rates in found.items()]


def kept(milliseconds: int) -> dict[str, Any]:
    """How long decisions took that had a choice."""
    bot = make_bot(f"search:{milliseconds}ms")
    rng = np.random.default_rng(1)
    times: list[float] = []
    seed, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < SECONDS_A_LIMIT:
        seed += 1
        game = Game(Rules(4), seed=seed)
        while not game.round.is_over:
            observation = game.observe(game.round.turn)
            before = time.perf_counter()
            action = bot.act(observation, rng)
            if len(observation.legal) > 1:
                times.append((time.perf_counter() - before) * 1000)
            game.apply(action)
    median_, slow = np.percentile(times, (50, 99))
    return {
        "limit ms": milliseconds,
        "decisions": len(times),
        "median ms": float(median_),
        "99% ms": float(slow),
        "99% / limit": float(slow / milliseconds),
    }


def main() -> None:
    report("search", speeds())
    report("search_time", [kept(limit) for limit in LIMITS])
