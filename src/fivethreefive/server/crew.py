"""Processes that work for the server, each piece of work with a deadline.

One that takes too long or dies is replaced, with all that waited for it.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

Result = TypeVar("Result")


class Late(Exception):
    """The work took too long, or its process is gone."""


def _set_up() -> None:
    """Leave Ctrl-C to the server, and end when it ends, however that happens; runs in a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server is not None

    def wait() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


class Crew:
    """A pool of processes; ``warm_up`` loads what they need."""

    def __init__(self, processes: int, warm_up: Callable[[], int]) -> None:
        self.processes = processes
        self.warm_up = warm_up
        self.start()

    def start(self) -> None:
        """Begin with new processes."""
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(self.processes, context, _set_up)
        # Until the first worker is up a late answer is no fault of the work.
        self._warm: Future[int] = self._pool.submit(self.warm_up)

    async def ready(self) -> None:
        """Wait until the first worker is up; Late where it never will be."""
        try:
            await asyncio.shield(asyncio.wrap_future(self._warm))
        except BrokenProcessPool as error:
            raise Late from error

    async def run(self, deadline: float, work: Callable[..., Result], *arguments: Any) -> Result:
        """What ``work`` returns within ``deadline`` seconds; Late where it does not."""
        pool, warm = self._pool, self._warm
        try:
            future = asyncio.wrap_future(pool.submit(work, *arguments))
            return await asyncio.wait_for(future, deadline)
        except (TimeoutError, BrokenProcessPool) as error:
            if pool is self._pool and warm.done():
                self.stop()
                self.start()
            raise Late from error
        except asyncio.CancelledError as error:
            # Other work that was late may have taken the processes away; that is no end of ours.
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise Late from error

    def stop(self) -> None:
        """End all processes."""
        processes = [*(getattr(self._pool, "_processes", None) or {}).values()]
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
