"""One decision through the objects (``legal_actions`` and ``apply``), and what surrounds it.

Where OpenSpiel is installed, its dou_dizhu is driven from Python in the same run: legal actions, a
choice, apply, the same loop as ours.
"""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from bench._report import report
from fivethreefive import Round, Rules, determinize
from fivethreefive.bots import make_bot

TURNS = 9
ROUNDS = 400


def random_decisions(rules: Rules, seed: int) -> tuple[int, float]:
    """Play rounds at random through ``Round``: how many decisions, in how many seconds."""
    rounds = [Round.deal(rules, seed, stream=i) for i in range(ROUNDS)]
    choose = random.Random(seed).random
    decisions = 0
    start = time.perf_counter()
    for round_ in rounds:
        while actions := round_.legal_actions():
            round_.apply(actions[int(choose() * len(actions))])
            decisions += 1
    return decisions, time.perf_counter() - start


def dou_dizhu_decisions(game: Any, seed: int) -> tuple[int, float]:
    """The same with OpenSpiel's dou_dizhu; chance moves are played outside the clock."""
    choose = random.Random(seed).random
    decisions, seconds = 0, 0.0
    for _ in range(ROUNDS // 4):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        start = time.perf_counter()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(choose() * len(actions))])
            decisions += 1
        seconds += time.perf_counter() - start
    return decisions, seconds


def microseconds(function: Callable[[], Any], times: int = 2000) -> float:
    """The median time of one call, over several runs of many."""
    function()
    runs = []
    for _ in range(TURNS):
        start = time.perf_counter()
        for _ in range(times):
            function()
        runs.append((time.perf_counter() - start) / times * 1e6)
    return median(runs)


def main() -> None:
    plays: dict[str, Callable[[int], tuple[int, float]]] = {
        f"535, {players} players": lambda seed, players=players: random_decisions(
            Rules(players), seed
        )  # type: ignore[misc]
        for players in (2, 4, 6)
    }
    if importlib.util.find_spec("pyspiel"):
        import pyspiel  # type: ignore[import-not-found, unused-ignore]

        dou_dizhu = pyspiel.load_game("dou_dizhu")
        plays["OpenSpiel dou_dizhu"] = lambda seed: dou_dizhu_decisions(dou_dizhu, seed)
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for seed in range(TURNS):
        for name, play in plays.items():
            decisions, seconds = play(seed)
            rates[name].append(decisions / seconds)
    report("decisions", [{"game": name, "decisions/s": median(r)} for name, r in rates.items()])

    round_ = Round.deal(Rules(4), 1)
    observation = round_.observe(round_.turn)
    bot, rng = make_bot("heuristic"), np.random.default_rng(1)
    calls: dict[str, Callable[[], Any]] = {
        "Round.copy": round_.copy,
        "Round.observe": lambda: round_.observe(0),
        "determinize": lambda: determinize(observation, 5),
        "heuristic bot, act": lambda: bot.act(observation, rng),
    }
    report("calls", [{"call": name, "microseconds": microseconds(f)} for name, f in calls.items()])
