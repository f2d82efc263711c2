"""Room that a SQLite database gives back to the disk, a little at a time: it is in use meanwhile."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import sqlalchemy as sa

BUSY_MS = 4000
"""So long SQLite waits for another process that writes: less than anybody waits for an answer."""

INCREMENTAL = 2
"""SQLite's number for a database whose free pages can be given back a few at a time."""

PAGES = 250
"""So many are given back at once, which takes some milliseconds."""

LOG_BYTES = 4_000_000
"""A longer write-ahead log is cut when it begins again."""


def prepare(connection: Any) -> None:
    """Let a new database give back free pages; of one that has tables this changes nothing."""
    connection.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
    connection.execute(f"PRAGMA journal_size_limit = {LOG_BYTES}")


def give_back_some(engine: sa.Engine) -> bool:
    """Give back a few free pages; whether there are more. After the last the write-ahead log is empty."""
    with closing(engine.raw_connection()) as raw:  # No transaction: the log is emptied outside of one.
        driver: Any = raw.driver_connection
        if _value(driver, "auto_vacuum") == INCREMENTAL:
            # As a script: the driver's "execute" gives back only the first page.
            driver.executescript(f"PRAGMA incremental_vacuum({PAGES})")
            if _value(driver, "freelist_count"):
                return True
        driver.execute("PRAGMA busy_timeout = 0")  # Whoever reads now, as a backup does, is not waited for.
        driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        driver.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        return False


def rewrite(engine: sa.Engine) -> None:
    """Write a database anew without its free pages; nobody else can use it meanwhile.

    One of an earlier version can give back pages a few at a time from then on.
    """
    with closing(engine.raw_connection()) as raw:
        driver: Any = raw.driver_connection
        if _value(driver, "auto_vacuum") != INCREMENTAL:
            driver.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
            driver.execute("VACUUM")


def _value(driver: Any, name: str) -> int:
    (value,) = driver.execute(f"PRAGMA {name}").fetchone()
    return int(value)
