"""Contributions to fair deals in a room: reveals that come, or do not; restarts; two tabs."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

from fivethreefive.protocol import (
    CommitContribution,
    Contribute,
    Leave,
    Request,
    RevealContribution,
    Start,
)
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.rooms.inbox import Detached
from fivethreefive.server.rooms.room import Room
from fivethreefive.server.rooms.timers import REVEAL_MS
from support.table_players import Clock, Player, kinds, pass_time, settle, two_people, with_hub

VALUES = [bytes([10 + seat]) * 32 for seat in range(2)]


def commits(seat: int) -> Request:
    return CommitContribution(sha256(VALUES[seat]).hexdigest())


def reveals(seat: int) -> Request:
    return RevealContribution(VALUES[seat].hex())


def is_playing(player: Player) -> bool:
    return player.view.phase == "playing"


async def committed(hub: Hub) -> tuple[Room, Player, Player]:
    """A table whose two people have committed, and wait for each other's contributions."""
    room, first, second = await two_people(hub, start=False)
    for seat, player in enumerate((first, second)):
        assert kinds(await player.say(commits(seat))) == ["Done", "Update"]
    assert kinds(await first.say(Start())) == ["Done", "Update"]
    assert first.view.phase == "waiting"
    assert first.view.can.reveal
    assert second.view.can.reveal
    return room, first, second


def test_the_last_reveal_deals_at_once(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, second = await committed(hub)
        await second.say(reveals(1))
        assert not is_playing(second)
        await first.say(reveals(0))
        assert is_playing(second)
        assert room.table.contributions == (VALUES[0].hex(), VALUES[1].hex())

    with_hub(tmp_path, play)


def test_a_reveal_that_does_not_come_holds_the_table_up_for_a_moment_and_once_a_game(
    tmp_path: Path,
) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await committed(hub)
        await first.say(reveals(0))
        await pass_time(room, clock, REVEAL_MS - 1)
        assert not is_playing(first)
        await pass_time(room, clock, 1)
        assert is_playing(first)
        assert room.table.contributions == (VALUES[0].hex(), "")
        assert kinds(await second.say(reveals(1))) == ["Refused"]

    with_hub(tmp_path, play)


def test_who_leaves_or_loses_the_line_while_it_is_waited_for_does_not_hold_the_table_up(
    tmp_path: Path,
) -> None:
    async def play(hub: Hub, clock: Clock) -> None:
        room, first, second = await committed(hub)
        room.inbox.put_nowait(Detached(second.connection))
        await settle(room)
        await first.say(Leave())
        watcher = await Player(hub, room).come()
        await pass_time(room, clock, REVEAL_MS)
        assert watcher.view.phase == "playing"

    with_hub(tmp_path, play)


def test_who_is_not_connected_when_the_game_begins_is_not_waited_for(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, second = await two_people(hub, start=False)
        await first.say(commits(0))
        await second.say(commits(1))
        room.inbox.put_nowait(Detached(second.connection))
        await settle(room)
        await first.say(Start())
        await first.say(reveals(0))
        assert first.view.phase == "playing"
        assert first.view.fair.commitments[1] == ""

    with_hub(tmp_path, play)


def test_another_tab_reveals_what_the_first_one_committed_to(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        room, first, second = await committed(hub)
        await first.say(reveals(0))
        tab = await Player(hub, room).come(second.token)
        assert tab.view.can.reveal
        await tab.say(reveals(1))
        assert tab.view.phase == "playing"

    with_hub(tmp_path, play)


def test_a_restart_while_contributions_are_revealed(tmp_path: Path) -> None:
    async def before(hub: Hub, _clock: Clock) -> None:
        _, first, second = await committed(hub)
        await first.say(reveals(0))
        kept.extend((first.token, second.token, first.view.fair))

    async def after(hub: Hub, _clock: Clock) -> None:
        room = await hub.find_room("".join(codes))
        assert room is not None
        second = await Player(hub, room).come(kept[1])
        assert second.view.fair == kept[2]
        await second.say(reveals(1))
        assert second.view.phase == "playing"
        assert room.table.contributions == (VALUES[0].hex(), VALUES[1].hex())

    async def find_code(hub: Hub, clock: Clock) -> None:
        await before(hub, clock)
        codes.extend(hub.rooms)

    kept: list[Any] = []
    codes: list[str] = []
    with_hub(tmp_path, find_code)
    with_hub(tmp_path, after)


def test_an_old_client_s_contribution_is_refused_and_the_table_goes_on(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        _, first, second = await two_people(hub, start=False)
        (refused,) = await second.say(Contribute("dice: 4 2 6", 5))
        assert getattr(refused, "code", "") == "contribution_needs_hash"
        await first.say(commits(0))
        await first.say(Start())
        await first.say(reveals(0))
        assert first.view.phase == second.view.phase == "playing"

    with_hub(tmp_path, play)
