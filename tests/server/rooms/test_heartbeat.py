"""Tables that nobody needs any more are deleted, and no others, whatever time the system says it is."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from fivethreefive.protocol import Create
from fivethreefive.server.rooms.heartbeat import KEEP_MS, PURGE_EVERY_MS, PURGE_FIRST_MS
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.storage.store import Store, sqlite_url
from support.table_players import Clock, Quick, two_people, with_hub

DAY_MS = 86_400_000


async def purge(hub: Hub, clock: Clock) -> list[str]:
    """Let the time come for a purge; the codes of the tables that are left."""
    clock.time += max(PURGE_EVERY_MS, PURGE_FIRST_MS)
    await hub.heartbeat.beat()
    return sorted(row.code for row in hub.store.list())


def left_behind(folder: Path, *codes: str, updated: int, owner: str = "ended") -> None:
    """Tables of a server that has ended."""
    store = Store(sqlite_url(folder), owner)
    for code in codes:
        assert store.create(code, "waiting", updated) is not None
    store.close()


def test_old_tables_are_deleted(tmp_path: Path) -> None:
    now = Clock().now()
    left_behind(tmp_path, "OLDONE", updated=now - KEEP_MS - DAY_MS)
    left_behind(tmp_path, "FRESHT", updated=now - KEEP_MS + DAY_MS)

    async def play(hub: Hub, clock: Clock) -> None:
        await hub.heartbeat.beat()
        assert len(hub.store.list()) == 2, "not at once: a machine that starts may have the wrong time"
        assert await purge(hub, clock) == ["FRESHT"]

    with_hub(tmp_path, play)


def test_a_clock_that_is_set_forward_deletes_nothing(tmp_path: Path) -> None:
    left_behind(tmp_path, "BEFORE", updated=Clock().now())

    async def play(hub: Hub, clock: Clock) -> None:
        room, _, _ = await two_people(hub)
        kept = sorted(["BEFORE", room.table.code])
        clock.set_by = 91 * DAY_MS
        assert await purge(hub, clock) == kept
        clock.set_by = 0
        assert await purge(hub, clock) == kept

    with_hub(tmp_path, play)


def test_what_this_process_has_touched_is_kept(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        created = await hub.create(Create())
        hub._remove_room(hub.rooms[created.code])  # It has left memory.
        clock.time += KEEP_MS + DAY_MS
        assert await purge(hub, clock) == [created.code]

    with_hub(tmp_path, play)


def test_a_server_that_starts_at_a_wrong_time_deletes_no_more_than_a_share(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    codes = [f"BBBBB{number}" for number in range(9)]
    left_behind(tmp_path, *codes, updated=Clock().now() - KEEP_MS - DAY_MS)

    async def play(hub: Hub, clock: Clock) -> None:
        with caplog.at_level(logging.WARNING, "fivethreefive.server"):
            assert await purge(hub, clock) == codes
        (line,) = caplog.records
        assert (line.message, vars(line)["old"], vars(line)["tables"]) == ("purge_refused", 9, 9)

    with_hub(tmp_path, play)


def test_what_other_processes_have_is_kept_while_they_live(tmp_path: Path) -> None:
    left_behind(tmp_path, "CCCCCC", updated=Clock().now())

    async def play(hub: Hub, clock: Clock) -> None:
        other = Store(str(hub.store.engine.url), "other")
        row = other.create("BBBBBB", "waiting", 0)
        assert row is not None
        other.beat(5)
        assert await purge(hub, clock) == ["BBBBBB", "CCCCCC"], "it may live"
        other.beat(6)
        assert await purge(hub, clock) == ["BBBBBB", "CCCCCC"], "it lives"
        assert await purge(hub, clock) == ["CCCCCC"], "it was not heard of for an hour"
        other.close()

    with_hub(tmp_path, play)


def test_limits_and_health_go_on_when_the_clock_is_set_back(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        hub = Hub(Store(sqlite_url(tmp_path), "test"), Quick(), clock, run=False)
        limits = hub.services.hint_limits
        while limits.take("table"):
            pass
        await hub.heartbeat.check_database()
        beat = hub.store.beats()
        clock.set_by, clock.time = -3_600_000, clock.time + 3000
        assert limits.take("table")
        await hub.heartbeat.check_database()
        assert hub.store.beats() != beat, "the database was written to"
        await hub.close()

    asyncio.run(play())
