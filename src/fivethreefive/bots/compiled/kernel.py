"""The choices of the bots that decide at once, for compiled loops with any of them in the seats."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fivethreefive.bots.heuristic.kernel import Plans, Weights, choose_heuristic
from fivethreefive.bots.policy.kernel import Policy, likeliest_play
from fivethreefive.rules import kernel
from fivethreefive.rules.jit import jit, jit_inline
from fivethreefive.rules.kernel import EMPTY, TABLE, KernelTables

HEURISTIC, POLICY = 2, 3
"""Beside the kernel's RANDOM and GREEDY."""


class CompiledBots(NamedTuple):
    """What these bots need beside the tables."""

    plans: Plans
    weights: Weights
    policy: Policy


@jit
def make_weights() -> Any:
    """Room for the weights of a hand's plays."""
    return np.zeros(kernel.PLACES + 1)


@jit_inline
def choose_compiled(
    tables: KernelTables,
    bots: CompiledBots,
    kind: int,
    row: Any,
    sizes: Any,
    word: int,
    weights: Any,
    rng: Any,
) -> int:
    """The play, or PASS_PLAY, of a kind of bot for the seat to play.

    ``word`` is its legal plays, ``sizes`` the cards left by seat, ``weights`` room to work in. RANDOM draws
    from ``rng``, the others draw nothing.
    """
    may_pass = row[TABLE] != EMPTY
    if kind == kernel.RANDOM:  # Also where only a pass is legal: ``playout`` draws the same words.
        return kernel.choose_random(word, may_pass, rng)
    if word == 0:
        return kernel.PASS_PLAY
    if kind == kernel.GREEDY:
        return kernel.choose_greedy(tables, word, row[TABLE])
    if kind == HEURISTIC:
        return choose_heuristic(tables, bots.plans, bots.weights, row, sizes)
    return likeliest_play(tables, bots.policy, row, sizes, word, weights)
