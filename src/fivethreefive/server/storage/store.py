"""Where tables are kept: rows of events in SQLite, or in PostgreSQL by the same code.

Every append checks the table's epoch, which grows whenever a process takes a table over, so that a
process which lost a table can write nothing more to it. All functions here block: ``writer`` calls
them from a thread, many appends to a transaction.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sa

from fivethreefive.foreign_errors import from_database, from_system
from fivethreefive.language import InvalidInput
from fivethreefive.server.clock import monotonic_seconds
from fivethreefive.server.storage import sqlite_space
from fivethreefive.server.storage.database_lock import database_lock
from fivethreefive.server.storage.postgresql_timeouts import set_timeouts
from fivethreefive.server.storage.private_files import create_private, keep_private
from fivethreefive.server.storage.schema import events, owners, tables, tokens, upgrade
from fivethreefive.table.events import Stored, read_event, write_event

Scope = Literal["person", "bot"]

PURGE_TABLES = 50
PURGE_EVENTS = 2000
"""So many tables, and events of them, are deleted at once: that takes some milliseconds."""

DAMAGED = ("XX001", "XX002")
"""What PostgreSQL calls damaged data and a damaged index."""

WRITE_SECONDS = 3.0
"""After so long the appends of a transaction that failed are not tried one by one any more."""


class StaleEpoch(Exception):
    """Another process has taken the table over: what is in memory here is not the table any more."""


class StoredToken(NamedTuple):
    """What is stored of a token: its hash and the seat that it holds."""

    hash: str
    seat: int
    scope: Scope


Tokens = tuple[StoredToken, ...]
TOKEN = (tokens.c.hash, tokens.c.seat, tokens.c.scope)


class Append(msgspec.Struct, frozen=True):
    """Events to be added to a table, with the new values of its row."""

    table: int
    epoch: int
    seq: int
    """The number of the first event."""
    events: Sequence[tuple[int, Stored]]
    state: str
    due: int | None
    due_for: str | None
    now: int
    tokens: Tokens = ()


class Row(NamedTuple):
    """A table's row."""

    id: int
    code: str
    owner: str | None
    epoch: int
    due: int | None
    due_for: str | None
    state: str
    created: int
    updated: int


