"""All tables of one process: makes them, loads them when somebody comes, and lets them go again."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping

from sqlalchemy.exc import SQLAlchemyError

from fivethreefive.bots import BOT_NAMES, LEVELS
from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.protocol import Create, Created, Hello, Request, TableOptions
from fivethreefive.rules.options import Rules
from fivethreefive.rules.tables import compile_rules
from fivethreefive.server.limits import Buckets
from fivethreefive.server.rooms.connection import Connection
from fivethreefive.server.rooms.inbox import Attached, Detached, Said
from fivethreefive.server.rooms.reviews import Reviews
from fivethreefive.server.rooms.room import Room
from fivethreefive.server.rooms.timers import TableTimer
from fivethreefive.server.storage.store import Append, Key, Store, new_token, why_failed
from fivethreefive.server.storage.writer import Writer
from fivethreefive.server.workers.workers import Thinker
from fivethreefive.table import SECRET_BYTES, FairDealer, Session, Table, commands

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
"""Consonants only: a code spells no word."""

CODE_LENGTH = 6
BEAT_SECONDS = 2.0
HINTS = 20
"""Hints that may be asked for at one table at once ..."""
HINTS_SECOND = 1 / 3
"""... and then each second."""

PROOF_MS = 1000
"""A write to the database proves for so long that it works."""

GOODBYE_SECONDS = 4.0
KEEP_MS = 90 * 86_400_000
"""Tables that nobody touched for so long are deleted."""

PURGE_EVERY_MS = 3_600_000


def draw_secret() -> bytes:
    """32 bytes from the system's secure source."""
    return secrets.token_bytes(SECRET_BYTES)


