"""The random player: each legal action as likely, a yardstick and a sparring partner for tests."""

from __future__ import annotations

import numpy as np

from fivethreefive.bots.base import check_turn
from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action


class RandomBot:
    """Plays any legal action, each as likely."""

    name = "random"

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        """A legal action drawn from ``rng``."""
        check_turn(observation)
        return observation.legal[int(rng.integers(len(observation.legal)))]
