"""Processes that an event loop hands work to: whatever becomes of one, the others go on."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from fivethreefive.process_pool import AsyncProcessPool, NoAnswer

LONG = 60.0


def with_pool(processes: int, test: Callable[[AsyncProcessPool], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        pool = AsyncProcessPool(processes, os.getpid)
        try:
            await pool.ready()
            await test(pool)
        finally:
            pool.stop()

    asyncio.run(run())


def test_work_that_waits_too_long_is_given_up_and_no_process_is_ended_for_it() -> None:
    async def play(pool: AsyncProcessPool) -> None:
        process = await pool.run(LONG, os.getpid)
        many = (pool.run(2.0, time.sleep, 0.5) for _ in range(8))
        answers = await asyncio.gather(*many, return_exceptions=True)
        late = [answer for answer in answers if answer is not None]
        assert all(isinstance(answer, NoAnswer) for answer in late)
        assert 0 < len(late) < 8, "the turns of others are no time of theirs"
        assert await pool.run(LONG, os.getpid) == process

    with_pool(1, play)


def test_a_process_that_hangs_or_dies_takes_no_other_work_with_it() -> None:
    async def play(pool: AsyncProcessPool) -> None:
        hanging = asyncio.create_task(pool.run(1.0, time.sleep, 600))
        await asyncio.sleep(0)
        others = [await pool.run(LONG, os.getpid)]
        working = asyncio.create_task(pool.run(LONG, time.sleep, 1.5))
        for lost in (hanging, pool.run(LONG, os._exit, 1)):
            with pytest.raises(NoAnswer):
                await lost
        await working
        others += await asyncio.gather(*(pool.run(LONG, os.getpid) for _ in range(3)))
        assert len(others) == 4

    with_pool(2, play)


def test_work_whose_asker_is_gone_keeps_its_process_until_it_is_done() -> None:
    async def play(pool: AsyncProcessPool) -> None:
        process = await pool.run(LONG, os.getpid)
        for seconds, same in ((0.3, True), (600, False)):
            asker = asyncio.create_task(pool.run(1.5, time.sleep, seconds))
            await asyncio.sleep(0.05)
            asker.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asker
            assert (await pool.run(LONG, os.getpid) == process) == same

    with_pool(1, play)


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
        pool = AsyncProcessPool(1, fails_once)
        try:
            with pytest.raises(NoAnswer):
                await pool.ready()
            await pool.ready()
            assert await pool.run(LONG, int, "5") == 5
        finally:
            pool.stop()

    asyncio.run(play())


def test_what_work_raises_is_raised_and_its_process_goes_on() -> None:
    async def play(pool: AsyncProcessPool) -> None:
        process = await pool.run(LONG, os.getpid)
        with pytest.raises(ValueError, match="no number"):
            await pool.run(LONG, int, "no number")
        assert await pool.run(LONG, os.getpid) == process

    with_pool(1, play)


def test_no_process_outlives_its_pool() -> None:
    async def play(pool: AsyncProcessPool) -> None:
        waiting = asyncio.create_task(pool.run(LONG, time.sleep, 600))
        await asyncio.sleep(0.05)
        pool.stop()
        with pytest.raises(NoAnswer):
            await waiting
        with pytest.raises(NoAnswer):
            await pool.run(0.1, os.getpid)

    with_pool(1, play)
