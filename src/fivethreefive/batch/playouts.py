"""play_out: rounds dealt and played to their end with a compiled policy, as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fivethreefive.batch.arrays import IntArray
from fivethreefive.language import InvalidInput
from fivethreefive.rules import kernel
from fivethreefive.rules.kernel import DEAL_STREAMS, MOST_CARDS, WIDTH
from fivethreefive.rules.options import Rules, valid_rules
from fivethreefive.rules.seeding import Seed, seed_of
from fivethreefive.rules.tables import compile_rules
from fivethreefive.validation import valid_count

POLICIES = {"random": kernel.RANDOM, "greedy": kernel.GREEDY}


class PlayOuts(NamedTuple):
    """What came of played-out rounds, each array a row a round."""

    decisions: npt.NDArray[np.int32]
    """(rounds,): how many actions, passes included."""
    points: IntArray
    """(rounds, players): penalty points by seat (R20)."""
    winners: npt.NDArray[np.int8]
    """(rounds,): the seat that went out."""


def play_out(rules: Rules, rounds: int, policy: str = "random", seed: Seed = 0) -> PlayOuts:
    """Deal ``rounds`` rounds and play each out with a compiled policy in every seat.

    ``policy`` is ``"random"`` (each legal action as likely) or ``"greedy"`` (most cards, then the
    weakest meld; passes only where nothing fits). Round i uses stream i of the seed, so the first
    rounds of a longer run are the same. Raises InvalidInput.
    """
    if not isinstance(policy, str) or policy not in POLICIES:
        raise InvalidInput("unknown_policy", policy=policy, known=", ".join(POLICIES))
    rules = valid_rules(rules)
    rounds = valid_count("rounds", rounds, 0, DEAL_STREAMS)
    # Made here once: a kernel allocates nothing.
    room = np.zeros(WIDTH, np.int64), np.zeros(MOST_CARDS, np.int64), np.zeros(4, np.int64)
    results = PlayOuts(
        decisions=np.zeros(rounds, np.int32),
        points=np.zeros((rounds, rules.players), np.int64),
        winners=np.zeros(rounds, np.int8),
    )
    arrays = compile_rules(rules).arrays
    kernel.playouts(
        arrays, POLICIES[policy], seed_of(seed), 0, *room,
        results.decisions, results.winners, results.points,
    )  # fmt: skip
    return results
