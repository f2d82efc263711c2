"""A server under load: people over WebSockets at tables of four, on this machine, clients included.

``python -m bench.server --clients 1000 --seconds 30`` measures the large case; by default it is small.
Each person thinks for a while before a play, so that all tables together make about ``--rate`` moves a
second; ``--rate 0`` plays as fast as the server answers. What is measured is the time from sending a
move until the server says that it is stored.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench._report import report
from fivethreefive.protocol import (
    PROTOCOL,
    Act,
    Can,
    Hello,
    Ready,
    Rematch,
    Request,
    Sit,
    Start,
    encode,
)
from fivethreefive.rules.actions import Action

SEATS = 4


class Legal(msgspec.Struct):
    """All that a client of this measurement reads of an observation."""

    legal: tuple[Action, ...]


class Look(msgspec.Struct):
    """All that it reads of a view."""

    turn_number: int
    can: Can
    observation: Legal | None


class Heard(msgspec.Struct):
    """All that it reads of a message, so that not the clients are measured."""

    type: str
    id: int = 0
    view: Look | None = None


DECODER = msgspec.json.Decoder(Heard)


class Server:
    """The command as a process, which believes what we say about addresses."""

    def __init__(self, folder: Path, database: str | None) -> None:
        words = ["--database", database] if database else ["--data", str(folder)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fivethreefive.cli", "serve", "--port", "0", *words,
             "--trusted-proxy", "127.0.0.1", "--lang", "en"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        assert found is not None
        self.port = int(found[1])

    def create(self, number: int) -> tuple[str, str]:
        """A new table's code, and the token of its host."""
        connection = HTTPConnection("127.0.0.1", self.port)
        body = json.dumps({"name": "P0", "pace": "instant", "rules": {"target": 1000}})
        connection.request("POST", "/api/tables", body, address(number * SEATS))
        created = json.loads(connection.getresponse().read())
        connection.close()
        return created["code"], created["token"]

    def resident(self) -> int:
        """Bytes of memory the process holds."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * resource.getpagesize()


def address(client: int) -> dict[str, str]:
    """A header that gives every client an address of its own."""
    return {"X-Forwarded-For": f"10.{client >> 16 & 255}.{client >> 8 & 255}.{client & 255}"}


class Load:
    """What all clients share: how fast they play, and what they measured."""

    def __init__(self, tables: int, rate: float) -> None:
        self.think = tables / rate if rate else 0.0
        self.waits: list[float] = []
        self.measuring = False
        self.rng = random.Random(535)


class Person:
    """One client: sits, waits for its turn, thinks, plays."""

    def __init__(self, load: Load, socket: ClientConnection, seat: int) -> None:
        self.load = load
        self.socket = socket
        self.seat = seat
        self.playing: asyncio.Task[None] | None = None
        self.answered = -1
        self.sent: dict[int, float] = {}

    async def say(self, request: Request) -> None:
        await self.socket.send(encode(request).decode())

    async def listen(self) -> None:
        """Read everything until the end."""
        async for data in self.socket:
            reply = DECODER.decode(data)
            if reply.type == "done":
                sent = self.sent.pop(reply.id, None)
                if sent is not None and self.load.measuring:
                    self.load.waits.append(time.perf_counter() - sent)
            elif reply.view is not None:
                await self.look(reply.view)

    async def look(self, view: Look) -> None:
        if view.can.start:
            await self.say(Start())
        elif view.can.ready:
            await self.say(Ready())
        elif view.can.rematch:
            await self.say(Rematch())
        elif view.can.act and view.turn_number != self.answered and view.observation is not None:
            self.answered = view.turn_number
            self.playing = asyncio.create_task(self.play(view.turn_number, str(view.observation.legal[-1])))

    async def play(self, turn: int, action: str) -> None:
        await asyncio.sleep(self.load.think * self.load.rng.uniform(0.5, 1.5))
        self.sent[turn + 1] = time.perf_counter()
        await self.say(Act(turn, turn + 1, action))


async def sit_down(load: Load, server: Server, tables: list[tuple[str, str]]) -> list[asyncio.Task[None]]:
    """Connect everybody; the last one to sit makes the game begin."""
    listening = []
    for table, (code, token) in enumerate(tables):
        for seat in range(SEATS):
            socket = await connect(
                f"ws://127.0.0.1:{server.port}/ws/{code}",
                additional_headers=address(table * SEATS + seat),
                compression=None, max_size=1 << 20, ping_interval=None,
            )  # fmt: skip
            person = Person(load, socket, seat)
            await person.say(Hello(PROTOCOL, token if seat == 0 else None))
            if seat:
                await person.say(Sit(f"P{seat}"))
            listening.append(asyncio.create_task(person.listen()))
    return listening


async def run(clients: int, seconds: float, rate: float, database: str | None) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), database)
        try:
            return await measure(server, clients // SEATS, seconds, rate)
        finally:
            server.process.terminate()
            server.process.wait(30)
            assert server.process.stdout is not None
            server.process.stdout.close()


async def measure(server: Server, tables: int, seconds: float, rate: float) -> dict[str, Any]:
    await asyncio.sleep(3)  # The bots' processes start meanwhile.
    server.create(tables)
    empty = server.resident()
    made = [server.create(number) for number in range(tables)]
    with_tables = server.resident()
    load = Load(tables, rate)
    listening = await sit_down(load, server, made)
    with_sockets = server.resident()
    await asyncio.sleep(2)
    gc.disable()  # The clients' garbage collector would be measured as the server's delay.
    load.measuring, began = True, time.perf_counter()
    await asyncio.sleep(seconds)
    load.measuring, took = False, time.perf_counter() - began
    gc.enable()
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    waits = quantiles(load.waits, n=100)
    return {
        "clients": tables * SEATS,
        "tables": tables,
        "moves/s": len(load.waits) / took,
        "ms stored, 50%": waits[49] * 1000,
        "ms stored, 99%": waits[98] * 1000,
        "KB/table": (with_tables - empty) / tables / 1024,
        "KB/socket": (with_sockets - with_tables) / (tables * SEATS) / 1024,
        "MB in all": server.resident() / 1024 / 1024,
    }


def main(clients: int = 80, seconds: float = 8, rate: float = 200, database: str | None = None) -> None:
    rows = [asyncio.run(run(clients, seconds, each, database)) for each in ([rate, 0.0] if rate else [0.0])]
    report("server", rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=80)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--database", help="a PostgreSQL URL in place of SQLite")
    asked = parser.parse_args()
    main(asked.clients, asked.seconds, asked.rate, asked.database)
