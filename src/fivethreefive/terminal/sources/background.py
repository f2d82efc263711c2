"""Long work beside the app, in threads that nobody has to wait for when it ends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Result = TypeVar("Result")

_NAME = "fivethreefive-thinking"


async def run_in_thread(work: Callable[[], Result]) -> Result:
    """What ``work`` returns or raises, done in a thread of its own.

    ``asyncio.to_thread`` would not do: its threads are waited for at the end of the process, however long
    a search goes on.
    """
    future = Future[Result]()
    future.set_running_or_notify_cancel()  # Whoever asks may go; the work goes on all the same.

    def do() -> None:
        try:
            found = work()
        except Exception as error:  # noqa: BLE001 - not swallowed: it is raised where it is waited for
            future.set_exception(error)
        else:
            future.set_result(found)

    start_thread(do)
    return await asyncio.wrap_future(future)


def start_thread(work: Callable[[], None]) -> None:
    """Have work done that may never end, as waiting for what a person types."""
    threading.Thread(target=work, name=_NAME, daemon=True).start()  # A daemon ends with the process.


def thread_is_running() -> bool:
    """Whether such work still goes on; a process that ends in an orderly way could stumble over it."""
    return any(thread.name == _NAME for thread in threading.enumerate())
