"""A table that is in memory: one task a table takes what comes, one thing after the other.

Whatever happens is stored first and told afterwards. Tests call ``take`` and ``tick`` themselves,
with a clock of their own, instead of ``run``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.protocol import (
    PROTOCOL,
    Ask,
    Catch,
    Done,
    Happened,
    Hello,
    Hint,
    InviteBot,
    Invited,
    Moved,
    Ping,
    Pong,
    Request,
    Sit,
    Snapshot,
    Update,
    View,
    Welcome,
    encode,
)
from fivethreefive.server.rooms.connection import Connection
from fivethreefive.server.rooms.hints import Hints
from fivethreefive.server.rooms.inbox import Attached, Detached, Item, Said, Thought
from fivethreefive.server.rooms.timers import TableTimer
from fivethreefive.server.storage.store import Append, Key, Row, Scope, StaleEpoch, hashed, new_token
from fivethreefive.server.table_settings import STAND_IN
from fivethreefive.table import (
    PERSON,
    REMOTE_BOT,
    Presence,
    Session,
    Stored,
    Table,
    Wait,
    commands,
    may_come_back,
    view,
    wait_of,
)

if TYPE_CHECKING:
    from fivethreefive.server.rooms.hub import Hub

IDLE_MS = 60_000
"""A table without connections leaves memory after so long."""


class Dropped(Exception):
    """The table in memory is not the stored one any more, and is thrown away."""


class Room:
    """One table in memory, its clients, and what it waits for."""

    def __init__(
        self, hub: Hub, row: Row, session: Session, keys: Iterable[Key], timer: TableTimer
    ) -> None:
        self.hub = hub
        self.row = row
        self.session = session
        self.keys = {key.hash: key for key in keys}
        """The tokens that hold a seat, as stored; nobody else writes them while the table is ours."""
        self.stored = session.table.seq
        self.told = self.stored
        self.connections: set[Connection] = set()
        self.inbox: asyncio.Queue[Item] = asyncio.Queue()
        self.timer = timer
        self.thought: Thought | None = None
        self.idle_since = hub.now()
        self.hints = Hints(hub)
        self._thinking: tuple[Wait, asyncio.Task[None]] | None = None

    @property
    def table(self) -> Table:
        """The table itself."""
        return self.session.table

    @property
    def online(self) -> frozenset[int]:
        """Seats whose holder is connected."""
        return frozenset(c.seat for c in self.connections if c.seat is not None)

    @property
    def watched(self) -> bool:
        """Whether any person is there, at a seat or beside the table."""
        return any(connection.scope != "bot" for connection in self.connections)

    async def run(self) -> None:
        """Take what comes until the table leaves memory."""
        try:
            while not self._may_leave():
                try:
                    async with asyncio.timeout(self._patience()):
                        item = await self.inbox.get()
                except TimeoutError:
                    await self.tick()
                else:
                    await self.take(item)
        except Dropped:
            self.hub.log.warning("table_dropped", extra={"table": self.row.id})
        finally:
            self.end_all("restart", retry=True)
            self.hub.forget(self)
            self._stop_thinking()
            while not self.inbox.empty():
                if isinstance(item := self.inbox.get_nowait(), Attached):
                    item.connection.end("restart", retry=True)

    def _may_leave(self) -> bool:
        alone = not self.connections and self.inbox.empty()
        return alone and self.hub.now() - self.idle_since >= IDLE_MS

    def _patience(self) -> float | None:
        """Seconds until the room has to look by itself."""
        until = None if self.connections else self.idle_since + IDLE_MS
        deadline = self.timer.deadline
        if deadline is not None and not self._still_thinking():
            until = deadline if until is None else min(until, deadline)
        return None if until is None else max(0, until - self.hub.now()) / 1000

    def _still_thinking(self) -> bool:
        wait = self.timer.wait
        return (
            wait is not None and wait.kind == "bot" and (self.thought is None or self.thought.wait != wait)
        )

    async def take(self, item: Item) -> None:
        """Deal with one thing that came."""
        match item:
            case Attached():
                await self._attach(item)
            case Detached(connection):
                await self._detach(connection)
            case Said(connection, request):
                await self._said(connection, request)
            case Thought():
                self.thought = item
                await self.tick()

    async def tick(self) -> None:
        """Do what is due."""
        timer, now = self.timer, self.hub.now()
        if timer.wait is None or timer.deadline is None or timer.deadline > now or self._still_thinking():
            return
        match timer.wait.kind, timer.wait.seat:
            case "bot", int(seat):
                assert self.thought is not None
                turn = len(self.table.moves)
                commands.act_for(self.session, seat, turn, self.thought.action, now)
            case "away", int(seat):
                commands.let_bot_take(self.session, seat, now)
            case _:
                commands.deal(self.session, now)
        await self.settle()

    # Clients.

    async def _attach(self, item: Attached) -> None:
        connection, hello = item
        if self.table.closed:
            connection.end("closed", retry=False)
            return
        if key := self._key(hello.token):
            self._take_seat(connection, key.seat, key.scope)
            if may_come_back(self.table, key.seat):
                commands.come_back(self.session, key.seat, self.hub.now())
        self.connections.add(connection)
        await self.settle(quiet=connection)
        connection.say(Welcome(PROTOCOL, self.table.code, connection.seat))
        self._catch_up(connection, hello.since)

    def _key(self, token: str | None) -> Key | None:
        """What a token holds here now; its seat may have been emptied, or given to somebody else."""
        key = None if token is None else self.keys.get(hashed(token))
        if key is None:
            return None
        kind = "person" if key.scope == "person" else "remote"
        return key if self.table.seats[key.seat].kind == kind else None

    def _take_seat(self, connection: Connection, seat: int, scope: Scope) -> None:
        for older in [other for other in self.connections if other.seat == seat]:
            self._end(older)
        connection.seat, connection.scope = seat, scope

    async def _detach(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.discard(connection)
            self.idle_since = self.hub.now()
            await self.settle()

    def _catch_up(self, connection: Connection, since: int | None) -> None:
        shown = self._view(connection.seat)
        missed = None if since is None else self.table.since(since)
        if since is None or missed is None:
            connection.say(Snapshot(self.table.seq, shown))
        else:
            connection.say(Update(since, self.table.seq, missed, shown))

    async def _said(self, connection: Connection, request: Request) -> None:
        if connection not in self.connections:
            return
        id_ = getattr(request, "id", 0)
        try:
            match request:
                case Ping():
                    connection.say(Pong(request.id))
                case Catch():
                    self._catch_up(connection, request.since)
                case Ask():
                    self._ask(connection, request)
                case Hint():
                    self.hints.ask(self.table, connection, request)
                case Hello():
                    raise InvalidInput("already_here")
                case Sit():
                    await self._sit(connection, request)
                case InviteBot():
                    await self._invite(connection, request)
                case _:
                    await self._do(connection, request, id_)
        except FiveThreeFiveError as error:
            connection.refuse(id_, error)

    async def _do(self, connection: Connection, request: Request, id_: int) -> None:
        abilities = REMOTE_BOT if connection.scope == "bot" else PERSON
        seq = commands.perform(self.session, connection.seat, request, self.hub.now(), abilities)
        await self.settle(first=lambda: connection.say(Done(id_, seq or self.table.seq)))

    async def _sit(self, connection: Connection, request: Sit) -> None:
        now = self.hub.now()
        if connection.scope == "bot" and connection.seat is not None:
            commands.name_remote(self.session, connection.seat, request.name, now)
            await self.settle(first=lambda: connection.say(Done(request.id, self.table.seq)))
            return
        if connection.seat is not None:
            raise InvalidInput("already_seated")
        seat = commands.sit(self.session, request.name, request.seat, now)
        self._take_seat(connection, seat, "person")
        token, key = new_token(seat, "person")
        welcome = Welcome(PROTOCOL, self.table.code, seat, token, request.id)
        await self.settle(keys=(key,), first=lambda: connection.say(welcome))

    async def _invite(self, connection: Connection, request: InviteBot) -> None:
        if connection.seat is None or connection.scope == "bot":
            raise InvalidInput("not_seated")
        commands.invite_bot(self.session, connection.seat, request.seat, self.hub.now())
        for older in [other for other in self.connections if other.seat == request.seat]:
            self._end(older)
        token, key = new_token(request.seat, "bot")
        invited = Invited(request.id, request.seat, token)
        await self.settle(keys=(key,), first=lambda: connection.say(invited))

    def _unseat(self) -> None:
        """A person whose seat is not theirs any more watches; a remote bot has to go."""
        for connection in [c for c in self.connections if c.seat is not None]:
            kind = self.table.seats[connection.seat or 0].kind
            if connection.scope == "person" and kind != "person":
                connection.seat = connection.scope = None
            elif connection.scope == "bot" and kind != "remote":
                self._end(connection)

    def _end(self, connection: Connection) -> None:
        self.connections.discard(connection)
        connection.end("replaced", retry=False)

    def _ask(self, connection: Connection, request: Ask) -> None:
        error = commands.why_illegal(self.table, connection.seat, request.action)
        connection.explain(request.id, error)

    # Storing, then telling.

    async def settle(
        self,
        *,
        keys: Iterable[Key] = (),
        first: Callable[[], None] | None = None,
        quiet: Connection | None = None,
    ) -> None:
        """Store what happened, tell everybody but ``quiet`` and wait for what comes next.

        ``first`` tells the one who asked, once it is stored.
        """
        now = self.hub.now()
        self._unseat()
        before = self.timer.wait is not None and not self.timer.running
        self._set_timer(now)
        fresh = self.session.take_new()
        if fresh or keys:
            await self._store(fresh, tuple(keys), now)
        elif (self.timer.wait is not None and not self.timer.running) != before:
            await self._note_due()
        if first is not None:
            first()
        self._tell(quiet)
        self._think()

    async def _store(self, fresh: list[tuple[int, Stored]], keys: tuple[Key, ...], now: int) -> None:
        due, due_for = self.timer.stored()
        append = Append(
            self.row.id, self.row.epoch, self.stored + 1, fresh, self._state(), due, due_for, now, keys
        )  # fmt: skip
        try:
            await self.hub.writer.append(append)
        except (StaleEpoch, SQLAlchemyError) as error:
            # What is in memory is not what is stored: the clients come back to that.
            if isinstance(error, SQLAlchemyError):
                self.hub.store_failed("append", error, table=self.row.id)
            self.end_all("restart" if isinstance(error, StaleEpoch) else "store_failed", retry=True)
            raise Dropped from error
        self.stored = self.table.seq
        taken = {key.seat for key in keys}
        self.keys = {name: key for name, key in self.keys.items() if key.seat not in taken}
        self.keys |= {key.hash: key for key in keys}

    async def rest(self) -> None:
        """Stop the clock, with nobody here and the task ended."""
        self._stop_thinking()
        self._set_timer(self.hub.now())
        if self.timer.wait is not None:
            await self._note_due()

    async def _note_due(self) -> None:
        try:
            await self.hub.writer.call(
                self.hub.store.set_due, self.row.id, self.row.epoch, *self.timer.stored()
            )
        except SQLAlchemyError as error:  # Only a clock is not noted: the next append does it.
            self.hub.store_failed("due", error, table=self.row.id)

    def _state(self) -> str:
        return "closed" if self.table.closed else self.table.phase

    def end_all(self, code: str, *, retry: bool) -> None:
        """Say goodbye to every client."""
        for connection in self.connections:
            connection.end(code, retry=retry)
        self.connections.clear()

    def _tell(self, quiet: Connection | None) -> None:
        """Send everybody what happened since the last time, with the view of each."""
        events: tuple[Happened, ...] = self.table.since(self.told) or ()
        since, self.told = self.told, self.table.seq
        sent: dict[int | None, bytes] = {}
        for connection in self.connections:
            if connection is quiet:
                continue
            if connection.seat not in sent:
                shown = self._view(connection.seat)
                sent[connection.seat] = encode(Update(since, self.told, events, shown))
            connection.send(sent[connection.seat])
        self.hub.counters["updates"] += len(self.connections)
        self.hub.counters["moves"] += sum(isinstance(event, Moved) for event in events)
        if self.table.closed:
            self.end_all("closed", retry=False)

    def _view(self, seat: int | None) -> View:
        timer = self.timer
        shown = not timer.running or (timer.wait is not None and timer.wait.kind != "bot")
        left = timer.left(self.hub.now()) if shown else None
        watchers = sum(connection.seat is None for connection in self.connections)
        return view(self.table, seat, Presence(self.online, watchers, left, timer.running))

    # What is waited for.

    def _set_timer(self, now: int) -> None:
        """Wait for what comes next; while nobody is there time stands still."""
        if not self.watched:
            self.timer.pause(now)
        else:
            self.timer.run(wait_of(self.table, self.online), self.table.options, now)

    def _think(self) -> None:
        """Set a bot thinking, where it is one's turn."""
        wait = self.timer.wait if self.timer.running else None
        if wait is None or wait.kind != "bot" or wait.seat is None:
            return
        if self._thinking and self._thinking[0] == wait:
            return
        seat = self.table.seats[wait.seat]
        level = seat.level if seat.kind == "bot" and seat.level in self.hub.levels else STAND_IN
        task = asyncio.create_task(self._decide(wait, wait.seat, level or STAND_IN))
        self._thinking = (wait, task)

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking[1].cancel()
        self.hints.stop()

    async def _decide(self, wait: Wait, seat: int, level: str) -> None:
        observation = self.table.games[-1].game.observe(seat)
        action = await self.hub.thinker.choose(self.hub.levels[level], observation)
        self.inbox.put_nowait(Thought(wait, action))
