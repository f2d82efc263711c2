"""PostgreSQL with a bound on every wait: a server that is stopped takes a question and never answers it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import sqlalchemy as sa

from fivethreefive.server.clock import monotonic_seconds

CONNECT_SECONDS = 2
"""The least that the driver takes."""
ANSWER_SECONDS = 4.0
"""A connection that does not answer for so long is given up: nobody may be there any more."""
STATEMENT_MS = 3000
"""Less: a server that works ends by itself what takes too long, and the connection stays."""
LOCK_MS = 2000
MIGRATION_SECONDS = 3600.0
"""A migration may have to write every row anew."""


def set_timeouts(engine: sa.Engine) -> None:
    """Bound every wait of an engine's connections, also where the server does not answer at all."""
    sa.event.listen(engine, "do_connect", _connect)
    sa.event.listen(engine, "connect", _limit_statements)


@contextmanager
def migration_time(connection: sa.Connection) -> Iterator[None]:
    """Let statements of the running transaction take as long as a migration may."""
    if connection.dialect.name != "postgresql":
        yield
        return
    driver: Any = connection.connection.driver_connection
    connection.exec_driver_sql(f"SET LOCAL statement_timeout = {int(MIGRATION_SECONDS * 1000)}")
    driver.answer_seconds = MIGRATION_SECONDS
    try:
        yield
    finally:
        driver.answer_seconds = ANSWER_SECONDS


def _connect(_dialect: Any, _record: Any, arguments: list[Any], options: dict[str, Any]) -> Any:
    options.setdefault("connect_timeout", CONNECT_SECONDS)
    return _connection_class().connect(*arguments, **options)


def _limit_statements(connection: Any, _record: Any) -> None:
    connection.execute(f"SET statement_timeout = {STATEMENT_MS}")
    connection.execute(f"SET lock_timeout = {LOCK_MS}")
    connection.commit()


@cache
def _connection_class() -> Any:
    """The driver's connection, which waits for a server's answer without a bound, with one."""
    import psycopg  # Here, since it is an extra.

    class Connection(psycopg.Connection[Any]):
        answer_seconds = ANSWER_SECONDS

        def wait(self, gen: Any, *arguments: Any, **options: Any) -> Any:
            return super().wait(self._bounded(gen), *arguments, **options)

        def _bounded(self, steps: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
            until = monotonic_seconds() + self.answer_seconds
            try:
                wanted = next(steps)
                while True:
                    ready = yield wanted  # The driver comes back several times a second with nothing.
                    if ready == psycopg.waiting.Ready.NONE and monotonic_seconds() >= until:
                        self.close()  # What was asked may be done or not: nothing more is told here.
                        raise psycopg.OperationalError("the database does not answer")
                    wanted = steps.send(ready)
            except StopIteration as end:
                return end.value

    return Connection
