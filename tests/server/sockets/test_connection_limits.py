"""Open connections are counted and silent ones closed."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Frame, Opcode

from fivethreefive.protocol import PROTOCOL, Bye, Hello, Snapshot, Welcome, encode, read_reply
from fivethreefive.server.app import make_app
from fivethreefive.server.clock import Clock
from fivethreefive.server.context import Context, ServerSettings
from fivethreefive.server.limits import ServerLimits, read_networks
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.sockets import connection_limits
from fivethreefive.server.storage.store import Store, sqlite_url
from support.command_process import COMMAND, LONG, environment
from support.table_players import Quick

ASK = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"


@dataclass
class Open:
    """A server on a free port in this process."""

    context: Context
    port: int

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, request: bytes = ASK) -> bytes:
        """What a new connection is answered, to its end."""
        reader, writer = await self.connect()
        writer.write(request)
        answer = await until_end(reader)
        writer.close()
        return answer

    async def create(self, asked: bytes = b"{}") -> tuple[str, str | None]:
        """The code of a new table, and the token of who made it."""
        head = b"POST /api/tables HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: %d\r\n\r\n"
        created = json.loads((await self.ask(head % len(asked) + asked)).partition(b"\r\n\r\n")[2])
        return created["code"], created["token"]


async def until_end(reader: asyncio.StreamReader) -> bytes:
    async with asyncio.timeout(LONG):
        return await reader.read()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG):
        while not true():
            await asyncio.sleep(0.01)


def with_server(
    folder: Path, test: Callable[[Open], Coroutine[Any, Any, None]], settings: ServerSettings | None = None
) -> None:
    async def run() -> None:
        context = Context(
            settings or ServerSettings(),
            lambda: Hub(Store(sqlite_url(folder), "test"), Quick(), Clock()),
            Clock(),
        )
        config = uvicorn.Config(
            make_app(context),
            port=0,
            log_config=None,
            lifespan="on",
            **connection_limits.protocols(context),
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server._serve())
        await until(lambda: server.started)
        try:
            await test(Open(context, server.servers[0].sockets[0].getsockname()[1]))
        finally:
            server.should_exit = True
            await serving
        assert context.admission.connections.count == 0

    asyncio.run(run())


def test_silent_connections_leave_room_for_others(tmp_path: Path) -> None:
    async def play(server: Open) -> None:
        silent = [await server.connect() for _ in range(3)]
        await until(lambda: server.context.admission.connections.count == 3)
        answer = await server.ask()
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "too_many"
        silent.pop()[1].close()
        await until(lambda: server.context.admission.connections.count == 2)
        assert (await server.ask()).endswith(b"ok\n")
        for _, writer in silent:
            writer.close()

    with_server(tmp_path, play, ServerSettings(limits=ServerLimits(connections_each=3)))


def test_a_full_server_says_so(tmp_path: Path) -> None:
    async def play(server: Open) -> None:
        _, writer = await server.connect()
        await until(lambda: server.context.admission.connections.usual.is_full)
        assert b"server_full" in await server.ask()
        writer.close()

    with_server(tmp_path, play, ServerSettings(limits=ServerLimits(connections=1)))


@pytest.mark.parametrize("limits", [ServerLimits(connections_each=3), ServerLimits(connections=3)])
def test_above_the_limits_who_holds_a_seat_is_let_in(tmp_path: Path, limits: ServerLimits) -> None:
    async def play(server: Open) -> None:
        code, token = await server.create(b'{"name": "Ana"}')
        silent = [await server.connect() for _ in range(3 + 2 * limits.unproved_each)]
        table = f"ws://127.0.0.1:{server.port}/ws/{code}"
        async with connect(table) as stranger:
            await stranger.send(encode(Hello(PROTOCOL, "x" * 32)).decode())
            assert isinstance(bye := read_reply(await stranger.recv()), Bye)
            assert bye.code == "too_many"
        async with connect(table) as holder:
            await holder.send(encode(Hello(PROTOCOL, token)).decode())
            assert read_reply(await holder.recv()) == Welcome(PROTOCOL, code, 0)
            place = server.context.admission.connections.held
            assert place.count == 1
            ask = (
                f"GET /api/tables/{code} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer "
            )
            for presented, status in ((token, b"200"), ("x" * 32, b"503")):
                answer = await server.ask(f"{ask}{presented}\r\n\r\n".encode())
                assert answer.split()[1] == status
        await until(lambda: place.count == 0)
        for _, writer in silent:
            writer.close()

    with_server(tmp_path, play, ServerSettings(limits=limits))


def test_above_the_limits_silence_ends_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "PROOF_SECONDS", 0.05)

    async def play(server: Open) -> None:
        code, _ = await server.create()
        _, writer = await server.connect()
        await until(lambda: server.context.admission.connections.usual.is_full)
        assert b"server_full" in await server.ask(b"")
        async with connect(f"ws://127.0.0.1:{server.port}/ws/{code}") as socket:
            assert await code_of_end(socket) == CloseCode.ABNORMAL_CLOSURE
        writer.close()

    with_server(tmp_path, play, ServerSettings(limits=ServerLimits(connections=1)))


def test_a_trusted_proxy_may_bring_many(tmp_path: Path) -> None:
    async def play(server: Open) -> None:
        silent = [await server.connect() for _ in range(5)]
        await until(lambda: server.context.admission.connections.count == 5)
        assert (await server.ask()).endswith(b"ok\n")
        for _, writer in silent:
            writer.close()

    limits = ServerLimits(connections_each=1)
    with_server(tmp_path, play, ServerSettings(trusted_proxies=read_networks(["127.0.0.1"]), limits=limits))


PLENTY = 1000


async def code_of_end(socket: ClientConnection) -> int | None:
    """Why the server closes a WebSocket."""
    async with asyncio.timeout(LONG):
        await socket.wait_closed()
    return socket.close_code


async def ping(socket: ClientConnection) -> None:
    """Send pings, more than anybody may."""
    for _ in range(PLENTY):
        await socket.ping()


async def send_pieces(socket: ClientConnection) -> None:
    """Send one message in more pieces than anybody may send messages."""
    await socket.send([""] * PLENTY)


@pytest.mark.parametrize("flood", [ping, send_pieces])
def test_pings_and_pieces_of_messages_count_as_messages(
    tmp_path: Path, flood: Callable[[ClientConnection], Coroutine[Any, Any, None]]
) -> None:
    async def play(server: Open) -> None:
        code, _ = await server.create()
        async with connect(f"ws://127.0.0.1:{server.port}/ws/{code}") as socket:
            await socket.send(encode(Hello(PROTOCOL)).decode())
            await socket.recv()  # A hello still unread when the flood comes is refused too.
            with suppress(ConnectionClosed):
                await flood(socket)
            assert await code_of_end(socket) == CloseCode.POLICY_VIOLATION

    with_server(tmp_path, play)


@pytest.mark.parametrize("pieces", [[b"\xff\xff"], [b'{"type":', b"\xff\xff"]])
def test_text_that_is_none_is_no_failure_of_the_server(
    tmp_path: Path, pieces: list[bytes], caplog: pytest.LogCaptureFixture
) -> None:
    async def play(server: Open) -> None:
        code, _ = await server.create()
        async with connect(f"ws://127.0.0.1:{server.port}/ws/{code}") as socket:
            await socket.send(encode(Hello(PROTOCOL)).decode())
            await socket.send(pieces if len(pieces) > 1 else pieces[0], text=True)
            assert await code_of_end(socket) == CloseCode.INVALID_DATA
        assert server.context.hub.services.counters["messages_refused"] == 1

    with_server(tmp_path, play)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


class Unread(asyncio.Transport):
    """A connection whose client reads nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.reading = True
        self.written = b""

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


