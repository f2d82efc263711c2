"""A table that is in memory: one task a table handles what comes, one thing after the other.

What happens is stored before anybody is sent it. Tests call ``handle`` and ``run_timer`` themselves, with a
clock of their own, instead of ``run``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NoReturn

from fivethreefive import protocol
from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.server.rooms.bot_turn import BotTurn
from fivethreefive.server.rooms.clients import Clients
from fivethreefive.server.rooms.connection import Connection
from fivethreefive.server.rooms.hints import Hints
from fivethreefive.server.rooms.inbox import Attached, Decided, Detached, Item, Lost, Received, Wake
from fivethreefive.server.rooms.journal import Dropped, Journal
from fivethreefive.server.rooms.services import Services
from fivethreefive.server.rooms.timers import TableTimer
from fivethreefive.server.storage.store import Row, Tokens, new_token
from fivethreefive.table import (
    NEEDED,
    PERSON,
    REMOTE_BOT,
    Presence,
    Session,
    Table,
    check_able,
    commands,
    is_used_up,
    may_come_back,
    view,
    wait_of,
)

IDLE_MS = 60_000
"""A table without connections leaves memory after so long: who reloads the page finds it still there."""


class Room:
    """One table in memory, with its clients and its timer."""

    def __init__(
        self, services: Services, row: Row, session: Session, tokens: Tokens, timer: TableTimer
    ) -> None:
        self.services = services
        self.session = session
        self.timer = timer
        self.journal = Journal(services, row, tokens, session.table.seq)
        self.broadcast_seq = session.table.seq
        """The number of the last event that clients were sent."""
        self.clients = Clients()
        self.inbox: asyncio.Queue[Item] = asyncio.Queue()
        self.bot_turn = BotTurn(services, self.inbox.put_nowait)
        self.hints = Hints(services)
        self.idle_since = services.clock.monotonic()
        self.leaving = False
        """Whether it leaves memory as soon as nobody is there, and not only after a while."""

    @property
    def table(self) -> Table:
        """The table of the session."""
        return self.session.table

    @property
    def id(self) -> int:
        """The number that the log names the table by: its code lets people in."""
        return self.journal.row.id

    @property
    def is_stored(self) -> bool:
        """Whether every event of the table in memory is stored."""
        return self.journal.stored_seq == self.table.seq

    async def run(self, forget: Callable[[Room], None]) -> None:
        """Handle what comes until the table leaves memory; ``forget`` is called then, at once."""
        try:
            while not self._may_unload():
                try:
                    async with asyncio.timeout(self._seconds_until_due()):
                        item = await self.inbox.get()
                except TimeoutError:
                    await self.run_timer()
                else:
                    await self.handle(item)
        except Dropped:
            self.services.log.warning("table_dropped", extra={"table": self.id})
        finally:
            self.clients.end_all("restart", retry=True)
            forget(self)  # Before anything is awaited: who comes now must get a new room.
            while not self.inbox.empty():
                if isinstance(item := self.inbox.get_nowait(), Attached):
                    item.connection.end("restart", retry=True)
            await self.pause()

    def _may_unload(self) -> bool:
        # Who was let in may still be in the inbox.
        return self.is_empty and (self.leaving or self._idle_ms >= IDLE_MS)

    @property
    def _idle_ms(self) -> int:
        return self.services.clock.monotonic() - self.idle_since

    @property
    def is_empty(self) -> bool:
        """Whether nobody is there or on the way."""
        return not self.clients and self.inbox.empty()

    def leave(self) -> None:
        """Leave memory now, unless somebody comes first: others need the room."""
        self.leaving = True
        self.inbox.put_nowait(Wake())

    def _seconds_until_due(self) -> float | None:
        until = None if self.clients else self.idle_since + IDLE_MS
        deadline = self.timer.deadline
        if deadline is not None and not self.bot_turn.pending(self.timer.wait):  # A decision wakes it.
            until = deadline if until is None else min(until, deadline)
        return None if until is None else max(0, until - self.services.clock.monotonic()) / 1000

    # Items of the inbox, and the timer.

    async def handle(self, item: Item) -> None:
        """Do what one item of the inbox asks for."""
        match item:
            case Attached(connection, hello):
                await self._attach(connection, hello)
            case Detached(connection):
                await self._detach(connection)
            case Received(connection, request):
                await self._handle_request(connection, request)
                connection.answered()
            case Decided():
                self.bot_turn.accept(item)
                await self.run_timer()
            case Lost(code):
                self._drop(Dropped(code))
            case Wake():
                pass

    async def run_timer(self) -> None:
        """Do what the timer waits for, if its time has come: a bot's play, a bot's taking over, a deal."""
        wait, deadline, clock = self.timer.wait, self.timer.deadline, self.services.clock
        if wait is None or deadline is None or deadline > clock.monotonic() or self.bot_turn.pending(wait):
            return
        now = clock.now()
        match wait.kind, wait.seat:
            case "bot", int(seat):
                assert self.bot_turn.decided is not None
                commands.act_for(self.session, seat, wait.turn, self.bot_turn.decided.action, now)
            case "away", int(seat):
                commands.let_bot_take(self.session, seat, now)
            case "slow", int(seat):
                self.session.add(now, protocol.SlowTurn(seat))
            case "voted", int(seat):
                self.session.add(now, protocol.BotGotTurn(seat))
            case "reveal", _:  # Whoever has not revealed by now is left out.
                commands.deal(self.session, now)
            case _:
                commands.begin_deal(self.session, self.clients.online, now)
        await self.commit()

    async def _attach(self, connection: Connection, hello: protocol.Hello) -> None:
        self.leaving = False
        if self.table.closed:
            connection.end("closed", retry=False, said=self._why_closed)
            return
        if stored := self.journal.token_of(hello.token, self.table):  # Only now: it may have been replaced.
            self.clients.seat(connection, stored.seat, stored.scope)
            if may_come_back(self.table, stored.seat):
                commands.come_back(self.session, stored.seat, self.services.clock.now())
        self.clients.add(connection)
        await self.commit(exclude=connection)  # It gets its welcome first, and then the whole view.
        connection.reply(protocol.Welcome(protocol.PROTOCOL, self.table.code, connection.seat))
        self._send_missed(connection, hello.since)

    async def _detach(self, connection: Connection) -> None:
        if connection in self.clients:  # One that was replaced has been removed already.
            self.clients.remove(connection)
            self.idle_since = self.services.clock.monotonic()
            await self.commit()

    def _send_missed(self, connection: Connection, since: int | None) -> None:
        shown = self._view(connection.seat)
        missed = None if since is None else self.table.since(since)
        if since is None or missed is None:
            connection.reply(protocol.Snapshot(self.table.seq, shown))
        else:
            connection.reply(protocol.Update(since, self.table.seq, missed, shown))

    # Requests.

    async def _handle_request(self, connection: Connection, request: protocol.Request) -> None:
        self.services.counters["messages"] += 1
        if connection not in self.clients:  # It was replaced after it sent this.
            return
        id_ = getattr(request, "id", 0)
        try:
            if type(request) in NEEDED:
                check_able(REMOTE_BOT if connection.scope == "bot" else PERSON, request)
            match request:
                case protocol.Ping():
                    connection.reply(protocol.Pong(request.id))
                case protocol.Catch():
                    self._send_missed(connection, request.since)
                case protocol.Ask():
                    error = commands.why_illegal(self.table, connection.seat, request.action)
                    connection.explain(request.id, error)
                case protocol.Hint():
                    self.hints.ask(self.table, connection, request)
                case protocol.Hello():
                    raise InvalidInput("already_here")
                case protocol.Sit():
                    await self._sit(connection, request)
                case protocol.InviteBot():
                    await self._invite(connection, request)
                case _:
                    await self._perform(connection, request, id_)
        except FiveThreeFiveError as error:
            connection.refuse(id_, error)

    async def _perform(self, connection: Connection, request: protocol.Request, id_: int) -> None:
        now, online = self.services.clock.now(), self.clients.online
        seq = commands.perform(self.session, connection.seat, request, now, online=online)
        await self.commit(reply=lambda: connection.reply(protocol.Done(id_, seq or self.table.seq)))

    async def _sit(self, connection: Connection, request: protocol.Sit) -> None:
        now = self.services.clock.now()
        if connection.scope == "bot" and connection.seat is not None:
            commands.name_remote(self.session, connection.seat, request.name, now)
            await self.commit(reply=lambda: connection.reply(protocol.Done(request.id, self.table.seq)))
            return
        if connection.seat is not None:
            raise InvalidInput("already_seated")
        seat = commands.sit(self.session, request.name, request.seat, now)
        self.clients.seat(connection, seat, "person")
        token, stored = new_token(seat, "person")
        welcome = protocol.Welcome(protocol.PROTOCOL, self.table.code, seat, token, request.id)
        await self.commit(tokens=(stored,), reply=lambda: connection.reply(welcome))

    async def _invite(self, connection: Connection, request: protocol.InviteBot) -> None:
        if connection.seat is None:
            raise InvalidInput("not_seated")
        commands.invite_bot(self.session, connection.seat, request.seat, self.services.clock.now())
        self.clients.end_seat(request.seat)
        token, stored = new_token(request.seat, "bot")
        invited = protocol.Invited(request.id, request.seat, token)
        await self.commit(tokens=(stored,), reply=lambda: connection.reply(invited))

    # Storing, then sending.

    async def commit(
        self,
        *,
        tokens: Tokens = (),
        reply: Callable[[], None] | None = None,
        exclude: Connection | None = None,
    ) -> None:
        """Store what happened, send it to everybody except ``exclude``, and set the timer.

        ``reply`` answers the one who asked, once it is stored. Raises Dropped where it cannot be stored.
        """
        now = self.services.clock.now()
        commands.close_if_used_up(self.session, now)
        self.clients.release_lost_seats(self.table)  # First: nobody may get the view of a lost seat.
        was_paused = self.timer.paused
        self._set_timer()
        try:
            stored = await self.journal.commit(self.session, tokens, self.timer, now)
        except Dropped as dropped:
            self._drop(dropped)
        if not stored and self.timer.paused != was_paused:
            await self.journal.store_timer(self.timer)
        if reply is not None:
            reply()  # Before the update, in which the client then finds its own move.
        self._broadcast(exclude)
        self.bot_turn.start(self.timer.wait if self.timer.running else None, self.table)

    def _drop(self, dropped: Dropped) -> NoReturn:
        self.clients.end_all(dropped.code, retry=dropped.retry)  # Who comes back finds what is stored.
        raise dropped

    async def pause(self) -> None:
        """Stop the timer: whoever comes back has the time that was left."""
        self.bot_turn.stop()
        self.hints.stop()
        was_paused = self.timer.paused
        self._set_timer()
        if self.timer.paused and not was_paused:
            await self.journal.store_timer(self.timer)

    def _set_timer(self) -> None:
        at = self.services.clock.monotonic()
        if not self.clients.has_people:
            self.timer.pause(at)
        else:
            self.timer.run(wait_of(self.table, self.clients.online), at)

    def _broadcast(self, exclude: Connection | None) -> None:
        since, self.broadcast_seq = self.broadcast_seq, self.table.seq
        events = self.table.since(since) or ()

        def update(seat: int | None) -> bytes:
            return protocol.encode(protocol.Update(since, self.broadcast_seq, events, self._view(seat)))

        self.clients.send_each(update, exclude)
        self.services.counters["updates"] += len(self.clients)
        self.services.counters["moves"] += sum(isinstance(event, protocol.Moved) for event in events)
        if self.table.closed:
            self.clients.end_all("closed", retry=False, said=self._why_closed)

    @property
    def _why_closed(self) -> str:
        return "used_up" if is_used_up(self.table) else "closed"

    def _view(self, seat: int | None) -> protocol.View:
        timer, clients = self.timer, self.clients
        # Only the time of a turn, and until the next deal, is of interest to people.
        hidden = timer.running and timer.wait is not None and timer.wait.kind not in ("away", "deal")
        left = None if hidden else timer.left(self.services.clock.monotonic())
        return view(self.table, seat, Presence(clients.online, clients.watchers, left, timer.running))
