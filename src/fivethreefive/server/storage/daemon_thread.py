"""One thread that calls functions one after the other; the end of the process does not wait for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class DaemonThread:
    """Like an executor of one thread, but Python joins those at its end, however long they hang."""

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def submit(self, function: Callable[[], Answer]) -> Future[Answer]:
        """Call a function after those before it; one that is cancelled before its turn is not called."""
        future: Future[Answer] = Future()
        self._calls.put((future, function))
        return future

    def end(self) -> None:
        """End after what was asked for so far; who calls this does not wait."""
        self._calls.put(None)

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            future, function = call
            if not future.set_running_or_notify_cancel():
                continue
            try:
                answer = function()
            except BaseException as error:  # noqa: BLE001 - of any kind: it goes to who waits.
                future.set_exception(error)
            else:
                future.set_result(answer)
            del call, future, function  # While waiting for the next call nothing is kept alive.
