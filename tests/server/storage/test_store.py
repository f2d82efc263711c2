"""The store: the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from fivethreefive import InvalidInput, Rules
from fivethreefive.protocol import Joined, Left
from fivethreefive.server.storage import schema
from fivethreefive.server.storage.store import (
    PURGE_TABLES,
    Append,
    StaleEpoch,
    Store,
    StoredToken,
    hashed,
    new_token,
)
from fivethreefive.server.storage.writer import Writer
from fivethreefive.table import Presence, view
from fivethreefive.table.events import Stored
from fivethreefive.table.state import Table
from support.databases import fresh_database, stored_events
from support.table_players import new_table, play_game

SECRET_EVENT = (5, Joined(0, "Ana"))


def append(table: int, seq: int, epoch: int = 1, count: int = 1, **changes: object) -> Append:
    values: dict[str, object] = {"state": "waiting", "due": None, "due_for": None, "now": 10}
    return Append(table, epoch, seq, [SECRET_EVENT] * count, **(values | changes))  # type: ignore[arg-type]


def test_a_whole_game_comes_back(store: Store) -> None:
    session = new_table(Rules(3))
    row = store.create("BCDFGH", "waiting", 1)
    assert row is not None
    seq = 1
    for _ in play_game(session, 1):
        fresh = session.drain_events()
        appended = Append(row.id, 1, seq, fresh, session.table.phase, None, None, 2)
        assert store.write([appended]) == [None]
        seq += len(fresh)
    assert [row.state for row in store.list()] == ["game_over"]
    again = Table.from_events(stored_events(store, "BCDFGH"))
    for viewer in (None, 0, 1, 2):
        assert view(again, viewer, Presence()) == view(session.table, viewer, Presence())


def test_codes_are_unique(store: Store) -> None:
    assert store.create("BCDFGH", "waiting", 1) is not None
    assert store.create("BCDFGH", "waiting", 1) is None
    assert store.last_event("XXXXXX") is None
    assert store.claim("XXXXXX") is None


def test_who_lost_a_table_writes_nothing_more(url: str, store: Store) -> None:
    row = store.create("BCDFGH", "waiting", 1)
    assert row is not None
    assert store.write([append(row.id, 1)]) == [None]
    other = Store(url, "two")
    loaded = other.claim("BCDFGH")
    assert loaded is not None
    assert (loaded.row.owner, loaded.row.epoch, list(loaded.events)) == ("two", 2, [SECRET_EVENT])
    (error,) = store.write([append(row.id, 2)])
    assert isinstance(error, StaleEpoch)
    store.set_due(row.id, 1, 99, "x")
    assert other.write([append(row.id, 2, epoch=2)]) == [None]
    assert len(stored_events(other, "BCDFGH")) == 2
    assert [row.due for row in other.list()] == [None]
    other.close()


def test_an_event_is_written_once(store: Store) -> None:
    row = store.create("BCDFGH", "waiting", 1)
    assert row is not None
    assert store.write([append(row.id, 1, count=3)]) == [None]
    (error,) = store.write([append(row.id, 3)])
    assert isinstance(error, sa.exc.IntegrityError)
    assert len(stored_events(store, "BCDFGH")) == 3


def test_one_wrong_append_does_not_take_the_others_with_it(store: Store) -> None:
    rows = [store.create(code, "waiting", 1) for code in ("BBBBBB", "CCCCCC", "DDDDDD")]
    numbers = [row.id for row in rows if row is not None]
    assert store.write([append(number, 1) for number in numbers]) == [None] * 3
    results = store.write([append(numbers[0], 2), append(numbers[1], 1), append(numbers[2], 2, epoch=9)])
    assert [type(error).__name__ for error in results] == ["NoneType", "IntegrityError", "StaleEpoch"]
    assert [len(stored_events(store, code)) for code in ("BBBBBB", "CCCCCC", "DDDDDD")] == [2, 1, 1]


def test_tokens_are_kept_hashed_and_one_a_seat(store: Store) -> None:
    row = store.create("BCDFGH", "waiting", 1)
    assert row is not None
    token, key = new_token(2, "person")
    assert store.write([append(row.id, 1, tokens=(key,))]) == [None]
    assert store.find_token("BCDFGH", token) == StoredToken(hashed(token), 2, "person")
    assert store.find_token("BCDFGH", token + "x") is None
    assert store.find_token("XXXXXX", token) is None
    other, other_key = new_token(2, "bot")
    assert store.write([append(row.id, 2, tokens=(other_key,))]) == [None]
    assert store.find_token("BCDFGH", token) is None
    assert store.find_token("BCDFGH", other) is not None
    with store.engine.connect() as connection:
        assert token not in str(connection.execute(sa.select(schema.tokens)).all())


def test_a_token_can_stand_after_an_option() -> None:
    """``--token -x`` would be refused by the command line of whoever was given that token."""
    written = {new_token(0, "bot")[0] for _ in range(500)}
    assert len(written) == 500
    assert all(token.isalnum() and token.isascii() for token in written)


def test_what_was_left_of_a_timer_is_told_by_the_clock_of_who_had_it(url: str, store: Store) -> None:
    row = store.create("BCDFGH", "waiting", 1)
    assert row is not None
    store.beat(900)
    assert store.write([append(row.id, 1, due=1500, due_for="bot:1:2", now=10**12)]) == [None]
    store.beat(1200)
    other = Store(url, "two")
    loaded = other.claim("BCDFGH")
    assert loaded is not None
    assert (loaded.row.due, loaded.row.due_for, loaded.left) == (None, "bot:1:2", 300)
    again = other.claim("BCDFGH")
    assert again is not None
    assert again.left is None, "the time of one clock says nothing by another"
    other.close()


def test_old_tables_are_purged_with_all_they_have(store: Store) -> None:
    for code, now in (("BBBBBB", 10), ("CCCCCC", 20)):
        row = store.create(code, "waiting", now)
        assert row is not None
        assert store.write([append(row.id, 1, now=now, tokens=(new_token(0, "person")[1],))]) == [None]
    assert store.count_old(15, ["one"]) == (0, 2)
    assert store.purge(15, ["one"]) is None
    assert store.count_old(15, []) == (1, 2)
    assert store.purge(15, []) == 1
    assert [row.code for row in store.list()] == ["CCCCCC"]
    with store.engine.connect() as connection:
        for table in (schema.events, schema.tokens):
            assert len(connection.execute(sa.select(table)).all()) == 1


def test_tables_are_purged_a_few_at_a_time(url: str, store: Store) -> None:
    for number in range(PURGE_TABLES + 2):
        assert store.create(f"BBBBB{number}", "waiting", 10) is not None
    assert [store.purge(15, []) for _ in range(3)] == [PURGE_TABLES, 2, None]


def test_who_purges_by_hand_spares_what_a_running_server_has(url: str, store: Store) -> None:
    by_hand = Store(url, "admin")
    store.beat(5)
    assert store.lock()
    assert [*by_hand.owners_in_use()] == ["one"]
    store.close()
    assert [*by_hand.owners_in_use()] == []
    by_hand.close()


def test_the_migrations_make_the_tables_that_the_code_uses(store: Store) -> None:
    found = sa.inspect(store.engine)
    for table in schema.metadata.sorted_tables:
        columns = {column["name"]: column for column in found.get_columns(table.name)}
        assert columns.keys() == set(table.columns.keys())
        for column in table.columns:
            assert columns[column.name]["nullable"] == column.nullable
        indexes = {index["name"] for index in found.get_indexes(table.name) if not index["unique"]}
        assert indexes >= {index.name for index in table.indexes}


def test_opening_it_again_changes_nothing(url: str, store: Store) -> None:
    assert store.create("BCDFGH", "waiting", 1) is not None
    again = Store(url, "two")
    assert [row.code for row in again.list()] == ["BCDFGH"]
    again.close()


def test_a_database_of_a_later_version_is_refused(url: str, store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(InvalidInput) as refused:
        Store(url, "two")
    assert refused.value.code == "database_newer"
    assert "pip install --upgrade" in str(refused.value)


def test_group_commits_store_everything_in_order(store: Store) -> None:
    numbers = []
    for code in ("BBBBBB", "CCCCCC"):
        row = store.create(code, "waiting", 1)
        assert row is not None
        numbers.append(row.id)

    async def write() -> tuple[int, int]:
        writer = Writer(store)
        appends = [append(number, seq) for seq in range(1, 101) for number in numbers]
        await asyncio.gather(*map(writer.append, appends))
        with pytest.raises(StaleEpoch):
            await writer.append(append(numbers[0], 101, epoch=2))
        with pytest.raises(sa.exc.IntegrityError):
            await writer.append(append(numbers[0], 1))
        await writer.append(append(numbers[0], 101))
        await writer.close()
        return writer.commits, writer.appends

    commits, appends = asyncio.run(write())
    assert appends == 203
    assert commits < 10, "many appends share a transaction"
    assert [len(stored_events(store, code)) for code in ("BBBBBB", "CCCCCC")] == [101, 100]


def test_a_failure_of_any_kind_reaches_who_waits(store: Store) -> None:
    class Strange:
        pass

    async def write() -> None:
        writer = Writer(store)
        row = store.create("BCDFGH", "waiting", 1)
        assert row is not None
        wrong = Append(row.id, 1, 1, [(0, Strange())], "waiting", None, None, 1)  # type: ignore[list-item]
        with pytest.raises(TypeError):
            await writer.append(wrong)
        await writer.append(append(row.id, 1))
        await writer.close()

    asyncio.run(write())


def test_a_backup_is_a_whole_database(tmp_path: Path) -> None:
    store = Store(fresh_database("sqlite", tmp_path), "one")
    row = store.create("BCDFGH", "waiting", 1)
    assert row is not None
    store.write([append(row.id, 1), append(row.id, 2)])
    store.backup(tmp_path / "copy.sqlite")
    store.close()
    with sqlite3.connect(tmp_path / "copy.sqlite") as copy:
        assert copy.execute("SELECT count(*) FROM events").fetchone() == (2,)
    copy.close()


def test_a_backup_replaces_nothing(tmp_path: Path) -> None:
    url = fresh_database("sqlite", tmp_path)
    store = Store(url, "one")
    assert store.create("BCDFGH", "waiting", 1) is not None
    own, other = Path(url.removeprefix("sqlite:///")), tmp_path / "other"
    other.write_text("kept")
    for path, code in (
        (own, "file_exists"),
        (other, "file_exists"),
        (tmp_path / "no" / "x", "backup_failed"),
    ):
        with pytest.raises(InvalidInput) as refused:
            store.backup(path)
        assert refused.value.code == code
    assert (other.read_text(), [row.code for row in store.list()]) == ("kept", ["BCDFGH"])
    store.close()


def test_a_backup_that_fails_leaves_no_file(tmp_path: Path) -> None:
    store = Store(fresh_database("sqlite", tmp_path), "one")
    row = store.create("BCDFGH", "waiting", 1)
    assert row is not None
    code = f"""
