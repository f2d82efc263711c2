"""What one address may ask for, and under which names a server answers; the clock stands still."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fivethreefive.protocol import Bye, Ping, Pong, Refused, Say, Snapshot, Welcome
from fivethreefive.server.context import UNNAMED_MS, ServerSettings
from fivethreefive.server.limits import ServerLimits, read_networks
from support.asgi_client import Wire, with_wire

GUESSES = int(ServerLimits.guesses)
MESSAGES = int(ServerLimits.messages)
SEAT_MESSAGES = int(ServerLimits.seat_messages)


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


def test_long_tables_that_nobody_plays_at_cost_more(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        codes = [(await wire.ask("/api/tables", {"name": "A"}))[1]["code"] for _ in range(2)]
        wire.hub.rooms.clear()
        first = await wire.ask(f"/api/tables/{codes[0]}")
        second = await wire.ask(f"/api/tables/{codes[1]}")
        assert (first[0], second[0], second[1]["code"]) == (200, 429, "too_fast")
        assert (await wire.ask(f"/api/tables/{codes[0]}"))[0] == 200, "it is kept, and costs nothing"
        assert (await wire.ask(f"/api/tables/{codes[1]}", address="10.0.0.2"))[0] == 200
        wire.clock.time += 60_000
        assert (await wire.ask(f"/api/tables/{codes[1]}"))[0] == 200

    with_wire(tmp_path, play, ServerSettings(limits=ServerLimits(events_read=5)))


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


def test_who_reads_the_answers_may_ask_many_things_at_once(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        _, created = await wire.ask("/api/tables", {"name": "A", "chat": True})
        socket = await wire.connect(created["code"], created["token"])
        await socket.hear(Snapshot)
        wire.clock.time += 60_000
        asked = MESSAGES + SEAT_MESSAGES
        socket.say(Say(None, "hello"))  # Storing it takes a while, in which the others wait.
        for number in range(1, asked + 10):
            socket.say(Ping(number))
        assert [(await socket.hear(Pong)).id for _ in range(1, asked)] == [*range(1, asked)]
        for _ in range(10):
            assert (await socket.hear(Refused)).code == "too_fast"
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


PROXY, CHAIN = "10.0.0.3", "203.0.113.9, 10.0.0.4"


@pytest.mark.parametrize(
    ("peer", "forwarded", "trusted", "noticed"),
    [
        (PROXY, "203.0.113.9", frozenset(), PROXY),
        (PROXY, "203.0.113.9", frozenset({PROXY}), None),
        (PROXY, CHAIN, frozenset({PROXY}), "10.0.0.4"),
        (PROXY, CHAIN, frozenset({PROXY, "10.0.0.4"}), None),
        ("8.8.8.8", "203.0.113.9", frozenset(), None),
    ],
)
def test_a_proxy_that_nobody_named_is_told_once(
    peer: str,
    forwarded: str,
    trusted: frozenset[str],
    noticed: str | None,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play(wire: Wire) -> None:
        for _ in range(2):
            await wire.ask("/api/tables/XXXXXX", address=peer, x_forwarded_for=forwarded)
        told = [record for record in caplog.records if record.getMessage() == "unnamed_proxy"]
        _, health = await wire.ask("/healthz")
        assert health.startswith(b"ok\n")
        assert [vars(record)["proxy"] for record in told] == ([noticed] if noticed else [])
        assert (b"--trusted-proxy" in health) == bool(noticed)
        wire.clock.time += UNNAMED_MS
        assert b"--trusted-proxy" not in (await wire.ask("/healthz"))[1], "none comes any more"

    with_wire(tmp_path, play, ServerSettings(trusted_proxies=read_networks(trusted)))


def test_without_a_page_every_address_of_it_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(wire: Wire) -> None:
        for path in ("/", "/t/XXXXXX", "/api/replay", "/assets/x.js"):
            status, body = await wire.ask(path)
            assert status == 503
            assert b"its page is not built yet" in body
        assert (await wire.ask("/api/config"))[0] == 200
        messages: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        messages.put_nowait({"type": "lifespan.startup"})
        messages.put_nowait({"type": "lifespan.shutdown"})
        await wire.app({"type": "lifespan"}, messages.get, ignore)
        assert [record.getMessage() for record in caplog.records] == ["page_not_built"]

    async def ignore(_message: object) -> None:
        pass

    with_wire(tmp_path, play, ServerSettings(page=tmp_path / "page"))


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
