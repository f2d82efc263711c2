"""The time of a turn is the turn's: nobody wins any by coming and going, and nobody can block a table."""

from __future__ import annotations

from pathlib import Path

from fivethreefive.protocol import (
    PACE_MS,
    Back,
    BotGotTurn,
    BotVoted,
    Leave,
    Ready,
    Refused,
    Reply,
    Say,
    Sit,
    SlowTurn,
    Start,
    TakeOver,
    Update,
    VoteBot,
    Welcome,
)
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.rooms.inbox import Detached
from fivethreefive.server.rooms.room import Room
from fivethreefive.server.rooms.timers import AWAY_MS, ROUND_MS, SLOW_MS, TURN_MS
from support.table_players import (
    Clock,
    Player,
    kinds,
    open_room,
    pass_time,
    settle,
    turn_of,
    two_people,
    with_hub,
)

QUICK = TURN_MS["quick"] or 0


async def go(player: Player) -> None:
    """Close the connection of a player."""
    player.room.inbox.put_nowait(Detached(player.connection))
    await settle(player.room)


async def come_again(player: Player) -> Player:
    return await Player(player.hub, player.room).come(player.token)


async def three_people(hub: Hub) -> tuple[Room, Player, list[Player]]:
    """A table of three: the room, who is to play, and the others; the host is the first of A, B and C."""
    room, token = await open_room(hub, name="A", rules={"players": 3}, pace="fast")
    players = [await Player(hub, room).come(token)]
    for name in "BC":
        player = await Player(hub, room).come()
        (welcome, *_) = await player.say(Sit(name))
        assert isinstance(welcome, Welcome)
        player.token = welcome.token
        players.append(player)
    await players[0].say(Start(3))
    (turn,) = [player for player in players if player.view.can.act]
    return room, turn, [player for player in players if player is not turn]


def events(replies: list[Reply]) -> list[object]:
    return [event for reply in replies if isinstance(reply, Update) for event in reply.events]


def test_leaving_and_coming_back_wins_no_time(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, clock="quick", pace="slow")
        turn, _ = turn_of(first, second)
        for gone in (4000, 4000, 4000):
            await pass_time(room, clock, gone)
            await turn.say(Leave(1))
            await turn.say(Back(2))
        assert turn.view.clock_ms == QUICK - 12_000
        await pass_time(room, clock, 1000)
        await turn.say(Leave(1))
        await pass_time(room, clock, 1000)
        await turn.say(Back(2))
        assert turn.view.clock_ms == QUICK - 14_000, "it runs on while a bot is about to play"
        await pass_time(room, clock, 1000)
        assert turn.view.can.back
        await pass_time(room, clock, PACE_MS["slow"])
        assert len(room.table.moves) == 1

    with_hub(tmp_path, play)


