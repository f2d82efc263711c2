"""Tables for tests: a clock that stands still, counted secrets, and players that choose at random."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Collection, Coroutine, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from fivethreefive.bots import BOT_NAMES, LEVELS
from fivethreefive.bots.fallback import fallback
from fivethreefive.observation import Observation
from fivethreefive.protocol import (
    Act,
    Create,
    Hello,
    Hinted,
    Reply,
    Request,
    Sit,
    Snapshot,
    Start,
    TableOptions,
    Update,
    View,
    Welcome,
    read_reply,
)
from fivethreefive.rules.options import Rules
from fivethreefive.server import clock as clocks
from fivethreefive.server.rooms.connection import Connection
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.rooms.inbox import Received
from fivethreefive.server.rooms.room import Room
from fivethreefive.server.storage.store import Store, sqlite_url
from fivethreefive.server.workers import analysis_jobs
from fivethreefive.server.workers.workers import Workers
from fivethreefive.state import GameEvent
from fivethreefive.table import FairDealer, Session, commands, may_come_back


def counted_secrets(start: int = 1) -> Callable[[], bytes]:
    """Secrets that are 1, 2, 3, ... in 32 bytes."""
    numbers = count(start)
    return lambda: next(numbers).to_bytes(32, "big")


def open_table(
    options: TableOptions, first: int = 1, levels: Collection[str] = LEVELS, code: str = "BCDFGH"
) -> Session:
    """A table at which nobody sits; its secrets are counted from ``first``."""
    dealer = FairDealer(counted_secrets(first))
    return commands.open_table(code, options, dealer, 0, levels, BOT_NAMES)


def new_table(rules: Rules, people: int = 1, start: bool = True, first: int = 1) -> Session:
    """A table with people named A, B, ... at the first seats and bots at the others."""
    session = open_table(TableOptions(rules), first)
    for seat in range(people):
        commands.sit(session, "ABCDEF"[seat], None, 0)
    commands.fill(session, 0, "easy", 0)
    if start:
        commands.start(session, 0, 0)
    return session


def step(session: Session, chooser: random.Random) -> None:
    """One random action, or the next deal."""
    table = session.table
    if table.phase != "playing":
        commands.deal(session, 0)
        return
    seat = table.turn
    assert seat is not None
    action = str(chooser.choice(table.games[-1].game.round.legal_actions()))
    here = table.seats[seat]
    if here.held and (not here.played_by_bot or may_come_back(table, seat)):
        commands.act(session, seat, len(table.moves), action, 0)
    else:
        assert commands.act_for(session, seat, len(table.moves), action, 0)


def play_game(session: Session, seed: int) -> Iterator[None]:
    """Play a game to its end, yielding after every step."""
    chooser = random.Random(seed)
    while session.table.phase != "game_over":
        step(session, chooser)
        yield


class Quick(Workers):
    """Decides for bots, and judges decisions, at once and in this process."""

    def __init__(self) -> None:
        self.late = 0

    async def choose(self, _specification: str, observation: Observation) -> str:
        return str(fallback(observation))

    async def hint(self, observation: Observation, turn: int, id_: int) -> Hinted:
        return analysis_jobs.make_hint(observation, turn, id_)

    async def judge(self, events: Sequence[GameEvent], first: int) -> analysis_jobs.JudgedDecisions:
        await asyncio.sleep(0)
        return analysis_jobs.judge(events, first)

    async def conclude_review(self, review: analysis_jobs.ReviewTask) -> bytes:
        return analysis_jobs.conclude_review(review)

    async def read_record(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return work(*arguments)

    async def close(self) -> None:
        pass


class Clock(clocks.Clock):
    """Clocks that a test moves: ``time`` for both, ``set_by`` as if somebody set the system's clock."""

    def __init__(self, time: int = 1_000_000) -> None:
        self.time = time
        self.set_by = 0

    def monotonic(self) -> int:
        return self.time

    def now(self) -> int:
        return 1_800_000_000_000 + self.time + self.set_by


