"""Who holds a seat comes back and plays, whatever others at the same address do; the clock stands still."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from fivethreefive.protocol import Bye, Ping, Pong, Refused, Snapshot, Welcome
from fivethreefive.server.admission import Places
from fivethreefive.server.context import ServerSettings
from fivethreefive.server.limits import ServerLimits
from support.asgi_client import Socket, Wire, with_wire

GUESSES = int(ServerLimits.guesses)
MESSAGES = int(ServerLimits.messages)
OWN_MESSAGES = int(ServerLimits.seat_messages)


async def make_table(wire: Wire) -> tuple[str, str]:
    """The code of a new table, and the token of its only seat that is taken."""
    _, created = await wire.ask("/api/tables", {"name": "A"})
    return created["code"], created["token"]


async def guess(wire: Wire, _code: str) -> list[Socket]:
    """Try codes until no more may be tried."""
    for _ in range(GUESSES):
        assert (await wire.ask("/api/tables/XXXXXX"))[0] == 404
    return []


async def flood(wire: Wire, code: str) -> list[Socket]:
    """Send messages until no more may be sent."""
    stranger = await wire.connect(code)
    await stranger.hear(Snapshot)
    for number in range(MESSAGES):
        stranger.say(Ping(number))
        await stranger.hear((Pong, Refused))  # type: ignore[arg-type]
    return [stranger]


async def watch(wire: Wire, code: str) -> list[Socket]:
    """Open as many WebSockets as an address may."""
    strangers = [await wire.connect(code) for _ in range(ServerLimits.sockets_each)]
    for stranger in strangers:
        await stranger.hear(Snapshot)
    return strangers


async def watch_from_everywhere(wire: Wire, code: str) -> list[Socket]:
    """Open as many WebSockets as the server has."""
    strangers = [await wire.connect(code, address=f"10.0.1.{number}") for number in range(SMALL.sockets)]
    for stranger in strangers:
        await stranger.hear(Snapshot)
    return strangers


SMALL = ServerLimits(sockets=3)


@pytest.mark.parametrize(
    ("misuse", "limits", "retry"),
    [
        (guess, ServerLimits(), False),
        (flood, ServerLimits(), True),
        (watch, ServerLimits(), False),
        (watch_from_everywhere, SMALL, True),
    ],
)
def test_who_holds_a_seat_comes_in_where_strangers_may_not(
    tmp_path: Path, misuse: Any, limits: ServerLimits, retry: bool
) -> None:
    async def play(wire: Wire) -> None:
        code, token = await make_table(wire)
        others = await misuse(wire, code)
        for wrong in (None, "x" * 32):
            bye = await (await wire.connect(code, wrong)).hear(Bye)
            assert (bye.code, bye.retry) == ("too_many", retry)
        for _ in range(2):
            holder = await wire.connect(code, token)
            assert (await holder.hear(Welcome)).seat == 0
            await holder.close()
        for other in others:
            await other.close()
        assert wire.context.admission.sockets.count == 0

    with_wire(tmp_path, play, ServerSettings(limits=limits))


@pytest.mark.parametrize("loaded", [True, False])
@pytest.mark.parametrize("misuse", [guess, flood])
def test_a_seats_holder_may_also_ask_over_http(tmp_path: Path, misuse: Any, loaded: bool) -> None:
    async def play(wire: Wire) -> None:
        code, token = await make_table(wire)
        elsewhere, other = await make_table(wire)
        others = await misuse(wire, elsewhere)
        if not loaded:
            del wire.hub.rooms[code]
        path = f"/api/tables/{code}"
        for wrong in ("", "Bearer", f"Bearer {other}", f"Basic {token}"):
            assert (await wire.ask(path, authorization=wrong))[0] == 429, wrong
        assert (await wire.ask(path, authorization=f"Bearer {token}"))[0] == 200
        for kind in ("record", "fair", "review"):
            status, problem = await wire.ask(f"{path}/{kind}", authorization=f"bearer {token}")
            assert (status, problem["code"]) == (404, "no_game_yet")
        for stranger in others:
            await stranger.close()

    with_wire(tmp_path, play)


def test_a_seat_has_messages_of_its_own(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        code, token = await make_table(wire)
        holder = await wire.connect(code, token)
        await holder.hear(Snapshot)
        others = await flood(wire, code)
        others[0].say(Ping(1))
        assert (await others[0].hear(Refused)).code == "too_fast"
        answers = []
        for number in range(OWN_MESSAGES + 1):
            holder.say(Ping(number))
            answers.append(await holder.hear((Pong, Refused)))  # type: ignore[arg-type]
        assert [type(answer) for answer in answers] == [Pong] * OWN_MESSAGES + [Refused]
        for socket in (holder, *others):
            await socket.close()

    with_wire(tmp_path, play)


def test_after_a_restart_all_who_know_their_code_come_in(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        codes = [(await make_table(wire))[0] for _ in range(GUESSES + 5)]
        wire.hub.rooms.clear()
        wire.clock.time += 60_000
        answers = await asyncio.gather(*(wire.ask(f"/api/tables/{code}") for code in codes))
        assert [status for status, _ in answers] == [200] * len(codes)
        wire.clock.time += 60_000
        sockets = await asyncio.gather(*(wire.connect(code) for code in [codes[0]] * 15 + codes))
        for socket in sockets:
            await socket.hear(Snapshot)
        for socket in sockets:
            await socket.close()

    with_wire(tmp_path, play)


def test_places_above_the_limits_are_for_a_moment_or_for_who_holds_a_seat() -> None:
    turned: list[str] = []
    places = Places(
        ServerLimits(connections=2, connections_each=1, unproved=3, unproved_each=2, held=2, held_each=1)
    )

    def enter(address: str, name: str) -> Any:
        return places.enter(address, lambda: turned.append(name))

    usual = enter("a", "usual")
    first, second, third = (enter("a", name) for name in ("first", "second", "third"))
    assert (usual.proved, second.refusal, turned) == (True, "too_many", ["first"]), (
        "the oldest of an address"
    )
    assert not first.prove("BBBBBB 0"), "it has been turned away"
    assert second.prove("BBBBBB 0")
    assert second.prove("BBBBBB 0")
    assert not third.prove("BBBBBB 0"), "a seat has only one"
    assert enter("b", "b").proved
    for number in range(3):
        assert enter(f"c{number}", f"c{number}").refusal == "server_full"
    assert turned == ["first", "third"], "the oldest of all"
    assert (places.count, places.most) == (6, 7)
    for place in (usual, second, second, first, third):
        place.leave()
    assert (places.count, places.held.count, len(places.waiting)) == (4, 0, 3)
