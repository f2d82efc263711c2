"""Reviews of finished games: worked out once, when somebody asks, and kept as long as there is room."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from functools import partial

from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.protocol import ReviewGoesOn
from fivethreefive.server.workers.analysis_jobs import ReviewTask
from fivethreefive.server.workers.workers import Workers
from fivethreefive.table.state import PlayedGame

LOG = logging.getLogger("fivethreefive.server")

MOST_KEPT = 200
"""Reviews in memory, some ten kilobytes each; one that was dropped is worked out again."""
MOST_UNDER_WAY = 8

ReviewKey = tuple[str, int]
"""A table's code and the number of the game there."""


class Reviews:
    """The reviews of a server."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self._kept: OrderedDict[ReviewKey, bytes] = OrderedDict()
        self._under_way: dict[ReviewKey, ReviewGoesOn] = {}
        self._tasks: set[asyncio.Task[None]] = set()  # asyncio itself keeps tasks only weakly.

    def find(self, key: ReviewKey) -> bytes | ReviewGoesOn | None:
        """The body of a review, or how far it is; None where nobody has asked for it."""
        if key in self._kept:
            self._kept.move_to_end(key)  # What was read last is dropped last.
            return self._kept[key]
        return self._under_way.get(key)

    def start(self, key: ReviewKey, played: PlayedGame) -> ReviewGoesOn:
        """Begin with a review; InvalidInput where too many are under way."""
        if len(self._under_way) >= MOST_UNDER_WAY:
            raise InvalidInput("too_busy")
        self._under_way[key] = begun = ReviewGoesOn(0, 0)
        task = asyncio.create_task(self._work(key, played))
        self._tasks.add(task)
        task.add_done_callback(partial(self._done, key))
        return begun

    def _done(self, key: ReviewKey, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        del self._under_way[key]  # Also where it was ended before it began.

    async def _work(self, key: ReviewKey, played: PlayedGame) -> None:
        try:
            self._keep(key, await self._review(key, played))
        except FiveThreeFiveError as error:  # Whoever asks again sets it going again.
            LOG.warning("review_failed", extra={"why": str(error)})

    async def _review(self, key: ReviewKey, played: PlayedGame) -> bytes:
        events = list(played.game.events)  # All that is sent: a worker folds them itself.
        looked = await self.workers.judge(events, 0)
        decisions = looked.decisions
        while len(decisions) < looked.all:
            self._under_way[key] = ReviewGoesOn(len(decisions), looked.all)
            decisions += (await self.workers.judge(events, len(decisions))).decisions
        names = tuple(seat.name for seat in played.seats)
        return await self.workers.conclude_review(ReviewTask(key[1], names, events, decisions))

    def _keep(self, key: ReviewKey, body: bytes) -> None:
        self._kept[key] = body
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    async def close(self) -> None:
        """Let go of what is under way."""
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
