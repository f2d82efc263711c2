"""How a room stores what happens at its table, before anybody is told."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy.exc import SQLAlchemyError

from fivethreefive.server.rooms.services import Services
from fivethreefive.server.rooms.timers import TableTimer
from fivethreefive.server.storage.store import Append, Key, Row, StaleEpoch, hashed
from fivethreefive.table import Session, Table


class Dropped(Exception):
    """The table in memory is not the stored one any more, and is thrown away; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Journal:
    """The stored side of one table: its row, its tokens and how far its events are stored."""

    def __init__(self, services: Services, row: Row, keys: Iterable[Key], stored: int) -> None:
        self.services = services
        self.row = row
        self.keys = {key.hash: key for key in keys}
        """The tokens that hold a seat; nobody else writes them while the table is ours."""
        self.stored_seq = stored
        """The number of the last event that is stored."""

    def key_of(self, token: str | None, table: Table) -> Key | None:
        """What a token holds now; its seat may have been emptied, or given to somebody else."""
        key = None if token is None else self.keys.get(hashed(token))
        if key is None:
            return None
        kind = "person" if key.scope == "person" else "remote"
        return key if table.seats[key.seat].kind == kind else None

    async def commit(self, session: Session, keys: tuple[Key, ...], timer: TableTimer, now: int) -> bool:
        """Store the session's new events and the new ``keys``; whether there were any.

        Raises Dropped where that fails: what is in memory is not what is stored then.
        """
        new = session.take_new()
        if not new and not keys:
            return False
        table, row = session.table, self.row
        state = "closed" if table.closed else table.phase
        append = Append(row.id, row.epoch, self.stored_seq + 1, new, state, *timer.stored(), now, keys)
        try:
            await self.services.writer.append(append)
        except StaleEpoch as error:
            raise Dropped("restart") from error
        except SQLAlchemyError as error:
            self.services.store_failed("append", error, table=row.id)
            raise Dropped("store_failed") from error
        self.stored_seq = table.seq
        taken = {key.seat for key in keys}
        self.keys = {name: key for name, key in self.keys.items() if key.seat not in taken}
        self.keys |= {key.hash: key for key in keys}
        return True

    async def note_timer(self, timer: TableTimer) -> None:
        """Store how the timer stands, without any event."""
        writer, row = self.services.writer, self.row
        try:
            await writer.call(writer.store.set_due, row.id, row.epoch, *timer.stored())
        except SQLAlchemyError as error:  # Only a timer is not noted: the next commit does it.
            self.services.store_failed("due", error, table=row.id)
