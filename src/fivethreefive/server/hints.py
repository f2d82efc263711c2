"""Hints at one table, for a person who plays against bots only; one at a time, and not too many."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.protocol import Hint
from fivethreefive.server.connection import Connection
from fivethreefive.server.table import Table

if TYPE_CHECKING:
    from fivethreefive.server.hub import Hub


def may_hint(table: Table, seat: int | None) -> bool:
    """Whether a seat may be told what to play: in its turn, where all others are bots of the house."""
    return seat is not None and table.turn == seat and not table.closed and _among_bots(table, seat)


def _check(table: Table, seat: int | None, scope: str | None) -> None:
    """Raise InvalidInput where a seat may not be told what to play."""
    if seat is None:
        raise InvalidInput("not_seated")
    if scope == "bot":
        raise InvalidInput("not_for_bots")
    if not _among_bots(table, seat):
        raise InvalidInput("hint_among_people")
    if not may_hint(table, seat):
        raise InvalidInput("not_your_turn", "R9a")


def _among_bots(table: Table, seat: int) -> bool:
    others = (other.kind for number, other in enumerate(table.seats) if number != seat)
    return table.seats[seat].kind == "person" and all(kind == "bot" for kind in others)


class Hints:
    """The hints asked for at a table."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.task: asyncio.Task[None] | None = None
        """The hint that is being worked out, or was last."""

    def ask(self, table: Table, connection: Connection, request: Hint) -> None:
        """Have a hint worked out for a client; a FiveThreeFiveError where there is none for it."""
        _check(table, connection.seat, connection.scope)
        if (self.task is not None and not self.task.done()) or not self.hub.hints.take(table.code):
            raise InvalidInput("too_fast")
        self.task = asyncio.create_task(self._answer(table, connection, request))

    async def _answer(self, table: Table, connection: Connection, request: Hint) -> None:
        # What the seat may know, and nothing else, is what the worker is given.
        observation = table.games[-1].game.observe(connection.seat)
        try:
            hinted = await self.hub.thinker.hint(observation, len(table.moves), request.id)
        except FiveThreeFiveError as error:
            connection.refuse(request.id, error)
        else:
            connection.say(hinted)

    def stop(self) -> None:
        """Answer no more."""
        if self.task is not None:
            self.task.cancel()
