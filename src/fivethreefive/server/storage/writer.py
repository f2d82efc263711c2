"""Group commits: appends of many tables become one transaction, and each waits until it is stored.

A database may hang instead of failing, so every wait ends after a time, with DatabaseTimeout. What was
asked for and not begun by then is not done any more. What was begun may be done or not: a table in such
doubt is loaded again, which makes any write that still comes a stale one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from fivethreefive.server.storage.daemon_thread import DaemonThread
from fivethreefive.server.storage.store import Append, Store

Answer = TypeVar("Answer")

MOST_APPENDS = 256  # In one transaction: all of them wait until it ends.

STORE_SECONDS = 5.0
"""Nobody waits longer for the database."""


class DatabaseTimeout(SQLAlchemyError):
    """The database has not answered in time; what it was asked for may be done or not."""


@dataclass(eq=False)
class _Waiting:
    append: Append
    stored: asyncio.Future[None]
    withdrawn: bool = False
    """Whether it is too late to store it: somebody was told that it failed."""


class Writer:
    """Writes what tables append, in the order it came, as fast as the database takes it.

    While one transaction is written the next ones gather, so the busier the server the larger they get.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.commits = 0
        self.appends = 0
        self._waiting: list[_Waiting] = []
        self._wake = asyncio.Event()
        self._thread = DaemonThread("store")  # One: SQLite lets no more than one write at a time.
        self._reader = DaemonThread("read")
        self._task = asyncio.create_task(self._run())

    async def append(self, append: Append) -> None:
        """Wait until an append is stored.

        Raises StaleEpoch where another process has the table, SQLAlchemyError where storing failed or
        takes too long.
        """
        waiting = _Waiting(append, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._wake.set()
        try:
            async with asyncio.timeout(STORE_SECONDS):
                await waiting.stored
        except TimeoutError:
            waiting.withdrawn = True
            raise DatabaseTimeout from None

    async def call(self, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Call a function of the store between two transactions, in the writing thread.

        Raises what it raises, or DatabaseTimeout.
        """
        return await self._call(self._thread, function, *arguments)

    async def read(self, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Call a function of the store that only reads, in a thread apart: no move waits for it."""
        return await self._call(self._reader, function, *arguments)

    @staticmethod
    async def _call(thread: DaemonThread, function: Callable[..., Answer], *arguments: object) -> Answer:
        try:
            async with asyncio.timeout(STORE_SECONDS):
                return await asyncio.wrap_future(thread.submit(lambda: function(*arguments)))
        except TimeoutError:
            raise DatabaseTimeout from None

    async def close(self, seconds: float = STORE_SECONDS) -> None:
        """Write what waits, if that takes no longer than ``seconds``, then stop."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._waiting:  # What is being written is still in the list.
                    await asyncio.sleep(0.001)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._thread.end()
        self._reader.end()

    async def _write(self, appends: list[Append]) -> list[BaseException | None]:
        """What became of each append; a failure of any kind goes to those who wait, and not here."""
        writing = asyncio.wrap_future(self._thread.submit(lambda: self.store.write(appends)))
        await asyncio.wait([writing])  # Without a bound: one at a time, and those who wait have their own.
        if error := writing.exception():
            return [error for _ in appends]
        return [*writing.result()]

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()  # Before the list is looked at: what is added meanwhile wakes it again.
            while batch := self._next_batch():
                results = await self._write([waiting.append for waiting in batch])
                # Not before, so that close() waits for what is being written.
                del self._waiting[: len(batch)]
                self.commits += 1
                self.appends += len(batch)
                for waiting, error in zip(batch, results, strict=True):
                    stored = waiting.stored
                    if not stored.done():  # Else its room ended, or waits no longer.
                        stored.set_result(None) if error is None else stored.set_exception(error)

    def _next_batch(self) -> list[_Waiting]:
        self._waiting = [waiting for waiting in self._waiting if not waiting.withdrawn]
        return self._waiting[:MOST_APPENDS]
