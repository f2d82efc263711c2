"""Health is what tables would meet; locks that were lost and servers that were killed are looked after."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from fivethreefive.protocol import Bye, Snapshot
from fivethreefive.server.rooms.heartbeat import OWNER_GONE_MS, OWNERS_EVERY_MS
from fivethreefive.server.storage import schema
from fivethreefive.server.storage.store import Append, Store, new_token
from support.asgi_client import Wire, with_wire
from support.databases import fresh_database


def damage_page(store: Store, page: int) -> None:
    """Write nonsense over a page of a SQLite database, as a bad disk does."""
    with closing(store.engine.raw_connection()) as raw:
        (size,) = raw.cursor().execute("PRAGMA page_size").fetchone()
        raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.engine.dispose()  # It has pages in memory.
    with Path(store.engine.url.database or "").open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xaa" * size)


def root_page(store: Store, name: str) -> int:
    """The first page of a table or an index."""
    with store.engine.connect() as connection:
        root = sa.text("SELECT rootpage FROM sqlite_master WHERE name = :name")
        return int(connection.execute(root, {"name": name}).scalar_one())


@pytest.mark.parametrize("name", ["events", "tables", "tokens", "tables_updated", "tokens_table"])
def test_a_damaged_page_is_seen_by_who_asks_for_the_health(tmp_path: Path, name: str) -> None:
    async def play(wire: Wire) -> None:
        await wire.ask("/api/tables", {"name": "A"})
        assert (await wire.ask("/healthz"))[0] == 200
        damage_page(wire.hub.store, root_page(wire.hub.store, name))
        wire.clock.time += 60_000
        status, problem = await wire.ask("/healthz")
        assert (status, problem["code"]) == (503, "store_failed")

    with_wire(tmp_path, play)


def test_damage_that_only_one_table_meets_is_remembered(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        store = wire.hub.store
        _, created = await wire.ask("/api/tables", {"name": "A"})
        await wire.ask("/api/tables", {"name": "B"})
        player = await wire.connect(created["code"], created["token"])
        await player.hear(Snapshot)
        with store.engine.begin() as connection:  # Its events find no place in the page of the others.
            long = {"table_id": 2, "at": 0, "body": "x" * 4000}
            connection.execute(sa.insert(schema.events), [long | {"seq": seq} for seq in range(900, 999)])
        await player.close()
        for room in list(wire.hub.rooms.values()):
            wire.hub._remove_room(room)
        damage_page(store, first_leaf(store, "events"))
        wire.clock.time += 60_000
        assert (await wire.ask("/healthz"))[0] == 200, "no check reads everything"
        away = await wire.connect(created["code"], created["token"])
        assert (await away.hear(Bye)).code == "store_failed"
        wire.clock.time += 60_000
        assert (await wire.ask("/healthz"))[0] == 503

    with_wire(tmp_path, play)


def first_leaf(store: Store, name: str) -> int:
    """The first page below the root of a table: a page of a SQLite file names those below it."""
    root = root_page(store, name)
    with closing(store.engine.raw_connection()) as raw:
        (size,) = raw.cursor().execute("PRAGMA page_size").fetchone()
        raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = Path(store.engine.url.database or "").read_bytes()
    page = data[(root - 1) * size : root * size]
    assert page[0] in (2, 5), "the root has pages below it"
    cell = int.from_bytes(page[12:14], "big")
    return int.from_bytes(page[cell : cell + 4], "big")


def test_a_probe_leaves_nothing_behind(store: Store) -> None:
    row = store.create("BCDFGH", "waiting", 1)
    assert row is not None
    key = new_token(0, "person")[1]
    assert store.write([Append(row.id, 1, 1, [], "waiting", None, None, 1, (key,))]) == [None]
    store.probe()
    store.probe()
    with store.engine.connect() as connection:
        for table, count in ((schema.tables, 1), (schema.events, 0), (schema.tokens, 1)):
            assert len(connection.execute(sa.select(table)).all()) == count


def cut_connections(store: Store) -> None:
    """End all other connections to a PostgreSQL database, as its restart does."""
    engine = sa.create_engine(store.engine.url)
    with engine.connect() as connection:
        others = "pid <> pg_backend_pid() AND datname = current_database()"
        connection.execute(
            sa.text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
        ).all()
    engine.dispose()


def test_a_lock_that_was_lost_is_taken_again(tmp_path: Path) -> None:
    store = Store(fresh_database("postgresql", tmp_path), "one")
    assert store.lock()
    cut_connections(store)
    other = Store(store.engine.url.render_as_string(hide_password=False), "two")
    assert store.keep_lock()
    assert not other.lock()
    cut_connections(store)
    assert other.keep_lock(), "whoever comes first has it"
    assert not store.keep_lock()
    other.close()
    assert store.keep_lock()
    store.close()


def test_another_server_that_came_between_is_warned_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(wire: Wire) -> None:
        beat, store = wire.hub.heartbeat.beat, wire.hub.store
        found = iter([True, False, False, True, False])
        store.lock()
        monkeypatch.setattr(store._lock, "hold", lambda: next(found))
        warned = []
        for _ in range(5):
            await beat()
            warned.append(len([record for record in caplog.records if record.message == "another_server"]))
        assert warned == [0, 1, 1, 1, 2]

    with_wire(tmp_path, play, run=False)


def test_servers_that_were_killed_are_forgotten(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        store, beat = wire.hub.store, wire.hub.heartbeat.beat
        killed, alive = Store(str(store.engine.url), "killed"), Store(str(store.engine.url), "alive")
        killed.beat(5)
        for minute in range(OWNER_GONE_MS // OWNERS_EVERY_MS):
            alive.beat(minute)
            await beat()
            assert set(store.beats()) == {"test", "killed", "alive"}
            wire.clock.time += OWNERS_EVERY_MS
        await beat()
        assert set(store.beats()) == {"test", "alive"}
        killed.beat(6)
        assert set(store.beats()) == {"test", "killed", "alive"}, "one that was only stopped comes back"
        killed.close()
        alive.close()

    with_wire(tmp_path, play, run=False)
