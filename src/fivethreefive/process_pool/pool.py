"""A pool for a program that waits for results: every task gets one, also where its process dies."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import wait
from typing import Generic, Literal, Self

from fivethreefive.process_pool.worker import Result, Task, Work, Worker

AHEAD = 2
"""Tasks that a process has at a time, the one it works on included, so that it never waits for the next."""
TRIES = 2
"""How often a task is started whose process dies: the second time shows that the task is the cause."""
LEAVE = 2.0
"""Seconds that an idle process has to end by itself."""


@dataclass(frozen=True)
class LostTask:
    """A task that no process finished, and who was thinking when its process was lost, None for nobody."""

    why: Literal["hung", "died"]
    who: int | None


class ProcessPool(Generic[Task, Result]):
    """Up to ``jobs`` processes that call ``work``, a function that can be pickled, with each task.

    With ``patience`` a process is ended in which somebody (see ``Watchdog``) thinks for more seconds than
    that. Processes are kept for the next ``run``, until ``close``.
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
        """End all processes; those that are idle have a moment to end by themselves."""
        for member in self._members:
            member.pipe.close()  # All pipes first, so that they end at the same time.
        for member in self._members:
            member.process.join(0 if member.held else LEAVE)
            member.end()
        self._members.clear()

    def run(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | LostTask]]:
        """Every task with its result, in the order in which they are finished.

        A task is taken from ``tasks`` only when a process can have it. A task whose process dies is started
        once more. What ``work`` raises is raised here.
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
        # First a task for every process, then a second one: few tasks are shared by all processes.
        while len(self._members) < self.jobs and waiting.more():
            self._members.append(_Member(self.work))
            self._members[-1].hand(waiting.take())
        for member in self._members:
            while len(member.held) < AHEAD and waiting.more():
                member.hand(waiting.take())

    def _ready(self, busy: Sequence[_Member[Task]]) -> list[_Member[Task]]:
        patience = self.patience
        left = None if patience is None else max(min(m.watchdog.left(patience) for m in busy), 0)
        answered = wait([member.pipe for member in busy], left)
        found = []
        for member in busy:
            late = None if patience is None else member.watchdog.late(patience)
            if member.pipe in answered:  # A result counts, however late it is; or it has died.
                found.append(member)
            elif late is not None:
                member.hung = member.held[0], late  # Noted now: a result may still come before it is dead.
                member.end()
                found.append(member)
        return found

    def _answers(
        self, member: _Member[Task], waiting: _Waiting[Task]
    ) -> Iterator[tuple[Task, Result | LostTask]]:
        try:
            while member.pipe.poll():  # All that is there: also what a process sent before it was ended.
                well, answer = member.receive()
                if not well:
                    raise answer
                yield member.held.popleft().task, answer
        except (EOFError, OSError):
            member.end()
        if member.alive:
            return
        if member.hung is not None:
            entry, who = member.hung
            # Where the result arrived after all, none of the other tasks is to blame.
            if member.held and member.held[0] is entry:
                yield member.held.popleft().task, LostTask("hung", who)
        elif member.held:
            entry = member.held.popleft()
            entry.tries += 1
            if entry.tries == TRIES:
                yield entry.task, LostTask("died", member.watchdog.who)
            else:
                waiting.put_back(entry)
        for entry in reversed(member.held):  # Each goes to the front, so that the order stays.
            waiting.put_back(entry)
        member.held.clear()


@dataclass
class _Entry(Generic[Task]):
    task: Task
    tries: int = 0


@dataclass
class _Waiting(Generic[Task]):
    """The tasks that no process has: first those that were given back, then the rest of ``tasks``."""

    tasks: Iterator[Task]
    back: deque[_Entry[Task]] = field(default_factory=deque)

    def more(self) -> bool:
        if not self.back:
            self.back.extend(_Entry(task) for task in islice(self.tasks, 1))
        return bool(self.back)

    def take(self) -> _Entry[Task]:
        return self.back.popleft()

    def put_back(self, entry: _Entry[Task]) -> None:
        self.back.appendleft(entry)


class _Member(Worker, Generic[Task]):
    def __init__(self, work: Work[Task, Result]) -> None:
        super().__init__(work)
        self.held: deque[_Entry[Task]] = deque()
        self.alive = True
        self.hung: tuple[_Entry[Task], int] | None = None
        """The task that took too long, and who was thinking."""

    def hand(self, entry: _Entry[Task]) -> None:
        self.held.append(entry)
        self.send(entry.task)

    def end(self) -> None:
        self.alive = False
        self.kill()
        self.process.join()
