"""A server's table is followed as the page follows it, pinned by vectors that the page's tests read too."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from fivethreefive.client import Client
from fivethreefive.protocol import Reply, Request, View
from fivethreefive.terminal.sources import remote
from support.paths import TESTS

VECTORS = json.loads((TESTS / "vectors" / "remote_table.json").read_text("utf-8"))
(VIEW,) = [
    vector["views"]["following"]
    for vector in json.loads((TESTS / "vectors" / "sentences.json").read_text("utf-8"))
    if "views" in vector
]


class Line(Client):
    """A client whose line is the test: what that says arrives, and what is sent is kept."""

    def __init__(self) -> None:
        super().__init__("http://127.0.0.1:9/t/BCDFGH")
        self.inbox: asyncio.Queue[Reply] = asyncio.Queue()
        self.sent: list[Request] = []

    async def send(self, request: Request) -> None:
        self.sent.append(request)

    async def replies(self) -> AsyncIterator[Reply]:
        while True:
            if (reply := await self.receive(await self.inbox.get())) is not None:
                yield reply


def reply_of(written: dict[str, Any]) -> Reply:
    """A reply, in which the number of a turn stands for its view."""
    if "view" in written:
        written = {**written, "view": {**VIEW, "turn_number": written["view"]}}
    reply: Reply = msgspec.convert(written, Reply, strict=False)
    return reply


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def follow(vector: dict[str, Any], line: Line) -> None:
    table = remote.RemoteSource("http://127.0.0.1:9/t/BCDFGH", "en", seated=False)
    running = asyncio.create_task(table.run())
    asked: dict[int, asyncio.Task[Any]] = {}
    answered: set[int] = set()
    for step in vector["steps"]:
        line.sent.clear()
        if "receive" in step:
            line.inbox.put_nowait(reply_of(step["receive"]))
        elif "ask" in step:
            asked[step["ask"]["id"]] = asyncio.create_task(table.ask(msgspec.convert(step["ask"], Request)))
        await settle()
        view: View | None = table.view
        done = {number for number, task in asked.items() if task.done()}
        assert (view and view.turn_number) == step["turn"]
        assert msgspec.to_builtins(table.log) == step["log"]
        assert msgspec.to_builtins(line.sent) == step["sent"]
        assert sorted(done - answered) == step["answers"]
        answered = done
    running.cancel()


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_a_table_is_followed(vector: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        line = Line()
        monkeypatch.setattr(remote, "Client", lambda *_: line)
        await follow(vector, line)

    asyncio.run(run())
