"""The server as a process: kill -9 in the middle of a game, refused origins, remote bots, a clean end."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

from fivethreefive.client import Client, play_seat
from fivethreefive.protocol import (
    LONGEST_MESSAGE,
    PROTOCOL,
    Act,
    Bye,
    Hello,
    InviteBot,
    Invited,
    Ping,
    Pong,
    Ready,
    Refused,
    Reply,
    Request,
    Snapshot,
    Start,
    Update,
    View,
    Welcome,
    encode,
    read_reply,
)
from support.bot_programs import pids_in, program, wait_until_gone
from support.command_process import COMMAND, LONG, environment, run
from support.databases import KINDS, fresh_database
from support.server_process import Running


def children(pid: int) -> list[int]:
    """Descriptors of a process's own processes, where the system tells."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    if not listed.exists() or not hasattr(os, "pidfd_open"):
        return []
    return [os.pidfd_open(int(child)) for child in listed.read_text().split()]


def wait_for_end(descriptors: list[int]) -> None:
    """Wait until processes have ended."""
    for descriptor in descriptors:
        ready, _, _ = select.select([descriptor], [], [], LONG)
        os.close(descriptor)
        assert ready, "a worker outlived its server"


async def hear(socket: ClientConnection, kind: type[Any]) -> Any:
    """The next message of a kind."""
    async with asyncio.timeout(LONG):
        while True:
            reply = read_reply(await socket.recv())
            if isinstance(reply, kind):
                return reply


async def say(socket: ClientConnection, request: Request) -> None:
    await socket.send(encode(request).decode())


async def latest(socket: ClientConnection) -> View:
    """The view after everything sent so far has come."""
    await say(socket, Ping(77))
    view: View | None = None
    async with asyncio.timeout(LONG):
        while True:
            reply = read_reply(await socket.recv())
            if isinstance(reply, Snapshot | Update):
                view = reply.view
            elif reply == Pong(77):
                assert view is not None
                return view


# Over WebSockets


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

    asyncio.run(talk())


