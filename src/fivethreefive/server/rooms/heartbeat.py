"""Writes to the database at regular times: that shows that this process is alive and the database works."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError

from fivethreefive.language import FiveThreeFiveError
from fivethreefive.server.rooms.services import Services
from fivethreefive.server.storage.database_lock import warn_shared
from fivethreefive.server.storage.writer import DatabaseTimeout

BEAT_SECONDS = 2.0  # Several in LEASE_MS: one slow write must not cost a process its tables.

CHECK_LASTS_MS = 1000
"""So long after a write to the database it counts as working."""

CHECK_SECONDS = 1.5
"""A write that takes longer counts as failed: those who ask for the health give up soon themselves."""

KEEP_MS = 90 * 86_400_000
"""Tables that nobody touched for so long are deleted."""

PURGE_EVERY_MS = 3_600_000

OWNERS_EVERY_MS = 60_000
OWNER_GONE_MS = 600_000
"""A process not heard of for so long is removed: it was killed."""


class Heartbeat:
    """Writes now and then, deletes old tables, and takes over what dead processes left behind."""

    def __init__(self, services: Services, take_over: Callable[[str], Awaitable[object]]) -> None:
        self.services = services
        self._take_over = take_over
        """Loads the table with a code."""
        self._checked_at = 0
        self._purged_at = 0
        self._owners_at = 0
        self._owners: dict[str, tuple[int, int]] = {}
        """The last beat of each process, and since when it is known here."""
        self._checking: asyncio.Task[None] | None = None

    async def check_database(self) -> None:
        """Write to the database and read, unless that was done a moment ago.

        Raises SQLAlchemyError where it fails or takes too long, and once damage was found.
        """
        now = self.services.now()
        if self._checking is None and now - self._checked_at >= CHECK_LASTS_MS:
            self._checking = asyncio.create_task(self._check(now))
            self._checking.add_done_callback(_take_error)
        if self._checking is not None:  # One write for all who ask, however many; it goes on if one leaves.
            try:
                async with asyncio.timeout(CHECK_SECONDS):
                    await asyncio.shield(self._checking)
            except TimeoutError:
                raise DatabaseTimeout from None
        if self.services.damage is not None:  # Where it is damaged a check may still find nothing.
            raise self.services.damage

    async def _check(self, now: int) -> None:
        writer = self.services.writer
        try:
            await writer.call(writer.store.beat, now)
            await writer.call(writer.store.probe)
            self._checked_at = now
        finally:
            self._checking = None

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            try:
                await self.beat()
            except SQLAlchemyError as error:
                self.services.store_failed("beat", error)
            except FiveThreeFiveError as error:
                self.services.log.warning("beat", extra={"why": str(error)})
            await asyncio.sleep(BEAT_SECONDS)

    async def beat(self) -> None:
        """Show that this process is alive, and look after what is stored."""
        await self.check_database()
        writer, now = self.services.writer, self.services.now()
        if now - self._purged_at > PURGE_EVERY_MS:
            self._purged_at = now
            await self._purge(now - KEEP_MS)
        await self._check_lock()
        if now - self._owners_at >= OWNERS_EVERY_MS:
            self._owners_at = now
            await self._forget_owners(now)
        for code in await writer.call(writer.store.overdue, now):
            await self._take_over(code)

    async def _purge(self, before: int) -> None:
        """Delete old tables in small parts: what is played meanwhile is stored in between."""
        call, store, count = self.services.writer.call, self.services.writer.store, 0
        while (gone := await call(store.purge, before)) is not None:
            count += gone
        while await call(store.give_back_room):
            pass
        self.services.log.info("purged", extra={"tables": count})

    async def _check_lock(self) -> None:
        """Warn of another server that has come between, as while PostgreSQL was restarted."""
        writer = self.services.writer
        was_alone = writer.store.alone
        if not await writer.call(writer.store.keep_lock) and was_alone:
            warn_shared()

    async def _forget_owners(self, now: int) -> None:
        """Remove processes whose beats have stopped, by our clock: theirs may show another time."""
        writer, known = self.services.writer, self._owners
        beats = await writer.call(writer.store.beats)
        self._owners = {
            name: known[name] if name in known and known[name][0] == beat else (beat, now)
            for name, beat in beats.items()
        }
        gone = [name for name, (_, since) in self._owners.items() if now - since >= OWNER_GONE_MS]
        if gone:
            await writer.call(writer.store.forget_owners, gone)


def _take_error(task: asyncio.Task[None]) -> None:
    if not task.cancelled():
        task.exception()  # Those who waited may all have gone: asyncio shall not complain then.
