"""The seeds of an environment's episodes."""

from __future__ import annotations

import numpy as np

from fivethreefive.rules.kernel import SEED_LIMIT
from fivethreefive.rules.seeding import seed_of


def seed_from(rng: np.random.Generator) -> int:
    """The seed of the next episode, drawn from the environment's own generator."""
    return int(rng.integers(SEED_LIMIT))


class EpisodeSeeds:
    """A given seed is that of its episode; those that follow without one are drawn, after it, in order."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng()

    def next(self, seed: int | None) -> int:
        """The seed of the next episode; raises InvalidInput for one that is none."""
        if seed is None:
            return seed_from(self._rng)
        given = seed_of(seed)
        self._rng = np.random.default_rng(given)
        return given
