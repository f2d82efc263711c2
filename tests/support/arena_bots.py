"""Bots that fail in every way a tournament has to live with, and how to make them in its processes."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np

from fivethreefive import Observation
from fivethreefive.bots import Bot, make_bot
from fivethreefive.rules.actions import Action
from fivethreefive.rules.tables import compile_rules


class Failing:
    """Plays as greedy does, but fails at its second decision of a round."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.decisions = 0
        self.closed = 0

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        self.decisions += 1
        if self.decisions == 2:
            return self.fail(observation)
        return make_bot("greedy").act(observation, rng)

    def fail(self, observation: Observation) -> Action:
        raise NotImplementedError

    def close(self) -> None:
        self.closed += 1


class Crashing(Failing):
    def fail(self, observation: Observation) -> Action:
        raise ZeroDivisionError("no\nluck")


class Leaving(Failing):
    def fail(self, observation: Observation) -> Action:
        raise SystemExit(3)


class Cheating(Failing):
    def fail(self, observation: Observation) -> Action:
        on = compile_rules(observation.rules).on
        return next(a for table in on for a in table.actions if a not in observation.legal)


class Babbling(Failing):
    def fail(self, observation: Observation) -> Action:
        return "pass"  # type: ignore[return-value]


class Slow(Failing):
    def fail(self, observation: Observation) -> Action:
        time.sleep(0.3)
        return observation.legal[-1]


class Hanging(Failing):
    def fail(self, observation: Observation) -> Action:
        while True:
            time.sleep(60)


class Dying(Failing):
    def fail(self, observation: Observation) -> Action:
        os._exit(9)


class DyingOnce(Failing):
    """Takes its process with it, but only once: a file says that it has."""

    def fail(self, observation: Observation) -> Action:
        told = Path(self.name.partition(":")[2])
        if not told.exists():
            told.touch()
            os._exit(9)
        return make_bot("greedy").act(observation, np.random.default_rng(0))


class Unborn(Failing):
    def __init__(self, name: str) -> None:
        raise LookupError("no weights")


class Printing(Failing):
    def fail(self, observation: Observation) -> Action:
        print("a bot talks")
        return observation.legal[-1]


KINDS = {
    kind.__name__.lower(): kind
    for kind in (
        Crashing, Leaving, Cheating, Babbling, Slow, Hanging, Dying, DyingOnce, Unborn, Printing,
    )
}  # fmt: skip


def make(specification: str) -> Bot:
    """A failing bot by the name of its class, or one of the package's own."""
    kind = KINDS.get(specification.partition(":")[0])
    return make_bot(specification) if kind is None else kind(specification)
