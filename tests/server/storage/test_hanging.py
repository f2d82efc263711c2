"""A database that hangs: nobody waits for ever, and what was really stored is shown later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from fivethreefive import InvalidInput
from fivethreefive.protocol import Bye, Done, Joined, Said, Say, Snapshot
from fivethreefive.server import runner
from fivethreefive.server.rooms import heartbeat, hub
from fivethreefive.server.storage import postgresql_timeouts, writer
from fivethreefive.server.storage.store import Append, Store, sqlite_url
from fivethreefive.server.storage.writer import DatabaseTimeout, Writer
from support.asgi_client import Wire, with_wire
from support.databases import stored_events
from support.hanging import HangingStore, silent_server

GREETING = b"R\0\0\0\x08\0\0\0\0" + b"Z\0\0\0\x05I"
"""What PostgreSQL says to somebody it lets in: authenticated, and ready."""


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody give up soon, but not where a database that works is slow on a busy machine."""
    monkeypatch.setattr(writer, "STORE_SECONDS", 1.0)
    monkeypatch.setattr(heartbeat, "CHECK_SECONDS", 1.0)
    monkeypatch.setattr(hub, "END_SECONDS", 1.0)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.001)


def test_what_waits_behind_a_write_that_hangs_is_not_stored_later(tmp_path: Path) -> None:
    async def write() -> None:
        store = Store(sqlite_url(tmp_path), "one")
        row = store.create("BCDFGH", "waiting", 1)
        assert row is not None

        def append(seq: int) -> Append:
            return Append(row.id, 1, seq, [(5, Joined(0, "Ana"))], "waiting", None, None, 1)

        hanging, writes = HangingStore(store), Writer(store)
        with hanging.hang("write"):
            first = asyncio.create_task(writes.append(append(1)))
            await until(hanging.begun.is_set)
            asked = [first, asyncio.create_task(writes.append(append(2)))]
            asked.append(asyncio.create_task(writes.call(store.create, "XXXXXX", "waiting", 1)))  # type: ignore[arg-type]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(answer) for answer in answers] == [DatabaseTimeout] * 3
        await until(lambda: not writes._waiting)
        assert [row.code for row in await writes.call(store.list)] == ["BCDFGH"]
        found = await writes.call(stored_events, store, "BCDFGH")
        assert len(found) == 1, "what was begun may be stored, and what was not begun is not"
        await writes.append(append(2))
        await writes.call(store.close)
        await writes.close()

    asyncio.run(write())


@pytest.mark.parametrize("done", [True, False])
def test_a_move_in_doubt_is_told_and_then_shown_as_it_was_stored(tmp_path: Path, done: bool) -> None:
    async def play(wire: Wire) -> None:
        _, created = await wire.ask("/api/tables", {"name": "A", "bots": ["easy"], "rules": {"players": 2}})
        code, token = created["code"], created["token"]
        player, other = await wire.connect(code, token), await wire.connect(code)
        before = (await player.hear(Snapshot)).seq
        await other.hear(Snapshot)
        hanging = HangingStore(wire.hub.store)
        with hanging.hang("write", "last_event", done=done):
            player.say(Say("hello"))
            for socket in (player, other):
                bye = await socket.hear(Bye)
                assert (bye.code, bye.retry) == ("store_failed", True)
            wire.clock.time += 60_000
            answers = await asyncio.gather(
                wire.ask("/healthz"),
                wire.ask("/api/tables", {"name": "B"}),
                wire.ask(f"/api/tables/{code}"),
            )
            assert [status for status, _ in answers] == [503] * 3
            away = await wire.connect(code, token)
            assert (await away.hear(Bye)).code == "store_failed"
        for socket in (player, other, away):
            await socket.close()
        await until(lambda: not wire.hub.writer._waiting)
        back = [await wire.connect(code, token), await wire.connect(code)]
        for socket in back:
            snapshot = await socket.hear(Snapshot)
            assert snapshot.seq == before + 1
            assert any(isinstance(event, Said) for event in wire.hub.rooms[code].table.since(before) or ())
        back[0].say(Say("thanks"))
        assert (await back[0].hear(Done)).seq == before + 2
        assert (await wire.ask("/healthz"))[0] == 200
        for socket in back:
            await socket.close()

    with_wire(tmp_path, play)


def test_a_database_that_hangs_before_it_says_who_has_a_table_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(wire: Wire) -> None:
        _, created = await wire.ask("/api/tables", {"name": "A", "chat": True})
        player = await wire.connect(created["code"], created["token"])
        await player.hear(Snapshot)
        other = Store(str(wire.hub.store.engine.url), "two")
        assert other.claim(created["code"]) is not None
        with HangingStore(wire.hub.store).hang("lost"):
            player.say(Say("hello"))
            bye = await player.hear(Bye)
            assert (bye.code, bye.retry) == ("store_failed", True)
        await player.close()
        other.close()

    with_wire(tmp_path, play)
    assert "table_failed" not in {record.message for record in caplog.records}


def test_a_server_ends_though_its_database_hangs(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play(wire: Wire) -> None:
        _, created = await wire.ask("/api/tables", {"name": "A"})
        player = await wire.connect(created["code"], created["token"])
        await player.hear(Snapshot)
        hanging = HangingStore(wire.hub.store)
        with hanging.hang("write", "set_due", "close", "beat"):
            player.say(Say("hello"))
            await until(hanging.begun.is_set)
            await wire.hub.close()
            assert (await player.hear(Bye)).code == "restart"
        await player.close()

    with_wire(tmp_path, play)
    assert ("store_failed", "close") in {
        (record.message, getattr(record, "what", "")) for record in caplog.records
    }


def test_the_waits_of_a_server_fit_into_the_time_that_it_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert hub.END_SECONDS <= 4.5, "within 5 seconds the process is gone"
    assert runner.LAST_MESSAGE_SECONDS + runner.LAST_REQUEST_SECONDS < hub.END_SECONDS
    assert heartbeat.CHECK_SECONDS < 2
    assert postgresql_timeouts.STATEMENT_MS < postgresql_timeouts.ANSWER_SECONDS * 1000


@pytest.mark.parametrize("greeting", [b"", GREETING])
def test_a_server_that_takes_connections_and_says_nothing_is_given_up(
    greeting: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("psycopg", reason="no-postgresql: psycopg is not installed")
    monkeypatch.setattr(postgresql_timeouts._connection_class(), "answer_seconds", 0.1)
    with silent_server(greeting) as port, pytest.raises(InvalidInput) as refused:
        Store(f"postgresql+psycopg://ana@127.0.0.1:{port}/x?sslmode=disable&gssencmode=disable", "one")
    assert refused.value.code == "database"
