"""The server as a process: kill -9 in the middle of a game, a clean end, a second server."""

from __future__ import annotations

import asyncio
import os
import select
import signal
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from fivethreefive.client import Client
from fivethreefive.protocol import (
    PROTOCOL,
    Act,
    Bye,
    Done,
    Hello,
    Ready,
    Say,
    Snapshot,
    Update,
    View,
)
from support.command_process import LONG, run
from support.databases import KINDS, fresh_database
from support.hanging import stopped_postgresql
from support.server_process import Running
from support.socket_client import hear, say


def children(pid: int) -> list[int]:
    """Descriptors of a process's own processes, where the system tells."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    if not listed.exists() or not hasattr(os, "pidfd_open"):
        return []
    return [os.pidfd_open(int(child)) for child in listed.read_text().split()]


def wait_for_end(descriptors: list[int]) -> None:
    """Wait until processes have ended."""
    for descriptor in descriptors:
        ready, _, _ = select.select([descriptor], [], [], LONG)
        os.close(descriptor)
        assert ready, "a worker outlived its server"


@pytest.mark.parametrize("kind", KINDS)
def test_killed_in_the_middle_of_a_game_it_comes_back(kind: str, tmp_path: Path) -> None:
    words = ["--database", fresh_database(kind, tmp_path)]
    server = Running(tmp_path, *words)
    created = server.create(
        name="Ana", bots=[None, "medium", "medium"], rules={"players": 3}, start=True, pace="instant"
    )

    async def play() -> None:
        nonlocal server
        client = Client(server.table(created["code"]), created["token"])
        killed_at: View | None = None
        moves = 0
        async with asyncio.timeout(LONG):
            async for reply in client.replies():
                view = client.view
                if view is None or not isinstance(reply, Snapshot | Update):
                    continue
                if killed_at is not None:
                    assert view.turn_number >= killed_at.turn_number
                    assert view.fair.commitment == killed_at.fair.commitment
                    assert view.observation is not None
                    assert killed_at.observation is not None
                    known = killed_at.observation.history
                    assert view.observation.history[: len(known)] == known
                    assert view.hands[0] == killed_at.hands[0]
                    return
                if view.can.ready:
                    await client.send(Ready(1))
                if view.can.act and view.phase == "playing":
                    moves += 1
                    if moves == 3:
                        killed_at = view
                        workers = children(server.process.pid)
                        server.end(signal.SIGKILL)
                        wait_for_end(workers)
                        server = Running(tmp_path, *words, port=server.port)
                        continue
                    assert view.observation is not None
                    await client.send(Act(view.turn_number, 1, str(view.observation.legal[-1])))

    try:
        asyncio.run(play())
    finally:
        server.end()


def test_a_clean_end_tells_clients_to_return(tmp_path: Path) -> None:
    server = Running(tmp_path)
    created = server.create(name="Ana")

    async def talk() -> None:
        async with connect(server.socket(created["code"])) as socket:
            await say(socket, Hello(PROTOCOL, created["token"]))
            await hear(socket, Snapshot)
            os.kill(server.process.pid, signal.SIGTERM)
            bye = await hear(socket, Bye)
            assert (bye.code, bye.retry) == ("restart", True)

    asyncio.run(talk())
    assert server.end() == 0
    listed = run(tmp_path, "admin", "list")
    assert created["code"] in listed.stdout
    closed = run(tmp_path, "admin", "close", created["code"])
    assert closed.returncode == 0
    copy = tmp_path / "copy.sqlite"
    assert run(tmp_path, "admin", "backup", str(copy)).returncode == 0
    assert copy.stat().st_size > 10_000
    purged = run(tmp_path, "admin", "purge", "--days", "0")
    assert purged.stdout.startswith("1 ")
    assert run(tmp_path, "admin", "close", created["code"]).returncode == 2
    assert run(tmp_path, "admin", "list").stdout == "There are no tables.\n"


def test_a_second_server_of_the_same_tables_is_refused(tmp_path: Path) -> None:
    server = Running(tmp_path)
    created = server.create()
    second = run(tmp_path, "serve", "--port", "0")
    assert (second.returncode, second.stdout) == (2, "")
    assert "another server is running with the tables in" in second.stderr
    assert second.stderr.count("\n") == 1
    assert created["code"] in run(tmp_path, "admin", "list").stdout
    assert server.end() == 0


def test_a_second_server_of_a_shared_database_is_warned(tmp_path: Path) -> None:
    words = ["--database", fresh_database("postgresql", tmp_path)]
    first, second = Running(tmp_path, *words), Running(tmp_path, *words)
    assert "another_server" not in first.log.read_text()
    assert "they take tables from each other" in second.log.read_text()
    assert (first.end(), second.end()) == (0, 0)


def test_a_database_that_is_stopped_is_told_and_the_server_ends(tmp_path: Path) -> None:
    words = ["--database", fresh_database("postgresql", tmp_path)]
    server = Running(tmp_path, *words)
    created = server.create(name="Ana", bots=[None, "easy"], rules={"players": 2}, chat=True)

    async def talk() -> None:
        async with connect(server.socket(created["code"])) as socket:
            await say(socket, Hello(PROTOCOL, created["token"]))
            seq: int = (await hear(socket, Snapshot)).seq
            with stopped_postgresql():
                await say(socket, Say("hello"))
                bye = await hear(socket, Bye)
                assert (bye.code, bye.retry) == ("store_failed", True)
                assert (await asyncio.to_thread(server.ask, "GET", "/healthz"))[0] == 503
        while (await asyncio.to_thread(server.ask, "GET", "/healthz"))[0] != 200:
            await asyncio.sleep(0.05)
        async with connect(server.socket(created["code"])) as socket:
            await say(socket, Hello(PROTOCOL, created["token"]))
            back = await hear(socket, Snapshot)
            assert back.view.you == 0
            assert back.seq in (seq, seq + 1)
            await say(socket, Say("again"))
            assert (await hear(socket, Done)).seq == back.seq + 1

    try:
        asyncio.run(asyncio.wait_for(talk(), LONG))
        with stopped_postgresql():
            assert server.end() == 0
    finally:
        server.end()
    assert "Traceback" not in server.log.read_text()
