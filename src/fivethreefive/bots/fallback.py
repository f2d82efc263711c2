"""A quick legal action for every decision in which another bot fails."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fivethreefive.bots.base import Bot, close_bot
from fivethreefive.bots.greedy import GreedyBot
from fivethreefive.language import BotFailed
from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action


def fallback(observation: Observation) -> Action:
    """The greedy player's action: it is legal and takes no time."""
    return GreedyBot().act(observation, np.random.default_rng(0))  # It draws nothing.


class BotWithFallback:
    """A bot and a quick one that decides where it fails; ``on_failure`` is called with the error."""

    def __init__(self, bot: Bot, on_failure: Callable[[BotFailed], None]) -> None:
        self.bot = bot
        self.on_failure = on_failure
        self.name = bot.name
        self._killed = False

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        """The bot's action or, where it fails, the quick player's."""
        try:
            return self.bot.act(observation, rng)
        except BotFailed as error:
            if self._killed:  # Whoever ended the bot waits for no action, and knows why it failed.
                raise
            self.on_failure(error)
            return fallback(observation)

    def kill(self) -> None:
        """End the bot, where that is possible, while another thread waits for its decision.

        ``act`` then raises BotFailed there. It does not call ``on_failure``, and nobody else decides.
        """
        self._killed = True
        if kill := getattr(self.bot, "kill", None):
            kill()

    def close(self) -> None:
        """Let go of the bot."""
        close_bot(self.bot)
