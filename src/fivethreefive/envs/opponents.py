"""The bots at the other seats of an environment for one learner, and where the learner sits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fivethreefive.bots import make_bot
from fivethreefive.bots.base import Bot, close_bot
from fivethreefive.envs.base import Episode
from fivethreefive.language import BotFailed, IllegalAction, InvalidInput
from fivethreefive.observation import Player
from fivethreefive.rules.options import Rules
from fivethreefive.rules.seeding import derive_seed, player_rng
from fivethreefive.rules.setup import valid_seat

RANDOM_SEAT = "random"

Opponents = str | Player | Sequence[str | Player]
"""One for every other seat, or one for each in playing order after the learner: a bot's name, as
``make_bot`` takes it, or a player of one's own."""


class SeatChoice:
    """Where the learner sits: always at one seat, or at one drawn from each episode's seed.

    Raises InvalidInput for what is neither a seat nor ``"random"``.
    """

    def __init__(self, rules: Rules, seat: int | str) -> None:
        self._players = rules.players
        self._fixed = (
            None if isinstance(seat, str) and seat == RANDOM_SEAT else valid_seat(rules, "seat", seat)
        )

    def of(self, seed: int, number: int = 0) -> int:
        """The learner's seat in the episode of a seed, or in a later one that follows from the seed."""
        if self._fixed is not None:
            return self._fixed
        return derive_seed(seed, "seat", *([number] if number else [])) % self._players


class SeatedOpponents:
    """The bots at all seats but the learner's; each has a generator of its own for every episode.

    A generator is made from the episode's seed and says nothing about its deals. Raises InvalidInput
    for bots that cannot be made or do not fit the seats.
    """

    def __init__(self, rules: Rules, opponents: Opponents) -> None:
        each = one_each(rules, opponents)
        self._made: list[Bot] = []  # To be closed here; players that were handed in are their owner's.
        try:
            self._players = [self._player(one) for one in each]
        except BaseException:
            self.close()
            raise
        self._rngs: dict[int, np.random.Generator] = {}
        self._learner = 0

    def _player(self, given: Any) -> Player:
        if isinstance(given, str):
            self._made.append(make_bot(given))
            return self._made[-1]
        if not callable(getattr(given, "act", None)):
            raise InvalidInput("not_an_opponent", bot=given)
        player: Player = given
        return player

    def sit(self, learner: int, seed: int) -> None:
        """Take the seats for an episode."""
        self._learner = learner
        seats = range(len(self._players) + 1)
        self._rngs = {seat: player_rng(seed, seat) for seat in seats if seat != learner}

    def play(self, episode: Episode) -> tuple[float, ...] | None:
        """Let the bot whose turn it is play; what every seat is paid where that ends a round.

        It is shown what its seat may know. Raises BotFailed where what it decides is not legal.
        """
        seat = episode.round.turn
        player = self._players[(seat - self._learner - 1) % (len(self._players) + 1)]
        action = player.act(episode.observe(seat), self._rngs[seat])
        try:
            return episode.play(action)
        except IllegalAction as error:
            name = getattr(player, "name", type(player).__name__)
            raise BotFailed("bot_illegal", bot=name, why=error, told="") from None

    def close(self) -> None:
        """Let go of the bots that were made here."""
        while self._made:
            close_bot(self._made.pop())


def one_each(rules: Rules, opponents: Any) -> list[Any]:
    """What was given as one opponent for each seat after the learner; InvalidInput where it is not."""
    wanted = rules.players - 1
    if isinstance(opponents, str) or hasattr(opponents, "act"):
        return [opponents] * wanted
    if not isinstance(opponents, Sequence):
        raise InvalidInput("not_an_opponent", bot=opponents)
    if len(opponents) != wanted:
        raise InvalidInput("opponents_not_seats", bots=len(opponents), seats=wanted)
    return list(opponents)
