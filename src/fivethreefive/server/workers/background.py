"""Work that may wait: in one process of its own at a lower priority, and refused where too much waits."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from typing import Any

from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.process_pool import AsyncProcessPool, NoAnswer
from fivethreefive.process_pool.worker import Result

LOG = logging.getLogger("fivethreefive.server")

MOST_WAITING = 20
"""So many pieces of work are done or wait; whoever asks then may ask again."""
START_SECONDS = 60.0
NICENESS = 10
"""Of 19: bots at the tables go first."""
READER_NICENESS = 5
"""Of 19: somebody waits for what is read, which takes a second at most."""


def lower_priority(niceness: int = NICENESS, *_loaded: object) -> None:
    """Let bots and tables go first; runs in a worker, where everything it is given has been loaded."""
    if hasattr(os, "nice"):  # Windows has none.
        os.nice(niceness)


class Background:
    """A process that begins when it is first needed, since many servers never need it."""

    def __init__(self, warm_up: Callable[[], object]) -> None:
        self._warm_up = warm_up
        self._pool: AsyncProcessPool | None = None
        self._waiting = 0

    async def run(self, deadline: float, work: Callable[..., Result], *arguments: Any) -> Result:
        """What ``work`` returns; InvalidInput where it takes too long or too many ask."""
        if self._waiting >= MOST_WAITING:
            raise InvalidInput("too_busy")
        if self._pool is None:
            self._pool = AsyncProcessPool(1, self._warm_up)
        self._waiting += 1  # Those that wait for the process to start count too.
        try:
            await asyncio.wait_for(self._pool.ready(), START_SECONDS)
            return await self._pool.run(deadline, work, *arguments)
        except (NoAnswer, TimeoutError):
            raise InvalidInput("too_busy") from None
        except FiveThreeFiveError:
            raise
        except Exception:  # Whoever asked is answered, whatever went wrong.
            LOG.exception("background_failed")
            raise InvalidInput("too_busy") from None
        finally:
            self._waiting -= 1

    def stop(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.stop()