class StoredEvents:
    """Events as they were read, each with its time; decoded when taken, by whoever takes them.

    Decoding takes far longer than reading, and the thread that reads has others waiting for it.
    """

    def __init__(self, rows: Sequence[sa.Row[Any, Any]]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[tuple[int, Stored]]:
        return ((at, read_event(body)) for at, body in self._rows)


class Loaded(NamedTuple):
    """A table taken over from the store."""

    row: Row
    events: StoredEvents
    tokens: Tokens
    left: int | None
    """What was left of its timer, in milliseconds, when the process that had it was last alive."""


def hashed(token: str) -> str:
    """The hash of a token."""
    # No salt, and no slow hash: nobody chooses a token, and 128 random bits cannot be guessed.
    return sha256(token.encode()).hexdigest()


def new_token(seat: int, scope: Scope) -> tuple[str, StoredToken]:
    """A random token for a seat, and what is stored of it."""
    token = secrets.token_hex(16)  # Digits and letters: a command line takes "-x" for an option.
    return token, StoredToken(hashed(token), seat, scope)


def sqlite_url(folder: Path, make: bool = True) -> str:
    """The address of the database in a data folder, which is made where there is none, if it may be."""
    try:
        if make:
            folder.mkdir(0o700, parents=True, exist_ok=True)  # For nobody else.
    except OSError as error:
        raise from_system("data_folder", error, folder=str(folder)) from None
    return f"sqlite:///{folder / 'tables.sqlite'}"


class Store:
    """A database of tables, brought up to date; ``owner`` names this process in it.

    With ``make`` false it has to be there already, and is InvalidInput where it is not.
    """

    def __init__(self, url: str, owner: str, *, make: bool = True) -> None:
        self.owner = owner
        self.engine = _engine(url)
        self._lock = database_lock(self.engine, _file_of(self.engine))
        self._locks = False
        self.alone = True
        """Whether no other server had the lock when that was last looked at."""
        try:
            if not make and (path := _file_of(self.engine)) and not path.is_file():
                raise InvalidInput("no_tables_kept", place=str(path))
            if path := _file_of(self.engine):
                keep_private(path, make=make)
            upgrade(self.engine, make)
        except BaseException as error:
            self.engine.dispose()
            if isinstance(error, sa.exc.DBAPIError):
                raise from_database("database", error) from None
            raise

    def lock(self) -> bool:
        """Lock the database until the store is closed; False where another server shares it.

        Raises InvalidInput for a SQLite file that another server has: it is of one process. Those that
        share PostgreSQL take tables from each other by their leases, which is right but seldom meant.
        """
        self._locks = True
        return self.keep_lock()

    def keep_lock(self) -> bool:
        """Lock the database again where the lock was lost; whether no other server has it.

        A restart of PostgreSQL ends all locks. Who never asked for a lock does not get one.
        """
        self.alone = not self._locks or self._lock.hold()
        return self.alone

    def close(self) -> None:
        """Release the tables of this process and close the database."""
        try:
            with self.engine.begin() as connection:
                mine = tables.c.owner == self.owner
                connection.execute(sa.update(tables).where(mine).values(owner=None))
                connection.execute(sa.delete(owners).where(owners.c.name == self.owner))
        finally:
            self._lock.close()  # After the tables: the next server may take them at once.
            self.engine.dispose()

    def beat(self, at: int) -> None:
        """Store the time of this process's monotonic clock: it is alive."""
        with self.engine.begin() as connection:
            mine = owners.c.name == self.owner
            if not connection.execute(sa.update(owners).where(mine).values(beat=at)).rowcount:
                connection.execute(sa.insert(owners).values(name=self.owner, beat=at))

    def owners_in_use(self) -> Collection[str]:
        """The processes that may be running: none where this one can lock the database."""
        with suppress(InvalidInput):
            if self.lock():
                return ()
        return self.beats()

    def beats(self) -> dict[str, int]:
        """When each process that is known was last alive, by its own clock."""
        with self.engine.connect() as connection:
            return {row.name: row.beat for row in connection.execute(sa.select(owners))}

    def forget_owners(self, names: Collection[str]) -> None:
        """Remove processes that are not alive any more; their tables stay as they are."""
        with self.engine.begin() as connection:
            connection.execute(sa.delete(owners).where(owners.c.name.in_(names)))

    def probe(self) -> None:
        """Write and read what every table does, and leave nothing of it behind.

        Raises SQLAlchemyError where that fails. A process that only says that it is alive touches none
        of the pages that tables need.
        """
        code, key = f"probe-{secrets.token_hex(3)}", new_token(0, "person")[1]
        row = {"code": code, "epoch": 1, "state": "waiting", "created": 0, "updated": 0}
        held = sa.select(*TOKEN).join(tables).where(tables.c.code == code)
        with self.engine.connect() as connection:
            number = connection.execute(sa.insert(tables).values(row).returning(tables.c.id)).scalar_one()
            event = {"table_id": number, "seq": 1, "at": 0, "body": "{}"}
            connection.execute(sa.insert(events).values(event))
            connection.execute(sa.insert(tokens).values(key._asdict() | {"table_id": number}))
            connection.execute(held).one()
            connection.execute(sa.select(events).where(events.c.table_id == number)).one()
            newest = sa.select(tables.c.id).order_by(tables.c.updated.desc()).limit(1).scalar_subquery()
            told = sa.select(events).where(events.c.table_id == newest)
            connection.execute(told.order_by(events.c.seq.desc()).limit(1)).one_or_none()
            connection.rollback()

    def create(self, code: str, state: str, now: int) -> Row | None:
        """A new table of this process without events; None where the code is taken."""
        values = {"code": code, "owner": self.owner, "epoch": 1, "state": state}
        try:
            with self.engine.begin() as connection:
                made = sa.insert(tables).values(**values, created=now, updated=now).returning(tables.c.id)
                number = connection.execute(made).scalar_one()
        except sa.exc.IntegrityError:
            return None
        return Row(number, code, self.owner, 1, None, None, state, now, now)

    def write(self, appends: Sequence[Append]) -> list[Exception | None]:
        """Add events to many tables in one transaction; what went wrong with each, None where nothing.

        Where one of them cannot be written at all the others are tried each by itself, while there is time.
        """
        return self._write(appends, monotonic_seconds() + WRITE_SECONDS)

    def _write(self, appends: Sequence[Append], until: float) -> list[Exception | None]:
        try:
            with self.engine.begin() as connection:  # A stale epoch raises nothing: the others are stored.
                return [_append(connection, append) for append in appends]
        except sa.exc.SQLAlchemyError as error:
            if len(appends) == 1 or monotonic_seconds() >= until:  # A database that hangs does so for each.
                return [error] * len(appends)
            return [self._write([append], until)[0] for append in appends]

    def claim(self, code: str) -> Loaded | None:
        """Take a table over, whoever had it; None where there is none with the code.

        From then on no other process can write to it.
        """
        with self.engine.begin() as connection:
            # PostgreSQL: of two servers that come at once the second waits, and reads the new epoch.
            found = sa.select(tables).where(tables.c.code == code).with_for_update()
            row = connection.execute(found).one_or_none()
            if row is None:
                return None
            beat = sa.select(owners.c.beat).where(owners.c.name == row.owner)
            last_beat = connection.execute(beat).scalar_one_or_none()
            mine = {"owner": self.owner, "epoch": row.epoch + 1, "due": None}
            connection.execute(sa.update(tables).where(tables.c.id == row.id).values(**mine))
            happened = _events(connection, row.id)
            held = connection.execute(sa.select(*TOKEN).where(tokens.c.table_id == row.id)).all()
        kept = Row(**{**row._mapping, **mine})
        # Both are of the clock of the process that had the table, and of no other use.
        left = None if row.due is None or last_beat is None else row.due - last_beat
        return Loaded(kept, happened, tuple(StoredToken(*key) for key in held), left)

    def set_due(self, table: int, epoch: int, due: int | None, due_for: str | None) -> None:
        """Note when a table's clock runs out, where nothing else is written."""
        with self.engine.begin() as connection:
            mine = (tables.c.id == table) & (tables.c.epoch == epoch)  # Whoever has the table sets it.
            connection.execute(sa.update(tables).where(mine).values(due=due, due_for=due_for))

    def find_token(self, code: str, token: str) -> StoredToken | None:
        """What a token holds at the table with a code; None where that is nothing."""
        mine = (tokens.c.hash == hashed(token)) & (tables.c.code == code)
        with self._reading() as connection:
            found = sa.select(*TOKEN).join(tables, tables.c.id == tokens.c.table_id).where(mine)
            row = connection.execute(found).one_or_none()
        return None if row is None else StoredToken(*row)

    def last_event(self, code: str) -> tuple[int, int] | None:
        """The number of the table with a code and of its last event; None where there is no such event."""
        with self._reading() as connection:
            last = sa.select(tables.c.id, sa.func.max(events.c.seq)).where(tables.c.code == code)
            found = connection.execute(last.join(events).group_by(tables.c.id)).one_or_none()
        return None if found is None else (found[0], found[1])

    def events_after(self, table: int, seq: int) -> StoredEvents:
        """The events of a table that are stored after one."""
        with self._reading() as connection:
            return _events(connection, table, seq)

    def _reading(self) -> sa.Connection:
        """A connection that only reads: it keeps nobody from writing meanwhile."""
        return self.engine.connect().execution_options(reads=True)

    def lost(self, numbers: Collection[int]) -> dict[int, str]:
        """What to tell the clients of those of some tables that are not this process's any more."""
        found = sa.select(tables.c.id, tables.c.owner, tables.c.state).where(tables.c.id.in_(numbers))
        lost = dict.fromkeys(numbers, "no_such_table")
        with self.engine.connect() as connection:
            for number, owner, state in connection.execute(found):
                lost[number] = "closed" if state == "closed" else "restart"
                if owner == self.owner:
                    del lost[number]
        return lost

    def list(self) -> list[Row]:
        """All tables, the ones changed last first."""
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(tables).order_by(tables.c.updated.desc(), tables.c.id))
            return [Row(**row._mapping) for row in found]

    def count_old(self, before: int, alive: Collection[str]) -> tuple[int, int]:
        """How many tables are unchanged since ``before`` and of none of ``alive``; how many there are."""
        count = sa.func.count(tables.c.id)
        with self.engine.connect() as connection:
            old = connection.execute(sa.select(count).where(_old(before, alive))).scalar_one()
            return old, connection.execute(sa.select(count)).scalar_one()

    def purge(self, before: int, alive: Collection[str]) -> int | None:
        """Delete a part of those tables; how many are gone by it, and None where none is left.

        Between two calls others write to the database.
        """
        few = sa.select(tables.c.id).where(_old(before, alive)).order_by(tables.c.id)
        with self.engine.begin() as connection:
            numbers = connection.execute(few.limit(PURGE_TABLES).with_for_update()).scalars().all()
            return _delete_some(connection, numbers) if numbers else None

    def give_back_room(self) -> bool:
        """Give a part of what a purge made free back to the disk; whether there is more to give back.

        PostgreSQL does that by itself.
        """
        return self.engine.dialect.name == "sqlite" and sqlite_space.give_back_some(self.engine)

    def rewrite(self) -> None:
        """Let the database of an earlier version give back room; nobody else may use it meanwhile."""
        if self.engine.dialect.name == "sqlite":
            sqlite_space.rewrite(self.engine)

    def backup(self, path: Path) -> None:
        """Copy a SQLite database to a new file, while it is in use; InvalidInput where that fails."""
        if self.engine.dialect.name != "sqlite":
            raise InvalidInput("backup_sqlite_only")
        try:
            create_private(path)  # SQLite itself would write over a file that is there.
        except OSError as error:
            code = "file_exists" if isinstance(error, FileExistsError) else "backup_failed"
            raise from_system(code, error, file=str(path)) from None
        raw = self.engine.raw_connection()  # Copying pages is the driver's own, beside SQL.
        try:
            with closing(sqlite3.connect(path)) as target:
                raw.driver_connection.backup(target)  # type: ignore[union-attr]
        except (sqlite3.Error, OSError) as error:
            path.unlink(missing_ok=True)
            raise from_database("backup_failed", error, file=str(path)) from None
        finally:
            raw.close()


