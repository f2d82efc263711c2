"""How long others wait while a server deletes old tables, and what the disk gets back, on SQLite.

The database has 600,000 events of 12 tables. "At once" deletes them all in one transaction, for
comparison; "in parts" is what a server and ``admin purge`` do.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bench._report import report
from fivethreefive.server.storage import schema
from fivethreefive.server.storage.store import Store, sqlite_url

TABLES = 12
EVENTS = 50_000
BODY = '{"type":"acted","seat":1,"text":"+1-5"}' + " " * 60
SERIES = (
    "INSERT INTO events "
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT ?, i, 0, ? FROM n"
)


def main() -> None:
    report("purge", [_measure("at once", _at_once), _measure("in parts", _in_parts)])


def _measure(how: str, purge: Callable[[Store], list[float]]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(sqlite_url(Path(folder)), "bench")
        _fill(store)
        before = _megabytes(store)
        times = purge(store)
        row = {"deleted": how, "longest, s": max(times), "all, s": sum(times)}
        row |= {"MB before": before, "MB after": _megabytes(store)}
        store.close()
    return row


def _fill(store: Store) -> None:
    for number in range(TABLES):
        row = store.create(f"T{number:05}", "waiting", 1)
        assert row is not None
        with store.engine.begin() as connection:
            connection.exec_driver_sql(SERIES, (EVENTS, row.id, BODY))


def _at_once(store: Store) -> list[float]:
    def delete() -> None:
        with store.engine.begin() as connection:
            connection.execute(sa.delete(schema.tables))

    return [_timed(delete)[0]]


def _in_parts(store: Store) -> list[float]:
    times, gone = [], 0
    while gone is not None:
        took, gone = _timed(lambda: store.purge(2, ()))
        times.append(took)
    more = True
    while more:
        took, more = _timed(store.give_back_room)
        times.append(took)
    return times


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    answer = work()
    return time.perf_counter() - begun, answer


def _megabytes(store: Store) -> float:
    file = Path(store.engine.url.database or "")
    files = [file, Path(f"{file}-wal")]
    return sum(each.stat().st_size for each in files if each.exists()) / 1e6