def test_who_comes_back_too_late_has_the_next_turn(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, clock="quick", pace="slow")
        turn, _ = turn_of(first, second)
        await pass_time(room, clock, QUICK)
        for _ in range(3):  # As the bot is about to play, and again.
            await turn.say(Back(1))
            assert not turn.view.can.back
            await pass_time(room, clock, PACE_MS["slow"] // 6)
            await turn.say(Leave(2))
            await pass_time(room, clock, PACE_MS["slow"] // 6)
        await turn.say(Back(3))
        assert len(room.table.moves) == 1, "the bot has played when it would have played anyway"
        assert not turn.view.seats[turn.view.you or 0].played_by_bot

    with_hub(tmp_path, play)


def test_who_comes_back_too_late_may_still_play_before_the_bot(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, clock="quick", pace="slow")
        turn, other = turn_of(first, second)
        await pass_time(room, clock, QUICK)
        await turn.say(Back(1))
        assert kinds(await turn.act())[0] == "Done"
        assert len(room.table.moves) == 1
        assert other.view.clock_ms in (QUICK, None)

    with_hub(tmp_path, play)


def test_a_decision_that_comes_while_the_person_is_back_is_kept(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, pace="slow")
        turn, _ = turn_of(first, second)
        await turn.say(Leave(1))
        await turn.say(Back(1))
        await turn.say(Leave(1))
        await pass_time(room, clock, PACE_MS["slow"])
        assert len(room.table.moves) == 1

    with_hub(tmp_path, play)


def test_time_away_adds_up_in_a_turn_without_a_clock(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, pace="instant")
        turn, other = turn_of(first, second)
        await go(turn)
        await pass_time(room, clock, AWAY_MS - 20_000)
        turn = await come_again(turn)
        await pass_time(room, clock, 1000)
        await go(turn)
        assert other.view.clock_ms == 20_000
        await pass_time(room, clock, 20_000)
        await pass_time(room, clock, 0)
        assert room.table.moves

    with_hub(tmp_path, play)


def test_others_let_a_bot_play_a_turn_that_lasts_too_long(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, turn, others = await three_people(hub)
        assert not any(player.view.can.vote_bot for player in (turn, *others))
        (refused, *_) = await others[0].say(VoteBot(1))
        assert isinstance(refused, Refused)
        await pass_time(room, clock, SLOW_MS - 1)
        assert not others[0].view.can.vote_bot
        seat = turn.view.you
        await pass_time(room, clock, 1)
        assert SlowTurn(seat or 0) in events(others[0].heard())
        assert [player.view.can.vote_bot for player in (turn, *others)] == [False, True, True]
        await others[0].say(VoteBot(2))
        assert [player.view.can.vote_bot for player in others] == [False, True]
        assert isinstance((await others[0].say(VoteBot(3)))[0], Refused), "one vote each"
        await pass_time(room, clock, 60_000)
        assert not room.table.moves, "one of two is not more than half"
        said = await others[1].say(VoteBot(4))
        await pass_time(room, clock, 0)
        said += others[1].heard()
        assert {BotVoted(others[1].view.you or 0), BotGotTurn(seat or 0)} <= set(events(said))
        assert not room.table.moves
        await pass_time(room, clock, PACE_MS["fast"])
        assert len(room.table.moves) == 1
        assert not turn.view.seats[seat or 0].played_by_bot, "the seat is still theirs"

    with_hub(tmp_path, play)


def test_a_vote_counts_for_those_who_are_there(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, _, others = await three_people(hub)
        await pass_time(room, clock, SLOW_MS)
        await others[0].say(VoteBot(2))
        await go(others[1])
        await pass_time(room, clock, 0)
        await pass_time(room, clock, PACE_MS["fast"])
        assert len(room.table.moves) == 1

    with_hub(tmp_path, play)


def test_the_host_lets_a_bot_take_the_seat_of_who_is_too_slow(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, pace="fast")
        while not second.view.can.act:
            await first.act()
        assert not first.view.can.take_over
        await pass_time(room, clock, SLOW_MS)
        assert first.view.can.take_over
        assert not second.view.can.take_over
        assert isinstance((await second.say(TakeOver(1)))[0], Refused)
        moves = len(room.table.moves)
        await first.say(TakeOver(2))
        assert second.view.can.back
        await second.say(Back(3))
        await pass_time(room, clock, PACE_MS["fast"])
        assert len(room.table.moves) == moves + 1, "this turn is the bot's, the next one theirs"
        assert not second.view.seats[1].played_by_bot

    with_hub(tmp_path, play)


def test_nobody_else_there_and_a_clock_let_no_turn_become_slow(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, token = await open_room(hub, name="A", bots=[None, "easy"], rules={"players": 2}, start=True)
        player = await Player(hub, room).come(token)
        while not player.view.can.act:
            await pass_time(room, clock, PACE_MS["normal"])
        assert not room.timer.running
        await pass_time(room, clock, 10 * SLOW_MS)
        assert not room.table.slow
        _, first, second = await two_people(hub, clock="relaxed")
        turn, other = turn_of(first, second)
        await pass_time(turn.room, clock, SLOW_MS)
        assert turn.view.can.back, "the clock has decided"
        assert not other.view.can.vote_bot

    with_hub(tmp_path, play)


async def play_a_round(room: Room, clock: Clock, *players: Player) -> None:
    while room.table.phase == "playing":
        acting = [player for player in players if player.view.can.act]
        if acting:
            await acting[0].act()
        else:
            await pass_time(room, clock, PACE_MS["instant"])


def test_against_bots_alone_the_next_round_waits_for_the_person(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        rules = {"players": 2, "target": 1000}
        asked = {"name": "A", "bots": [None, "easy"], "rules": rules, "start": True, "pace": "instant"}
        room, token = await open_room(hub, **asked)
        player = await Player(hub, room).come(token)
        await play_a_round(room, clock, player)
        assert player.view.clock_ms is None
        await pass_time(room, clock, 100 * ROUND_MS)
        assert player.view.phase == "round_over"
        await player.say(Ready(1))
        await pass_time(room, clock, 0)
        assert player.heard()
        assert room.table.phase == "playing"

    with_hub(tmp_path, play)


def test_among_people_everybody_sees_when_the_next_round_begins(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, rules={"players": 2, "target": 1000})
        await play_a_round(room, clock, first, second)
        await pass_time(room, clock, 5000)
        watcher = await Player(hub, room).come()
        for player in (first, second, watcher):
            assert (player.view.clock_ms, player.view.clock_running) == (ROUND_MS - 5000, True)
        await go(second)
        second = await come_again(second)
        assert first.view.clock_ms == ROUND_MS - 5000, "who comes and goes does not put it off"
        await second.say(Leave(1))
        assert first.view.clock_ms is None, "whoever is left alone has all the time"
        await second.say(Back(1))
        assert first.view.clock_ms == ROUND_MS - 5000
        await pass_time(room, clock, ROUND_MS - 5000)
        assert room.table.phase == "playing"

    with_hub(tmp_path, play)


def test_a_clock_that_is_set_changes_no_turn(tmp_path: Path) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await two_people(hub, clock="quick")
        turn, other = turn_of(first, second)
        for set_by in (-3_600_000, 91 * 86_400_000):
            clock.set_by = set_by
            await other.say(Say("hello"))
            assert turn.view.clock_ms == QUICK
            await pass_time(room, clock, 0)
        assert not room.table.moves

    with_hub(tmp_path, play)
