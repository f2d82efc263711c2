"""Processes that work for the server: whatever becomes of one, the work of the others goes on."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from fivethreefive import Game, Rules
from fivethreefive.server.workers.process_pool import Crew, Late
from fivethreefive.server.workers.workers import Workers

LONG = 60.0


def with_crew(processes: int, test: Callable[[Crew], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        crew = Crew(processes, os.getpid)
        try:
            await crew.ready()
            await test(crew)
        finally:
            crew.stop()

    asyncio.run(run())


def test_work_that_waits_too_long_is_given_up_and_no_process_is_ended_for_it() -> None:
    async def play(crew: Crew) -> None:
        process = await crew.run(LONG, os.getpid)
        many = (crew.run(2.0, time.sleep, 0.5) for _ in range(8))
        answers = await asyncio.gather(*many, return_exceptions=True)
        late = [answer for answer in answers if answer is not None]
        assert all(isinstance(answer, Late) for answer in late)
        assert 0 < len(late) < 8, "the turns of others are no time of theirs"
        assert await crew.run(LONG, os.getpid) == process

    with_crew(1, play)


def test_a_process_that_hangs_or_dies_takes_no_other_work_with_it() -> None:
    async def play(crew: Crew) -> None:
        hanging = asyncio.create_task(crew.run(1.0, time.sleep, 600))
        await asyncio.sleep(0)
        others = [await crew.run(LONG, os.getpid)]
        working = asyncio.create_task(crew.run(LONG, time.sleep, 1.5))
        for lost in (hanging, crew.run(LONG, os._exit, 1)):
            with pytest.raises(Late):
                await lost
        await working
        others += await asyncio.gather(*(crew.run(LONG, os.getpid) for _ in range(3)))
        assert len(others) == 4

    with_crew(2, play)


def test_work_whose_asker_is_gone_keeps_its_process_until_it_is_done() -> None:
    async def play(crew: Crew) -> None:
        process = await crew.run(LONG, os.getpid)
        for seconds, same in ((0.3, True), (600, False)):
            asker = asyncio.create_task(crew.run(1.5, time.sleep, seconds))
            await asyncio.sleep(0.05)
            asker.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asker
            assert (await crew.run(LONG, os.getpid) == process) == same

    with_crew(1, play)


def fails_once() -> None:
    told = Path(os.environ["FAILS_ONCE"])
    if not told.exists():
        told.touch()
        os._exit(1)


def test_a_process_that_cannot_be_begun_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAILS_ONCE", str(tmp_path / "told"))

    async def play() -> None:
        crew = Crew(1, fails_once)
        try:
            with pytest.raises(Late):
                await crew.ready()
            await crew.ready()
            assert await crew.run(LONG, int, "5") == 5
        finally:
            crew.stop()

    asyncio.run(play())


def test_what_work_raises_is_raised_and_its_process_goes_on() -> None:
    async def play(crew: Crew) -> None:
        process = await crew.run(LONG, os.getpid)
        with pytest.raises(ValueError, match="no number"):
            await crew.run(LONG, int, "no number")
        assert await crew.run(LONG, os.getpid) == process

    with_crew(1, play)


def test_no_process_outlives_its_crew() -> None:
    async def play(crew: Crew) -> None:
        waiting = asyncio.create_task(crew.run(LONG, time.sleep, 600))
        await asyncio.sleep(0.05)
        crew.stop()
        with pytest.raises(Late):
            await waiting
        with pytest.raises(Late):
            await crew.run(0.1, os.getpid)

    with_crew(1, play)


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