def _events(connection: sa.Connection, table: int, after: int = 0) -> StoredEvents:
    told = sa.select(events.c.at, events.c.body).where(events.c.table_id == table, events.c.seq > after)
    return StoredEvents(connection.execute(told.order_by(events.c.seq)).all())


def _append(connection: sa.Connection, append: Append) -> Exception | None:
    row: dict[str, Any] = {"state": append.state, "due": append.due, "due_for": append.due_for}
    mine = (tables.c.id == append.table) & (tables.c.epoch == append.epoch)
    said = sa.update(tables).where(mine).values(**row, updated=append.now)
    if not connection.execute(said).rowcount:  # The check of the epoch and the lock of the row in one.
        return StaleEpoch(append.table)
    if append.tokens:  # The old token of a seat ends in the transaction that stores the new one.
        seats = tokens.c.seat.in_([key.seat for key in append.tokens])
        connection.execute(sa.delete(tokens).where((tokens.c.table_id == append.table) & seats))
        keys = [{**key._asdict(), "table_id": append.table} for key in append.tokens]
        connection.execute(sa.insert(tokens), keys)
    rows = [
        {"table_id": append.table, "seq": append.seq + i, "at": at, "body": write_event(event)}
        for i, (at, event) in enumerate(append.events)
    ]
    if rows:
        connection.execute(sa.insert(events), rows)
    return None


