"""All tables of one process: makes them, loads them when somebody comes, and lets them go again."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Mapping
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from fivethreefive.bots import BOT_NAMES, LEVELS
from fivethreefive.language import InvalidInput
from fivethreefive.protocol import Create, Created, Hello, TableOptions
from fivethreefive.rules.options import Rules
from fivethreefive.rules.tables import compile_rules
from fivethreefive.server.clock import Clock
from fivethreefive.server.rooms.connection import Connection
from fivethreefive.server.rooms.heartbeat import Heartbeat
from fivethreefive.server.rooms.inbox import Attached, Lost
from fivethreefive.server.rooms.reviews import Reviews
from fivethreefive.server.rooms.room import Room
from fivethreefive.server.rooms.services import Services
from fivethreefive.server.rooms.stored_tables import Charge, StoredTables, folded
from fivethreefive.server.rooms.timers import TableTimer
from fivethreefive.server.storage.store import Append, Store, Tokens, new_token
from fivethreefive.server.storage.writer import DatabaseTimeout, Writer
from fivethreefive.server.workers.workers import Workers
from fivethreefive.table import SECRET_BYTES, FairDealer, Session, Table, commands

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
"""Consonants only: a code spells no word."""

CODE_LENGTH = 6  # 64 million codes: who guesses is refused after a few.
END_SECONDS = 4.0
"""A server that ends waits no longer for its clients, its rooms and its database, which may hang."""


draw_secret = partial(secrets.token_bytes, SECRET_BYTES)


def new_code() -> str:
    """A code for a table, hard to guess and easy to read out."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


