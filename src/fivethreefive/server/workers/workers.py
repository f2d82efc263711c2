"""Bots decide, and games are analysed, in processes of their own: the event loop never waits for them.

A bot is given an observation and nothing else; where it is late or dies a fast built-in bot decides
instead. Each bot that the operator adds has processes of its own: a slow one delays no other. Hints and
reviews have a process apart, at a lower priority: no bot waits for them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any

import numpy as np

from fivethreefive.bots import LEVELS, Bot, make_bot
from fivethreefive.bots.external.program import PREFIX
from fivethreefive.bots.fallback import fallback
from fivethreefive.language import BotFailed
from fivethreefive.observation import Observation
from fivethreefive.process_pool import AsyncProcessPool, NoAnswer
from fivethreefive.process_pool.worker import Result
from fivethreefive.protocol import Hinted
from fivethreefive.rules.kernel import SEED_LIMIT
from fivethreefive.server.workers import analysis_jobs
from fivethreefive.server.workers.background import READER_NICENESS, Background, lower_priority
from fivethreefive.server.workers.bot_programs import Programs
from fivethreefive.state import GameEvent

LOG = logging.getLogger("fivethreefive.server")

DEADLINE = 2.0
"""Seconds a bot may think, and seconds that it may wait for a process before."""
PROGRAM_MARGIN = 0.5
"""Seconds longer that a program is waited for, so that it is told itself that it was late."""
HINT_DEADLINE = 15.0
"""Seconds for a hint, and seconds that it may wait for those of others before."""
REVIEW_DEADLINE = 60.0
"""Seconds for a few decisions of a review, and seconds that they may wait for hints before."""
READING_DEADLINE = 15.0
"""Seconds to read a record, and seconds that it may wait for those of others before."""


def think(specification: str, observation: Observation, seed: int) -> str:
    """The action of a bot; runs in a worker."""
    return str(_bot(specification).act(observation, np.random.default_rng(seed)))


@cache  # For all tables, as long as the worker lives: making a bot may take longer than its decision.
def _bot(specification: str) -> Bot:
    return make_bot(specification)


def warm_up() -> int:
    """Load what bots need; runs in a worker. Returns the number of its process."""
    from fivethreefive.rules.options import Rules
    from fivethreefive.state import Game

    for specification in LEVELS.values():
        game = Game(Rules(2), seed=1)
        # Compiled code is loaded when it is first called, which would else count as thinking.
        think(specification, game.observe(game.round.turn), 1)
    return os.getpid()


def warm_up_added(specification: str) -> None:
    """Load what bots need, and one that the operator has added; runs in a worker."""
    warm_up()
    with suppress(Exception):  # Its first decision tells what is wrong with it.
        _bot(specification)


class Workers:
    """Processes in which bots decide, and one more for hints and reviews, once somebody asks for one."""

    def __init__(
        self, processes: int | None = None, deadline: float = DEADLINE, offered: Iterable[str] = ()
    ) -> None:
        """Begin with a process for the built-in bots, and one for each other that is offered."""
        self.deadline = deadline
        self.late = 0
        """How often the fallback decided."""
        self.programs = Programs(deadline)
        free = max(1, (os.cpu_count() or 2) - 1)  # One processor is left to the tables themselves.
        self.bots = AsyncProcessPool(processes or free, warm_up)
        self._added = {
            name: AsyncProcessPool(processes or free, partial(warm_up_added, name))
            for name in sorted({*offered} - {*LEVELS.values()})
            if not name.startswith(PREFIX)  # A program is a process already.
        }
        self._analysts = Background(analysis_jobs.warm_up)
        self._readers: Background | None = None  # Another: a long record keeps no hint waiting.

    async def ready(self) -> None:
        """Wait until the first worker is up."""
        await self.bots.ready()

    async def choose(self, specification: str, observation: Observation) -> str:
        """The bot's action; the fallback's where it is late, dies or is not legal."""
        try:
            action = await self._thinking(specification, observation)
            if action in map(str, observation.legal):  # A bot that is imported may return anything.
                return action
        except (NoAnswer, TimeoutError) as error:
            late = isinstance(error.__cause__ or error, TimeoutError)
            LOG.warning("bot_late" if late else "bot_died", extra={"bot": specification})
        except BotFailed as error:
            LOG.warning("bot_failed", extra={"bot": specification, "why": error.without_text})
        except Exception as error:  # Whatever a bot does wrong, the table goes on.
            LOG.exception("bot_failed", extra={"bot": specification, "why": type(error).__name__})
        self.late += 1
        return str(fallback(observation))

    async def _thinking(self, specification: str, observation: Observation) -> str:
        if specification.startswith(PREFIX):
            thinking = self.programs.choose(specification.removeprefix(PREFIX), observation)
            return await asyncio.wait_for(thinking, self.deadline + PROGRAM_MARGIN)
        seed = secrets.randbelow(SEED_LIMIT)  # Nobody shall be able to work out what a bot will play.
        pool = self._added.get(specification, self.bots)
        return await pool.run(self.deadline, think, specification, observation, seed)

    async def hint(self, observation: Observation, turn: int, id_: int) -> Hinted:
        """What to play; InvalidInput where that takes too long or too many ask."""
        return await self._analysts.run(HINT_DEADLINE, analysis_jobs.make_hint, observation, turn, id_)

    async def judge(self, events: Sequence[GameEvent], first: int) -> analysis_jobs.JudgedDecisions:
        """A few decisions of a finished game; InvalidInput where that takes too long or too many ask."""
        return await self._analysts.run(REVIEW_DEADLINE, analysis_jobs.judge, events, first)

    async def conclude_review(self, review: analysis_jobs.ReviewTask) -> bytes:
        """The review of a game as the body that answers for it; InvalidInput as before."""
        return await self._analysts.run(REVIEW_DEADLINE, analysis_jobs.conclude_review, review)

    async def read_record(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """What ``work`` makes of a record that was handed in; InvalidInput as before."""
        if self._readers is None:
            # Modules are loaded before the priority is lowered, or on a busy machine that takes minutes.
            self._readers = Background(partial(lower_priority, READER_NICENESS, work))
        return await self._readers.run(READING_DEADLINE, work, *arguments)

    async def close(self) -> None:
        """End all processes."""
        for pool in (self.bots, *self._added.values()):
            pool.stop()
        self._analysts.stop()
        if self._readers is not None:
            self._readers.stop()
        await self.programs.close()
