"""Bots think in processes of their own, with a deadline and a fallback move.

A worker is given an observation and nothing else. One that takes too long or dies is replaced, and
a quick player of the house decides instead.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

import numpy as np

from fivethreefive.bots import LEVELS, make_bot
from fivethreefive.bots.greedy import GreedyBot
from fivethreefive.observation import Observation
from fivethreefive.rules.streams import SEED_LIMIT

LOG = logging.getLogger("fivethreefive.server")

DEADLINE = 2.0
"""Seconds a bot may think."""


class Thinker(Protocol):
    """Whatever decides for bots."""

    async def choose(self, specification: str, observation: Observation) -> str:
        """A legal action in its written form; it must always come, and soon."""

    async def close(self) -> None:
        """End all processes."""


def fallback(observation: Observation) -> str:
    """A cheap legal action, found at once."""
    return str(GreedyBot().act(observation, np.random.default_rng(0)))


def think(specification: str, observation: Observation, seed: int) -> str:
    """What a bot does; runs in a worker."""
    return str(make_bot(specification).act(observation, np.random.default_rng(seed)))


def _set_up() -> None:
    """Leave Ctrl-C to the server, and end when it ends, however that happens; runs in a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server is not None

    def wait() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def warm_up() -> int:
    """Load what bots need; runs in a worker. The worker's process."""
    from fivethreefive.rules.options import Rules
    from fivethreefive.state import Game

    for specification in LEVELS.values():
        game = Game(Rules(2), seed=1)
        think(specification, game.observe(game.round.turn), 1)
    return os.getpid()


class Workers:
    """Bots in processes."""

    def __init__(self, processes: int | None = None, deadline: float = DEADLINE) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.deadline = deadline
        self.late = 0
        """How often the fallback decided."""
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(self.processes, context, _set_up)
        # Until the first worker is up a late answer is no fault of the bot.
        self._warm = self._pool.submit(warm_up)

    async def ready(self) -> None:
        """Wait until the first worker is up."""
        await asyncio.wrap_future(self._warm)

    async def choose(self, specification: str, observation: Observation) -> str:
        """The bot's action; the fallback's where it is late, dies or is not legal."""
        pool, warm, seed = self._pool, self._warm, secrets.randbelow(SEED_LIMIT)
        try:
            thinking = pool.submit(think, specification, observation, seed)
            action = await asyncio.wait_for(asyncio.wrap_future(thinking), self.deadline)
            if action in map(str, observation.legal):
                return action
        except (TimeoutError, BrokenProcessPool):
            if pool is self._pool and warm.done():
                self._stop()
                self._start()
        except asyncio.CancelledError:
            # Another table's late bot may have taken this one's processes away; that is no end of ours.
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
        except Exception:  # Whatever a bot does wrong, the table goes on.
            LOG.exception("bot_failed")
        self.late += 1
        return fallback(observation)

    def _stop(self) -> None:
        processes = [*(getattr(self._pool, "_processes", None) or {}).values()]
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    async def close(self) -> None:
        """End all processes."""
        self._stop()
