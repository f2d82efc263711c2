"""What the kernels compute on a few seeds, printed as JSON: the same in every way of running them.

NUMBA_DISABLE_JIT=1 python -m support.kernel_results
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numba import config

from fivethreefive import Round, Rules, determinize
from fivethreefive.analysis import Adviser, deal_worth
from fivethreefive.batch import BatchRounds, play_out
from fivethreefive.bots import make_bot
from fivethreefive.bots.evaluation.rounds import Tuning, play_match
from fivethreefive.bots.search.bot import Root, make_tree, nodes_for, simulate, solve_end, start
from fivethreefive.envs.vector import FiveThreeFiveVectorEnv
from fivethreefive.rules import kernel
from fivethreefive.rules.kernel import WIDTH
from fivethreefive.rules.tables import compile_rules
from fivethreefive.state import Dealt
from perft.make import perft
from support.random_play import EVERY_KIND, positions
from vectors.make import VECTORS


def listed(arrays: Any) -> list[Any]:
    return [array.tolist() for array in arrays]


def batch(rules: Rules) -> list[Any]:
    """Some rounds, and some games, stepped together, with all that a batch shows of them on the way."""
    shown = []
    for batch in (BatchRounds(rules, 4, 535), BatchRounds(rules, 2, 535, episode="game", restart=True)):
        for number in range(25):
            actions = batch.random_actions()
            mask, seen = batch.legal_mask(), batch.observe()
            shown.append(listed([actions, *np.nonzero(mask), seen, batch.turn, batch.legal_words]))
            batch.step(actions)
            shown.append(listed([batch.done, batch.rewards, batch.returns, batch.episode_number]))
            if number == 15:
                batch.reset(batch.turn == 0)
    return shown


def learners(rules: Rules) -> list[Any]:
    """What learners among compiled bots are shown and paid, over the ends of some games."""
    bots = ["policy", "heuristic", "random", "greedy", "policy"][: rules.players - 1]
    envs = FiveThreeFiveVectorEnv(3, rules, opponents=bots, seat="random", episode="game", threads=2)
    seen, _ = envs.reset(seed=535)
    shown = []
    for _ in range(20):
        seen, *told, info = envs.step(seen["action_mask"].argmax(axis=1))
        shown.append(listed([*seen.values(), *told, info["seat"], info["scores"]]))
    return shown


def match(rules: Rules, *bots: str, deals: int = 2) -> list[Any]:
    """Points of the compiled bots against each other."""
    seated = (bots * rules.players)[: rules.players]
    return listed(play_match(rules, seated, deals, 535, 0, Tuning(positions=100)).points)


def decisions(rules: Rules) -> list[Any]:
    """What the bots that draw nothing decide, and the hands dealt to what a seat knows."""
    decided = []
    for number, round_ in enumerate(positions(rules, 6, seed=535)):
        observation = round_.observe(round_.turn)
        for name in ("greedy", "heuristic", "policy"):
            decided.append(str(make_bot(name).act(observation, np.random.default_rng(0))))
        decided.append(str(determinize(observation, number)))
    return decided


def looked(round_: Round) -> list[Any]:
    """What a small search, a comparison and a small solver make of a position."""
    root = Root.of(round_.observe(round_.turn))
    tree = make_tree(nodes_for(30))
    start(root, tree, 535)
    simulate(root, tree, 12)
    tree_says = listed([tree.visits[:60], tree.value[:60], tree.taken[:60]])
    compared = Adviser(4)._compared(root, [*root.edges.values()][:3], 535)
    return [tree_says, *map(str, compared), str(solve_end(root, 80))]


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
        found[f"learners, {name}"] = learners(rules)
        found[f"match, {name}"] = match(rules, "policy", "heuristic", "greedy", "random")
        found[f"decisions, {name}"] = decisions(rules)
        found[f"perft, {name}"] = perft(Round.deal(rules, 535), 2)
    for name in ("2 players", "4 players", "3 players, larger", "study deck"):
        rules = EVERY_KIND[name]
        found[f"match of searches, {name}"] = match(rules, "search:4", "seeing:3", "policy", deals=1)
        found[f"looked, {name}"] = [looked(round_) for round_ in positions(rules, 2, seed=535)]
    # More plays on one meld than in any other place: 63 of them, and passing.
    wide = Rules(3, overwrite="larger")
    found["looked, widest"] = looked(Round(wide, [[2, 4, 5, 9], [1], [7]], 0, table=[3], last=2))
    dealt = Dealt(1, ((1, 2, 3), (7, 8, 9)), 0)
    found["deal_worth"] = list(deal_worth(Rules(2), dealt, 535, 5))
    return found


if __name__ == "__main__":
    checked = bool(config.DISABLE_JIT or config.BOUNDSCHECK)
    print(json.dumps({"results": results(), "beyond": reads_beyond_an_array() if checked else None}))
