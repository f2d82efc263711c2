"""The lock that a server holds on its database: it ends with the process, also where that is killed."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa

from fivethreefive.foreign_errors import from_database
from fivethreefive.language import DEFAULT_LANGUAGE, Catalogue, InvalidInput
from fivethreefive.server.storage.private_files import create_private

LOG = logging.getLogger("fivethreefive.server")

LOCK = 535
"""Our number among PostgreSQL's advisory locks, which are those of one database."""


class DatabaseLock(Protocol):
    """What keeps a database to one server."""

    def hold(self) -> bool:
        """Take the lock, unless it is held already; False where another server has it."""
        ...

    def close(self) -> None:
        """Release the lock."""
        ...


def database_lock(engine: sa.Engine, file: Path | None) -> DatabaseLock:
    """The lock of a database, which is not held yet.

    It raises InvalidInput for a SQLite file that another server has.
    """
    if engine.dialect.name == "postgresql":
        return _PostgresqlLock(engine)
    return _FileLock(file)


def warn_shared() -> None:
    """Say in the log that another server has the lock."""
    LOG.warning("another_server", extra={"why": Catalogue.of(DEFAULT_LANGUAGE).say("server.shared")})


class _FileLock:
    """A file beside the database, locked by SQLite, which knows how on every system.

    The database itself cannot stay locked: its own transactions need to lock it.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._lock: sqlite3.Connection | None = None

    def hold(self) -> bool:
        if self._lock is None and self._file is not None:  # In memory it is ours alone.
            self._lock = self._locked(self._file)
        return True

    def _locked(self, file: Path) -> sqlite3.Connection:
        with suppress(OSError):  # It is there, or SQLite says why it cannot be.
            create_private(Path(f"{file}.lock"))  # Whoever may read it may lock it.
        lock = sqlite3.connect(f"{file}.lock", timeout=0, isolation_level=None, check_same_thread=False)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            lock.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise InvalidInput("already_served", place=str(file)) from None
            raise from_database("database", error) from None
        return lock

    def close(self) -> None:
        if self._lock is not None:
            self._lock.close()


class _PostgresqlLock:
    """An advisory lock: it is of one connection, and ends with it, as where the database is restarted."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._connection: sa.Connection | None = None

    def hold(self) -> bool:
        if self._connection is not None and self._is_alive(self._connection):
            return True
        # The connection stays open; with autocommit it holds no transaction open.
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        held = False
        try:
            held = bool(connection.execute(sa.select(sa.func.pg_try_advisory_lock(LOCK))).scalar_one())
        finally:
            if held:
                self._connection = connection
            else:
                connection.close()
        return held

    def _is_alive(self, connection: sa.Connection) -> bool:
        try:
            connection.execute(sa.select(1))
        except sa.exc.SQLAlchemyError:  # It was lost, and the lock with it.
            self._connection = None
            connection.invalidate()
            connection.close()
            return False
        return True

    def close(self) -> None:
        if self._connection is None:
            return
        with suppress(sa.exc.SQLAlchemyError):  # A connection that was lost holds nothing any more.
            # The end of a connection frees its locks too, but only some time later.
            self._connection.execute(sa.select(sa.func.pg_advisory_unlock(LOCK)))
            self._connection.detach()  # Closed for good, and not put back into the pool.
            self._connection.close()
