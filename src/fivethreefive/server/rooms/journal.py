"""How a room stores what happens at its table, before anybody is told."""

from __future__ import annotations

from sqlalchemy.exc import SQLAlchemyError

from fivethreefive.server.rooms.services import Services
from fivethreefive.server.rooms.timers import TableTimer
from fivethreefive.server.storage.store import Append, Row, StaleEpoch, StoredToken, Tokens, hashed
from fivethreefive.table import Session, Table


class Dropped(Exception):
    """What is in memory differs from what is stored and has to be thrown away; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
        self.retry = code in ("restart", "store_failed")
        """Whether clients may come back."""


class Journal:
    """The stored side of one table: its row, its tokens and how far its events are stored."""

    def __init__(self, services: Services, row: Row, tokens: Tokens, stored: int) -> None:
        self.services = services
        self.row = row
        self.tokens = {stored.hash: stored for stored in tokens}
        """The tokens that hold a seat; nobody else writes them while the table is ours."""
        self.stored_seq = stored
        """The number of the last event that is stored."""

    def token_of(self, token: str | None, table: Table) -> StoredToken | None:
        """What a token holds now; its seat may have been emptied, or given to somebody else."""
        stored = None if token is None else self.tokens.get(hashed(token))
        if stored is None:
            return None
        kind = "person" if stored.scope == "person" else "remote"
        return stored if table.seats[stored.seat].kind == kind else None

    async def commit(self, session: Session, tokens: Tokens, timer: TableTimer, now: int) -> bool:
        """Store the session's new events and the new ``tokens``; whether there were any.

        Raises Dropped where that fails: what is in memory is not what is stored then.
        """
        new = session.drain_events()  # Taken also where storing fails: the session is thrown away then.
        if not new and not tokens:
            return False
        table, row = session.table, self.row
        state = "closed" if table.closed else table.phase
        append = Append(row.id, row.epoch, self.stored_seq + 1, new, state, *timer.stored(), now, tokens)
        try:
            await self.services.writer.append(append)
        except StaleEpoch as error:
            raise Dropped(await self._why_lost()) from error
        except SQLAlchemyError as error:
            self.services.store_failed("append", error, table=row.id)
            raise Dropped("store_failed") from error
        self.stored_seq = table.seq
        taken = {stored.seat for stored in tokens}
        self.tokens = {name: stored for name, stored in self.tokens.items() if stored.seat not in taken}
        self.tokens |= {stored.hash: stored for stored in tokens}
        return True

    async def _why_lost(self) -> str:
        writer, row = self.services.writer, self.row
        try:
            return (await writer.call(writer.store.lost, [row.id])).get(row.id, "restart")
        except SQLAlchemyError as error:
            self.services.store_failed("lost", error, table=row.id)
            return "store_failed"

    async def store_timer(self, timer: TableTimer) -> None:
        """Store the state of the timer where no event is stored."""
        writer, row = self.services.writer, self.row
        try:
            await writer.call(writer.store.set_due, row.id, row.epoch, *timer.stored())
        except SQLAlchemyError as error:  # Only the timer is not stored: the next commit does it.
            self.services.store_failed("due", error, table=row.id)