def test_nothing_is_read_from_a_client_that_reads_nothing() -> None:
    asyncio.run(talk_to_nobody())


async def talk_to_nobody() -> None:
    async def app(_scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        heard.append((await receive())["text"])

    heard: list[str] = []
    context = Context(ServerSettings(), lambda: None, Clock())  # type: ignore[arg-type, return-value]
    config = uvicorn.Config(app, log_config=None, ws_ping_interval=None)
    config.load()
    line, transport = (
        connection_limits.LimitedWebSocket(
            context, config=config, server_state=ServerState(), app_state={}
        ),
        Unread(),
    )
    line.connection_made(transport)
    line.data_received(
        b"GET /ws/XXXXXX HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    await until(lambda: b"101" in transport.written)
    line.pause_writing()
    assert not transport.reading
    line.data_received(Frame(Opcode.TEXT, b"hello").serialize(mask=True))
    await until(lambda: bool(heard))
    assert not transport.reading, "that a message was taken is no reason to read more"
    line.resume_writing()
    assert transport.reading
    line.connection_lost(None)
    await asyncio.gather(*line.tasks)


REST = b" HTTP/1.1\r\nhost: x\r\ncontent-length: 9999\r\n\r\n1"
SLOW = [b"", b"GET / HTTP/1.1\r\nhost: loc", b"GET /healthz" + REST, b"POST /api/tables" + REST]


def test_who_does_not_say_what_it_wants_is_closed_and_who_plays_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "REQUEST_SECONDS", 1.0)

    async def drip(server: Open, start: bytes) -> None:
        reader, writer = await server.connect()
        writer.write(start)
        ended = asyncio.create_task(until_end(reader))
        while not ended.done():  # A byte now and then keeps nothing open.
            writer.write(b"x" if start else b"")
            await asyncio.wait([ended], timeout=0.05)
        writer.close()

    async def play(server: Open) -> None:
        code, _ = await server.create()
        async with connect(f"ws://127.0.0.1:{server.port}/ws/{code}") as socket:
            await socket.send(encode(Hello(PROTOCOL)).decode())
            await asyncio.gather(*(drip(server, start) for start in SLOW))
            heard = [read_reply(await socket.recv()) for _ in range(2)]
            assert isinstance(heard[-1], Snapshot)
            await until(lambda: server.context.admission.connections.count == 1)
            pong: Awaitable[float] = await socket.ping()
            await pong

    with_server(tmp_path, play)


def test_a_request_that_waits_for_its_answer_is_not_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "REQUEST_SECONDS", 1.0)

    async def play(server: Open) -> None:
        call, silent = server.context.hub.writer.call, asyncio.create_task(server.ask(b""))

        async def slow(*arguments: Any) -> Any:
            await silent  # Longer than a request may take to come.
            return await call(*arguments)

        monkeypatch.setattr(server.context.hub.writer, "call", slow)
        unknown = ASK.replace(b"/healthz", b"/api/tables/XXXXXX")
        assert (await server.ask(unknown)).startswith(b"HTTP/1.1 404 ")

    with_server(tmp_path, play)


