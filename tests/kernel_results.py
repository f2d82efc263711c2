"""What the kernels compute on a few seeds, printed as JSON: the same in every way of running them.

NUMBA_DISABLE_JIT=1 python tests/kernel_results.py
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numba import config

from fivethreefive import Round, Rules, determinize
from fivethreefive.batch import BatchRounds, play_out
from fivethreefive.bots import make_bot
from fivethreefive.bots.match import play_match
from fivethreefive.rules import kernel
from fivethreefive.rules.kernel import WIDTH
from fivethreefive.rules.tables import compile_rules
from perft.make import perft
from random_play import EVERY_KIND, positions
from vectors.make import VECTORS


def listed(arrays: Any) -> list[Any]:
    return [array.tolist() for array in arrays]


def batch(rules: Rules) -> list[Any]:
    """Some rounds stepped together, with all that the batch shows of them on the way."""
    rounds = BatchRounds(rules, 4, seed=535)
    shown = []
    for number in range(25):
        actions = rounds.random_actions()
        mask = rounds.legal_mask()
        shown.append(listed([actions, *np.nonzero(mask), rounds.turn, rounds.winner, rounds.points()]))
        shown.append(listed(rounds.observe()))
        rounds.step(actions)
        if number == 15:
            rounds.reset(rounds.turn == 0)
    return shown


def match(rules: Rules) -> list[Any]:
    """Points of the compiled bots against each other."""
    bots = ["search:6", "policy", "heuristic", "greedy", "random", "seeing:3"][: rules.players]
    return listed(play_match(rules, bots, 2, seed=535).points)


def decisions(rules: Rules) -> list[Any]:
    """What bots decide, and the hands dealt to what a seat knows."""
    decided = []
    for number, round_ in enumerate(positions(rules, 6, seed=535)):
        observation = round_.observe(round_.turn)
        for name in ("greedy", "heuristic", "policy", "search:8"):
            decided.append(str(make_bot(name).act(observation, np.random.default_rng(0))))
        decided.append(str(determinize(observation, number)))
    return decided


def reads_beyond_an_array() -> str:
    """The error of a perft without the rows it needs; only where array bounds are checked."""
    rows = np.zeros((1, WIDTH), np.int64)
    rows[0] = Round.deal(Rules(2), 1)._row
    try:
        kernel.perft(compile_rules(Rules(2)).arrays, rows, 2)
    except IndexError as error:
        return type(error).__name__
    return "nothing"


def results() -> dict[str, Any]:
    """Everything by name."""
    found: dict[str, Any] = {name: make() for name, make in VECTORS.items()}
    for name, rules in EVERY_KIND.items():
        for policy in ("random", "greedy"):
            found[f"play_out, {policy}, {name}"] = listed(play_out(rules, 5, policy, seed=535))
        found[f"batch, {name}"] = batch(rules)
        found[f"match, {name}"] = match(rules)
        found[f"decisions, {name}"] = decisions(rules)
        found[f"perft, {name}"] = perft(Round.deal(rules, 535), 2)
    return found


if __name__ == "__main__":
    checked = bool(config.DISABLE_JIT or config.BOUNDSCHECK)
    print(json.dumps({"results": results(), "beyond": reads_beyond_an_array() if checked else None}))
