"""Group commits: appends of many tables become one transaction, and each waits until it is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fivethreefive.server.storage.store import Append, Store

Answer = TypeVar("Answer")

MOST_APPENDS = 256  # In one transaction: all of them wait until it ends.


class Writer:
    """Writes what tables append, in the order it came, as fast as the database takes it.

    While one transaction is written the next ones gather, so the busier the server the larger they get.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.commits = 0
        self.appends = 0
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "store")  # One: SQLite lets no more than one write at a time.
        self._task = asyncio.create_task(self._run())

    async def append(self, append: Append) -> None:
        """Wait until an append is stored.

        Raises StaleEpoch where another process has the table, SQLAlchemyError where storing failed.
        """
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, future))
        self._wake.set()
        await future

    async def call(self, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Call a function of the store between two transactions, in the writing thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: function(*arguments))

    async def close(self) -> None:
        """Write what waits, then stop."""
        while self._waiting:  # What is being written is still in the list.
            await asyncio.sleep(0.001)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown()

    async def _write(self, appends: list[Append]) -> list[BaseException | None]:
        """What became of each append; a failure of any kind goes to those who wait, and not here."""
        writing = asyncio.ensure_future(self.call(self.store.write, appends))
        await asyncio.wait([writing])  # Unlike await, it does not raise what the task raised.
        if error := writing.exception():
            return [error for _ in appends]
        return [*writing.result()]

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()  # Before the list is looked at: what is added meanwhile wakes it again.
            while batch := self._waiting[:MOST_APPENDS]:
                results = await self._write([append for append, _ in batch])
                # Not before, so that close() waits for what is being written.
                del self._waiting[: len(batch)]
                self.commits += 1
                self.appends += len(batch)
                for (_, future), error in zip(batch, results, strict=True):
                    if not future.cancelled():  # Its room ended; what it wrote is stored all the same.
                        future.set_result(None) if error is None else future.set_exception(error)
