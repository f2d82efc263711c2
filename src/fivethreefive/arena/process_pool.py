"""Processes of our own that work is handed to, watched while they work and replaced where they die.

The parent sees in shared memory who is thinking and since when, so that it can end a process which
nobody inside it can end any more. Whatever happens to a process, its work is answered for.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from ctypes import c_double
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Literal, Self, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 2
"""Tasks that a process holds at a time, the one under way included, so that it never waits."""
TRIES = 2
"""How often a task is begun whose process dies."""
LEAVE = 2.0
"""Seconds that an idle process is given to end by itself."""

WHO, SINCE = 0, 1


class Watch:
    """Who is thinking and since when: written by a working process, read by its parent."""

    def __init__(self, cells: Any = None) -> None:
        self._cells = [0.0, 0.0] if cells is None else cells

    def start(self, who: int, grace: float = 0.0) -> None:
        """From now on ``who`` is thinking, with ``grace`` seconds more than patience gives."""
        self._cells[WHO] = who
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
        # What has changed meanwhile tells of somebody who has only just begun.
        known = since and since == self._cells[SINCE]
        return who if known and since + patience <= time.monotonic() else None

    def left(self, patience: float) -> float:
        """Seconds until somebody may have thought longer than ``patience``: it is time to look again."""
        since = self._cells[SINCE]
        return min(since + patience - time.monotonic(), patience) if since else patience


Work = Callable[[Task, Watch], Result]


@dataclass(frozen=True)
class Lost:
    """A task that no process brought to its end, and who was thinking then, if anybody."""

    why: Literal["hung", "died"]
    who: int | None


class Crew(Generic[Task, Result]):
    """Up to ``jobs`` processes that do ``work``, a function that can be pickled, on one task after another.

    With ``patience`` a process in which somebody thinks for longer, in seconds, is ended. Processes are
    kept for the next ``run``, until ``close``.
    """

    def __init__(self, jobs: int, work: Work[Task, Result], patience: float | None = None) -> None:
        self.jobs = jobs
        self.work = work
        self.patience = patience
        self._members: list[_Member[Task]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes; those that are idle may leave by themselves."""
        for member in self._members:
            member.pipe.close()
        for member in self._members:
            member.process.join(0 if member.held else LEAVE)
            member.end()
        self._members.clear()

    def run(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | Lost]]:
        """Every task and what came of it, as they are finished; a task is taken when it is begun.

        A task during which its process dies is begun once more. What ``work`` raises is raised here.
        """
        waiting = _Waiting(iter(tasks))
        while True:
            self._hand_out(waiting)
            if not (busy := [member for member in self._members if member.held]):
                return
            for member in self._ready(busy):
                yield from self._answers(member, waiting)
                if not member.alive:
                    self._members.remove(member)

    def _hand_out(self, waiting: _Waiting[Task]) -> None:
        while len(self._members) < self.jobs and waiting.more():
            self._members.append(_Member(self.work))
            self._members[-1].hand(waiting.take())
        for member in self._members:
            while len(member.held) < AHEAD and waiting.more():
                member.hand(waiting.take())

    def _ready(self, busy: Sequence[_Member[Task]]) -> list[_Member[Task]]:
        """The members that have answered or died, or whose time is up, which ends them."""
        patience = self.patience
        left = None if patience is None else max(min(m.watch.left(patience) for m in busy), 0)
        answered = wait([member.pipe for member in busy], left)
        found = []
        for member in busy:
            late = None if patience is None else member.watch.late(patience)
            if member.pipe in answered:
                found.append(member)
            elif late is not None:
                member.hung = member.held[0], late
                member.end()
                found.append(member)
        return found

    def _answers(
        self, member: _Member[Task], waiting: _Waiting[Task]
    ) -> Iterator[tuple[Task, Result | Lost]]:
        try:
            while member.pipe.poll():
                well, answer = member.pipe.recv()
                if not well:
                    raise answer
                yield member.held.popleft().task, answer
        except (EOFError, OSError):
            member.end()
        if member.alive:
            return
        if member.hung is not None:
            entry, who = member.hung
            # Where its answer came after all, no task that is still held is to blame for anything.
            if member.held and member.held[0] is entry:
                yield member.held.popleft().task, Lost("hung", who)
        elif member.held:
            entry = member.held.popleft()
            entry.tries += 1
            if entry.tries == TRIES:
                yield entry.task, Lost("died", member.watch.who)
            else:
                waiting.put_back(entry)
        for entry in reversed(member.held):
            waiting.put_back(entry)
        member.held.clear()


@dataclass
class _Entry(Generic[Task]):
    task: Task
    tries: int = 0


@dataclass
class _Waiting(Generic[Task]):
    """The tasks that no process holds: those taken back, then those not yet taken."""

    tasks: Iterator[Task]
    back: deque[_Entry[Task]] = field(default_factory=deque)

    def more(self) -> bool:
        if not self.back:
            self.back.extend(_Entry(task) for task in _first(self.tasks))
        return bool(self.back)

    def take(self) -> _Entry[Task]:
        return self.back.popleft()

    def put_back(self, entry: _Entry[Task]) -> None:
        self.back.appendleft(entry)


def _first(tasks: Iterator[Task]) -> Iterator[Task]:
    for task in tasks:
        yield task
        return


class _Member(Generic[Task]):
    """One process, and what it holds."""

    def __init__(self, work: Callable[[Task, Watch], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        cells = context.RawArray(c_double, 2)
        self.pipe: Connection[Any, Any]
        self.pipe, theirs = context.Pipe()
        self.watch = Watch(cells)
        self.held: deque[_Entry[Task]] = deque()
        self.alive = True
        self.hung: tuple[_Entry[Task], int] | None = None
        """The task over which it was ended, and who was thinking then."""
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, work, cells), daemon=False)
        with _interrupts_held():
            self.process.start()
        theirs.close()

    def hand(self, entry: _Entry[Task]) -> None:
        self.held.append(entry)
        # Where it is dead its end of the pipe says so when answers are read.
        with suppress(OSError):
            self.pipe.send(entry.task)

    def end(self) -> None:
        """End it now."""
        self.alive = False
        self.process.kill()
        self.process.join()


def _serve(pipe: Connection[Any, Any], work: Work[Any, Any], cells: Any) -> None:
    """What a process does: answer task after task, and end when its parent does, however that happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _keep_streams()
    watch = Watch(cells)
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, work(task, watch))
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
        os._exit(0)


def _keep_streams() -> None:
    """Leave standard input and output to the parent: what a bot prints goes to standard error."""
    sys.stdout.flush()
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back, here for a moment and in any process started meanwhile for good.

    A terminal sends it to all of them, and only the one who asked for the work is to answer.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
