"""A server's table is followed, also over breaks of the connection.

Vectors that the page's tests read too pin that both follow it in the same way.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import msgspec
import pytest

from fivethreefive.client import Client, ignore
from fivethreefive.protocol import (
    Act,
    Ask,
    Back,
    Bye,
    Done,
    Fill,
    Hint,
    Leave,
    Ready,
    Refused,
    Reply,
    Request,
    Say,
    Show,
    Sit,
    View,
    Welcome,
)
from fivethreefive.terminal.sources import http_client, remote
from fivethreefive.terminal.sources.http_client import ServerRefused
from support.paths import TESTS

VECTORS = json.loads((TESTS / "vectors" / "remote_table.json").read_text("utf-8"))
(VIEW,) = [
    vector["views"]["following"]
    for vector in json.loads((TESTS / "vectors" / "sentences.json").read_text("utf-8"))
    if "views" in vector
]


class Line(Client):
    """A client whose line is the test: what that says arrives, and what is sent is kept."""

    def __init__(self, on_connection: Callable[[Exception | None], None] = ignore) -> None:
        super().__init__("http://127.0.0.1:9/t/BCDFGH", None, on_connection)
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


BREAKS = {
    "the server restarts": lambda line: line.inbox.put_nowait(Bye("restart", "Soon.", retry=True)),
    "the network fails": lambda line: line._lost(OSError()),
}


def with_table(
    test: Callable[[remote.RemoteSource, Line], Coroutine[Any, Any, None]], patch: pytest.MonkeyPatch
) -> None:
    """Run a test at a table whose server has said hello."""
    lines: list[Line] = []

    def connect(_address: str, _token: str | None, on_connection: Any, _language: str) -> Line:
        lines.append(Line(on_connection))
        return lines[0]

    async def run() -> None:
        patch.setattr(remote, "Client", connect)
        table = remote.RemoteSource("http://127.0.0.1:9/t/BCDFGH", "en", seated=False)
        running = asyncio.create_task(table.run())
        (line,) = lines
        line.inbox.put_nowait(Welcome(1, "BCDFGH", 0))
        line.inbox.put_nowait(reply_of({"type": "snapshot", "seq": 5, "view": 3}))
        await settle()
        await test(table, line)
        running.cancel()
        await asyncio.wait([running])

    asyncio.run(run())


@pytest.mark.parametrize("cut", BREAKS.values(), ids=BREAKS)
@pytest.mark.parametrize("request_", [Say("hello"), Ready(), Leave(), Sit("Ana")], ids=repr)
def test_what_may_not_be_done_twice_is_sent_once(
    cut: Callable[[Line], None], request_: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a break nobody knows whether it was done: the person hears so, and decides."""

    async def test(table: remote.RemoteSource, line: Line) -> None:
        asked = asyncio.create_task(table.ask(request_))
        await settle()
        assert len(line.sent) == 1
        cut(line)
        line.inbox.put_nowait(Welcome(1, "BCDFGH", 0))
        await settle()
        assert len(line.sent) == 1
        answer = asked.result()
        assert isinstance(answer, Refused)
        assert answer.code == "answer_lost"
        assert answer.sentence.startswith("the connection broke before the answer came")

    with_table(test, monkeypatch)


@pytest.mark.parametrize("cut", BREAKS.values(), ids=BREAKS)
@pytest.mark.parametrize(
    "request_", [Act(3, 0, "9"), Ask(0, "9"), Hint(0), Back(), Fill("easy"), Show(True)], ids=repr
)
def test_what_may_be_done_twice_is_sent_again(
    cut: Callable[[Line], None], request_: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(table: remote.RemoteSource, line: Line) -> None:
        asked = asyncio.create_task(table.ask(request_))
        await settle()
        cut(line)
        line.inbox.put_nowait(Welcome(1, "BCDFGH", 0))
        await settle()
        assert line.sent == [msgspec.structs.replace(request_, id=1)] * 2
        line.inbox.put_nowait(Done(1, 6))
        await settle()
        assert asked.result() == Done(1, 6)

    with_table(test, monkeypatch)


@pytest.mark.parametrize("cut", BREAKS.values(), ids=BREAKS)
def test_what_is_asked_while_the_server_is_away_is_sent_when_it_is_back(
    cut: Callable[[Line], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, and not also between Hello and its answer."""

    async def test(table: remote.RemoteSource, line: Line) -> None:
        cut(line)
        await settle()
        asked = asyncio.create_task(table.ask(Say("hello")))
        await settle()
        assert line.sent == []
        line.inbox.put_nowait(Welcome(1, "BCDFGH", 0))
        await settle()
        assert line.sent == [Say("hello", id=1)]
        line.inbox.put_nowait(Done(1, 6))
        await settle()
        assert asked.result() == Done(1, 6)

    with_table(test, monkeypatch)


def test_what_nobody_waits_for_is_not_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(table: remote.RemoteSource, line: Line) -> None:
        asked = asyncio.create_task(table.ask(Hint(0)))
        await settle()
        asked.cancel()
        await settle()
        line.inbox.put_nowait(Bye("restart", "Soon.", retry=True))
        line.inbox.put_nowait(Welcome(1, "BCDFGH", 0))
        await settle()
        assert line.sent == [Hint(1)]

    with_table(test, monkeypatch)


def test_a_server_that_says_no_more_than_welcome_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be of another protocol, or none of 535 at all."""
    monkeypatch.setattr(http_client, "PATIENCE", 0.1)

    async def play() -> None:
        line = Line()
        monkeypatch.setattr(remote, "Client", lambda *_: line)
        source = remote.RemoteSource(line.address, "en")
        monkeypatch.setattr(source.http, "get_json", refuse)
        line.inbox.put_nowait(Welcome(2, "BCDFGH", 0))
        with pytest.raises(ServerRefused, match="does not answer"):
            await source.run()

    def refuse(*_: object) -> None:
        raise ServerRefused("server_away", 0, "")

    asyncio.run(play())