def _delete_some(connection: sa.Connection, numbers: Sequence[int]) -> int:
    # Nobody must find a table that has lost a part of its events. No address leads to small letters.
    codes = {"code": sa.literal("x") + sa.cast(tables.c.id, sa.String), "epoch": tables.c.epoch + 1}
    connection.execute(sa.update(tables).where(tables.c.id.in_(numbers)).values(codes))
    left, gone = PURGE_EVENTS, []
    for number in numbers:
        mine = events.c.table_id == number
        last = sa.select(events.c.seq).where(mine).order_by(events.c.seq).limit(left)
        left -= connection.execute(sa.delete(events).where(mine & events.c.seq.in_(last))).rowcount
        if left <= 0:
            break
        gone.append(number)
    connection.execute(sa.delete(tables).where(tables.c.id.in_(gone)))
    return len(gone)


def is_damage(error: sa.exc.SQLAlchemyError) -> bool:
    """Whether a database has found that what it stores is damaged, which nothing heals by itself."""
    found: Any = getattr(error, "orig", None)
    if isinstance(found, sqlite3.Error):
        # Of more exact codes, which some errors have, the last byte is the kind.
        return (found.sqlite_errorcode & 0xFF) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return getattr(found, "sqlstate", None) in DAMAGED


def _old(before: int, alive: Collection[str]) -> sa.ColumnElement[bool]:
    owned = tables.c.owner.in_(alive) if alive else sa.false()
    return (tables.c.updated < before) & (tables.c.owner.is_(None) | ~owned)


def why_failed(error: sa.exc.SQLAlchemyError) -> str:
    """What a database says in its first line: the ones after it may tell what a row holds."""
    return str(getattr(error, "orig", None) or type(error).__name__).strip().partition("\n")[0]


def _file_of(engine: sa.Engine) -> Path | None:
    """The file of a SQLite database, where it has one."""
    name = engine.url.database if engine.dialect.name == "sqlite" else None
    return Path(name) if name and name != ":memory:" else None


def _engine(url: str) -> sa.Engine:
    try:
        # What is stored holds hands and secrets: an error about it must not carry them into a log.
        # A connection is tried before it is used: a database that was restarted has lost them all.
        engine = sa.create_engine(url, hide_parameters=True, pool_pre_ping=True)
    except (sa.exc.ArgumentError, ImportError) as error:
        raise from_database("database", error) from None
    except ValueError:  # Brackets that no address has, or a port that is no number.
        raise InvalidInput("database", why=InvalidInput("database_address")) from None
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _configure_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
    elif engine.dialect.name == "postgresql":
        set_timeouts(engine)
    else:
        raise InvalidInput("database", why=InvalidInput("database_address"))
    return engine


def _configure_sqlite(connection: Any, _record: Any) -> None:
    """WAL lets readers read while one writes; FULL waits for the disk before a commit returns."""
    connection.isolation_level = None  # SQLAlchemy says BEGIN, not the driver.
    sqlite_space.prepare(connection)  # Before the first page is written.
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={sqlite_space.BUSY_MS}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    # Not deferred: a transaction that reads first and writes then fails where another wrote in between.
    reads = connection.get_execution_options().get("reads")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
