"""Decisions a second of random play, on one core: our interfaces beside other projects' card games.

Every contender deals, asks for the legal actions, chooses one at random and applies it, over and over, and
looks at what its users look at: the observation, where the interface has one. They take turns. What is not
installed is named and left out: the extra peers.
"""

from __future__ import annotations

import importlib
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from functools import partial
from itertools import count, islice
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from bench._report import report
from fivethreefive import Round, Rules
from fivethreefive.batch import BatchRounds

TURNS = 5
SECONDS = 1.0
ROWS = 4096
OURS = "fivethreefive.envs.gymnasium:FiveThreeFive-v0"
Play = Iterator[int]
"""Plays on for ever; yields how many decisions it has made since the last time."""


# Ours


def batch(players: int, booleans: bool = False) -> Play:
    """Packed masks and int8 features written for every decision, or the masks as booleans too."""
    rounds = BatchRounds(Rules(players), ROWS, 1, restart=True)
    while True:
        rounds.step(rounds.random_actions())
        rounds.observe()
        if booleans:
            rounds.legal_mask()
        yield ROWS


def objects() -> Play:
    """``Round``: legal_actions and apply, no observation."""
    choose = random.Random(1).random
    for stream in count():
        round_ = Round.deal(Rules(4), 1, stream=stream)
        decisions = 0
        while actions := round_.legal_actions():
            round_.apply(actions[int(choose() * len(actions))])
            decisions += 1
        yield decisions


def pettingzoo(make: Callable[[], Any]) -> Play:
    """Any AEC environment with masks."""
    env = make()
    rng = np.random.default_rng(1)
    for seed in count():
        env.reset(seed=seed)
        decisions = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
            decisions += 1
        yield decisions


def our_pettingzoo() -> Play:
    from fivethreefive.envs.pettingzoo import env

    return pettingzoo(partial(env, players=4))


def gymnasium() -> Play:
    """One learner among random bots; the bots' decisions are counted too, three for each of its own."""
    import gymnasium

    env = gymnasium.make(OURS, opponents="random")
    rng = np.random.default_rng(1)
    while True:
        seen, _ = env.reset()
        over = False
        while not over:
            seen, _, over, _, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        yield len(env.get_wrapper_attr("_episode").round.history)


def gymnasium_vector() -> Play:
    """Learners' own decisions alone, their actions drawn by NumPy; the bots' are as many again for each."""
    import gymnasium

    envs = gymnasium.make_vec(OURS, ROWS, opponents="random", copy=False)
    rng = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    while True:
        mask = seen["action_mask"]
        actions = (mask * (rng.random(mask.shape, np.float32) + 1)).argmax(axis=1)
        seen, _, _, _, _ = envs.step(actions)
        yield ROWS


def openspiel(name: str) -> Play:
    """A game driven from Python, its chance nodes sampled; its users ask for no observation here."""
    import pyspiel

    if name == "python_535":
        importlib.import_module("fivethreefive.envs.openspiel")
    game = pyspiel.load_game(name)
    chooser = random.Random(1)
    while True:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chooser.choices(outcomes, chances)[0])
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(chooser.random() * len(actions))])
            decisions += 1
        yield decisions


# Others


def rlcard() -> Play:
    """Its doudizhu among its own random agents, as its examples run it."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("doudizhu", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    while True:
        trajectories, _ = env.run(is_training=False)
        yield sum(len(steps) // 2 for steps in trajectories)


def classic(name: str) -> Play:
    """A card game of PettingZoo's."""
    return pettingzoo(importlib.import_module(f"pettingzoo.classic.{name}").env)


def pgx() -> Play:
    """Its bridge bidding, steps of 1024 tables compiled together.

    The game reads double-dummy results from a file that is downloaded; random deals with no results
    take its place here, which are dealt and bid just as fast.
    """
    import jax
    from jax import numpy as jnp

    tables, steps = 1024, 32
    env = _bridge()

    def step(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choose, deal = jax.random.split(key, 3)
        scores = jnp.where(
            state.legal_action_mask, jax.random.uniform(choose, state.legal_action_mask.shape), -1
        )
        state = jax.vmap(env.step)(state, scores.argmax(axis=1))
        fresh = jax.vmap(env.init)(jax.random.split(deal, tables))
        over = state.terminated | state.truncated

        def pick(new: Any, old: Any) -> Any:
            return jnp.where(over.reshape(-1, *[1] * (old.ndim - 1)), new, old)

        return (jax.tree_util.tree_map(pick, fresh, state), key), None

    run = jax.jit(lambda carry: jax.lax.scan(step, carry, None, steps)[0])
    key = jax.random.PRNGKey(1)
    carry = jax.vmap(env.init)(jax.random.split(key, tables)), key
    while True:
        carry = jax.block_until_ready(run(carry))
        yield tables * steps


def _bridge() -> Any:
    from pgx.bridge_bidding import BridgeBidding

    rng = np.random.default_rng(1)
    owners = np.array([rng.permutation(np.repeat(np.arange(4), 13)) for _ in range(1000)])
    keys = (owners.reshape(-1, 4, 13) * 4 ** np.arange(13)[::-1]).sum(axis=2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deals.npy"
        np.save(path, np.stack([keys, np.zeros_like(keys)]).astype(np.int32))
        with open(os.devnull, "w") as nowhere, redirect_stderr(nowhere):
            return BridgeBidding(str(path))


CONTENDERS: dict[str, Callable[[], Play]] = {
    "535, BatchRounds, 4 players": partial(batch, 4),
    "535, BatchRounds, 4 players, booleans too": partial(batch, 4, booleans=True),
    "535, BatchRounds, 2 players": partial(batch, 2),
    "535, BatchRounds, 6 players": partial(batch, 6),
    "535, Gymnasium, vector": gymnasium_vector,
    "535, Round": objects,
    "535, OpenSpiel": partial(openspiel, "python_535"),
    "535, PettingZoo": our_pettingzoo,
    "535, Gymnasium": gymnasium,
    "Pgx, bridge bidding": pgx,
    "OpenSpiel, dou_dizhu": partial(openspiel, "dou_dizhu"),
    "OpenSpiel, crazy_eights": partial(openspiel, "crazy_eights"),
    "OpenSpiel, hearts": partial(openspiel, "hearts"),
    "PettingZoo, Texas hold'em": partial(classic, "texas_holdem_v4"),
    "PettingZoo, Leduc hold'em": partial(classic, "leduc_holdem_v4"),
    "PettingZoo, Hanabi": partial(classic, "hanabi_v5"),
    "RLCard, doudizhu": rlcard,
}


def rate(play: Play) -> float:
    """Decisions a second, for some time."""
    start = time.perf_counter()
    decisions = 0
    while (now := time.perf_counter()) - start < SECONDS:
        decisions += next(play)
    return decisions / (now - start)


def main() -> None:
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    if hasattr(os, "sched_setaffinity"):  # One core for all, those that would use more included.
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    plays: dict[str, Play] = {}
    for name, begin in CONTENDERS.items():
        try:
            play = begin()
            next(islice(play, 3, None))  # What has to be compiled is.
        except ImportError as error:
            print(f"{name}: left out, {error}", file=sys.stderr)
            continue
        plays[name] = play
    runs: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(TURNS):
        for name, play in plays.items():
            runs[name].append(rate(play))
    report("peers", [{"who": name, "decisions/s": median(rates)} for name, rates in runs.items()])
