"""Writes to the database at regular times: that shows that this process is alive and the database works."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError

from fivethreefive.server.rooms.services import Services
from fivethreefive.server.storage.database_lock import warn_shared
from fivethreefive.server.storage.writer import DatabaseTimeout

BEAT_SECONDS = 2.0  # The time since the last one is not charged to a table whose process was killed.

CHECK_LASTS_MS = 1000  # So long after a write to the database it counts as working.

CHECK_SECONDS = 1.5
"""A write that takes longer counts as failed: those who ask for the health give up soon themselves."""

KEEP_MS = 90 * 86_400_000  # Tables that nobody touched for so long are deleted.

PURGE_EVERY_MS = 3_600_000
PURGE_FIRST_MS = 600_000  # After the start: a machine that has just started may not know the time yet.

MOST_PURGED = 0.1  # Where a greater share of all tables is old none is deleted: the time may be wrong.

OWNERS_EVERY_MS = 60_000
OWNER_GONE_MS = 600_000
"""A process not heard of for so long is removed: it was killed."""


class Heartbeat:
    """Writes now and then, looks for tables that others have taken, and deletes old ones."""

    def __init__(self, services: Services, find_lost: Callable[[], Awaitable[None]]) -> None:
        self.services = services
        self._find_lost = find_lost
        self._checked_at: int | None = None
        self._owners_at: int | None = None
        self._owners: dict[str, tuple[int, int]] = {}
        """The last beat of each process, and since when it is known here."""
        self._checking: asyncio.Task[None] | None = None
        clock = services.clock
        self._started, self._started_at = clock.now(), clock.monotonic()
        self._purge_at = self._started_at + PURGE_FIRST_MS

    async def check_database(self) -> None:
        """Write to the database and read, unless that was done a moment ago.

        Raises SQLAlchemyError where it fails or takes too long, and once damage was found.
        """
        at = self.services.clock.monotonic()
        fresh = self._checked_at is not None and at - self._checked_at < CHECK_LASTS_MS
        if self._checking is None and not fresh:
            self._checking = asyncio.create_task(self._check(at))
            self._checking.add_done_callback(_take_error)
        if self._checking is not None:  # One write for all who ask, however many; it goes on if one leaves.
            try:
                async with asyncio.timeout(CHECK_SECONDS):
                    await asyncio.shield(self._checking)
            except TimeoutError:
                raise DatabaseTimeout from None
        if self.services.damage is not None:  # Where it is damaged a check may still find nothing.
            raise self.services.damage

    async def _check(self, at: int) -> None:
        writer = self.services.writer
        try:
            await writer.call(writer.store.beat, at)
            await writer.call(writer.store.probe)
            self._checked_at = at
        finally:
            self._checking = None

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            try:
                await self.beat()
            except SQLAlchemyError as error:
                self.services.store_failed("beat", error)
            await asyncio.sleep(BEAT_SECONDS)

    async def beat(self) -> None:
        """Show that this process is alive, and look after what is stored."""
        await self.check_database()
        await self._find_lost()
        await self._check_lock()
        at = self.services.clock.monotonic()
        if self._owners_at is None or at - self._owners_at >= OWNERS_EVERY_MS:
            self._owners_at = at
            await self._forget_owners(at)
        if at >= self._purge_at:
            self._purge_at = at + PURGE_EVERY_MS
            await self._purge(at)

    async def _purge(self, at: int) -> None:
        """Delete old tables, but none that this or another running process has touched since it started."""
        call, store, log = self.services.writer.call, self.services.writer.store, self.services.log
        # The system's clock may be set to any time; more than has passed here is not believed.
        now = min(self.services.clock.now(), self._started + at - self._started_at)
        before, alive = now - KEEP_MS, await call(store.beats)
        old, tables = await call(store.count_old, before, alive)
        if old > max(1, MOST_PURGED * tables):
            log.warning("purge_refused", extra={"old": old, "tables": tables, "by_hand": "admin purge"})
            return
        count = 0
        while (gone := await call(store.purge, before, alive)) is not None:
            count += gone
        while await call(store.give_back_room):
            pass
        log.info("purged", extra={"tables": count})

    async def _check_lock(self) -> None:
        """Warn of another server that has come between, as while PostgreSQL was restarted."""
        writer = self.services.writer
        was_alone = writer.store.alone
        if not await writer.call(writer.store.keep_lock) and was_alone:
            warn_shared()

    async def _forget_owners(self, at: int) -> None:
        """Remove processes whose beats have stopped, by our clock: theirs may show another time."""
        writer, known = self.services.writer, self._owners
        beats = await writer.call(writer.store.beats)
        self._owners = {
            name: known[name] if name in known and known[name][0] == beat else (beat, at)
            for name, beat in beats.items()
        }
        gone = [name for name, (_, since) in self._owners.items() if at - since >= OWNER_GONE_MS]
        if gone:
            await writer.call(writer.store.forget_owners, gone)


def _take_error(task: asyncio.Task[None]) -> None:
    if not task.cancelled():
        task.exception()  # Those who waited may all have gone: asyncio shall not complain then.
