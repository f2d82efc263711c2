"""No hand ever leaks, shown by non-interference.

A game is played with everything a table can do. Then only the cards that one viewer may not know are
dealt anew among the others, and the same is played again: every byte sent to that viewer must be the
same. Commitments are kept equal by drawing the same secrets in both games.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fivethreefive import Rules
from fivethreefive.protocol import (
    Act,
    Ask,
    Catch,
    Fill,
    Hello,
    Request,
    Say,
    Show,
    Sit,
    Start,
    TableOptions,
    Welcome,
)
from fivethreefive.rules.melds import Cards
from fivethreefive.server.rooms.connection import Connection
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.rooms.inbox import Attached, Received
from fivethreefive.server.rooms.room import Room
from fivethreefive.server.rooms.timers import TableTimer
from fivethreefive.server.storage.store import Row, StoredToken, hashed
from fivethreefive.table import FairDealer, Table, commands
from fivethreefive.table.deals import fair_deals as fair
from support.random_play import EVERY_KIND
from support.table_players import (
    Clock,
    Player,
    counted_secrets,
    open_room,
    open_table,
    pass_time,
    settle,
    with_hub,
)

Hands = tuple[Cards, ...]
Script = list[tuple[int | None, Request]]
SPECTATOR = None


async def no_append(_append: object) -> None:
    pass


TOKENS = [letter * 32 for letter in "abcdef"]


def new_room(rules: Rules) -> Room:
    """A table with people at all seats, in a hub that stores nothing."""
    writer = SimpleNamespace(append=no_append)
    services: Any = SimpleNamespace(clock=Clock(), writer=writer, counters=Counter(), levels={})
    session = open_table(TableOptions(rules, chat=True))
    for seat in range(rules.players):
        commands.sit(session, "ABCDEF"[seat], None, 0)
    session.drain_events()
    tokens = tuple(StoredToken(hashed(TOKENS[seat]), seat, "person") for seat in range(rules.players))
    return Room(
        services,
        Row(1, "BCDFGH", "x", 1, None, None, "waiting", 0, 0),
        session,
        tokens,
        TableTimer(session.table.options),
    )


class Audience:
    """A connection for every seat and one spectator, and all that was sent to each."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.connections: dict[int | None, Connection] = {}
        self.sent: dict[int | None, list[bytes]] = {}

    async def come(self, viewer: int | None, since: int | None = None) -> None:
        connection = self.connections[viewer] = Connection()
        await self.room.handle(
            Attached(connection, Hello(1, None if viewer is None else TOKENS[viewer], since))
        )
        self.collect()

    async def say(self, viewer: int | None, request: Request) -> None:
        await self.room.handle(Received(self.connections[viewer], request))
        self.collect()

    def collect(self) -> None:
        for viewer, connection in self.connections.items():
            self.sent.setdefault(viewer, []).extend(connection._queue)
            connection._queue.clear()


async def perform(rules: Rules, hands: Hands, leader: int, script: Script) -> dict[int | None, list[bytes]]:
    """Play a script on a deal; everything sent, by viewer."""
    room = new_room(rules)
    audience = Audience(room)
    for viewer in (SPECTATOR, *range(rules.players)):
        await audience.come(viewer)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fair, "deal", lambda *_, **__: (leader, hands))
        for viewer, request in script:
            if isinstance(request, Hello):
                await audience.come(viewer, request.since)
            else:
                await audience.say(viewer, request)
    return audience.sent


def write_script(rules: Rules, hands: Hands, leader: int, chooser: random.Random) -> tuple[Script, Table]:
    """A round's beginning, with refused plays, questions, chat, reconnections and shown hands in it."""
    session = new_room(rules).session
    script: Script = [(0, Start(1))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fair, "deal", lambda *_, **__: (leader, hands))
        commands.start(session, 0, 0)
    table = session.table
    for _ in range(chooser.randint(1, 60)):
        round_ = table.games[-1].game.round
        action = str(chooser.choice(round_.legal_actions()))
        rest = round_.copy()
        rest.apply(action)
        if rest.is_over:
            break
        seat, turn = round_.turn, len(table.moves)
        extras: Script = [
            (seat, Act(turn, 7, "+1-2-3")), (seat, Ask(8, ">15")), (seat, Say(None, "hm", 9)),
            (seat, Act(turn, 6, "zzz")), (seat, Hello(1, None, chooser.randint(0, table.seq))),
            (SPECTATOR, Catch(chooser.randint(0, table.seq))), (SPECTATOR, Hello(1)),
        ]  # fmt: skip
        legal = {str(each) for each in round_.legal_actions()}
        script += [(who, said) for who, said in extras if chooser.random() < 0.15
                   and not (isinstance(said, Act) and said.action in legal)]  # fmt: skip
        commands.act(session, seat, turn, action, 0)
        script += [(seat, Act(turn, 5, action))] * chooser.randint(1, 2)
    return script, table


