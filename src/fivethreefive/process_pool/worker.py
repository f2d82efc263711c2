"""One process that does one task after another, and a watchdog that its parent reads.

The process writes into shared memory who is thinking and since when. So its parent can end it also where no
code in it can be stopped any more.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ctypes import c_double
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

WHO, SINCE = 0, 1


class Watchdog:
    """Who is thinking and since when: written by a working process, read by its parent."""

    def __init__(self, cells: Any = None) -> None:
        self._cells = [0.0, 0.0] if cells is None else cells

    def start(self, who: int, grace: float = 0.0) -> None:
        """From now on ``who`` is thinking, with ``grace`` seconds more than patience gives."""
        self._cells[WHO] = who  # First: for the parent somebody is thinking once SINCE is set.
        self._cells[SINCE] = time.monotonic() + grace

    def stop(self) -> None:
        """Nobody is thinking any more."""
        self._cells[SINCE] = 0.0

    @property
    def who(self) -> int | None:
        """Who is thinking, None for nobody."""
        return int(self._cells[WHO]) if self._cells[SINCE] else None

    def late(self, patience: float) -> int | None:
        """Who has been thinking for longer than ``patience``, None for nobody."""
        since, who = self._cells[SINCE], int(self._cells[WHO])
        # Where it has changed while we read, somebody else has only just begun.
        known = since and since == self._cells[SINCE]
        return who if known and since + patience <= time.monotonic() else None

    def left(self, patience: float) -> float:
        """Seconds after which ``late`` has to be asked again."""
        since = self._cells[SINCE]
        # At most patience: with no grace, somebody who begins right now is late just then.
        return min(since + patience - time.monotonic(), patience) if since else patience


Work = Callable[[Task, Watchdog], Result]


class Worker:
    """One process that calls ``work``, a function that can be pickled, with each task that it is sent.

    A ``daemon`` is ended when its parent ends, but ``multiprocessing`` lets it start no processes itself.
    """

    def __init__(self, work: Work[Any, Any], *, daemon: bool = False) -> None:
        # Not a fork: the parent may have threads, which a forked process would not have.
        context = multiprocessing.get_context("spawn")
        cells = context.RawArray(c_double, 2)  # Without a lock, which a process that is killed could hold.
        self.pipe: Connection[Any, Any]
        self.pipe, theirs = context.Pipe()
        self.watchdog = Watchdog(cells)
        self.process: BaseProcess = context.Process(
            target=_serve, args=(theirs, work, cells), daemon=daemon
        )
        with _interrupts_held():
            self.process.start()
        theirs.close()  # Only the process itself has it then, so that its death closes the pipe.

    def send(self, task: Any) -> None:
        """Send it a task, which it does after those that it was sent before."""
        # Where it has died, ``receive`` says so.
        with suppress(OSError):
            self.pipe.send(task)

    def receive(self) -> tuple[bool, Any]:
        """Wait for the next answer: whether ``work`` returned, and what it returned or raised.

        Raises EOFError or OSError where the process has died.
        """
        answer: tuple[bool, Any] = self.pipe.recv()
        return answer

    def kill(self) -> None:
        """End it now, without waiting until it is gone."""
        self.process.kill()


def _serve(pipe: Connection[Any, Any], work: Work[Any, Any], cells: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends its processes.
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _keep_streams()
    watchdog = Watchdog(cells)
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, work(task, watchdog))
        except Exception as error:  # noqa: BLE001 - it is raised in the parent
            answer = (False, error)
        try:
            pipe.send(answer)
        except OSError:
            return


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)  # At once, whatever the other threads do: ``sys.exit`` would only end this thread.


def _keep_streams() -> None:
    # Standard input and output are the parent's: what a bot prints must not end up among its results.
    sys.stdout.flush()
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    # A terminal sends Ctrl-C to all processes, and a new one could get it before it ignores it. It inherits
    # what is blocked here; the parent gets what was held back when the block is lifted.
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
