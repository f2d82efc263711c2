"""What others wait at their tables while one address asks a server for all that it may, and more.

The time from sending a move until the server says that it is stored, at tables of four people: alone, while
an address sends long records to be replayed, while it asks in eight threads for a long table that is not in
memory, and while eight of its sockets send pings and read no answer. In one run, on one server.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import threading
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from io import BytesIO
from pathlib import Path
from socket import create_connection, socket
from statistics import quantiles
from typing import Any

from bench._report import report
from bench.server import Load, Server, address, sit_down
from fivethreefive import Game
from fivethreefive.bots import BOT_NAMES, LEVELS
from fivethreefive.protocol import TableOptions
from fivethreefive.record import Header, write_line
from fivethreefive.record.codec import Seat
from fivethreefive.rules.options import Rules
from fivethreefive.server.storage.store import Append, Store, sqlite_url
from fivethreefive.table import FairDealer, Session, commands

TABLES = 20
RATE = 100.0
SECONDS = 15.0
THREADS = 8
LONG_TABLE = "BCDFGH"
EVENTS = 49_000
RECORD_BYTES = 257_000
MISUSER = 1 << 20
"""Number of the address that asks too much."""


def main() -> None:
    report("misuse", asyncio.run(run()))


async def run() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        store_long_table(Path(folder))
        server = Server(Path(folder), None)
        try:
            return await measure(server)
        finally:
            server.process.terminate()
            server.process.wait(30)
            assert server.process.stdout is not None
            server.process.stdout.close()


async def measure(server: Server) -> list[dict[str, Any]]:
    await asyncio.sleep(3)  # The bots' processes start meanwhile.
    load = Load(TABLES, RATE)
    listening = await sit_down(load, server, [server.create(number) for number in range(TABLES)])
    await asyncio.sleep(2)
    record = long_record()
    rows = [
        await wait_for_moves(load, server, "nobody", lambda _over: None),
        await wait_for_moves(load, server, "records", lambda over: post_records(server, record, over)),
        await wait_for_moves(load, server, "a long table", lambda over: read_table(server, over)),
        await wait_for_moves(load, server, "pings", lambda over: send_pings(server, over)),
    ]
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    return rows


async def wait_for_moves(
    load: Load, server: Server, asked_for: str, ask: Callable[[threading.Event], None]
) -> dict[str, Any]:
    """What moves wait while one address asks."""
    over, before = threading.Event(), server.resident()
    threads = [threading.Thread(target=ask, args=(over,)) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    load.waits.clear()
    load.measuring = True
    await asyncio.sleep(SECONDS)
    load.measuring = False
    over.set()
    for thread in threads:
        await asyncio.to_thread(thread.join)
    waits = quantiles(load.waits, n=100)
    return {
        "one address asks for": asked_for,
        "moves/s": len(load.waits) / SECONDS,
        "ms stored, 50%": waits[49] * 1000,
        "ms stored, 95%": waits[94] * 1000,
        "MB more": (server.resident() - before) / 1e6,
    }


def post_records(server: Server, record: bytes, over: threading.Event) -> None:
    while not over.is_set():
        over.wait(0.02)  # Refused most of the time: its own work shall not be what is measured.
        connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
        try:
            connection.request("POST", "/api/replay", record, address(MISUSER))
            connection.getresponse().read()
        except (OSError, HTTPException):  # A refusal may come before all of it is sent.
            pass
        finally:
            connection.close()


def read_table(server: Server, over: threading.Event) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    while not over.is_set():
        over.wait(0.02)
        connection.request("GET", f"/api/tables/{LONG_TABLE}", headers=address(MISUSER))
        connection.getresponse().read()
    connection.close()


def send_pings(server: Server, over: threading.Event) -> None:
    """Pings of a WebSocket, as many as the connection takes; no pong is read."""
    ping = bytes([0x89, 0x80 | 125]) + bytes(4) + bytes(125)
    with create_connection(("127.0.0.1", server.port), timeout=1) as wire:
        key = b64encode(os.urandom(16)).decode()
        head = f"GET /ws/{LONG_TABLE} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        head += f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in address(MISUSER).items())
        wire.sendall(f"{head}\r\n".encode())
        while not over.is_set() and _sent(wire, ping * 100):
            pass


def _sent(wire: socket, data: bytes) -> bool:
    try:
        wire.sendall(data)
    except TimeoutError:  # The server reads no more, as it should.
        return True
    except OSError:
        return False
    return True


def store_long_table(folder: Path) -> None:
    """A table with a long story, as a server has stored it."""
    session = commands.open_table(
        LONG_TABLE,
        TableOptions(Rules(6, target=1000)),
        FairDealer(lambda: os.urandom(32)),
        0,
        LEVELS,
        BOT_NAMES,
    )
    commands.sit(session, "A", None, 0)
    commands.fill(session, 0, "easy", 0)
    commands.start(session, 0, 0)
    chooser = random.Random(535)
    while session.table.seq < EVENTS:
        step(session, chooser)
    events = session.drain_events()
    store = Store(sqlite_url(folder), "bench")
    row = store.create(LONG_TABLE, session.table.phase, 1)
    assert row is not None
    assert store.write([Append(row.id, 1, 1, events, session.table.phase, None, None, 1)]) == [None]
    store.close()


def step(session: Session, chooser: random.Random) -> None:
    """A random action, or the next deal."""
    table = session.table
    if table.phase != "playing":
        commands.deal(session, 0)
        return
    assert table.turn is not None
    action = str(chooser.choice(table.games[-1].game.round.legal_actions()))
    play = commands.act_for if table.turn else commands.act
    play(session, table.turn, len(table.moves), action, 0)


def long_record() -> bytes:
    """One long game as a record."""
    rules, chooser, lines = Rules(6, target=1000), random.Random(535), BytesIO()
    game = Game(rules, seed=535)
    while not game.is_over and len(game.events) * 47 < RECORD_BYTES:
        if game.round.is_over:
            game.next_round()
        else:
            game.apply(chooser.choice(game.round.legal_actions()))
    lines.write(write_line(Header.new(rules, [Seat(name) for name in "ABCDEF"], datetime.now(UTC))))
    for event in game.events[1:]:
        lines.write(write_line(event))
    return lines.getvalue()[:RECORD_BYTES].rpartition(b"\n")[0] + b"\n"


if __name__ == "__main__":
    main()