import resource, sys
from pathlib import Path
from fivethreefive.server.storage.store import Store
store = Store({str(store.engine.url)!r}, "two")
resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))
store.backup(Path({str(tmp_path / "copy")!r}))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "cannot be copied" in done.stderr, done.stderr
    assert not (tmp_path / "copy").exists()
    store.close()


def test_one_server_holds_a_file_and_several_know_of_each_other(url: str, store: Store) -> None:
    assert store.lock()
    other = Store(url, "two")
    if "sqlite" in url:
        with pytest.raises(InvalidInput) as refused:
            other.lock()
        assert refused.value.code == "already_served"
    else:
        assert not other.lock()
    assert other.list() == [], "who looks after the tables may come in"
    store.close()
    assert other.lock()
    other.close()
    again = Store(url, "three")
    assert again.lock()
    again.close()


def test_what_is_looked_after_is_not_made(tmp_path: Path) -> None:
    foreign, text = tmp_path / "foreign.sqlite", tmp_path / "text.sqlite"
    with sqlite3.connect(foreign) as made:
        made.execute("CREATE TABLE x (y)")
    made.close()
    text.write_text("Dear diary, " * 100)
    for path, code in (
        (tmp_path / "none", "no_tables_kept"),
        (foreign, "no_tables_kept"),
        (text, "database"),
    ):
        with pytest.raises(InvalidInput) as refused:
            Store(f"sqlite:///{path}", "one", make=False)
        assert refused.value.code == code
    assert not (tmp_path / "none").exists()
    with sqlite3.connect(foreign) as left:
        assert left.execute("SELECT name FROM sqlite_master").fetchall() == [("x",)]
    left.close()


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "sqlite:////no/such/folder/x.sqlite"])
def test_what_is_no_database_of_ours_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        Store(url, "one")
    assert refused.value.code == "database"


def test_events_are_read_back_as_they_were(store: Store) -> None:
    row = store.create("BCDFGH", "waiting", 1)
    assert row is not None
    told: list[tuple[int, Stored]] = [(1, Joined(0, "Ana \N{SNOWMAN}")), (2, Left(0))]
    assert store.write([Append(row.id, 1, 1, told, "waiting", None, None, 1)]) == [None]
    assert stored_events(store, "BCDFGH") == told


def test_events_are_decoded_by_who_takes_them(store: Store) -> None:
    """The thread that claims a table writes the moves of all others too."""
    row = store.create("BCDFGH", "waiting", 1)
    assert row is not None
    assert store.write([append(row.id, 1, count=3)]) == [None]
    with store.engine.begin() as connection:
        connection.execute(sa.update(schema.events).values(body="no event"))
    loaded = store.claim("BCDFGH")
    assert loaded is not None
    assert len(loaded.events) == 3
    with pytest.raises(InvalidInput) as refused:
        list(loaded.events)
    assert refused.value.code == "not_an_event"
