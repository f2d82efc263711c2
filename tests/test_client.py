"""A seat played from outside: what the server refuses does not make it wait for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve

from fivethreefive import client as clients
from fivethreefive.client import Client, play_seat, table_address
from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.protocol import (
    Act,
    Catch,
    InviteBot,
    Invited,
    Ready,
    Reply,
    Request,
    Snapshot,
    Start,
    Update,
    View,
    encode,
    read_request,
)
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.rooms.timers import REVEAL_MS
from fivethreefive.table import commands
from support.table_players import Clock, Player, open_room, pass_time, settle, two_people, with_hub


class Wired(Client):
    """A client whose line is a table in memory."""

    def __init__(self, player: Player) -> None:
        super().__init__("http://here/t/BCDFGH")
        self.player = player
        self.sent: list[Request] = []
        self.too_fast = 0

    async def send(self, request: Request) -> None:
        self.sent.append(request)
        if self.too_fast and isinstance(request, Act):
            self.too_fast -= 1
            self.player.connection.refuse(0, InvalidInput("too_fast"))
            return
        try:
            await self.player.say(read_request(encode(request)))
        except InvalidInput as error:
            self.player.connection.refuse(0, error)

    async def replies(self) -> AsyncIterator[Reply]:
        known = 0
        while len(heard := self.player.heard()) > known:
            known += 1
            if (reply := await self.receive(heard[known - 1])) is not None:
                yield reply


async def bot_to_play(hub: Hub, clock: Clock) -> Wired:
    """A remote bot whose turn it is."""
    room, token = await open_room(hub, name="A", rules={"players": 2, "target": 1000}, pace="instant")
    host = await Player(hub, room).come(token)
    (invited, *_) = await host.say(InviteBot(1))
    assert isinstance(invited, Invited)
    bot = await Player(hub, room).come(invited.token)
    await host.say(Start())
    while not bot.view.can.act:
        if host.view.can.act:
            await host.act()
        else:
            await host.say(Ready())
            await pass_time(room, clock, 0)
    await settle(room)
    return Wired(bot)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "FIRST_WAIT", 0.001)


@pytest.mark.parametrize("wrong", ["zzz", "1-2-3-4", "", "+15", "x" * 41])
def test_a_wrong_action_is_followed_by_a_legal_one(wrong: str, tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        client = await bot_to_play(hub, clock)
        moves = len(client.player.room.table.moves)

        async def decide(_view: View) -> str:
            return wrong

        await play_seat(client, decide, on_reply=lambda _reply: None)
        seat, text, _ = client.player.room.table.moves[moves]
        assert seat == 1
        first, second = [said for said in client.sent if isinstance(said, Act)][:2]
        assert (first.action, second.action) == (wrong, text)

    with_hub(tmp_path, play)


def test_an_action_that_came_too_fast_is_sent_again(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        client = await bot_to_play(hub, clock)
        client.too_fast = 3
        moves = len(client.player.room.table.moves)
        decided = []

        async def decide(view: View) -> str:
            assert view.observation is not None
            decided.append(str(view.observation.legal[-1]))
            return decided[-1]

        await play_seat(client, decide, on_reply=lambda _reply: None)
        assert client.player.room.table.moves[moves][:2] == (1, decided[0])
        assert [said.action for said in client.sent[:4] if isinstance(said, Act)] == [decided[0]] * 4

    with_hub(tmp_path, play)


def test_a_line_that_is_gone_is_told_once_and_once_that_it_is_back() -> None:
    told: list[bool] = []
    client = Client("http://127.0.0.1:9/t/BCDFGH", on_connection=lambda error: told.append(error is None))

    async def wait() -> None:
        async for _ in client.replies():
            raise AssertionError

    async def play() -> None:
        waiting = asyncio.create_task(wait())
        while not told:
            await asyncio.sleep(0.001)
        await asyncio.wait([waiting], timeout=0.05)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)

    asyncio.run(play())
    assert told == [False]


def test_events_that_are_missing_are_asked_for_again_after_a_break(tmp_path: Path) -> None:
    """A line that breaks before the missing events have come does not lose them."""

    async def play(hub: Hub, clock: Clock) -> None:
        client = await bot_to_play(hub, clock)
        *_, latest = [reply for reply in client.player.heard() if isinstance(reply, Snapshot | Update)]
        await client.receive(Snapshot(latest.seq, latest.view))
        gap = Update(latest.seq + 2, latest.seq + 3, (), latest.view)
        shown = await client.receive(gap)
        assert isinstance(shown, Update)
        assert shown.events == ()
        assert isinstance(client.sent[-1], Catch)
        assert client.sent[-1].since == client.seq == latest.seq, "what a new hello asks for"

    with_hub(tmp_path, play)


@pytest.mark.parametrize(
    ("address", "server", "code"),
    [
        ("http://host:5350/t/bcdfgh", "http://host:5350", "BCDFGH"),
        ("wss://host/535/ws/BCDFGH", "https://host/535", "BCDFGH"),
        ("ftp://host/t/BCDFGH", None, ""),
        ("http://host/BCDFGH", None, ""),
        ("host/t/BCDFGH", None, ""),
        ("http://[::1/t/BCDFGH", None, ""),
        ("http://host:99999/t/BCDFGH", None, ""),
        ("http://host..name/t/BCDFGH", None, ""),
        ("http://host/é/t/BCDFGH", "http://host/%C3%A9", "BCDFGH"),
    ],
)
def test_addresses_of_tables(address: str, server: str | None, code: str) -> None:
    if server is not None:
        assert table_address(address) == (server, code)
    else:
        with pytest.raises(InvalidInput):
            table_address(address)


def test_a_person_s_client_contributes_to_fair_deals_by_itself(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, second = await two_people(hub, start=False)
        lines = [Wired(player) for player in (first, second)]

        async def follow() -> None:
            for line in lines:
                async for _ in line.replies():
                    pass

        await follow()
        await first.say(Start())
        await follow()
        assert room.table.phase == "playing"
        assert all(len(value) == 64 for value in room.table.contributions)
        assert len({*room.table.contributions}) == 2

    with_hub(tmp_path, play)


def test_a_remote_bot_contributes_nothing(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        line = await bot_to_play(hub, clock)
        async for _ in line.replies():
            pass
        assert line.sent == []

    with_hub(tmp_path, play)


def test_a_deal_that_left_the_client_out_is_told(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, _ = await two_people(hub, start=False)
        line, problems = Wired(first), list[str]()
        line.on_unfair_deal = problems.append
        async for _ in line.replies():
            pass
        await first.say(Start())
        snapshot = Snapshot(room.table.seq, first.view)
        line.player = Player(hub, room)  # The server drops what the client says now.
        await line.receive(snapshot)
        await pass_time(room, clock, REVEAL_MS)
        while room.table.turn is not None:
            seat = room.table.turn
            action = str(room.table.games[-1].game.round.legal_actions()[-1])
            commands.act(room.session, seat, len(room.table.moves), action, clock.now())
        await room.commit()
        await line.receive(Snapshot(room.table.seq, first.view))
        assert problems == ["contribution_left_out"]

    with_hub(tmp_path, play)


def test_what_another_server_says_is_no_bad_input(tmp_path: Path) -> None:
    async def play() -> None:
        async def answer(socket: ServerConnection) -> None:
            await socket.send("[" * 100_000)

        async with serve(answer, "127.0.0.1", 0) as listening:
            port = next(iter(listening.sockets)).getsockname()[1]
            client = Client(f"http://127.0.0.1:{port}/t/BCDFGH")
            with pytest.raises(FiveThreeFiveError) as refused:
                async for _ in client.replies():
                    pass
        assert refused.value.code == "not_535"
        assert not isinstance(refused.value, InvalidInput)

    asyncio.run(play())