class Hub:
    """The tables in memory, by code, and what they share. Made inside a running event loop."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        clock: Clock,
        *,
        draw: Callable[[], bytes] = draw_secret,
        most_tables: int = 2000,
        levels: Mapping[str, str] = LEVELS,
        run: bool = True,
    ) -> None:
        self.store = store
        self.writer = Writer(store)
        self.services = Services(self.writer, workers, clock, levels)
        self.dealer = FairDealer(draw)
        self.most_tables = most_tables
        self.reviews = Reviews(workers)
        self.stored_tables = StoredTables(store, self.writer)
        self.rooms: dict[str, Room] = {}
        self.closing = False
        self._end_at = 0.0
        """By the event loop's time; set by ``end_connections``."""
        self.heartbeat = Heartbeat(self.services, self._find_lost)
        self._run = run
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()  # asyncio itself keeps tasks only weakly.
        self._beating = asyncio.create_task(self.heartbeat.run()) if run else None

    async def create(self, asked: Create) -> Created:
        """A new table as asked for; its maker is seated and holds the token returned.

        Raises a FiveThreeFiveError for options that cannot be played, or where there are too many.
        """
        if self.closing or not self._make_room():
            raise InvalidInput("server_full")
        rules = Rules.from_options(asked.rules)
        options = TableOptions(rules, asked.clock, asked.pace, asked.language, asked.chat)
        # Compiling rules never met before takes a while, and others shall not wait for it.
        await asyncio.to_thread(compile_rules, rules)
        now = self.services.clock.now()
        row = None
        while row is None:  # The code may be taken.
            session = commands.open_table(
                new_code(), options, self.dealer, now, self.services.levels, BOT_NAMES
            )
            seat, token, stored = _prepare(session, asked, now)
            code, state = session.table.code, session.table.phase
            row = await self.writer.call(self.store.create, code, state, now)
        events = session.drain_events()
        await self.writer.append(Append(row.id, row.epoch, 1, events, state, None, None, now, stored))
        if self.closing:  # Meanwhile: nobody would end the room any more.
            raise InvalidInput("server_full")
        self._add_room(Room(self.services, row, session, stored, TableTimer(options)))
        self.services.counters["tables"] += 1
        self.services.log.info("table_opened", extra={"table": row.id, "players": rules.players})
        return Created(code, f"/t/{code}", seat, token)

    async def find_room(self, code: str, token: str | None = None) -> Room | None:
        """The table with a code, loaded where it is not in memory; None where there is none.

        InvalidInput where memory is full of tables with people, unless the token holds a seat of this one.
        """
        known = code in self.rooms or code in self._loading
        if not (known or self._make_room() or await self.seat_of(code, token) is not None):
            raise InvalidInput("server_full")
        if room := self.rooms.get(code):
            return room
        # Many may come at once, as after a restart: the table is loaded once, and all get the same room.
        if (loading := self._loading.get(code)) is None:
            loading = self._loading[code] = asyncio.create_task(self._load(code))
            loading.add_done_callback(partial(self._loaded, code))
        return await asyncio.shield(loading)  # One who goes away leaves it to the others.

    def _loaded(self, code: str, loading: asyncio.Task[Room | None]) -> None:
        del self._loading[code]
        if not loading.cancelled():
            loading.exception()  # Whoever waited may have gone: asyncio shall not complain then.

    async def _load(self, code: str) -> Room | None:
        """Take a table over from the store."""
        if self.closing:
            raise InvalidInput("server_full")
        loaded = await self.writer.call(self.store.claim, code)
        if loaded is None or not loaded.events:
            return None
        # In a thread: folding a long history takes time, and others play meanwhile.
        table = await asyncio.to_thread(folded, loaded.events)
        session = Session(table, self.dealer, self.services.levels, BOT_NAMES)
        timer = TableTimer.restored(table.options, loaded.row.due_for, loaded.left)
        room = Room(self.services, loaded.row, session, loaded.tokens, timer)
        self._add_room(room)
        self.services.log.info("table_loaded", extra={"table": room.id, "seq": room.table.seq})
        return room

    def _make_room(self) -> bool:
        """Whether one more table fits in memory: the one unattended for longest leaves for it."""
        if len(self.rooms) + len(self._loading) < self.most_tables:
            return True
        staying = [room for room in self.rooms.values() if not room.leaving]
        if len(staying) + len(self._loading) < self.most_tables:
            return True
        empty = [room for room in staying if room.is_empty]
        if empty:  # What happened there is stored: who comes back to it finds it again.
            min(empty, key=lambda room: room.idle_since).leave()
        return bool(empty)

    def _add_room(self, room: Room) -> None:
        self.rooms[room.table.code] = room
        if self._run:
            task = asyncio.create_task(room.run(self._remove_room))
            self._tasks.add(task)
            task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.services.log.error("table_failed", exc_info=error)

    def _remove_room(self, room: Room) -> None:
        if self.rooms.get(room.table.code) is room:  # A new room may have taken its place.
            del self.rooms[room.table.code]

    async def attach(self, code: str, connection: Connection, hello: Hello) -> Room | None:
        """Bring a client to a table; None where there is none with the code."""
        room = await self.find_room(code, hello.token)
        if room is not None:
            room.inbox.put_nowait(Attached(connection, hello))
        return room

    async def seat_of(self, code: str, token: str | None) -> int | None:
        """The seat that a token holds at the table with a code; None where it holds none."""
        if token is None:
            return None
        if room := self.rooms.get(code):
            stored = room.journal.token_of(token, room.table)
        else:  # Anybody may ask, so no move waits for the answer.
            stored = await self.writer.read(self.store.find_token, code, token)
        return None if stored is None else stored.seat

    async def read_table(self, code: str, charge: Charge) -> Table | None:
        """A table to be read at once, as it is stored; None where there is none.

        The one in memory may be ahead of that: what is not stored yet may never have happened. ``charge``
        is told how many events have to be read, and may raise.
        """
        if (room := self.rooms.get(code)) and room.is_stored:
            return room.table
        return await self.stored_tables.read(code, charge)

    async def _find_lost(self) -> None:
        """Tell rooms that somebody else, such as the operator, has written to their table."""
        rooms = {room.id: room for room in self.rooms.values()}
        for number, code in (await self.writer.call(self.store.lost, [*rooms])).items():
            rooms[number].inbox.put_nowait(Lost(code))

    async def end_connections(self) -> None:
        """Tell every client to come back soon; nobody comes in any more."""
        if not self.closing:
            self._end_at = asyncio.get_running_loop().time() + END_SECONDS
        self.closing = True
        for room in list(self.rooms.values()):
            room.clients.end_all("restart", retry=True)

    async def close(self) -> None:
        """Store what waits, give up the tables and end everything, in time whatever the database does."""
        await self.end_connections()
        tasks = [*self._tasks, *([self._beating] if self._beating else [])]
        for task in tasks:
            task.cancel()
        await self.reviews.close()
        await asyncio.gather(self.services.workers.close(), self._close_store(tasks))

    async def _close_store(self, tasks: Collection[asyncio.Task[None]]) -> None:
        try:
            async with asyncio.timeout_at(self._end_at):
                if tasks:
                    await asyncio.wait(tasks)
                for room in list(self.rooms.values()):  # Those that no task runs.
                    await room.pause()
                await self.writer.call(self.store.close)
        except TimeoutError:  # Our tables stay ours until another server sees that we are gone.
            self.services.store_failed("close", DatabaseTimeout())
        except SQLAlchemyError as error:
            self.services.store_failed("close", error)
        await self.writer.close(max(0, self._end_at - asyncio.get_running_loop().time()))


def _prepare(session: Session, asked: Create, now: int) -> tuple[int | None, str | None, Tokens]:
    commands.seat_bots(session, asked.bots, now)
    if asked.name is None:
        return None, None, ()
    seat = commands.sit(session, asked.name, None, now)
    token, stored = new_token(seat, "person")
    if asked.start:
        commands.start(session, seat, now)
    return seat, token, (stored,)
