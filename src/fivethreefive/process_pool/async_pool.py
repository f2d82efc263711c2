"""A pool for an event loop: each process does one call at a time, within a time limit.

A process that takes too long or dies is replaced. That affects neither the others nor the calls that wait.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from fivethreefive.process_pool.worker import Result, Watchdog, Worker

LOG = logging.getLogger("fivethreefive.process_pool")


class NoAnswer(Exception):
    """The call took too long, no process became free in time, or the process died."""


Call = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function and its arguments."""


def _call(call: Call, _watchdog: Watchdog) -> Any:
    function, arguments = call
    return function(*arguments)


class AsyncProcessPool:
    """Up to ``processes`` processes, started when they are needed; each calls ``warm_up`` before all else.

    Must be made while the event loop runs.
    """

    def __init__(self, processes: int, warm_up: Callable[[], object]) -> None:
        self.processes = processes
        self.warm_up = warm_up
        self._all: set[Worker] = set()
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._begin()

    def _begin_unless(self, some: int) -> None:
        if len(self._all) < some and not self._closed:
            self._begin()

    def _begin(self) -> None:
        worker = Worker(_call, daemon=True)
        self._all.add(worker)
        self._warming = self._task(self._warm(worker))  # Not free yet: warming up takes no call's time.

    async def _warm(self, worker: Worker) -> bool:
        try:
            await self._answer(worker, self.warm_up, ())
        except Exception:  # Whoever needs a process next tries again.
            if not self._closed:
                LOG.exception("worker_failed")
            self._end(worker)
            return False
        self._free.put_nowait(worker)
        return True

    @staticmethod
    async def _answer(worker: Worker, work: Callable[..., Any], arguments: Any) -> Any:
        worker.send((work, arguments))
        try:
            # In a thread: pipes cannot be waited for by an event loop on every system.
            well, answer = await asyncio.to_thread(worker.receive)
        except (EOFError, OSError) as error:
            raise NoAnswer from error
        if well:
            return answer
        raise answer

    def _task(self, coroutine: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)  # The event loop itself keeps no task alive.
        task.add_done_callback(self._tasks.discard)
        return task

    def _end(self, worker: Worker) -> None:
        self._all.discard(worker)
        worker.kill()  # This also frees the thread that waits for its answer.

    async def ready(self) -> None:
        """Wait until the process that was started last is warm; NoAnswer where it died before."""
        self._begin_unless(some=1)
        # Shielded: where this caller is cancelled the process is warmed all the same, for others.
        if not await asyncio.shield(self._warming):
            raise NoAnswer

    async def run(self, deadline: float, work: Callable[..., Result], *arguments: Any) -> Result:
        """What ``work`` returns in one of the processes.

        Waits up to ``deadline`` seconds for a free process, which then has ``deadline`` seconds to answer.
        Raises NoAnswer where one of these is not enough. No process is ended because others wait for it.
        """
        if self._free.empty():
            self._begin_unless(some=self.processes)
        try:
            async with asyncio.timeout(deadline):
                worker = await self._free.get()
        except TimeoutError as error:
            raise NoAnswer from error
        # Where the caller is cancelled the process still has its work and its time limit.
        result: Result = await asyncio.shield(self._task(self._work(worker, deadline, work, arguments)))
        return result

    async def _work(
        self, worker: Worker, deadline: float, work: Callable[..., Result], arguments: Any
    ) -> Result:
        gone = False
        try:
            async with asyncio.timeout(deadline):
                result: Result = await self._answer(worker, work, arguments)
                return result
        except (TimeoutError, NoAnswer) as error:
            gone = True
            raise NoAnswer from error
        finally:
            if not gone and not self._closed:  # Also where ``work`` raised: the process goes on.
                self._free.put_nowait(worker)
            elif gone:
                self._end(worker)
                self._begin_unless(some=self.processes)

    def stop(self) -> None:
        """End all processes."""
        self._closed = True
        for worker in [*self._all]:
            self._end(worker)
