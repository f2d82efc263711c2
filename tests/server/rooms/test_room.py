"""A table in memory with a clock that stands still: turns, absences, bots, two tabs, slow readers."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fivethreefive.observation import Observation
from fivethreefive.protocol import (
    PACE_MS,
    Act,
    Ask,
    Back,
    Bye,
    Catch,
    Done,
    Fill,
    Hello,
    InviteBot,
    Invited,
    Leave,
    Moved,
    Ping,
    Pong,
    Ready,
    Refused,
    Rematch,
    Returned,
    Say,
    SeatBot,
    Show,
    Sit,
    Snapshot,
    Start,
    Update,
    Welcome,
    Why,
)
from fivethreefive.server.rooms.connection import LONGEST_QUEUE
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.rooms.inbox import Decided, Detached, Received
from fivethreefive.server.rooms.timers import AWAY_MS, ROUND_MS, TURN_MS
from fivethreefive.table import commands, quotas
from support.table_players import (
    Clock,
    Player,
    Quick,
    kinds,
    open_room,
    pass_time,
    settle,
    turn_of,
    two_people,
    with_hub,
)


def test_a_game_of_two_people_to_its_end_and_a_rematch(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub)
        while room.table.phase != "game_over":
            if room.table.phase == "round_over":
                await first.say(Ready(1))
                assert first.view.phase == "round_over"
                await second.say(Ready(1))
                await pass_time(room, clock, 0)
            else:
                turn, _ = turn_of(first, second)
                assert kinds(await turn.act())[0] == "Done"
        assert first.view.winners == second.view.winners is not None
        assert first.view.hands == second.view.hands
        await second.say(Rematch(1))
        await first.say(Rematch(1))
        await pass_time(room, clock, 0)
        assert (first.view.phase, first.view.game) == ("playing", 2)

    with_hub(tmp_path, play)


def test_a_double_click_is_one_move(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, second = await two_people(hub)
        turn, other = turn_of(first, second)
        assert turn.view.observation is not None
        action = str(turn.view.observation.legal[0])
        before = len(other.heard())
        for id_ in (7, 7, 8):
            room.inbox.put_nowait(Received(turn.connection, Act(0, id_, action)))
        await settle(room)
        done = [said for said in turn.heard() if isinstance(said, Done)]
        assert [said.id for said in done[-3:]] == [7, 7, 8]
        assert len({said.seq for said in done[-3:]}) == 1
        assert len(room.table.moves) == 1
        moved = [
            event
            for said in other.heard()[before:] if isinstance(said, Update)
            for event in said.events if isinstance(event, Moved)
        ]  # fmt: skip
        assert len(moved) == 1

    with_hub(tmp_path, play)


def test_refusals_say_why_and_change_nothing(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, second = await two_people(hub)
        turn, other = turn_of(first, second)
        seq = room.table.seq
        (refused,) = await other.say(Act(0, 5, "pass"))
        assert isinstance(refused, Refused)
        assert (refused.id, refused.code, refused.rule) == (5, "not_your_turn", "R9a")
        (refused,) = await turn.say(Act(0, 6, "pass"))
        assert isinstance(refused, Refused)
        assert refused.rule == "R9"
        (why,) = await turn.say(Ask(7, "3-3-3-3"))
        assert isinstance(why, Why)
        assert why.code in ("too_many_cards", "not_in_hand")
        assert turn.view.observation is not None
        (why,) = await turn.say(Ask(8, str(turn.view.observation.legal[0])))
        assert why == Why(8)
        assert await turn.say(Ping(9)) == [Pong(9)]
        for request in (Start(1), Fill("easy", 1), SeatBot(1, "easy", 1), Ready(1), Rematch(1), Sit("C")):
            (refused,) = await turn.say(request)
            assert isinstance(refused, Refused)
        assert room.table.seq == seq

    with_hub(tmp_path, play)


def test_the_newest_tab_plays_and_the_older_is_told(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, _second = await two_people(hub)
        newer = await Player(hub, room).come(first.token)
        bye = first.heard()[-1]
        assert isinstance(bye, Bye)
        assert (bye.code, bye.retry) == ("replaced", False)
        assert newer.view.you == 0
        assert newer.view.seats[0].online
        room.inbox.put_nowait(Detached(first.connection))
        await settle(room)
        assert newer.view.seats[0].online
        assert not await first.say(Act(0, 1, "pass")), "the older tab is not listened to"
        if newer.view.can.act:
            assert kinds(await newer.act())[0] == "Done"

    with_hub(tmp_path, play)


def test_a_reconnect_gets_what_it_missed_or_a_snapshot(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub)
        seen = room.table.seq
        turn, other = turn_of(first, second)
        room.inbox.put_nowait(Detached(other.connection))
        await settle(room)
        assert not turn.view.seats[1 if other is second else 0].online
        await turn.act()
        back = await Player(hub, room).come(other.token, since=seen)
        welcome, update = back.heard()
        assert isinstance(welcome, Welcome)
        assert isinstance(update, Update)
        assert (update.since, update.seq) == (seen, room.table.seq)
        assert any(isinstance(event, Moved) for event in update.events)
        for since in (room.table.seq + 5, None):
            fresh = await Player(hub, room).come(other.token, since=since)
            assert isinstance(fresh.heard()[-1], Snapshot)
            assert fresh.view == back.view
        (caught,) = await fresh.say(Catch(0))
        assert isinstance(caught, Update)
        assert type(caught.events[0]).__name__ == "Opened"

    with_hub(tmp_path, play)


def test_a_wrong_token_is_a_spectators(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, _, _ = await two_people(hub)
        stranger = await Player(hub, room).come("x" * 32)
        assert stranger.view.you is None
        assert stranger.view.hands == (None, None)
        for request in (Act(0, 1, "pass"), Say("hello"), Leave(), Show(True), Start(), Back()):
            (refused,) = await stranger.say(request)
            assert isinstance(refused, Refused)
            assert refused.code == "not_seated"

    with_hub(tmp_path, play)


def test_bots_play_in_their_pace_and_not_alone(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, token = await open_room(hub, name="A", bots=[None, "easy", "medium", "hard"], start=True)
        assert not room.timer.running
        await pass_time(room, clock, 100_000)
        assert not room.table.moves, "with nobody there nothing is played"
        player = await Player(hub, room).come(token)
        while room.table.turn != 0 and room.table.phase == "playing":
            moves = len(room.table.moves)
            await pass_time(room, clock, PACE_MS["normal"] - 1)
            assert len(room.table.moves) == moves
            await pass_time(room, clock, 1)
            assert len(room.table.moves) == moves + 1
        await player.act()
        if room.table.phase == "playing" and room.table.turn != 0:
            room.inbox.put_nowait(Detached(player.connection))
            await settle(room)
            moves = len(room.table.moves)
            await pass_time(room, clock, 100_000)
            assert len(room.table.moves) == moves

    with_hub(tmp_path, play)


def test_who_stays_away_is_played_by_a_bot_and_gets_the_seat_back(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, pace="instant")
        turn, other = turn_of(first, second)
        room.inbox.put_nowait(Detached(turn.connection))
        await settle(room)
        assert other.view.clock_ms == AWAY_MS
        await pass_time(room, clock, AWAY_MS - 1)
        assert not room.table.moves
        await pass_time(room, clock, 1)
        await pass_time(room, clock, 0)
        assert room.table.moves
        seat = 0 if turn is first else 1
        assert other.view.seats[seat].played_by_bot
        back = await Player(hub, room).come(turn.token)
        assert not back.view.seats[seat].played_by_bot
        events = [event for said in other.heard() if isinstance(said, Update) for event in said.events]
        assert isinstance(events[-1], Returned)

    with_hub(tmp_path, play)


def test_the_clock_runs_for_people_who_are_there_too(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, clock="quick", pace="instant")
        limit = TURN_MS["quick"]
        assert limit is not None
        turn, other = turn_of(first, second)
        assert turn.view.clock_ms == limit
        clock.time += 5000
        (refused, *_) = await turn.say(Act(0, 1, "pass"))
        assert isinstance(refused, Refused)
        await other.say(Say("your_turn"))
        assert turn.view.clock_ms == limit - 5000
        await pass_time(room, clock, limit - 5000)
        await pass_time(room, clock, 0)
        assert len(room.table.moves) >= 1
        assert turn.view.can.back
        await turn.say(Back(4))
        assert not turn.view.can.back

    with_hub(tmp_path, play)


def test_the_next_round_deals_itself(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, rules={"players": 2, "target": 1000})
        while first.view.can.act or second.view.can.act:
            turn, _ = turn_of(first, second)
            await turn.act()
        await pass_time(room, clock, ROUND_MS - 1)
        assert len(first.view.points) == 1
        assert not first.view.can.act
        assert not second.view.can.act
        await pass_time(room, clock, 1)
        assert first.view.can.act or second.view.can.act

    with_hub(tmp_path, play)


def test_a_game_that_never_ends_ends_with_a_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "LAST_EVENT", 10)

    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, second = await two_people(hub, rules={"players": 2, "target": 1_000_000})
        while room.table.phase == "playing":
            assert not room.table.closed, "a round that goes on is played to its end"
            turn, _ = turn_of(first, second)
            await turn.act()
        assert room.table.closed
        assert len(first.view.points) == 1, "they see how the round ended"
        for player in (first, second):
            assert isinstance(bye := player.heard()[-1], Bye)
            assert (bye.code, bye.retry) == ("closed", False)
            assert "long history" in bye.sentence
        assert room.journal.stored_seq == room.table.seq
        late = await Player(hub, room).come()
        assert late.heard()[-1] == bye

    with_hub(tmp_path, play)


def test_who_leaves_keeps_the_seat(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, pace="instant")
        await first.say(Leave(1))
        assert second.view.seats[0].played_by_bot
        assert second.view.seats[1].host
        late = await Player(hub, room).come()
        (refused,) = await late.say(Sit("C", id=4))
        assert isinstance(refused, Refused)
        assert (refused.id, refused.code) == (4, "no_seat_free")
        await first.say(Back(2))
        assert not second.view.seats[0].played_by_bot

    with_hub(tmp_path, play)


def test_a_remote_bot_has_a_bots_rights(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, token = await open_room(hub, name="A", rules={"players": 2})
        host = await Player(hub, room).come(token)
        (invited, *_) = await host.say(InviteBot(1, 8))
        assert isinstance(invited, Invited)
        assert (invited.id, invited.seat) == (8, 1)
        bot = await Player(hub, room).come(invited.token)
        await bot.say(Sit("deep.535"))
        assert host.view.seats[1].kind == "remote"
        assert host.view.seats[1].name == "deep.535"
        for request in (Say("hello"), Show(True), Start()):
            (refused,) = await bot.say(request)
            assert isinstance(refused, Refused)
            assert refused.code == "not_for_bots"
        await host.say(Start())
        for _ in range(4):
            turn, _other = turn_of(host, bot)
            assert kinds(await turn.act())[0] == "Done"
        room.inbox.put_nowait(Detached(host.connection))
        await settle(room)
        assert not room.timer.running, "a bot alone is nobody to play for"

    with_hub(tmp_path, play)


def test_a_taken_back_invitation_ends_the_remote_bot(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, token = await open_room(hub, name="A", rules={"players": 2})
        host = await Player(hub, room).come(token)
        (invited, *_) = await host.say(InviteBot(1))
        assert isinstance(invited, Invited)
        bot = await Player(hub, room).come(invited.token)
        await host.say(SeatBot(1, "easy"))
        assert isinstance(bot.heard()[-1], Bye)
        again = await Player(hub, room).come(invited.token)
        assert again.view.you is None

    with_hub(tmp_path, play)


def test_a_slow_reader_is_dropped_and_may_come_back(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, second = await two_people(hub)
        first.heard()
        for _ in range(LONGEST_QUEUE + 3):
            await second.say(Say("hello"))
        assert first.connection.ended
        assert len(first.connection._queue) == 1
        bye = first.heard()[-1]
        assert isinstance(bye, Bye)
        assert (bye.code, bye.retry) == ("slow", True)
        room.inbox.put_nowait(Detached(first.connection))
        await settle(room)
        back = await Player(hub, room).come(first.token)
        assert back.view == second_view_as(back, second)

    with_hub(tmp_path, play)


def second_view_as(back: Player, second: Player) -> object:
    """The same table from the other seat, with what differs by seat taken from ``back``."""
    import msgspec

    mine = back.view
    return msgspec.structs.replace(
        second.view, you=mine.you, observation=mine.observation, hands=mine.hands, can=mine.can
    )


def test_a_bot_that_thinks_long_does_not_hold_the_table(tmp_path: Path) -> None:
    class Slow(Quick):
        def __init__(self) -> None:
            self.answer = asyncio.Event()

        async def choose(self, specification: str, observation: Observation) -> str:
            await self.answer.wait()
            return await super().choose(specification, observation)

    slow = Slow()

    async def play(hub: Hub, clock: Clock) -> None:
        room, token = await open_room(hub, bots=["easy", "easy"], rules={"players": 2}, name=None)
        commands.deal(room.session, clock.now())
        watcher = Player(hub, room)
        await hub.attach(room.table.code, watcher.connection, Hello(1, token))
        await room.handle(room.inbox.get_nowait())
        clock.time += 10_000
        await room.run_timer()
        room.inbox.put_nowait(Received(watcher.connection, Ping(1)))
        await room.handle(room.inbox.get_nowait())
        assert watcher.heard()[-1] == Pong(1)
        assert not room.table.moves
        slow.answer.set()
        await settle(room)
        assert room.table.moves

    with_hub(tmp_path, play, workers=slow)


def test_a_token_that_was_replaced_meanwhile_takes_no_seat(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, second = await two_people(hub, start=False)
        await second.say(Leave())
        newcomer, thief = await Player(hub, room).come(), Player(hub, room)
        room.inbox.put_nowait(Received(newcomer.connection, Sit("C", 1)))
        await thief.come(second.token)  # It comes while the newcomer is still being seated.
        assert (newcomer.view.you, thief.view.you) == (1, None)
        await first.say(Start(3))
        assert thief.view.hands == (None, None)

    with_hub(tmp_path, play)


def test_a_second_invitation_ends_the_first(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, token = await open_room(hub, name="A", rules={"players": 2})
        host = await Player(hub, room).come(token)
        (first, *_) = await host.say(InviteBot(1))
        assert isinstance(first, Invited)
        room.inbox.put_nowait(Received(host.connection, InviteBot(1)))
        late = await Player(hub, room).come(first.token)
        second = next(said for said in reversed(host.heard()) if isinstance(said, Invited))
        assert late.view.you is None
        assert (await Player(hub, room).come(second.token)).view.you == 1
        assert (await Player(hub, room).come(first.token)).view.you is None

    with_hub(tmp_path, play)


def test_a_decision_for_a_turn_that_has_passed_replaces_none(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, token = await open_room(hub, bots=["easy", "easy"], rules={"players": 2}, name=None)
        commands.deal(room.session, clock.now())
        await Player(hub, room).come(token)
        wait = room.timer.wait
        assert wait is not None
        assert room.bot_turn.decided is not None
        room.inbox.put_nowait(Decided(wait._replace(turn=wait.turn - 1), "pass"))
        await settle(room)
        await pass_time(room, clock, PACE_MS["normal"])
        assert len(room.table.moves) == 1

    with_hub(tmp_path, play)