class Player:
    """A client without a network."""

    def __init__(self, hub: Hub, room: Room) -> None:
        self.hub = hub
        self.room = room
        self.connection = Connection()
        self.replies: list[Reply] = []
        self.raw: list[bytes] = []
        self.token: str | None = None

    async def come(self, token: str | None = None, since: int | None = None) -> Player:
        found = await self.hub.attach(self.room.table.code, self.connection, Hello(1, token, since))
        assert found is not None
        self.room = found
        await settle(self.room)
        self.token = token or self.token
        return self

    async def say(self, request: Request) -> list[Reply]:
        """Say something; what came of it."""
        before = len(self.heard())
        self.room.inbox.put_nowait(Received(self.connection, request))
        await settle(self.room)
        return self.heard()[before:]

    def heard(self) -> list[Reply]:
        """Everything heard so far."""
        while self.connection._queue:
            data = self.connection._queue.popleft()
            self.raw.append(data)
            self.replies.append(read_reply(data))
        return self.replies

    @property
    def view(self) -> View:
        views = [said.view for said in self.heard() if isinstance(said, Snapshot | Update)]
        return views[-1]

    async def act(self, id_: int = 1) -> list[Reply]:
        """Play the first legal play that is there."""
        view = self.view
        assert view.observation is not None
        return await self.say(Act(view.turn_number, id_, str(view.observation.legal[-1])))


async def settle(room: Room) -> None:
    """Let a table take everything that waits, bots' decisions and hints included."""
    while True:
        while not room.inbox.empty():
            await room.handle(room.inbox.get_nowait())
        if room.hints.task is not None:
            await room.hints.task
        thinking = room.bot_turn.task
        if thinking is None or thinking.done():
            if room.inbox.empty():
                return
            continue
        await thinking


async def pass_time(room: Room, clock: Clock, milliseconds: int) -> None:
    """Move the clock on, and let the table do what is due."""
    clock.time += milliseconds
    await room.run_timer()
    await settle(room)


Play = Callable[[Hub, Clock], Coroutine[Any, Any, None]]


def with_hub(folder: Path, test: Play, **options: Any) -> None:
    """Run a test with a hub whose tables do nothing by themselves."""

    async def run() -> None:
        clock = Clock()
        store = Store(sqlite_url(folder), options.pop("owner", "test"))
        workers = options.pop("workers", None) or Quick()
        hub = Hub(store, workers, clock, draw=counted_secrets(), run=False, **options)
        try:
            await test(hub, clock)
        finally:
            await hub.close()

    asyncio.run(run())


async def open_room(hub: Hub, **asked: Any) -> tuple[Room, str | None]:
    """A table made as by the page, and its maker's token."""
    created = await hub.create(Create(**asked))
    room = await hub.find_room(created.code)
    assert room is not None
    return room, created.token


def as_json(data: bytes) -> dict[str, Any]:
    """A message as plain JSON."""
    decoded: dict[str, Any] = json.loads(data)
    return decoded


def kinds(replies: list[Reply]) -> list[str]:
    return [type(reply).__name__ for reply in replies]


async def two_people(hub: Hub, start: bool = True, **asked: Any) -> tuple[Room, Player, Player]:
    """A table of two with both people there."""
    room, token = await open_room(hub, **({"name": "A", "rules": {"players": 2}} | asked))
    first = await Player(hub, room).come(token)
    second = await Player(hub, room).come()
    (welcome, *_) = await second.say(Sit("B"))
    assert isinstance(welcome, Welcome)
    second.token = welcome.token
    if start:
        assert kinds(await first.say(Start(3))) == ["Done", "Update"]
    return room, first, second


def turn_of(first: Player, second: Player) -> tuple[Player, Player]:
    """The player to play, and the other."""
    return (first, second) if first.view.can.act else (second, first)
