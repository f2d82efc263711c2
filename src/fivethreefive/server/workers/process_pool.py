"""Processes that work for the server, each on one piece of work at a time, with a deadline.

One that takes too long or dies is replaced; the others, and the work that waits, do not notice.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

LOG = logging.getLogger("fivethreefive.server")

Result = TypeVar("Result")


class Late(Exception):
    """The work took too long, no process was free for too long, or the process has died."""


def _set_up() -> None:
    """Leave Ctrl-C to the server, and end when it ends, however that happens; runs in a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server is not None

    def wait() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


class Crew:
    """Up to so many processes, begun when they are needed; ``warm_up`` loads what they need.

    Made inside a running event loop.
    """

    def __init__(self, processes: int, warm_up: Callable[[], object]) -> None:
        self.processes = processes
        self.warm_up = warm_up
        self._all: set[ProcessPoolExecutor] = set()
        """Each has one process, so that ending it ends nothing else."""
        self._free: asyncio.LifoQueue[ProcessPoolExecutor] = asyncio.LifoQueue()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._begin()

    def _begin_unless(self, some: int) -> None:
        """Start one more process where there are fewer than so many."""
        if len(self._all) < some and not self._closed:
            self._begin()

    def _begin(self) -> None:
        """Start one more process; it is free once it is warm: that takes time from no work."""
        process = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _set_up)
        self._all.add(process)
        self._warming = self._task(self._warm(process))

    async def _warm(self, process: ProcessPoolExecutor) -> bool:
        try:
            await asyncio.wrap_future(process.submit(self.warm_up))
        except Exception:  # Whoever needs a process next tries again.
            if not self._closed:
                LOG.exception("worker_failed")
            self._end(process)
            return False
        self._free.put_nowait(process)
        return True

    def _task(self, coroutine: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _end(self, process: ProcessPoolExecutor) -> None:
        self._all.discard(process)
        running = [*(getattr(process, "_processes", None) or {}).values()]
        process.shutdown(wait=False)
        for each in running:
            each.kill()

    async def ready(self) -> None:
        """Wait until the process begun last is warm; Late where it never will be."""
        self._begin_unless(some=1)
        if not await asyncio.shield(self._warming):
            raise Late

    async def run(self, deadline: float, work: Callable[..., Result], *arguments: Any) -> Result:
        """What ``work`` returns.

        Waits up to ``deadline`` seconds until a process is free, which then has ``deadline`` seconds: Late
        where either is not enough. Nobody's work is ended because others have to wait.
        """
        if self._free.empty():
            self._begin_unless(some=self.processes)
        try:
            async with asyncio.timeout(deadline):
                process = await self._free.get()
        except TimeoutError as error:
            raise Late from error
        # Where the one who asked is cancelled the process still has its work, and its deadline.
        result: Result = await asyncio.shield(self._task(self._work(process, deadline, work, arguments)))
        return result

    async def _work(
        self, process: ProcessPoolExecutor, deadline: float, work: Callable[..., Result], arguments: Any
    ) -> Result:
        gone = False
        try:
            async with asyncio.timeout(deadline):
                return await asyncio.wrap_future(process.submit(work, *arguments))
        except (TimeoutError, BrokenProcessPool) as error:
            gone = True
            raise Late from error
        finally:
            if not gone and not self._closed:
                self._free.put_nowait(process)
            elif gone:
                self._end(process)
                self._begin_unless(some=self.processes)

    def stop(self) -> None:
        """End all processes."""
        self._closed = True
        for process in [*self._all]:
            self._end(process)
