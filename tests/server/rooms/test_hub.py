"""All tables of a process, with a clock that stands still: crashes, restarts, memory, what is stored."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path

import pytest

from fivethreefive import FiveThreeFiveError, InvalidInput
from fivethreefive.protocol import (
    PROTOCOL,
    Act,
    Ask,
    Back,
    Bye,
    Catch,
    Create,
    Fill,
    Hello,
    InviteBot,
    Leave,
    Ping,
    Ready,
    Rematch,
    Say,
    SeatBot,
    Show,
    Sit,
    Start,
    Welcome,
)
from fivethreefive.server.rooms.connection import Connection
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.rooms.inbox import Detached, Received
from fivethreefive.server.rooms.journal import Dropped
from fivethreefive.server.rooms.room import IDLE_MS
from fivethreefive.server.rooms.timers import TURN_MS
from fivethreefive.server.storage.store import Append, Store
from support.command_process import LONG
from support.databases import KINDS, fresh_database, stored_events
from support.table_players import (
    Clock,
    Player,
    Quick,
    counted_secrets,
    kinds,
    pass_time,
    settle,
    turn_of,
    two_people,
    with_hub,
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_crash_loses_nothing_and_charges_no_time(kind: str, tmp_path: Path) -> None:
    url = fresh_database(kind, tmp_path)

    async def play() -> None:
        clock = Clock()
        crashed = Hub(Store(url, "one"), Quick(), clock, draw=counted_secrets(), run=False)
        room, first, second = await two_people(crashed, clock="relaxed")
        for _ in range(5):
            turn, _other = turn_of(first, second)
            await turn.act()
        clock.time += 10_000
        crashed.store.beat(clock.monotonic())
        before, tokens = (first.view, second.view), (first.token, second.token)
        # The machine is down for a while; then its own clock begins anew, and nobody knows the time of day.
        clock = Clock(5)
        clock.set_by = -3_600_000
        hub = Hub(Store(url, "two"), Quick(), clock, draw=counted_secrets(99), run=False)
        loaded = await hub.find_room(room.table.code)
        assert loaded is not None
        back = [await Player(hub, loaded).come(token) for token in tokens]
        for seat, player in enumerate(back):
            view = player.view
            assert view.observation == before[seat].observation
            assert view.fair == before[seat].fair
            assert view.turn_number == 5
            assert view.clock_ms == (TURN_MS["relaxed"] or 0) - 10_000
        # The crashed process is not dead after all, and must not be able to write.
        turn, _other = turn_of(first, second)
        assert turn.view.observation is not None
        act = Act(5, 1, str(turn.view.observation.legal[0]))
        room.inbox.put_nowait(Received(turn.connection, act))
        with pytest.raises(Dropped):
            await settle(room)
        assert isinstance(turn.heard()[-1], Bye)
        turn, _other = turn_of(*back)
        assert kinds(await turn.act())[0] == "Done"
        await hub.close()
        await crashed.writer.close()
        crashed.store.close()

    asyncio.run(play())


def test_a_clean_end_charges_no_time_either(tmp_path: Path) -> None:
    url = fresh_database("sqlite", tmp_path)

    async def play() -> None:
        clock = Clock()
        hub = Hub(Store(url, "one"), Quick(), clock, draw=counted_secrets(), run=False)
        room, first, _second = await two_people(hub, clock="relaxed")
        clock.time += 12_000
        await hub.close()
        bye = first.heard()[-1]
        assert isinstance(bye, Bye)
        assert (bye.code, bye.retry) == ("restart", True)
        clock = Clock(5)
        again = Hub(Store(url, "two"), Quick(), clock, draw=counted_secrets(99), run=False)
        loaded = await again.find_room(room.table.code)
        assert loaded is not None
        player = await Player(again, loaded).come(first.token)
        assert player.view.clock_ms == (TURN_MS["relaxed"] or 0) - 12_000
        await again.close()

    asyncio.run(play())


def test_idle_tables_leave_memory_and_return_on_demand(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub)
        seen = first.view
        for player in (first, second):
            room.inbox.put_nowait(Detached(player.connection))
        await settle(room)
        assert not room._may_unload()
        clock.time += IDLE_MS
        assert room._may_unload()
        await room.run(hub._remove_room)
        assert hub.rooms == {}
        back = await hub.find_room(room.table.code)
        assert back is not None
        assert back is not room
        player = await Player(hub, back).come(first.token)
        assert player.view.observation == seen.observation

    with_hub(tmp_path, play)


def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        for asked, code in [
            (Create(rules={"players": 7}), "not_in_range"),
            (Create(rules={"colour": "red"}), "unknown_option"),
            (Create(bots=("easy",) * 5), "too_many_bots"),
            (Create(bots=("godlike",)), "unknown_level"),
            (Create(name="\n"), "bad_name"),
            (Create(name="A", start=True), "seats_empty"),
        ]:
            with pytest.raises(FiveThreeFiveError) as refused:
                await hub.create(asked)
            assert refused.value.code == code
        assert hub.store.list() == []
        hub.most_tables = 0
        with pytest.raises(InvalidInput):
            await hub.create(Create())

    with_hub(tmp_path, play)


def test_tables_that_nobody_attends_leave_memory_for_others(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        hub.most_tables = 3
        room, first, second = await two_people(hub)
        made = []
        for _ in range(4):
            clock.time += 1000
            made.append((await hub.create(Create())).code)
        assert [hub.rooms[code].leaving for code in made] == [True, True, False, False]
        assert not room.leaving
        for code in made[:2]:
            await hub.rooms[code].run(hub._remove_room)
        assert len(hub.rooms) == 3
        assert await hub.find_room(made[0]) is not None, "it is stored"
        assert hub.rooms[made[2]].leaving
        await first.say(Say("hello"))
        await second.say(Say("hello"))

    with_hub(tmp_path, play)


def test_who_comes_to_a_table_that_is_about_to_leave_memory_keeps_it(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        hub.most_tables = 1
        created = await hub.create(Create(name="A"))
        room = hub.rooms[created.code]
        await hub.create(Create())
        assert room.leaving
        await Player(hub, room).come(created.token)
        await settle(room)
        assert not room.leaving
        assert not room._may_unload()
        clock.time += IDLE_MS
        assert not room._may_unload()

    with_hub(tmp_path, play)


def test_who_holds_a_seat_is_let_in_where_memory_is_full(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        holder = await hub.create(Create(name="A"))
        clock.time += IDLE_MS
        await hub.rooms[holder.code].run(hub._remove_room)
        await two_people(hub)
        hub.most_tables = 1
        for token in (None, "x" * 32):
            with pytest.raises(InvalidInput) as refused:
                await hub.find_room(holder.code, token)
            assert refused.value.code == "server_full"
        assert await hub.attach(holder.code, Connection(), Hello(PROTOCOL, holder.token)) is not None

    with_hub(tmp_path, play)


def free(_events: int) -> None:
    """Charge nothing."""


def test_a_stored_table_is_read_once_and_then_only_what_is_new(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, second = await two_people(hub)
        code, charged = room.table.code, list[int]()
        del hub.rooms[code]  # As if another process had it.
        first_read = await hub.read_table(code, charged.append)
        assert first_read is not None
        assert await hub.read_table(code, charged.append) is first_read
        seq = room.table.seq
        turn, _ = turn_of(first, second)
        await turn.act()
        again = await hub.read_table(code, charged.append)
        assert again is not None
        assert (first_read.seq, again.seq) == (seq, room.table.seq)
        assert [*again.moves] == [*room.table.moves]
        assert charged == [seq, room.table.seq - seq]

        def refuse(_events: int) -> None:
            raise InvalidInput("too_fast")

        await turn_of(first, second)[0].act()
        with pytest.raises(InvalidInput):
            await hub.read_table(code, refuse)
        newest = await hub.read_table(code, free)
        assert newest is not None
        assert newest.seq == room.table.seq
        assert await hub.read_table("XXXXXX", free) is None

    with_hub(tmp_path, play)


def test_no_move_waits_for_a_table_that_is_read(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, second = await two_people(hub)
        release, read = threading.Event(), hub.store.last_event

        def slow(code: str) -> tuple[int, int] | None:
            release.wait(LONG)
            return read(code)

        hub.store.last_event = slow  # type: ignore[method-assign]
        reading = asyncio.create_task(hub.read_table("XXXXXX", free))
        await asyncio.sleep(0)
        turn, _ = turn_of(first, second)
        assert kinds(await turn.act())[0] == "Done"
        assert not reading.done()
        release.set()
        assert await reading is None
        assert room.is_stored

    with_hub(tmp_path, play)


def test_messages_at_random_leave_the_table_unharmed(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, chat=True, pace="instant")
        watcher = await Player(hub, room).come()
        chooser = random.Random(535)
        texts = ["pass", "3", ">4", "+1-5", "8", "zzz", "", "1-1-1", ">15", "+7"]

        def anything() -> object:
            turn = chooser.choice([len(room.table.moves), 0, 3, 10**9])
            seat, level = chooser.randrange(6), chooser.choice(["easy", "x", None])
            return chooser.choice([
                Act(turn, 1, chooser.choice(texts)), Ask(2, chooser.choice(texts)), Say("hello"),
                Say(None, "x"), Say(), Start(), Fill("easy"), SeatBot(seat, level), InviteBot(seat),
                Leave(), Back(), Ready(), Rematch(), Show(chooser.random() < 0.5),
                Catch(chooser.randrange(500)), Ping(), Sit("Z", seat),
            ])  # fmt: skip

        for _ in range(1500):
            await chooser.choice([first, second, watcher]).say(anything())  # type: ignore[arg-type]
            if chooser.random() < 0.2:
                turn, _other = turn_of(first, second)
                if turn.view.can.act:
                    await turn.act()
            await pass_time(room, clock, chooser.choice([0, 20_000]))
        assert len(room.table.moves) > 100
        hub.store.beat(clock.monotonic())
        assert len(stored_events(hub.store, room.table.code)) == room.table.seq

    with_hub(tmp_path, play)


def test_tokens_hold_their_seats_after_a_restart(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, start=False)
        old = second.token
        await second.say(Leave())
        (welcome, *_) = await second.say(Sit("C"))
        assert isinstance(welcome, Welcome)
        for player in (first, second):
            room.inbox.put_nowait(Detached(player.connection))
        await settle(room)
        clock.time += IDLE_MS
        await room.run(hub._remove_room)
        again = await hub.find_room(room.table.code)
        assert again is not None
        assert again is not room
        assert (await Player(hub, again).come(old)).view.you is None
        assert (await Player(hub, again).come(welcome.token)).view.you == 1

    with_hub(tmp_path, play)


def test_who_reads_a_table_is_told_nothing_that_is_not_stored(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, second = await two_people(hub)
        turn, _ = turn_of(first, second)
        store, release = hub.writer.append, asyncio.Event()

        async def slow(append: Append) -> None:
            await release.wait()
            await store(append)

        hub.writer.append = slow  # type: ignore[method-assign]
        acting = asyncio.create_task(turn.act())
        while room.journal.stored_seq == room.table.seq:
            await asyncio.sleep(0)
        ahead = room.table.seq
        seen = await hub.read_table(room.table.code, free)
        assert seen is not None
        assert (seen.seq, room.journal.stored_seq) == (room.journal.stored_seq, ahead - 1)
        release.set()
        await acting
        assert await hub.read_table(room.table.code, free) is room.table

    with_hub(tmp_path, play)