@pytest.mark.parametrize("kind", ["greedy", "program", "failing program"])
def test_a_remote_bot_plays(kind: str, server: Running, tmp_path: Path) -> None:
    body = "hello(); play()" if kind == "program" else "hello(); act(hear()); sys.exit(3)"
    playing = kind if kind == "greedy" else program(tmp_path, body)
    created = server.create(name="Ana", rules={"players": 2, "target": 3}, pace="instant")

    async def talk() -> None:
        client = Client(server.table(created["code"]), created["token"])
        bot: subprocess.Popen[str] | None = None

        async def decide(view: View) -> str:
            assert view.observation is not None
            return str(view.observation.legal[-1])

        tasks: list[asyncio.Task[None]] = []

        def on_reply(reply: Reply) -> None:
            nonlocal bot
            view = client.view
            if isinstance(reply, Welcome):
                tasks.append(asyncio.create_task(client.send(InviteBot(1, 3))))
            if isinstance(reply, Invited):
                words = ["--connect", server.table(created["code"]), "--token", reply.token]
                bot = subprocess.Popen(
                    [*COMMAND, "bot", *words, "--bot", playing, "--name", "Robbie", "--once"],
                    stdout=subprocess.PIPE, env=environment(server.home), text=True,
                )  # fmt: skip
            if view is None or bot is None:
                return
            if view.can.start and view.seats[1].online and view.phase == "waiting":
                tasks.append(asyncio.create_task(client.send(Start(4))))
            if view.can.ready:
                tasks.append(asyncio.create_task(client.send(Ready(5))))
            if view.phase == "game_over":
                assert (view.seats[1].kind, view.seats[1].name) == ("remote", "Robbie")
                raise EOFError

        with pytest.raises(EOFError):
            async with asyncio.timeout(LONG):
                await play_seat(client, decide, on_reply=on_reply)
        assert bot is not None
        said, _ = bot.communicate(timeout=LONG)
        assert bot.returncode == 0
        assert "Robbie" in said
        failed = "ended with exit code 3. A quick player of the house decides instead."
        assert (failed in said) == (kind == "failing program")

    asyncio.run(talk())


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_an_operator_s_program_plays_at_a_table_and_ends_with_the_server(
    how: signal.Signals, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    note = f"print(os.getpid(), file=open({str(pids)!r}, 'a'), flush=True)\n"
    server = Running(tmp_path, "--bot", f"mine={program(tmp_path, note + 'hello(); play()')}")
    try:
        assert "mine" in json.loads(server.ask("GET", "/api/config")[2])["levels"]
        status, _, problem = server.ask("POST", "/api/tables", {"bots": [None, "cmd:true"]})
        assert (status, json.loads(problem)["code"]) == (400, "unknown_level")
        created = server.create(
            name="Ana", bots=[None, "mine"], start=True, rules={"players": 2, "target": 1}, pace="instant"
        )

        async def talk() -> None:
            client = Client(server.table(created["code"]), created["token"])

            async def decide(view: View) -> str:
                assert view.observation is not None
                return str(view.observation.legal[-1])

            def on_reply(_reply: Reply) -> None:
                if client.view is not None and client.view.phase == "game_over":
                    raise EOFError

            with pytest.raises(EOFError):
                async with asyncio.timeout(LONG):
                    await play_seat(client, decide, on_reply=on_reply)

        asyncio.run(talk())
        found = pids_in(pids)
        assert len(found) == 1, server.log.read_text()
    finally:
        server.end(how)
    assert "Traceback" not in server.log.read_text()
    wait_until_gone(*found)


def test_a_bot_says_when_the_line_is_gone_and_when_it_is_back(tmp_path: Path) -> None:
    server = Running(tmp_path)
    created = server.create(name="Ana", rules={"players": 2}, chat=True)

    async def invite() -> str:
        async with connect(server.socket(created["code"])) as socket:
            await say(socket, Hello(PROTOCOL, created["token"]))
            await say(socket, InviteBot(1, 3))
            invited = await hear(socket, Invited)
            assert isinstance(invited, Invited)
            return invited.token

    words = ["--connect", server.table(created["code"]), "--token", asyncio.run(invite())]
    assert server.end() == 0
    bot = subprocess.Popen(
        [*COMMAND, "bot", *words, "--bot", "random"],
        stdout=subprocess.PIPE, env=environment(tmp_path), text=True,
    )  # fmt: skip
    assert bot.stdout is not None
    address = server.table(created["code"])
    assert bot.stdout.readline().startswith(f"{address} does not answer (")
    server = Running(tmp_path, port=server.port)
    assert bot.stdout.readline() == f"{address} answers again.\n"
    assert "sits at table" in bot.stdout.readline()
    assert server.end() == 0
    lines = [bot.stdout.readline() for _ in range(2)]
    assert lines[0] == "The server is restarting; nothing is lost.\n"
    assert lines[1].startswith(f"{address} does not answer (")
    bot.send_signal(signal.SIGINT)
    assert bot.wait(LONG) == 130
    bot.stdout.close()


# Ends


@pytest.mark.parametrize("kind", KINDS)
def test_killed_in_the_middle_of_a_game_it_comes_back(kind: str, tmp_path: Path) -> None:
    words = ["--database", fresh_database(kind, tmp_path)]
    server = Running(tmp_path, *words)
    created = server.create(
        name="Ana", bots=[None, "medium", "medium"], rules={"players": 3}, start=True, pace="instant"
    )

    async def play() -> None:
        nonlocal server
        client = Client(server.table(created["code"]), created["token"])
        killed_at: View | None = None
        moves = 0
        async with asyncio.timeout(LONG):
            async for reply in client.replies():
                view = client.view
                if view is None or not isinstance(reply, Snapshot | Update):
                    continue
                if killed_at is not None:
                    assert view.turn_number >= killed_at.turn_number
                    assert view.fair.commitment == killed_at.fair.commitment
                    assert view.observation is not None
                    assert killed_at.observation is not None
                    known = killed_at.observation.history
                    assert view.observation.history[: len(known)] == known
                    assert view.hands[0] == killed_at.hands[0]
                    return
                if view.can.ready:
                    await client.send(Ready(1))
                if view.can.act and view.phase == "playing":
                    moves += 1
                    if moves == 3:
                        killed_at = view
                        workers = children(server.process.pid)
                        server.end(signal.SIGKILL)
                        wait_for_end(workers)
                        server = Running(tmp_path, *words, port=server.port)
                        continue
                    assert view.observation is not None
                    await client.send(Act(view.turn_number, 1, str(view.observation.legal[-1])))

    try:
        asyncio.run(play())
    finally:
        server.end()


def test_a_clean_end_tells_clients_to_return(tmp_path: Path) -> None:
    server = Running(tmp_path)
    created = server.create(name="Ana")

    async def talk() -> None:
        async with connect(server.socket(created["code"])) as socket:
            await say(socket, Hello(PROTOCOL, created["token"]))
            await hear(socket, Snapshot)
            os.kill(server.process.pid, signal.SIGTERM)
            bye = await hear(socket, Bye)
            assert (bye.code, bye.retry) == ("restart", True)

    asyncio.run(talk())
    assert server.end() == 0
    listed = run(tmp_path, "admin", "list")
    assert created["code"] in listed.stdout
    closed = run(tmp_path, "admin", "close", created["code"])
    assert closed.returncode == 0
    copy = tmp_path / "copy.sqlite"
    assert run(tmp_path, "admin", "backup", str(copy)).returncode == 0
    assert copy.stat().st_size > 10_000
    purged = run(tmp_path, "admin", "purge", "--days", "0")
    assert purged.stdout.startswith("1 ")
    assert run(tmp_path, "admin", "close", created["code"]).returncode == 2
    assert run(tmp_path, "admin", "list").stdout == "There are no tables.\n"


def test_a_second_server_of_the_same_tables_is_refused(tmp_path: Path) -> None:
    server = Running(tmp_path)
    created = server.create()
    second = run(tmp_path, "serve", "--port", "0")
    assert (second.returncode, second.stdout) == (2, "")
    assert "another server is running with the tables in" in second.stderr
    assert second.stderr.count("\n") == 1
    assert created["code"] in run(tmp_path, "admin", "list").stdout
    assert server.end() == 0


def test_a_second_server_of_a_shared_database_is_warned(tmp_path: Path) -> None:
    words = ["--database", fresh_database("postgresql", tmp_path)]
    first, second = Running(tmp_path, *words), Running(tmp_path, *words)
    assert "another_server" not in first.log.read_text()
    assert "they take tables from each other" in second.log.read_text()
    assert (first.end(), second.end()) == (0, 0)
