"""Hints at one table, for a person who plays against bots only; one at a time, and not too many."""

from __future__ import annotations

import asyncio

from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.observation import Observation
from fivethreefive.protocol import Hint
from fivethreefive.server.rooms.connection import Connection
from fivethreefive.server.rooms.services import Services
from fivethreefive.table import Table, check_hint


class Hints:
    """The hints asked for at a table."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.task: asyncio.Task[None] | None = None
        """The hint that is being worked out, or was last."""

    def ask(self, table: Table, connection: Connection, request: Hint) -> None:
        """Have a hint worked out for a client; a FiveThreeFiveError where there is none for it."""
        check_hint(table, connection.seat)
        busy = self.task is not None and not self.task.done()
        if busy or not self.services.hint_limits.take(table.code):  # By table: only one person plays there.
            raise InvalidInput("too_fast")
        # What the seat may know now, and nothing else, is what the worker is given.
        observation, turn = table.games[-1].game.observe(connection.seat), len(table.moves)
        self.task = asyncio.create_task(self._answer(connection, request.id, observation, turn))

    async def _answer(self, connection: Connection, id_: int, observation: Observation, turn: int) -> None:
        try:
            hinted = await self.services.workers.hint(observation, turn, id_)
        except FiveThreeFiveError as error:
            connection.refuse(id_, error)
        else:
            connection.reply(hinted)

    def stop(self) -> None:
        """Stop working out what was asked for."""
        if self.task is not None:
            self.task.cancel()
