"""Bots that think in processes of the server: one that fails is replaced at the table."""

from __future__ import annotations

import asyncio

from fivethreefive import Game, Rules
from fivethreefive.server.workers.workers import Workers


def test_a_bot_that_is_late_is_replaced_by_the_house() -> None:
    observation = (game := Game(Rules(4), seed=1)).observe(game.round.turn)

    async def play() -> None:
        workers = Workers(1, deadline=0.5)
        try:
            await workers.ready()
            assert await workers.choose("search:600s", observation) in map(str, observation.legal)
            assert workers.late == 1
        finally:
            await workers.close()

    asyncio.run(play())
