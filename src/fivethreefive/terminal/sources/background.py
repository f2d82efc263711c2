"""Long work beside the app, in threads that nobody has to wait for when it ends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

Found = TypeVar("Found")

_NAME = "fivethreefive-thinking"


async def in_thread(work: Callable[[], Found]) -> Found:
    """What ``work`` returns or raises, done in a thread of its own.

    ``asyncio.to_thread`` would not do: its threads are waited for at the end of the process, however long
    a search goes on.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Found] = loop.create_future()

    def deliver(found: Found | None, error: BaseException | None) -> None:
        if future.done():
            return  # Whoever asked has gone.
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(found)  # type: ignore[arg-type]

    def do() -> None:
        found, error = None, None
        try:
            found = work()
        except Exception as caught:  # noqa: BLE001 - not swallowed: it is raised where it is waited for
            error = caught
        with suppress(RuntimeError):  # The loop is closed: nobody waits.
            loop.call_soon_threadsafe(deliver, found, error)

    beside(do)
    return await future


def beside(work: Callable[[], None]) -> None:
    """Have work done that may never end, as waiting for what a person types."""
    threading.Thread(target=work, name=_NAME, daemon=True).start()


def anybody_thinks() -> bool:
    """Whether such work still goes on; a process that ends in an orderly way could stumble over it."""
    return any(thread.name == _NAME for thread in threading.enumerate())
