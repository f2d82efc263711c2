"""The policy player: a fast bot without search, fitted to what searches find.

Its weights, one table for each number of players, are in ``policy.npz``, which
``scripts/fit_policy.py`` writes. They are whole steps of ``STEP``, so that the factors made from them
are the same to the last bit on every machine.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np

from fivethreefive.bots.base import check_turn
from fivethreefive.bots.heuristic.bot import WEIGHTS, plans_of
from fivethreefive.bots.heuristic.kernel import part_of
from fivethreefive.bots.policy import kernel as policy_kernel
from fivethreefive.bots.policy.kernel import FEATURES, Policy
from fivethreefive.cards import INDEX, pack
from fivethreefive.observation import Observation, kernel_row
from fivethreefive.rules.actions import MELDS, Action
from fivethreefive.rules.kernel import PLACES, TABLE
from fivethreefive.rules.melds import Meld
from fivethreefive.rules.options import Rules
from fivethreefive.rules.tables import compile_rules

STEP = 1.0644944589178593
"""The factor of one step of a weight: the sixteenth root of e."""
FEWEST_PLAYERS = 2
KINDS = {"lead": 1, "overwrite": 2, "add": 3}


@lru_cache(maxsize=1)
def _steps() -> Any:  # [players - 2, feature]
    with files(__package__).joinpath("policy.npz").open("rb") as file, np.load(file) as saved:
        return saved["steps"]


def factors(steps: Any) -> Any:
    """The factors of weights in steps, of which none is outside -128 to 127."""
    # Only products and quotients: ``exp`` differs in the last bit from one machine to another.
    powers = np.ones(256)
    for i in range(1, 128):
        powers[i] = powers[i - 1] * STEP
    for i in range(-1, -129, -1):  # Negative steps index from the end, as they do in ``powers[steps]``.
        powers[i] = powers[i + 1] / STEP if i < -1 else 1 / STEP
    return powers[steps]


@lru_cache(maxsize=64)
def policy_of(rules: Rules) -> Policy:
    """The fitted policy for ``rules``."""
    return make_policy(rules, factors(_steps()[rules.players - FEWEST_PLAYERS]))


def make_policy(rules: Rules, factor: Any) -> Policy:
    """A policy for ``rules`` with the factors given, an array of ``FEATURES`` positive numbers."""
    assert factor.shape == (FEATURES,)
    on = compile_rules(rules).on
    group, part, count, kind = (np.zeros(len(MELDS) * PLACES, np.int64) for _ in range(4))
    for number, meld in enumerate(on):
        for place, action in enumerate(meld.actions):
            if action.kind != "pass":
                at = number * PLACES + place
                packed = pack(action.cards)
                group[at] = policy_kernel.group_of(packed)
                part[at] = part_of(packed, int(group[at]))
                count[at] = len(action.cards)
                kind[at] = KINDS[action.kind]
    return Policy(
        factor=factor,
        plays=plans_of(WEIGHTS).plays.reshape(-1),
        group=group,
        part=part,
        count=count,
        kind=kind,
        meld_class=np.array([_class_of(meld) for meld in MELDS]),
        low=np.array([0 if meld is None else 4 * INDEX[meld.low] for meld in MELDS]),
    )


def _class_of(meld: Meld | None) -> int:
    if meld is None or meld.size == 1:
        return 0
    if meld.size > 3:
        return 5
    return meld.size - 1 if meld.kind == "set" else meld.size + 1


class PolicyBot:
    """Plays what a search would most likely choose, at the cost of a look."""

    name = "policy"

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        """The likeliest action; it draws nothing from ``rng``."""
        check_turn(observation)
        row = np.array(kernel_row(observation), np.int64)
        sizes = np.array(observation.cards_left, np.int64)
        tables = compile_rules(observation.rules)
        place: int = policy_kernel.decide(tables.arrays, policy_of(observation.rules), row, sizes)
        return tables.on[int(row[TABLE])].actions[place]