def new_code() -> str:
    """A code for a table, hard to guess and easy to read out."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Hub:
    """The tables in memory, by code, and what they share. Made inside a running event loop."""

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        *,
        now: Callable[[], int] = wall_clock,
        draw: Callable[[], bytes] = draw_secret,
        most_tables: int = 2000,
        levels: Mapping[str, str] = LEVELS,
        run: bool = True,
    ) -> None:
        self.store = store
        self.thinker = thinker
        self.now = now
        self.dealer = FairDealer(draw)
        self.most_tables = most_tables
        self.levels = levels
        self.writer = Writer(store)
        self.reviews = Reviews(thinker)
        self.hints = Buckets(HINTS, HINTS_SECOND, now)
        """By table."""
        self.rooms: dict[str, Room] = {}
        self.counters: Counter[str] = Counter()
        self.log = logging.getLogger("fivethreefive.server")
        self.closing = False
        self._beaten = 0
        self._proving: asyncio.Task[None] | None = None
        self._run = run
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._beating = asyncio.create_task(self._beat()) if run else None

    async def create(self, asked: Create) -> Created:
        """A new table as asked for; its maker is seated and holds the token returned.

        Raises a FiveThreeFiveError for options that cannot be played, or where there are too many.
        """
        if self.closing or len(self.rooms) >= self.most_tables:
            raise InvalidInput("server_full")
        rules = Rules.from_options(asked.rules)
        options = TableOptions(rules, asked.clock, asked.pace, asked.language, asked.chat)
        # Compiling rules never met before takes a while, and others shall not wait for it.
        await asyncio.to_thread(compile_rules, rules)
        now = self.now()
        row = None
        while row is None:
            session = commands.open_table(new_code(), options, self.dealer, now, self.levels, BOT_NAMES)
            seat, token, keys = _set_up(session, asked, now)
            code, state = session.table.code, session.table.phase
            row = await self.writer.call(self.store.create, code, state, now)
        events = session.take_new()
        await self.writer.append(Append(row.id, row.epoch, 1, events, state, None, None, now, keys))
        self._enter(Room(self, row, session, keys, TableTimer()))
        self.counters["tables"] += 1
        self.log.info("table_opened", extra={"table": row.id, "players": rules.players})
        return Created(code, f"/t/{code}", seat, token)

    async def room(self, code: str) -> Room | None:
        """The table with a code, loaded where it is not in memory; None where there is none."""
        if room := self.rooms.get(code):
            return room
        lock = self._loading.setdefault(code, asyncio.Lock())
        async with lock:
            try:
                return self.rooms.get(code) or await self._load(code)
            finally:
                self._loading.pop(code, None)

    async def _load(self, code: str) -> Room | None:
        """Take a table over from the store."""
        if self.closing or len(self.rooms) >= self.most_tables:
            raise InvalidInput("server_full")
        loaded = await self.writer.call(self.store.claim, code, self.now())
        if loaded is None or not loaded.events:
            return None
        row = loaded.row
        timer = TableTimer.restored(row.due, row.due_for, loaded.alive)
        if row.due is not None:
            await self.writer.call(self.store.set_due, row.id, row.epoch, *timer.stored())
        table = await asyncio.to_thread(Table.from_events, loaded.events)
        room = Room(self, row, Session(table, self.dealer, self.levels, BOT_NAMES), loaded.keys, timer)
        self._enter(room)
        self.log.info("table_loaded", extra={"table": room.row.id, "seq": room.stored})
        return room

    def _enter(self, room: Room) -> None:
        self.rooms[room.table.code] = room
        if self._run:
            task = asyncio.create_task(room.run())
            self._tasks.add(task)
            task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.log.error("table_failed", exc_info=error)

    def forget(self, room: Room) -> None:
        """Let a table leave memory."""
        if self.rooms.get(room.table.code) is room:
            del self.rooms[room.table.code]

    async def attach(self, code: str, connection: Connection, hello: Hello) -> Room | None:
        """Bring a client to a table; None where there is none with the code."""
        room = await self.room(code)
        if room is not None:
            room.inbox.put_nowait(Attached(connection, hello))
        return room

    async def holds(self, code: str, token: str | None) -> bool:
        """Whether a token is one of the table with a code."""
        return token is not None and await self.writer.call(self.store.key, code, token) is not None

    def say(self, room: Room, connection: Connection, request: Request) -> None:
        """Hand a client's message to its table."""
        self.counters["messages"] += 1
        room.inbox.put_nowait(Said(connection, request))

    def detach(self, room: Room, connection: Connection) -> None:
        """A client has gone."""
        room.inbox.put_nowait(Detached(connection))

    async def table(self, code: str) -> Table | None:
        """A table to be read at once, as it is stored; None where there is none.

        The one in memory may be ahead of that: what is not stored yet may never have happened.
        """
        if (room := self.rooms.get(code)) and room.stored == room.table.seq:
            return room.table
        found = await self.writer.call(self.store.read, code)
        if found is None or not found[1]:
            return None
        return await asyncio.to_thread(Table.from_events, found[1])

    async def prove_alive(self) -> None:
        """Write to the database, unless it has been done just now; SQLAlchemyError where that fails.

        Whoever asks while that is being written waits for the same write.
        """
        now = self.now()
        if self._proving is None and now - self._beaten >= PROOF_MS:
            self._proving = asyncio.create_task(self._prove(now))
        if self._proving is not None:
            await asyncio.shield(self._proving)  # One who stops waiting leaves it to the others.

    async def _prove(self, now: int) -> None:
        try:
            await self.writer.call(self.store.beat, now)
            self._beaten = now
        finally:
            self._proving = None

    async def farewell(self) -> None:
        """Tell every client to come back soon; nobody comes in any more."""
        self.closing = True
        for room in list(self.rooms.values()):
            room.end_all("restart", retry=True)

    async def close(self) -> None:
        """Store what waits and let the tables go."""
        await self.farewell()
        tasks = [*self._tasks, *([self._beating] if self._beating else [])]
        for task in tasks:
            task.cancel()
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), GOODBYE_SECONDS)
        for room in list(self.rooms.values()):
            await room.rest()
        await self.reviews.close()
        await self.thinker.close()
        try:
            await self.writer.call(self.store.beat, self.now())
            await self.writer.call(self.store.close)
        except SQLAlchemyError as error:
            self.store_failed("close", error)
        await self.writer.close()

    def store_failed(self, what: str, error: SQLAlchemyError, **extra: int) -> None:
        """Log that the database failed."""
        self.counters["store_failures"] += 1
        self.log.error("store_failed", extra={"what": what, "why": why_failed(error), **extra})

    async def _beat(self) -> None:
        """Say regularly that this process is alive, and take over what others left behind."""
        purged = 0
        while True:
            try:
                await self.prove_alive()
                if self.now() - purged > PURGE_EVERY_MS:
                    purged = self.now()
                    count = await self.writer.call(self.store.purge, purged - KEEP_MS)
                    self.log.info("purged", extra={"tables": count})
                for code in await self.writer.call(self.store.overdue, self.now()):
                    await self.room(code)
            except SQLAlchemyError as error:
                self.store_failed("beat", error)
            except FiveThreeFiveError as error:
                self.log.warning("beat", extra={"why": str(error)})
            await asyncio.sleep(BEAT_SECONDS)


def _set_up(session: Session, asked: Create, now: int) -> tuple[int | None, str | None, tuple[Key, ...]]:
    commands.set_up(session, asked.bots, now)
    if asked.name is None:
        return None, None, ()
    seat = commands.sit(session, asked.name, None, now)
    token, key = new_token(seat, "person")
    if asked.start:
        commands.start(session, seat, now)
    return seat, token, (key,)
