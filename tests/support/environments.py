"""What the tests of the research interfaces share: settings of every kind, and actions at random."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

SETTINGS: dict[str, dict[str, Any]] = {
    **{f"{players} players": {"players": players} for players in range(2, 7)},
    "game of 2": {"players": 2, "episode": "game"},
    "game of 3, zero-sum": {"players": 3, "episode": "game", "zero_sum": True},
    "game of 6": {"players": 6, "episode": "game", "target": 10},
    "larger": {"players": 3, "overwrite": "larger", "zero_sum": True},
    "extra deal": {"players": 3, "deal": 16},
    "two hands": {"players": 2, "format": "two_hands", "episode": "game"},
    "study deck": {"players": 2, "ranks": (1, 2, 3, 7, 8, 9), "copies": 2, "deal": 4},
    "tiny game": {"players": 3, "ranks": (1, 2, 3, 7, 8), "copies": 2, "deal": 3, "episode": "game"},
}
"""Arguments of an environment, by name."""


def pick(mask: npt.NDArray[np.int8], rng: np.random.Generator) -> int:
    """A legal action at random."""
    return int(rng.choice(np.flatnonzero(mask)))


def any_illegal(mask: npt.NDArray[np.int8]) -> int:
    """An action that is not legal."""
    return int(np.flatnonzero(mask == 0)[0])
