"""A database that fails or is full: it is told, and no table is harmed; health checks share one write."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from fivethreefive.protocol import Bye, Done, Say, Snapshot
from fivethreefive.server.limits import ServerLimits
from fivethreefive.server.rooms.hub import Hub
from support.asgi_client import Wire, with_wire

GUESSES = int(ServerLimits.guesses)
MESSAGES = int(ServerLimits.messages)


def test_many_who_ask_for_health_at_once_share_one_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(wire: Wire) -> None:
        beats: list[int] = []
        wire.clock.time += 60_000
        with monkeypatch.context() as patch:
            patch.setattr(wire.hub.store, "beat", beats.append)
            answers = await asyncio.gather(*(wire.ask("/healthz") for _ in range(20)))
            assert [status for status, _ in answers] == [200] * 20
            assert len(beats) == 1
            wire.clock.time += 60_000
            assert (await wire.ask("/healthz"))[0] == 200
            assert len(beats) == 2

    with_wire(tmp_path, play)


@contextmanager
def full_disk(hub: Hub) -> Iterator[None]:
    """Let the database find no room for another page."""

    def set_most(pages: int) -> None:
        raw = hub.store.engine.raw_connection()
        raw.driver_connection.execute(f"PRAGMA max_page_count = {pages}")  # type: ignore[union-attr]
        raw.close()

    set_most(1)  # It is never set below the pages there are.
    yield
    set_most(1 << 30)


def test_a_full_disk_is_told_and_harms_no_table(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play(wire: Wire) -> None:
        _, created = await wire.ask("/api/tables", {"name": "A", "chat": True})
        code, token = created["code"], created["token"]
        player = await wire.connect(code, token)
        before = (await player.hear(Snapshot)).seq
        with full_disk(wire.hub):
            bye, said = None, 0
            while bye is None:
                player.say(Say(None, "x" * 200))
                answer = await player.hear((Done, Bye))  # type: ignore[arg-type]
                bye, said = (answer, said) if isinstance(answer, Bye) else (None, said + 1)
                wire.clock.time += 1000
            assert (bye.code, bye.retry) == ("store_failed", True)
            status, problem = await wire.ask("/api/tables", {"name": "B"}, accept_language="nl")
            assert (status, problem["code"]) == (503, "store_failed")
            assert "tafels" in problem["sentence"]
        await player.close()
        back = await wire.connect(code, token)
        snapshot = await back.hear(Snapshot)
        assert (snapshot.view.you, snapshot.seq) == (0, before + said)
        back.say(Say(None, "y"))
        assert (await back.hear(Done)).seq == before + said + 1
        await back.close()

    with_wire(tmp_path, play)
    assert {record.message for record in caplog.records if record.levelname == "ERROR"} == {"store_failed"}


def test_a_database_that_does_not_answer_is_told(tmp_path: Path) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("the server closed the connection\nhand: 1-2-3"))

    async def play(wire: Wire) -> None:
        _, created = await wire.ask("/api/tables", {"name": "A"})
        store = wire.hub.store
        working = {
            name: getattr(store, name) for name in ("claim", "last_event", "beat", "create", "set_due")
        }
        room = wire.hub.rooms[created["code"]]
        player = await wire.connect(created["code"], created["token"])
        await player.hear(Snapshot)
        for name in working:
            setattr(store, name, fail)
        await player.close()  # Noting how its clock stands fails, and the table goes on.
        again = await wire.connect(created["code"], created["token"])
        assert (await again.hear(Snapshot)).view.you == 0
        await again.close()
        wire.hub._remove_room(room)
        away = await wire.connect(created["code"], created["token"])
        assert ((bye := await away.hear(Bye)).code, bye.retry) == ("store_failed", True)
        wire.clock.time += 60_000
        for path, body in (
            ("/api/tables", {}),
            (f"/api/tables/{created['code']}", None),
            ("/healthz", None),
        ):
            status, problem = await wire.ask(path, body)
            assert (status, problem["code"]) == (503, "store_failed")
            assert "1-2-3" not in problem["sentence"]
        for name, function in working.items():
            setattr(store, name, function)
        back = await wire.connect(created["code"], created["token"])
        await back.hear(Snapshot)
        await back.close()

    with_wire(tmp_path, play)
