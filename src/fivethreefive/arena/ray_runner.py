"""The same work on a Ray cluster: each of its workers looks after one process of our own.

So a bot that hangs or dies is dealt with on its own machine, exactly as it is without Ray.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Generic, Self

from fivethreefive.language import FiveThreeFiveError, MissingExtra
from fivethreefive.process_pool import LostTask, ProcessPool
from fivethreefive.process_pool.pool import AHEAD, TRIES
from fivethreefive.process_pool.worker import Result, Task, Work

CONNECT_SECONDS = 5.0
"""Seconds in which a cluster has to answer."""

LOCAL = "local"
"""The address that stands for a new cluster on this machine, for as long as it is needed."""


def import_ray(address: str) -> Any:
    """The package Ray, where it is installed and somebody listens at ``address``.

    Raises MissingExtra or FiveThreeFiveError otherwise: Ray itself would try for minutes.
    """
    try:
        import ray
    except ImportError:
        raise MissingExtra("Ray", "ray") from None
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_SECONDS).close()
        except (OSError, ValueError, OverflowError) as error:
            raise FiveThreeFiveError("ray_unreachable", address=address, why=type(error).__name__) from None
    return ray


class _RayWorker(Generic[Task, Result]):
    def __init__(self, work: Work[Task, Result], patience: float | None) -> None:
        self._pool: ProcessPool[Task, Result] = ProcessPool(1, work, patience)

    def play(self, task: Task) -> Result | LostTask:
        [(_, result)] = self._pool.run([task])
        return result


class Cluster(Generic[Task, Result]):
    """Does ``work`` as a ``ProcessPool`` does, on up to ``jobs`` processors of the cluster at ``address``.

    Raises InvalidInput where Ray is not installed, FiveThreeFiveError where no cluster answers.
    """

    def __init__(
        self, address: str, jobs: int | None, work: Work[Task, Result], patience: float | None = None
    ) -> None:
        self._ray = import_ray(address)
        self.address = address
        self.jobs = jobs
        self.work = work
        self.patience = patience

    def __enter__(self) -> Self:
        # Nobody is told of it that somebody plays 535.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        local = self.address == LOCAL
        try:
            self._ray.init(
                address=self.address,
                num_cpus=self.jobs if local else None,  # Ray refuses it for a running cluster.
                include_dashboard=False if local else None,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except (OSError, ValueError, RuntimeError) as error:
            # Ray's own sentences are long and English.
            why = type(error).__name__
            raise FiveThreeFiveError("ray_unreachable", address=self.address, why=why) from None
        processors = int(self._ray.cluster_resources().get("CPU", 1))
        self._size = max(1, min(processors, self.jobs or processors))
        return self

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()

    def run(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | LostTask]]:
        """Every task and what came of it, as they are finished.

        A task whose worker is lost, with its machine perhaps, is begun once more by another.
        """
        ray = self._ray
        waiting = iter(tasks)
        under_way: dict[Any, tuple[int, Any, Task, int]] = {}
        workers = [self._worker() for _ in range(self._size)]

        def hand(number: int, task: Task, tries: int) -> None:
            worker = workers[number]
            under_way[worker.play.remote(task)] = number, worker, task, tries

        for _ in range(AHEAD):  # First a task for every worker, as in ``ProcessPool``.
            for number in range(self._size):
                for task in islice(waiting, 1):
                    hand(number, task, 1)
        while under_way:
            [ready], _ = ray.wait([*under_way], num_returns=1)
            number, worker, task, tries = under_way.pop(ready)
            try:
                yield task, ray.get(ready)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except ray.exceptions.RayActorError:
                if workers[number] is worker:  # Its other task fails too, and must not replace it again.
                    workers[number] = self._worker()
                if tries < TRIES:
                    hand(number, task, tries + 1)
                    continue
                yield task, LostTask("died", None)
            for following in islice(waiting, 1):
                hand(number, following, 1)

    def _worker(self) -> Any:
        return self._ray.remote(num_cpus=1)(_RayWorker).remote(self.work, self.patience)
