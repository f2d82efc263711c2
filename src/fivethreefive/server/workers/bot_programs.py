"""Programs that the operator offers as bots, each asked by one thread at a time.

A program is a process of its own already, which keeps to its time or is ended: a thread that waits for
it is enough. Each command line has threads of its own, so that a slow program keeps no other waiting.
"""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from fivethreefive.bots.external.program import ProgramBot
from fivethreefive.observation import Observation

AT_ONCE = 8
"""So many decisions of one program are waited for at once; more wait for their turn."""


class Programs:
    """Running programs by command line, kept between decisions: each view tells the whole game."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._threads = defaultdict[str, ThreadPoolExecutor](
            partial(ThreadPoolExecutor, AT_ONCE, "program")
        )
        self._lock = threading.Lock()
        self._free: defaultdict[str, list[ProgramBot]] = defaultdict(list)
        self._busy: set[ProgramBot] = set()
        self._closed = False

    async def choose(self, command: str, observation: Observation) -> str:
        """A program's action; BotFailed where it gives none.

        Who is cancelled while it waits leaves the program to finish, for the next decision.
        """
        return await asyncio.wrap_future(self._threads[command].submit(self._ask, command, observation))

    def _ask(self, command: str, observation: Observation) -> str:
        bot = self._take(command)
        try:
            return str(bot.act(observation, np.random.default_rng(0)))  # It draws its own random numbers.
        finally:
            self._give_back(command, bot)

    def _take(self, command: str) -> ProgramBot:
        with self._lock:
            free = self._free[command]
            bot = free.pop() if free else ProgramBot(command, self.limit)
            self._busy.add(bot)
            return bot

    def _give_back(self, command: str, bot: ProgramBot) -> None:
        with self._lock:
            self._busy.discard(bot)
            if not self._closed:
                self._free[command].append(bot)
                return
        bot.close()

    async def close(self) -> None:
        """End all programs: busy ones at once, the others as the protocol says."""
        with self._lock:
            self._closed = True
            idle = [bot for bots in self._free.values() for bot in bots]
            self._free.clear()
            for bot in self._busy:
                bot.kill()
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)  # Each ends once its program has.
        await asyncio.gather(*(asyncio.to_thread(bot.close) for bot in idle))
