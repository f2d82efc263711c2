"""Hints at a table: who is told what to play, from what, and how often."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from fivethreefive import InvalidInput, Observation, Round, Rules
from fivethreefive.analysis import Adviser
from fivethreefive.analysis.reasons import KEYS
from fivethreefive.protocol import Back, Fill, Hint, Hinted, InviteBot, Leave, Reason, Refused, Sit, Start
from fivethreefive.server.rooms import services
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.rooms.inbox import Received
from fivethreefive.server.workers import analysis_jobs
from fivethreefive.server.workers.background import MOST_WAITING
from fivethreefive.server.workers.workers import Workers
from fivethreefive.table.deals import fair_deals as fair
from support.table_players import Clock, Player, Quick, open_room, with_hub

FEW = Adviser(100)


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_jobs, "_adviser", lambda: FEW)


async def alone(hub: Hub, **rules: Any) -> Player:
    """A person who plays against bots, and whose turn it is."""
    room, token = await open_room(
        hub, name="A", rules={"players": 3} | rules, bots=(None, "easy", "easy"), start=True, pace="slow"
    )
    return await Player(hub, room).come(token)


def leads(monkeypatch: pytest.MonkeyPatch, *hands: tuple[int, ...]) -> None:
    """Let seat 0 lead, with these hands."""
    monkeypatch.setattr(fair, "deal", lambda *_, **__: (0, hands))


EASY = ((1, 2, 3, 8, 15), (4, 4, 5, 7, 9), (7, 9, 11, 12, 13))


def test_a_hint_is_what_an_analysis_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leads(monkeypatch, *EASY)

    async def play(hub: Hub, _clock: Clock) -> None:
        player = await alone(hub, deal=5)
        observation = player.view.observation
        assert observation is not None
        assert player.view.can.hint
        (hinted,) = await player.say(Hint(7))
        assert isinstance(hinted, Hinted)
        assert (hinted.id, hinted.turn) == (7, player.view.turn_number)
        assert hinted == analysis_jobs.make_hint(observation, hinted.turn, 7)
        assert {one.action for one in hinted.advice} <= set(observation.legal)
        assert hinted.advice[0].cost == 0
        assert all(one.ahead_error >= 0 and one.cost_error >= 0 for one in hinted.advice)
        assert hinted.why is None or hinted.why.key in KEYS
        assert len(player.room.table.moves) == 0, "a hint plays nothing"

    with_hub(tmp_path, play)


def test_a_hint_does_not_depend_on_what_its_seat_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Observation] = []

    class Noting(Quick):
        async def hint(self, observation: Observation, turn: int, id_: int) -> Hinted:
            given.append(observation)
            return await super().hint(observation, turn, id_)

    sent = []
    for number, hands in enumerate(
        (EASY, (EASY[0], EASY[2], EASY[1]), (EASY[0], (15, 15, 14, 14, 1), (8, 8, 8, 2, 2)))
    ):
        leads(monkeypatch, *(tuple(sorted(hand)) for hand in hands))

        async def play(hub: Hub, _clock: Clock) -> None:
            player = await alone(hub, deal=5)
            await player.say(Hint(7))
            sent.append(player.raw[-1])

        (folder := tmp_path / str(number)).mkdir()
        with_hub(folder, play, workers=Noting())
    assert b'"hinted"' in sent[0]
    assert sent[0] == sent[1] == sent[2]
    assert given[0] == given[1] == given[2]
    assert given[0].seat == 0


async def code_of(player: Player) -> str:
    (reply,) = await player.say(Hint(1))
    assert isinstance(reply, Refused)
    return reply.code


def test_nobody_is_told_what_to_play_among_people_or_out_of_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leads(monkeypatch, *EASY)

    async def play(hub: Hub, _clock: Clock) -> None:
        player = await alone(hub, deal=5)
        watcher = await Player(hub, player.room).come()
        assert await code_of(watcher) == "not_seated"
        await watcher.say(Sit("B", 1))
        assert not player.view.can.hint
        assert await code_of(player) == "hint_among_people"
        await watcher.say(Leave())
        assert await code_of(player) == "hint_among_people", "who has left may come back"
        assert await code_of(watcher) == "hint_among_people"
        await watcher.say(Back())

        other = await alone(hub, deal=5)
        await other.act()
        assert not other.view.can.hint
        assert await code_of(other) == "not_your_turn"

    with_hub(tmp_path, play)


def test_a_remote_bot_is_told_nothing_and_counts_as_people(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, token = await open_room(hub, name="A", rules={"players": 2})
        host = await Player(hub, room).come(token)
        assert await code_of(host) == "hint_among_people"
        (invited,) = [r for r in await host.say(InviteBot(1)) if hasattr(r, "token")]
        bot = await Player(hub, room).come(invited.token)
        await host.say(Start())
        assert await code_of(bot) == "not_for_bots"
        assert await code_of(host) == "hint_among_people"

    with_hub(tmp_path, play)


def test_hints_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leads(monkeypatch, *EASY)
    monkeypatch.setattr(services, "HINTS", 3)

    async def play(hub: Hub, clock: Clock) -> None:
        player = await alone(hub, deal=5)
        for _ in range(3):
            assert isinstance((await player.say(Hint(1)))[0], Hinted)
        assert await code_of(player) == "too_fast"
        clock.time += 3100
        player.room.inbox.put_nowait(Received(player.connection, Hint(1)))
        answers = await player.say(Hint(2))
        assert {type(answer) for answer in answers} == {Hinted, Refused}, "one at a time"

    with_hub(tmp_path, play)


def test_a_table_that_waits_has_no_hints(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, token = await open_room(hub, name="A", rules={"players": 2})
        player = await Player(hub, room).come(token)
        await player.say(Fill("easy"))
        assert await code_of(player) == "game_not_begun"

    with_hub(tmp_path, play)


def test_workers_hint_in_a_process_and_say_when_they_cannot() -> None:
    round_ = Round(Rules(2), [[4], [15]], 0, table=(3,), last=1)

    async def ask() -> None:
        workers = Workers(1)
        try:
            hinted = await workers.hint(round_.observe(0), 3, 5)
            assert (hinted.turn, hinted.id, str(hinted.advice[0].action)) == (3, 5, ">4")
            assert hinted.why == Reason("out")
            with pytest.raises(InvalidInput) as late:
                await workers._analysts.run(0.5, time.sleep, 600)
            assert late.value.code == "too_busy"
            again = await workers.hint(round_.observe(0), 3, 5)
            assert again == hinted, "a process that was late is replaced"
            with pytest.raises(InvalidInput) as failed:
                await workers._analysts.run(30, divmod, 1, 0)
            assert failed.value.code == "too_busy", "whoever asked is answered"
            with pytest.raises(InvalidInput) as refused:
                await workers.hint(round_.observe(1), 3, 5)
            assert refused.value.code != "too_busy", "an error with a sentence of its own keeps it"
            workers._analysts._waiting = MOST_WAITING
            with pytest.raises(InvalidInput) as busy:
                await workers.hint(round_.observe(0), 3, 5)
            assert busy.value.code == "too_busy"
        finally:
            await workers.close()

    asyncio.run(ask())
