"""Two servers on one database: a lock that lasts as long as the process, however that ends."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from fivethreefive.language import InvalidInput

LOCK = 535
"""Our number among PostgreSQL's advisory locks, which are those of one database."""


@dataclass(frozen=True)
class Held:
    """A lock, until it is let go."""

    close: Callable[[], None]


def hold(engine: sa.Engine, file: Path | None) -> Held | None:
    """Lock a database for one server; None where another shares it, as PostgreSQL allows.

    Raises InvalidInput for a SQLite file that another server has.
    """
    if engine.dialect.name == "postgresql":
        return _hold_database(engine)
    return Held(lambda: None) if file is None else _hold_file(file)


def _hold_file(file: Path) -> Held:
    """Lock a file beside the database, as SQLite locks one: that works on every system."""
    lock = sqlite3.connect(f"{file}.lock", timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise InvalidInput("already_served", place=str(file)) from None
        raise InvalidInput("database", why=str(error)) from None
    return Held(lock.close)


def _hold_database(engine: sa.Engine) -> Held | None:
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    if not connection.execute(sa.select(sa.func.pg_try_advisory_lock(LOCK))).scalar_one():
        connection.close()
        return None

    def close() -> None:
        with suppress(sa.exc.SQLAlchemyError):  # A connection that was lost holds nothing any more.
            connection.detach()
            connection.close()

    return Held(close)
