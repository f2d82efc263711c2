"""The regular proof that this process is alive and that its database works."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError

from fivethreefive.language import FiveThreeFiveError
from fivethreefive.server.rooms.services import Services

BEAT_SECONDS = 2.0

PROOF_MS = 1000
"""A write to the database proves for so long that it works."""

KEEP_MS = 90 * 86_400_000
"""Tables that nobody touched for so long are deleted."""

PURGE_EVERY_MS = 3_600_000


class Heartbeat:
    """Writes now and then, deletes old tables, and takes over what dead processes left behind."""

    def __init__(self, services: Services, take_over: Callable[[str], Awaitable[object]]) -> None:
        self.services = services
        self._take_over = take_over
        """Loads the table with a code."""
        self._proved = 0
        self._purged = 0
        self._proving: asyncio.Task[None] | None = None

    async def prove(self) -> None:
        """Write to the database, unless it has been done just now; SQLAlchemyError where that fails.

        Whoever asks while that is being written waits for the same write.
        """
        now = self.services.now()
        if self._proving is None and now - self._proved >= PROOF_MS:
            self._proving = asyncio.create_task(self._prove(now))
        if self._proving is not None:
            await asyncio.shield(self._proving)  # One who stops waiting leaves it to the others.

    async def _prove(self, now: int) -> None:
        writer = self.services.writer
        try:
            await writer.call(writer.store.beat, now)
            self._proved = now
        finally:
            self._proving = None

    async def run(self) -> None:
        """Beat for ever."""
        while True:
            try:
                await self._beat()
            except SQLAlchemyError as error:
                self.services.store_failed("beat", error)
            except FiveThreeFiveError as error:
                self.services.log.warning("beat", extra={"why": str(error)})
            await asyncio.sleep(BEAT_SECONDS)

    async def _beat(self) -> None:
        await self.prove()
        writer, now = self.services.writer, self.services.now()
        if now - self._purged > PURGE_EVERY_MS:
            self._purged = now
            count = await writer.call(writer.store.purge, now - KEEP_MS)
            self.services.log.info("purged", extra={"tables": count})
        for code in await writer.call(writer.store.overdue, now):
            await self._take_over(code)
