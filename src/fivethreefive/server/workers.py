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
from collections.abc import Awaitable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Protocol

import numpy as np

from fivethreefive.bots import LEVELS, Bot, make_bot
from fivethreefive.bots import fallback as house
from fivethreefive.bots.external.program import PREFIX
from fivethreefive.language import BotFailed
from fivethreefive.observation import Observation
from fivethreefive.rules.streams import SEED_LIMIT
from fivethreefive.server.programs import Programs

LOG = logging.getLogger("fivethreefive.server")

DEADLINE = 2.0
"""Seconds a bot may think."""
PROGRAM_MARGIN = 0.5
"""Seconds longer that a program is waited for, so that it is told itself that it was late."""


class Thinker(Protocol):
    """Whatever decides for bots."""

    async def choose(self, specification: str, observation: Observation) -> str:
        """A legal action in its written form; it must always come, and soon."""

    async def close(self) -> None:
        """End all processes."""


def fallback(observation: Observation) -> str:
    """A cheap legal action, found at once."""
    return str(house.fallback(observation))


def think(specification: str, observation: Observation, seed: int) -> str:
    """What a bot does; runs in a worker."""
    return str(_kept(specification).act(observation, np.random.default_rng(seed)))


@cache
def _kept(specification: str) -> Bot:
    """A bot for all tables as long as this worker lives: making one may take longer than a decision."""
    return make_bot(specification)


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
        self.programs = Programs(deadline)
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
        pool, warm = self._pool, self._warm
        program = specification.startswith(PREFIX)
        try:
            thinking = self._thinking(specification, observation)
            action = await asyncio.wait_for(thinking, self.deadline + PROGRAM_MARGIN * program)
            if action in map(str, observation.legal):
                return action
        except (TimeoutError, BrokenProcessPool):
            if not program and pool is self._pool and warm.done():
                self._stop()
                self._start()
        except asyncio.CancelledError:
            # Another table's late bot may have taken this one's processes away; that is no end of ours.
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
        except BotFailed as error:
            LOG.warning("bot_failed", extra={"why": str(error)})
        except Exception:  # Whatever a bot does wrong, the table goes on.
            LOG.exception("bot_failed")
        self.late += 1
        return fallback(observation)

    def _thinking(self, specification: str, observation: Observation) -> Awaitable[str]:
        if specification.startswith(PREFIX):
            return self.programs.choose(specification.removeprefix(PREFIX), observation)
        seed = secrets.randbelow(SEED_LIMIT)
        return asyncio.wrap_future(self._pool.submit(think, specification, observation, seed))

    def _stop(self) -> None:
        processes = [*(getattr(self._pool, "_processes", None) or {}).values()]
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    async def close(self) -> None:
        """End all processes."""
        self._stop()
        await self.programs.close()
