"""The quick player of the house, which decides where another bot fails."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fivethreefive.bots.base import Bot, close_bot
from fivethreefive.bots.greedy import GreedyBot
from fivethreefive.language import BotFailed
from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action


def fallback(observation: Observation) -> Action:
    """A cheap legal action, found at once."""
    return GreedyBot().act(observation, np.random.default_rng(0))


class Backed:
    """A bot with a fast one behind it, which decides where it fails; ``tell`` is called with the error."""

    def __init__(self, bot: Bot, tell: Callable[[BotFailed], None]) -> None:
        self.bot = bot
        self.tell = tell
        self.name = bot.name
        self._cut = False

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        """The bot's action, else the house's."""
        try:
            return self.bot.act(observation, rng)
        except BotFailed as error:
            if self._cut:
                raise
            self.tell(error)
            return fallback(observation)

    def kill(self) -> None:
        """Cut a decision short that another thread waits for, where the bot can be told to.

        That is no failure of the bot: it is asked nothing any more.
        """
        self._cut = True
        if kill := getattr(self.bot, "kill", None):
            kill()

    def close(self) -> None:
        """Let go of the bot."""
        close_bot(self.bot)
