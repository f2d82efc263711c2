"""Bots in processes: what becomes of a bot whose processes are taken away."""

from __future__ import annotations

import asyncio
import time

from fivethreefive import Game, Rules
from fivethreefive.server.workers import Workers


def test_a_late_bot_of_another_table_takes_no_other_table_down() -> None:
    observation = (game := Game(Rules(4), seed=1)).observe(game.round.turn)

    async def play() -> str:
        workers = Workers(1)
        try:
            await workers.ready()
            workers.bots._pool.submit(time.sleep, 600)  # the worker is busy until it is ended
            workers.bots._pool.submit(time.sleep, 600)
            waiting = asyncio.create_task(workers.choose("greedy", observation))
            await asyncio.sleep(0)
            workers.bots.stop()
            workers.bots.start()
            return await waiting
        finally:
            await workers.close()

    assert asyncio.run(play()) in map(str, observation.legal)
