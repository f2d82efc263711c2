"""What a bot is: something that answers an observation with an action."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action


class Bot(Protocol):
    """A player made of code. It is given observations, never a round, so it cannot peek."""

    @property
    def name(self) -> str:
        """The specification that makes this bot again, as in ``make_bot(name)``."""

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        """One of ``observation.legal``, for the seat whose turn it is."""
