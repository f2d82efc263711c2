"""Old tables are deleted in small parts that let others write, and the disk gets the room back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from fivethreefive.protocol import Joined
from fivethreefive.server.rooms.heartbeat import KEEP_MS, PURGE_FIRST_MS
from fivethreefive.server.storage import schema, sqlite_space
from fivethreefive.server.storage import store as store_module
from fivethreefive.server.storage.store import Append, StaleEpoch, Store, new_token, sqlite_url
from support.asgi_client import Wire, with_wire
from support.command_process import run
from support.table_players import Clock


def fill(store: Store, code: str, count: int, now: int = 1, name: str = "Ana") -> int:
    """A table that changed last at ``now``, with so many events."""
    row = store.create(code, "waiting", now)
    assert row is not None
    told = [(1, Joined(0, name))] * count
    key = new_token(0, "person")[1]
    assert store.write([Append(row.id, 1, 1, told, "waiting", None, None, now, (key,))]) == [None]
    return row.id


def count(store: Store, table: sa.Table) -> int:
    with store.engine.connect() as connection:
        return len(connection.execute(sa.select(table)).all())


def test_a_purge_deletes_a_part_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "PURGE_EVENTS", 10)
    long, _short, kept = (
        fill(store, "BBBBBB", 25),
        fill(store, "CCCCCC", 2),
        fill(store, "DDDDDD", 3, now=9),
    )
    token, key = new_token(0, "person")
    append = Append(long, 1, 26, [(1, Joined(0, "Ana"))], "waiting", None, None, 9, (key,))
    left, gone = [], []
    while (some := store.purge(5, ())) is not None:
        gone.append(some)
        left.append(count(store, schema.events))
        assert store.claim("BBBBBB") is None, "nobody finds a table that has lost a part of its events"
        (error,) = store.write([append])
        assert isinstance(error, StaleEpoch)
        assert store.find_token("BBBBBB", token) is None
        more = Append(kept, 1, 3 + len(gone), [(1, Joined(0, "Ana"))], "waiting", None, None, 9)
        assert store.write([more]) == [None]
    assert gone == [0, 0, 2]
    assert left == [20, 11, 5]
    assert [row.code for row in store.list()] == ["DDDDDD"]
    assert count(store, schema.tokens) == 1


def sizes(store: Store) -> tuple[int, int]:
    """The bytes of a SQLite database and of its write-ahead log."""
    file = Path(store.engine.url.database or "")
    return file.stat().st_size, Path(f"{file}-wal").stat().st_size


def test_the_disk_gets_the_room_back_while_a_server_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_space, "PAGES", 10)

    with closing(Store(sqlite_url(tmp_path), "ended")) as older:
        fill(older, "BBBBBB", 3000, now=Clock().now() - KEEP_MS - 1, name="x" * 1000)

    async def play(wire: Wire) -> None:
        store = wire.hub.store
        assert sum(sizes(store)) > 3_000_000
        wire.clock.time += PURGE_FIRST_MS
        await wire.hub.heartbeat.beat()
        assert store.list() == []
        assert sizes(store)[0] < 100_000
        assert sizes(store)[1] < 100_000, "what was written since"

    with_wire(tmp_path, play, run=False)


@pytest.mark.parametrize("served", [True, False])
def test_a_purge_by_hand_gives_the_room_back(tmp_path: Path, served: bool) -> None:
    folder = tmp_path / "data"
    with closing(Store(sqlite_url(folder), "one")) as store:
        fill(store, "BBBBBB", 3000, name="x" * 1000)
        file = Path(store.engine.url.database or "")
    if not served:  # Nobody has it, but an earlier version made it.
        with closing(sqlite3.connect(file, isolation_level=None)) as older:
            older.execute("PRAGMA auto_vacuum = 0")
            older.execute("VACUUM")
    server = Store(sqlite_url(folder), "two")
    if served:
        assert server.lock()
    done = run(tmp_path, "admin", "purge", "--days", "30", "--data", str(folder))
    assert done.stdout == "1 table deleted.\n", done.stderr
    assert file.stat().st_size < 200_000
    assert sizes(server)[1] == 0
    server.close()
