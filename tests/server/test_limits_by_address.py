"""What one address may ask for and what is said where the database fails; the clock stands still."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from fivethreefive.protocol import Bye, Done, Ping, Pong, Refused, Say, Snapshot, Welcome
from fivethreefive.server.context import ServerSettings
from fivethreefive.server.limits import MOST_UNPRUNED, RateLimits, ServerLimits
from fivethreefive.server.rooms.hub import Hub
from support.asgi_client import Wire, with_wire

GUESSES = int(ServerLimits.guesses)
MESSAGES = int(ServerLimits.messages)


def test_what_is_given_back_can_be_taken_again() -> None:
    bucket = RateLimits(2, 0, lambda: 0)
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


def test_who_comes_and_goes_uses_up_the_same_allowance(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        _, created = await wire.ask("/api/tables", {"name": "A"})
        wire.clock.time += 60_000
        for _ in range(MESSAGES):
            socket = await wire.connect(created["code"])
            await socket.hear(Snapshot)
            await socket.close()
        bye = await (await wire.connect(created["code"])).hear(Bye)
        assert (bye.code, bye.retry) == ("too_many", True)
        elsewhere = await wire.connect(created["code"], address="10.0.0.2")
        await elsewhere.hear(Snapshot)
        await elsewhere.close()

    with_wire(tmp_path, play)


def test_buckets_that_are_not_full_are_looked_through_only_when_there_are_twice_as_many() -> None:
    asked = 0

    def clock() -> int:
        nonlocal asked
        asked += 1
        return 0

    bucket, names = RateLimits(2, 0, clock), 3 * MOST_UNPRUNED
    for name in range(names):
        assert bucket.take(str(name))
        assert asked < 6 * names, "each is looked at a few times on average, whoever asks"
    assert not all(bucket.take("0") for _ in range(2)), "none of them is forgotten"


def test_full_buckets_are_forgotten() -> None:
    time = 0
    bucket = RateLimits(2, 1, lambda: time)
    for number in range(3 * MOST_UNPRUNED):
        time += 1000
        bucket.take(str(number))
    assert len(bucket._levels) <= MOST_UNPRUNED


def test_many_who_ask_for_health_at_once_share_one_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(wire: Wire) -> None:
        beats: list[int] = []
        wire.clock.time += 60_000
        with monkeypatch.context() as patch:
            patch.setattr(wire.hub.store, "beat", beats.append)
            answers = await asyncio.gather(*(wire.ask("/healthz") for _ in range(20)))
            assert [status for status, _ in answers] == [200] * 20
            assert len(beats) == 1
            wire.clock.time += 60_000
            assert (await wire.ask("/healthz"))[0] == 200
            assert len(beats) == 2

    with_wire(tmp_path, play)


@contextmanager
def full_disk(hub: Hub) -> Iterator[None]:
    """Let the database find no room for another page."""

    def set_most(pages: int) -> None:
        raw = hub.store.engine.raw_connection()
        raw.driver_connection.execute(f"PRAGMA max_page_count = {pages}")  # type: ignore[union-attr]
        raw.close()

    set_most(1)  # It is never set below the pages there are.
    yield
    set_most(1 << 30)


def test_a_full_disk_is_told_and_harms_no_table(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play(wire: Wire) -> None:
        _, created = await wire.ask("/api/tables", {"name": "A", "chat": True})
        code, token = created["code"], created["token"]
        player = await wire.connect(code, token)
        before = (await player.hear(Snapshot)).seq
        with full_disk(wire.hub):
            bye, said = None, 0
            while bye is None:
                player.say(Say(None, "x" * 200))
                answer = await player.hear((Done, Bye))  # type: ignore[arg-type]
                bye, said = (answer, said) if isinstance(answer, Bye) else (None, said + 1)
                wire.clock.time += 1000
            assert (bye.code, bye.retry) == ("store_failed", True)
            status, problem = await wire.ask("/api/tables", {"name": "B"}, accept_language="nl")
            assert (status, problem["code"]) == (503, "store_failed")
            assert "tafels" in problem["sentence"]
        await player.close()
        back = await wire.connect(code, token)
        snapshot = await back.hear(Snapshot)
        assert (snapshot.view.you, snapshot.seq) == (0, before + said)
        back.say(Say(None, "y"))
        assert (await back.hear(Done)).seq == before + said + 1
        await back.close()

    with_wire(tmp_path, play)
    assert {record.message for record in caplog.records if record.levelname == "ERROR"} == {"store_failed"}


def test_a_database_that_does_not_answer_is_told(tmp_path: Path) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("the server closed the connection\nhand: 1-2-3"))

    async def play(wire: Wire) -> None:
        _, created = await wire.ask("/api/tables", {"name": "A"})
        store = wire.hub.store
        working = {name: getattr(store, name) for name in ("claim", "read", "beat", "create", "set_due")}
        room = wire.hub.rooms[created["code"]]
        player = await wire.connect(created["code"], created["token"])
        await player.hear(Snapshot)
        for name in working:
            setattr(store, name, fail)
        await player.close()  # Noting how its clock stands fails, and the table goes on.
        again = await wire.connect(created["code"], created["token"])
        assert (await again.hear(Snapshot)).view.you == 0
        await again.close()
        wire.hub._forget(room)
        away = await wire.connect(created["code"], created["token"])
        assert ((bye := await away.hear(Bye)).code, bye.retry) == ("store_failed", True)
        wire.clock.time += 60_000
        for path, body in (
            ("/api/tables", {}),
            (f"/api/tables/{created['code']}", None),
            ("/healthz", None),
        ):
            status, problem = await wire.ask(path, body)
            assert (status, problem["code"]) == (503, "store_failed")
            assert "1-2-3" not in problem["sentence"]
        for name, function in working.items():
            setattr(store, name, function)
        back = await wire.connect(created["code"], created["token"])
        await back.hear(Snapshot)
        await back.close()

    with_wire(tmp_path, play)


OWN = ["127.0.0.1:5350", "localhost:5350", "LOCALHOST", "[::1]:5350", "127.8.8.8", "535.localhost:1", ""]
ALLOWED = ["play.example.org", "play.example.org:443", "other:5173"]
FOREIGN = ["evil.example", "evil.example:5350", "other", "other:80", "10.0.0.1", "[::1", "localhost.evil"]


def test_a_server_of_one_machine_answers_to_its_own_names_only(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        _, created = await wire.ask("/api/tables", {"name": "A"})
        for host in OWN + ALLOWED:
            assert (await wire.ask("/healthz", host=host))[0] == 200, host
        for host in FOREIGN:
            for path, body in (("/healthz", None), ("/api/tables", {}), ("/", None)):
                status, problem = await wire.ask(path, body, host=host, origin=f"http://{host}")
                assert (status, problem["code"]) == (421, "wrong_host"), host
            socket = await wire.connect(created["code"], created["token"], host=host)
            assert (await socket.next())["type"] == "websocket.close"
        assert wire.hub.services.counters["tables"] == 1

    allowed = frozenset({"play.example.org", "other:5173"})
    with_wire(tmp_path, play, ServerSettings(allowed, loopback=True))


def test_a_server_of_a_network_answers_to_any_name(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        assert (await wire.ask("/healthz", host="play.example.org"))[0] == 200

    with_wire(tmp_path, play)
