"""The decision of the bot whose turn it is, worked out by the workers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fivethreefive.observation import Observation
from fivethreefive.server.rooms.inbox import Decided
from fivethreefive.server.rooms.services import Services
from fivethreefive.table import Table, Wait

STAND_IN = "hard"
"""The level of the bot that plays for a person who is away."""


class BotTurn:
    """What a table's bot decides for the turn that is waited for."""

    def __init__(self, services: Services, deliver: Callable[[Decided], None]) -> None:
        self.services = services
        self.decided: Decided | None = None
        """The latest decision that has come."""
        self.task: asyncio.Task[None] | None = None
        """The decision that is being worked out, or was last."""
        self._deliver = deliver
        self._wait: Wait | None = None  # What the latest task was started for, also once it is done.

    def pending(self, wait: Wait | None) -> bool:
        """Whether a bot's turn is waited for whose decision has not come yet."""
        decided = self.decided is not None and self.decided.wait == wait
        return wait is not None and wait.kind == "bot" and not decided

    def accept(self, decided: Decided) -> None:
        """Keep a decision that has come, unless another one has been asked for since."""
        if decided.wait == self._wait:  # Also while the person is back, who may leave again in this turn.
            self.decided = decided

    def start(self, wait: Wait | None, table: Table) -> None:
        """Have the bot decide that is waited for, unless it does so already."""
        if wait is None or wait.kind != "bot" or wait.seat is None or wait == self._wait:
            return
        seat, levels = table.seats[wait.seat], self.services.levels
        # An operator may have taken a level away since the table was made.
        level = seat.level if seat.kind == "bot" and seat.level in levels else STAND_IN
        self.stop()  # A decision for a turn that has passed helps nobody.
        self._wait = wait
        # A bot is given what its seat may know now, and never the table.
        observation = table.games[-1].game.observe(wait.seat)
        self.task = asyncio.create_task(self._decide(wait, levels[level or STAND_IN], observation))

    def stop(self) -> None:
        """Decide no more."""
        if self.task is not None:
            self.task.cancel()

    async def _decide(self, wait: Wait, specification: str, observation: Observation) -> None:
        action = await self.services.workers.choose(specification, observation)
        self._deliver(Decided(wait, action))
