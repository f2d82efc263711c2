"""Fit the policy player's weights to searches of rounds that they play among themselves.

    python -m scripts.fit_policy [--players 2,3,4,5,6] [--seed 535] [--jobs 2] [--out FILE]

For each number of players, in two stages: searches with the weights so far play rounds against each
other; how often each action was tried at the root is what the next weights are fitted to, by AdaGrad on
the cross-entropy. The first stage starts from the heuristic player's plan costs. Rounds and fit depend
on the seed alone, not on the jobs. It says how it goes, and how much better than the heuristic player
the result is; about a quarter of an hour on two cores.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np

from fivethreefive import Rules
from fivethreefive.bots.compiled.bots import compiled_bots
from fivethreefive.bots.evaluation.kernel import (
    SEARCH,
    Players,
    Workspace,
    choose_search,
    deal_round,
    make_play,
    make_workspace,
)
from fivethreefive.bots.evaluation.rounds import Tuning, gain
from fivethreefive.bots.heuristic.bot import WEIGHTS, plans_of
from fivethreefive.bots.heuristic.kernel import PARTS
from fivethreefive.bots.policy.bot import STEP, factors, make_policy
from fivethreefive.bots.policy.kernel import (
    FEATURES,
    REST,
    Policy,
    features_of_pass,
    features_of_play,
    rest_feature,
    situation_of,
)
from fivethreefive.bots.search.bot import SETTINGS, make_endgame, make_tree, nodes_for
from fivethreefive.bots.search.kernel import edges_of
from fivethreefive.rules.jit import lowest_bit
from fivethreefive.rules.kernel import (
    NOBODY,
    PASS_PLAY,
    PLACES,
    SEATS,
    TABLE,
    TURN,
    WIDTH,
    WINNER,
    KernelTables,
    below,
    legal,
)
from fivethreefive.rules.seeding import derive_seed
from fivethreefive.rules.tables import compile_rules

Function = TypeVar("Function", bound=Callable[..., Any])

STAGES = ((300, 16_000), (600, 40_000))
"""Simulations a decision, and decisions, of each stage."""
SHARDS = 8
"""Each stage's decisions are made in so many parts, with seeds of their own."""
EXPLORE = 30
"""Per cent of decisions that are drawn by the visits, so that rounds differ from the best play."""
EPOCHS = 10
RATE, LAST_RATE, RIDGE = 0.1, 0.002, 1e-4
FITTED = Path(__file__).parent.parent / "src/fivethreefive/bots/policy/policy.npz"


def compiled(function: Function) -> Function:
    """Compiled for this run alone: the cache of the package knows only its own kernels."""
    return cast(Function, numba.njit(nogil=True, error_model="numpy")(function))


class Data(NamedTuple):
    """Decisions and how often a search tried each of their actions."""

    rows: Any
    """[n]: kernel rows."""
    sizes: Any
    """[n, seat]: cards left."""
    visits: Any
    """[n, edge]"""


class Examples(NamedTuple):
    """The same as the fit wants it; decision n has the actions starts[n] to starts[n + 1] - 1."""

    starts: Any
    features: Any
    """[action, i]: where its weights are, -1 where it has fewer; the last counts against it."""
    targets: Any
    """[action]: its share of the visits."""


@compiled
def self_play(tables: KernelTables, players: Players, space: Workspace, seed: int, data: Data) -> None:
    """Fill ``data`` with decisions of searches in all seats."""
    row, tree = space.row, players.tree
    found, stream = 0, 0
    while True:
        deal_round(tables, players, space, seed, stream)
        stream += 1
        turns = 0
        while row[WINNER] == NOBODY:
            word = legal(tables, row[row[TURN]], row[TABLE])
            edges = edges_of(word, row[TABLE])
            play = PASS_PLAY if word == 0 else lowest_bit(word)
            if edges & (edges - 1):
                play = choose_search(tables, players, space, turns, False)
                data.rows[found] = row
                data.sizes[found] = space.sizes
                record(edges, tree.visits, data.visits[found])
                if below(space.rng, 100) < EXPLORE:
                    play = draw_edge(data.visits[found], space.rng) - 1
                found += 1
                if found == len(data.rows):
                    return
            make_play(tables, players, space, turns, play)
            turns += 1


@compiled
def record(edges: int, visits: Any, target: Any) -> None:
    """Copy the visits of the root's legal edges."""
    while edges:
        edge = lowest_bit(edges)
        edges &= edges - 1
        target[edge] = visits[edge]


@compiled
def draw_edge(visits: Any, rng: Any) -> int:
    """An edge drawn by its visits."""
    left = below(rng, int(visits.sum()))
    edge = -1
    while left >= 0:
        edge += 1
        left -= visits[edge]
    return edge


@compiled
def gather(tables: KernelTables, policy: Policy, data: Data, examples: Examples) -> None:
    """Fill in the examples."""
    starts, features, targets = examples
    at = 0
    for n in range(len(data.rows)):
        starts[n] = at
        row = data.rows[n]
        now = situation_of(tables, row, data.sizes[n])
        edges = edges_of(legal(tables, row[row[TURN]], row[TABLE]), row[TABLE])
        total = data.visits[n].sum()
        while edges:
            edge = lowest_bit(edges)
            edges &= edges - 1
            features[at] = -1
            if edge == 0:
                f = features_of_pass(policy, now)
                for i in range(len(f)):
                    features[at, i] = f[i]
            else:
                g = features_of_play(tables, policy, now, edge - 1)
                for i in range(len(g)):
                    features[at, i] = g[i]
                group = policy.group[row[TABLE] * PLACES + edge - 1]
                features[at, -1] = rest_feature(now, group, (now.rain, now.cloud, now.sun)[group])
            targets[at] = data.visits[n, edge] / total
            at += 1
    starts[len(data.rows)] = at


