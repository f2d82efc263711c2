"""What one address may ask for, under a clock that stands still, so that every count is exact."""

from __future__ import annotations

import asyncio
from pathlib import Path

from asgi import Wire, with_wire
from fivethreefive.protocol import Bye, Ping, Pong, Refused, Snapshot, Welcome
from fivethreefive.server.limits import Buckets, Limits

GUESSES = int(Limits.guesses)
MESSAGES = int(Limits.messages)


def test_what_is_given_back_can_be_taken_again() -> None:
    bucket = Buckets(2, 0, lambda: 0)
    assert [bucket.take("a") for _ in range(3)] == [True, True, False]
    bucket.give("a")
    assert [bucket.take("a") for _ in range(2)] == [True, False]
    for _ in range(5):
        bucket.give("a")
    assert bucket.level("a") == 2


def test_many_guesses_at_once_are_still_many(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        answers = await asyncio.gather(*(wire.ask("/api/tables/XXXXXX") for _ in range(GUESSES + 15)))
        statuses = [status for status, _ in answers]
        assert (statuses.count(404), statuses.count(429)) == (GUESSES, 15)

    with_wire(tmp_path, play)


def test_a_code_that_is_known_costs_nothing(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        _, created = await wire.ask("/api/tables", {"name": "A"})
        for _ in range(GUESSES + 5):
            assert (await wire.ask(f"/api/tables/{created['code']}"))[0] == 200
        assert (await wire.ask("/api/tables/XXXXXX"))[0] == 404

    with_wire(tmp_path, play)


def test_who_holds_a_seat_is_not_locked_out_by_others_guesses(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        _, created = await wire.ask("/api/tables", {"name": "A"})
        code, token = created["code"], created["token"]
        for _ in range(GUESSES):
            await wire.ask("/api/tables/XXXXXX")
        status, problem = await wire.ask(f"/api/tables/{code}")
        assert (status, problem["code"]) == (429, "too_many"), "a guess that is right is not told either"
        for other in (None, "x" * 32):
            stranger = await wire.connect(code, other)
            assert (await stranger.hear(Bye)).code == "too_many"
        holder = await wire.connect(code, token)
        assert (await holder.hear(Welcome)).seat == 0
        await holder.close()
        wire.clock.time += 60_000
        friend = await wire.connect(code)
        await friend.hear(Snapshot)
        await friend.close()

    with_wire(tmp_path, play)


def test_all_connections_of_an_address_share_one_allowance(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        _, created = await wire.ask("/api/tables", {"name": "A"})
        sockets = [await wire.connect(created["code"]) for _ in range(3)]
        for socket in sockets:
            await socket.hear(Snapshot)
        wire.clock.time += 60_000
        answers = []
        for number in range(MESSAGES + 6):
            socket = sockets[number % 3]
            socket.say(Ping(number))
            answers.append(await socket.hear((Pong, Refused)))  # type: ignore[arg-type]
        assert [type(answer) for answer in answers] == [Pong] * MESSAGES + [Refused] * 6
        assert answers[-1].code == "too_fast"
        elsewhere = await wire.connect(created["code"], address="10.0.0.2")
        await elsewhere.hear(Snapshot)
        elsewhere.say(Ping(1))
        assert await elsewhere.hear(Pong) == Pong(1)
        for socket in (*sockets, elsewhere):
            await socket.close()

    with_wire(tmp_path, play)