def test_the_process_takes_as_many_open_files_as_it_may() -> None:
    code = (
        "from fivethreefive.server.sockets.connection_limits import raise_open_files as r; "
        "print(r(90), r(999))"
    )

    few = 'ulimit -S -n 80 && ulimit -H -n 200 && exec "$@"'
    words = ["sh", "-c", few, "sh", sys.executable, "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "90 200\n"


def test_a_server_with_few_files_says_so_and_outlives_a_flood(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            ["sh", "-c", 'ulimit -n 230; exec "$@"', "sh", *COMMAND, "serve", "--port", "0"],
            stdout=subprocess.PIPE, stderr=out, env=environment(tmp_path), text=True,
        )  # fmt: skip
    assert process.stdout is not None
    port = int(process.stdout.readline().rpartition(":")[2].strip(" /\n"))

    async def flood() -> None:
        server = Open(Context(ServerSettings(), lambda: None, Clock()), port)  # type: ignore[arg-type, return-value]
        lines = [await server.connect() for _ in range(300)]
        refused = [line for line in lines[40:] if b"server_full" in await until_end(line[0])]
        assert len(refused) > 200
        for _, writer in lines:
            writer.close()
        async with asyncio.timeout(LONG):
            while not (await server.ask()).endswith(b"ok\n"):
                await asyncio.sleep(0.05)

    asyncio.run(flood())
    process.terminate()
    assert process.wait(LONG) == 0
    process.stdout.close()
    told = [json.loads(line) for line in log.read_text().splitlines()]
    assert next(line for line in told if line["event"] == "few_open_files")["connections"] == 30
    assert not any("out of system resource" in line["event"] for line in told)