@compiled
def descend(examples: Examples, order: Any, weights: Any, start: Any, squares: Any, rate: float) -> float:
    """One epoch of AdaGrad, where a rate of 0 only measures; the mean cross-entropy."""
    starts, features, targets = examples
    chances = np.zeros(PLACES + 1)
    loss = 0.0
    last = features.shape[1] - 1
    for n in order:
        first, count = starts[n], starts[n + 1] - starts[n]
        most = -1e9
        for i in range(count):
            score = 0.0
            for j in range(last + 1):
                feature = features[first + i, j]
                if feature >= 0:
                    score += -weights[feature] if j == last else weights[feature]
            chances[i] = score
            most = max(most, score)
        total = 0.0
        for i in range(count):
            chances[i] = np.exp(chances[i] - most)
            total += chances[i]
        for i in range(count):
            chance = chances[i] / total
            loss -= targets[first + i] * np.log(chance + 1e-12)
            for j in range(last + 1):
                feature = features[first + i, j]
                if feature >= 0 and rate > 0:
                    slope = chance - targets[first + i]
                    slope = -slope if j == last else slope
                    slope += RIDGE * (weights[feature] - start[feature])
                    squares[feature] += slope * slope
                    weights[feature] -= rate * slope / np.sqrt(squares[feature])
    return loss / len(order)


def first_weights() -> Any:
    """What the first stage starts from: a rest is as good as its plan is cheap."""
    weights = np.zeros(FEATURES)
    weights[REST : REST + 9 * PARTS] = -np.tile(plans_of(WEIGHTS).cost.reshape(-1), 3)
    return weights


def in_steps(weights: Any) -> Any:
    """The weights as the file has them."""
    return np.clip(np.round(weights / np.log(STEP)), -128, 127).astype(np.int8)


def played(rules: Rules, weights: Any, simulations: int, decisions: int, seed: int, jobs: int) -> Data:
    """Decisions of searches that use these weights."""
    policy = make_policy(rules, factors(in_steps(weights)))
    count = decisions // SHARDS

    def shard(number: int) -> Data:
        tree = make_tree(nodes_for(simulations))
        kinds, budgets = np.full(SEATS, SEARCH), np.full(SEATS, simulations)
        players = Players(
            kinds, budgets, compiled_bots(rules, policy=policy), SETTINGS, tree, make_endgame(), 0
        )
        data = Data(
            np.zeros((count, WIDTH), np.int64),
            np.zeros((count, SEATS), np.int64),
            np.zeros((count, PLACES + 1), np.int32),
        )
        tables = compile_rules(rules).arrays
        self_play(tables, players, make_workspace(), derive_seed(seed, number), data)
        return data

    with ThreadPoolExecutor(jobs) as pool:
        return Data(*map(np.concatenate, zip(*pool.map(shard, range(SHARDS)), strict=True)))


def fitted(rules: Rules, data: Data, seed: int) -> Any:
    """The weights fitted to ``data``, from ``first_weights``."""
    policy = make_policy(rules, np.ones(FEATURES))
    count = len(data.rows)
    most = data.visits.shape[1] * count
    examples = Examples(np.zeros(count + 1, np.int64), np.zeros((most, 7), np.int32), np.zeros(most))
    gather(compile_rules(rules).arrays, policy, data, examples)
    rng = np.random.default_rng(seed)
    order = rng.permutation(count)
    held, train = order[: count // 20], order[count // 20 :]
    start, squares = first_weights(), np.full(FEATURES, 0.01)
    weights = start.copy()
    for epoch in range(EPOCHS):
        rate = RATE * (1 - epoch / EPOCHS) + LAST_RATE
        loss = descend(examples, rng.permutation(train), weights, start, squares, rate)
    unseen = descend(examples, held, weights, start, squares, 0.0)
    print(f"  cross-entropy {loss:.4f}, of decisions held back {unseen:.4f}", flush=True)
    return weights


def fit(players: int, seed: int, jobs: int) -> Any:
    """The weights for a number of players, in steps."""
    rules, weights = Rules(players), first_weights()
    for stage, (simulations, decisions) in enumerate(STAGES):
        started = time.perf_counter()
        data = played(rules, weights, simulations, decisions, derive_seed(seed, players, stage), jobs)
        print(f"{players} players, stage {stage + 1}: {time.perf_counter() - started:.0f} s of play")
        weights = fitted(rules, data, derive_seed(seed, players, stage, "order"))
    steps = in_steps(weights)
    policy = make_policy(rules, factors(steps))
    ahead = gain(rules, "policy", "heuristic", 4000, derive_seed(seed, "check"), 0, Tuning(policy=policy))
    half = 1.96 * ahead.std(ddof=1) / len(ahead) ** 0.5
    print(f"  {ahead.mean():.2f} ± {half:.2f} points a round less than heuristic players", flush=True)
    return steps


def main() -> None:
    """Fit, and write the file; numbers of players that are not named keep their weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="2,3,4,5,6")
    parser.add_argument("--seed", type=int, default=535)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=FITTED)
    options = parser.parse_args()
    with np.load(FITTED) as saved:
        steps = saved["steps"]
    for players in map(int, options.players.split(",")):
        steps[players - 2] = fit(players, options.seed, options.jobs)
        np.savez_compressed(options.out, steps=steps)


if __name__ == "__main__":
    main()
