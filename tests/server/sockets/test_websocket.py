"""A server over WebSockets: origins, first messages, rubbish, floods, two tabs, a whole game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import websockets
from websockets.asyncio.client import connect

from fivethreefive.client import Client
from fivethreefive.protocol import (
    LONGEST_MESSAGE,
    PROTOCOL,
    Act,
    Bye,
    Hello,
    Ping,
    Pong,
    Ready,
    Refused,
    Snapshot,
    Update,
    View,
    encode,
)
from support.command_process import LONG, run
from support.server_process import Running
from support.socket_client import hear, latest, say


def test_origins_are_checked(server: Running) -> None:
    code = server.create()["code"]

    async def try_origin(origin: str | None) -> bool:
        try:
            async with connect(server.socket(code), origin=origin) as socket:  # type: ignore[arg-type]
                await say(socket, Hello(PROTOCOL))
                await hear(socket, Snapshot)
                return True
        except websockets.InvalidStatus as refused:
            return refused.response.status_code != 403

    assert asyncio.run(try_origin(None))
    assert asyncio.run(try_origin(f"http://127.0.0.1:{server.port}"))
    for origin in ("http://evil.example", f"http://localhost:{server.port}", "null", "http://127.0.0.1"):
        assert not asyncio.run(try_origin(origin))


FIRST = [
    (encode(Hello(PROTOCOL + 1)).decode(), "BCDFGH", "reload"),
    (encode(Ping()).decode(), "BCDFGH", "no_hello"),
    ("nonsense", "BCDFGH", "no_hello"),
    (encode(Hello(PROTOCOL, "short")).decode(), "BCDFGH", "bad_hello"),
    (encode(Hello(PROTOCOL)).decode(), "XXXXXX", "no_such_table"),
]


@pytest.mark.parametrize(("first", "code", "bye"), FIRST)
def test_connections_that_end_at_once(server: Running, first: str, code: str, bye: str) -> None:
    async def talk() -> None:
        async with connect(server.socket(code)) as socket:
            await socket.send(first)
            said = await hear(socket, Bye)
            assert (said.code, said.retry) == (bye, False)
            with pytest.raises(websockets.ConnectionClosed):
                await socket.recv()

    asyncio.run(talk())


def test_a_game_against_bots_over_the_wire(server: Running) -> None:
    created = server.create(
        name="Ana", bots=[None, "easy", "medium", "hard"], start=True, pace="instant", rules={"target": 5}
    )

    async def play() -> View:
        client = Client(server.table(created["code"]), created["token"])
        async with asyncio.timeout(LONG):
            async for reply in client.replies():
                view = client.view
                if not isinstance(reply, Snapshot | Update) or view is None:
                    continue
                if view.phase == "game_over":
                    return view
                if view.can.ready:
                    await client.send(Ready(1))
                if view.can.act:
                    assert view.observation is not None
                    await client.send(Act(view.turn_number, 1, str(view.observation.legal[-1])))
        raise AssertionError

    view = asyncio.run(play())
    assert view.winners
    status, _, record = server.ask("GET", f"/api/tables/{created['code']}/record")
    assert status == 200
    path = server.home / "game.jsonl"
    path.write_bytes(record)
    assert run(server.home, "check", str(path)).returncode == 0
    _, headers, fair = server.ask("GET", f"/api/tables/{created['code']}/fair")
    assert "attachment" in headers["content-disposition"]
    path = server.home / "game.fair.json"
    path.write_bytes(fair)
    verified = run(server.home, "verify", str(path))
    assert (verified.returncode, verified.stderr) == (0, "")


def test_rubbish_is_refused_and_harms_nothing(server: Running) -> None:
    created = server.create(name="Ana", bots=[None, "easy"], rules={"players": 2}, start=True)
    rubbish: list[str | bytes] = ["", "{", "null", "[]", b"\xff\xfe", b"", "[" * 2000,
                                  '{"type":"act"}', "\x00" * 100,
                                  '{"type":"act","turn":1e99,"id":1,"action":"pass"}']  # fmt: skip

    async def talk() -> None:
        async with connect(server.socket(created["code"])) as socket:
            await say(socket, Hello(PROTOCOL, created["token"]))
            for text in rubbish:
                await socket.send(text)
                refused = await hear(socket, Refused)
                assert refused.code == "bad_message"
            await say(socket, Ping(5))
            assert await hear(socket, Pong) == Pong(5)
            await socket.send("x" * (LONGEST_MESSAGE + 1))
            with pytest.raises(websockets.ConnectionClosedError) as closed:
                await hear(socket, Pong)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        async with connect(server.socket(created["code"])) as socket:
            await say(socket, Hello(PROTOCOL, created["token"]))
            assert (await latest(socket)).you == 0

    asyncio.run(talk())


def test_a_flood_ends_the_connection(tmp_path: Path) -> None:
    server = Running(tmp_path)
    code = server.create()["code"]

    async def talk() -> None:
        async with connect(server.socket(code)) as socket:
            await say(socket, Hello(PROTOCOL))
            await hear(socket, Snapshot)
            for _ in range(4000):
                try:
                    await say(socket, Ping())
                except websockets.ConnectionClosed:
                    break
            assert (await hear(socket, Bye)).code in ("slow", "bad_message")

    asyncio.run(talk())
    assert server.end() == 0


def test_two_tabs_over_the_wire(server: Running) -> None:
    created = server.create(name="Ana", rules={"players": 2})

    async def talk() -> None:
        async with connect(server.socket(created["code"])) as older:
            await say(older, Hello(PROTOCOL, created["token"]))
            await hear(older, Snapshot)
            async with connect(server.socket(created["code"])) as newer:
                await say(newer, Hello(PROTOCOL, created["token"]))
                assert (await hear(newer, Snapshot)).view.you == 0
                bye = await hear(older, Bye)
                assert (bye.code, bye.retry) == ("replaced", False)
