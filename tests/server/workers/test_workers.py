"""Bots that think in processes of the server: one that fails is replaced at the table."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest

from fivethreefive import Game, InvalidRecord, Round, Rules
from fivethreefive.server.http.replay_upload import replay_body
from fivethreefive.server.logs import JsonFormatter
from fivethreefive.server.workers.workers import Workers
from support.bot_programs import program
from support.command_process import LONG


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


def test_an_added_bot_that_is_slow_delays_no_built_in_one_and_is_named(
    caplog: pytest.LogCaptureFixture,
) -> None:
    observation = (game := Game(Rules(2), seed=1)).observe(game.round.turn)

    async def play() -> None:
        workers = Workers(1, deadline=LONG, offered=["greedy", "search:600s"])
        try:
            slow = asyncio.create_task(workers.choose("search:600s", observation))
            await workers.ready()
            assert await workers.choose("greedy", observation) in map(str, observation.legal)
            assert not slow.done()
            slow.cancel()
            assert workers.late == 0
            workers.deadline = 0.2
            await workers.choose("search:600s", observation)
            assert workers.late == 1
        finally:
            await workers.close()

    asyncio.run(play())
    late = [record for record in caplog.records if record.getMessage() == "bot_late"]
    assert [vars(record)["bot"] for record in late] == ["search:600s"]


def test_a_bot_that_fails_is_named_and_what_it_says_is_not(
    caplog: pytest.LogCaptureFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It sees its hand, and the round goes on."""
    (tmp_path / "leaky.py").write_text(
        "class Crash:\n    name = 'crash'\n    def act(self, observation, rng):\n"
        "        raise ValueError(f'no play for {observation.hand}')\n"
        "class Cheat(Crash):\n    def act(self, observation, rng):\n        return repr(observation)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    told = program(tmp_path, "hello(); sys.exit(str(hear()))")
    bots = ["leaky:Crash", "leaky:Cheat", told]
    observation = (game := Game(Rules(4), seed=1)).observe(game.round.turn)

    async def play() -> None:
        workers = Workers(1, deadline=LONG, offered=bots)
        try:
            for bot in bots:
                await workers.choose(bot, observation)
            assert workers.late == len(bots)
        finally:
            await workers.close()

    asyncio.run(play())
    formatter = JsonFormatter()
    lines = [json.loads(formatter.format(record)) for record in caplog.records]
    assert [(line["bot"], line["why"]) for line in lines] == [
        ("leaky:Crash", "bot_crashed: ValueError"),
        ("leaky:Cheat", "bot_illegal: not_cards"),
        (told, "bot_exited: 1"),
    ]
    for line in lines:
        assert not {"exception", "told", "stderr"} & {*line}


def test_a_decision_that_nobody_wants_any_more_is_no_failure(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """As where a person acts after all, while a bot is working out what to play instead."""
    observation = (game := Game(Rules(2), seed=1)).observe(game.round.turn)
    bots = ("search:5000", "search:5000", program(tmp_path))

    async def play() -> None:
        workers = Workers(1, deadline=LONG)
        try:
            await workers.ready()
            unwanted = [asyncio.create_task(workers.choose(bot, observation)) for bot in bots]
            await asyncio.sleep(0)  # The first is being worked out now, the second waits.
            for task in unwanted:
                task.cancel()
            assert await workers.choose("greedy", observation) in map(str, observation.legal)
            assert all(task.cancelled() for task in unwanted)
            assert workers.late == 0
        finally:
            await workers.close()

    asyncio.run(play())
    assert not caplog.records


def test_workers_answer_and_are_replaced_when_late_or_dead() -> None:
    round_ = Round.deal(Rules(2), seed=1)
    observation = round_.observe(round_.turn)
    legal = {str(action) for action in observation.legal}

    async def think() -> None:
        workers = Workers(1, deadline=30)
        await workers.ready()
        for name in ("random", "greedy", "heuristic"):
            assert await workers.choose(name, observation) in legal
        assert workers.late == 0
        assert await workers.choose("no such bot", observation) in legal
        assert workers.late == 1
        workers.deadline = 0.0
        assert await workers.choose("greedy", observation) in legal
        assert workers.late == 2
        await workers.close()

    asyncio.run(think())


def test_records_are_read_in_another_process() -> None:
    async def read() -> None:
        workers = Workers(1)
        try:
            assert await workers.read_record(os.getpid) != os.getpid()
            with pytest.raises(InvalidRecord) as refused:
                await workers.read_record(replay_body, b"[]", "it", None, True)
            assert refused.value.parameters["line"] == 1
        finally:
            await workers.close()

    asyncio.run(read())