def deal_hidden_anew(table: Table, viewer: int | None, known: set[int], chooser: random.Random) -> Hands:
    """Other first hands that ``viewer`` could not tell from the real ones by now."""
    rules, round_ = table.options.rules, table.games[-1].game.round
    left = [[*round_.hand(seat)] for seat in range(rules.players)]
    deck = [rank for rank in rules.ranks for _ in range(rules.copies)]
    played: list[list[int]] = [[] for _ in left]
    for seat, action in round_.history:
        played[seat] += action.cards
    for cards in (*left, *played):
        for card in cards:
            deck.remove(card)
    hidden = [seat for seat in range(rules.players) if seat != viewer and seat not in known]
    pool = deck + [card for seat in hidden for card in left[seat]]
    chooser.shuffle(pool)
    for seat in hidden:
        left[seat] = [pool.pop() for _ in left[seat]]
    return tuple(tuple(sorted(mine + out)) for mine, out in zip(left, played, strict=True))


def own_part(script: Script, viewer: int | None) -> Script:
    """The script without what only its author is answered: on other cards that may be legal."""
    return [
        (who, said) for who, said in script
        if who == viewer or not (isinstance(said, Ask) or (isinstance(said, Act) and said.id in (6, 7)))
    ]  # fmt: skip


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND.keys())
def test_what_a_viewer_is_sent_does_not_depend_on_what_it_may_not_know(rules: Rules) -> None:
    chooser = random.Random(str(rules.players) + str(rules.deal))
    changed = 0
    for game in range(14):
        leader, hands = fair.deal(rules, game.to_bytes(32, "big"), [""] * rules.players, scheme=2)
        script, table = write_script(rules, hands, leader, chooser)
        for viewer in (SPECTATOR, *chooser.sample(range(rules.players), 2)):
            shown: set[int] = set()
            said = own_part(script, viewer)
            if viewer is SPECTATOR and game % 2:
                shown = {chooser.randrange(rules.players)}
                said = [*said[:1], (min(shown), Show(True)), *said[1:]]
            others = deal_hidden_anew(table, viewer, shown, chooser)
            real = asyncio.run(perform(rules, hands, leader, said))[viewer]
            twin = asyncio.run(perform(rules, others, leader, said))[viewer]
            assert real == twin, f"game {game}, viewer {viewer}"
            assert len(real) > len(table.moves)
            changed += others != hands
    assert changed > 15, "the hidden cards were really others"


def test_the_method_finds_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    from fivethreefive.table import views

    real = views._hands

    def leaky(table: Table, viewer: int | None, opened: Collection[int]) -> tuple[Cards | None, ...]:
        hands = real(table, viewer, opened)
        return hands if table.game is None else (table.game.round.hand(0)[:1], *hands[1:])

    monkeypatch.setattr(views, "_hands", leaky)
    with pytest.raises(AssertionError, match="viewer"):
        test_what_a_viewer_is_sent_does_not_depend_on_what_it_may_not_know(Rules(4))


def test_no_token_and_no_open_secret_is_sent_or_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    drawn: list[str] = []

    async def play(hub: Hub, clock: Clock) -> None:
        count = counted_secrets(77)

        def draw() -> bytes:
            secret = count()
            drawn.append(secret.hex())
            return secret

        hub.dealer = FairDealer(draw)
        room, token = await open_room(hub, name="A", rules={"players": 3}, pace="instant")
        assert token is not None
        players = [await Player(hub, room).come(token), await Player(hub, room).come()]
        watcher = await Player(hub, room).come()
        await players[1].say(Sit("B"))
        await players[0].say(Fill("easy"))
        await players[0].say(Start())
        while room.table.phase != "game_over":
            open_secret = room.table.drawn.secret if room.table.drawn else ""
            for player in (*players, watcher):
                player.heard()
                assert not any(open_secret.encode() in data for data in player.raw)
            await _one_step(room, clock, players)
        welcomes = [said for said in players[1].heard() if isinstance(said, Welcome)]
        tokens = [token, *(said.token for said in welcomes if said.token)]
        everything = b"".join(data for player in (*players, watcher) for data in player.raw)
        assert everything.count(tokens[0].encode()) == 0
        assert everything.count(str(tokens[1]).encode()) == 1, "only the Welcome to whom it belongs"
        logged = (
            caplog.text
            + "".join(str(vars(entry)) for entry in caplog.records)
            + "".join(capfd.readouterr())
        )
        for hidden in (*tokens, *drawn, room.table.code):
            assert str(hidden) not in logged
        assert '"hand' not in logged

    with_hub(tmp_path, play)
    assert len(drawn) > 3


async def _one_step(room: Room, clock: Clock, players: list[Player]) -> None:
    for player in players:
        if room.table.turn == player.connection.seat:
            await player.act()
            return
    await pass_time(room, clock, 20_000)
    await settle(room)
