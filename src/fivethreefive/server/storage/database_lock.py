"""The lock that a server holds on its database: it ends with the process, also where that is killed."""

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
class DatabaseLock:
    """A lock that is held; ``close`` releases it."""

    close: Callable[[], None]


def lock_database(engine: sa.Engine, file: Path | None) -> DatabaseLock | None:
    """Lock a database for one server; None where another shares it, as PostgreSQL allows.

    Raises InvalidInput for a SQLite file that another server has.
    """
    if engine.dialect.name == "postgresql":
        return _lock_postgresql(engine)
    return DatabaseLock(lambda: None) if file is None else _lock_file(file)  # In memory it is ours alone.


def _lock_file(file: Path) -> DatabaseLock:
    # A file beside the database, locked by SQLite, which knows how on every system. The database itself
    # cannot stay locked: its own transactions need to lock it.
    lock = sqlite3.connect(f"{file}.lock", timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise InvalidInput("already_served", place=str(file)) from None
        raise InvalidInput("database", why=str(error)) from None
    return DatabaseLock(lock.close)


def _lock_postgresql(engine: sa.Engine) -> DatabaseLock | None:
    # The connection stays open, since the lock is its own; with autocommit it holds no transaction open.
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    if not connection.execute(sa.select(sa.func.pg_try_advisory_lock(LOCK))).scalar_one():
        connection.close()
        return None

    def close() -> None:
        with suppress(sa.exc.SQLAlchemyError):  # A connection that was lost holds nothing any more.
            # The end of a connection frees its locks too, but only some time later.
            connection.execute(sa.select(sa.func.pg_advisory_unlock(LOCK)))
            connection.detach()  # Closed for good, and not put back into the pool.
            connection.close()

    return DatabaseLock(close)
