"""Programs that the operator offers as bots: they play at tables, and end with the server."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
from pathlib import Path

import numpy as np
import pytest

from fivethreefive.client import Client, play_seat
from fivethreefive.observation import Observation
from fivethreefive.protocol import (
    Reply,
    View,
)
from fivethreefive.server.workers import bot_programs
from support.bot_programs import observation, pids_in, program, wait_until_gone
from support.command_process import LONG
from support.server_process import Running


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_an_operator_s_program_plays_at_a_table_and_ends_with_the_server(
    how: signal.Signals, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    note = f"print(os.getpid(), file=open({str(pids)!r}, 'a'), flush=True)\n"
    server = Running(tmp_path, "--bot", f"mine={program(tmp_path, note + 'hello(); play()')}")
    try:
        assert "mine" in json.loads(server.ask("GET", "/api/config")[2])["levels"]
        status, _, problem = server.ask("POST", "/api/tables", {"bots": [None, "cmd:true"]})
        assert (status, json.loads(problem)["code"]) == (400, "unknown_level")
        created = server.create(
            name="Ana", bots=[None, "mine"], start=True, rules={"players": 2, "target": 1}, pace="instant"
        )

        async def talk() -> None:
            client = Client(server.table(created["code"]), created["token"])

            async def decide(view: View) -> str:
                assert view.observation is not None
                return str(view.observation.legal[-1])

            def on_reply(_reply: Reply) -> None:
                if client.view is not None and client.view.phase == "game_over":
                    raise EOFError

            with pytest.raises(EOFError):
                async with asyncio.timeout(LONG):
                    await play_seat(client, decide, on_reply=on_reply)

        asyncio.run(talk())
        found = pids_in(pids)
        assert len(found) == 1, server.log.read_text()
    finally:
        server.end(how)
    assert "Traceback" not in server.log.read_text()
    wait_until_gone(*found)


def test_a_slow_program_keeps_no_quick_one_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    started, release = threading.Semaphore(0), threading.Event()

    class Fake:
        def __init__(self, command: str, _limit: float) -> None:
            self.command = command

        def act(self, _observation: Observation, _rng: np.random.Generator) -> str:
            if self.command == "slow":
                started.release()
                release.wait()
            return self.command

        def close(self) -> None:
            pass

    monkeypatch.setattr(bot_programs, "ProgramBot", Fake)

    async def play() -> None:
        programs = bot_programs.Programs(LONG)
        try:
            slow = [asyncio.create_task(programs.choose("slow", observation())) for _ in range(20)]
            for _ in range(bot_programs.AT_ONCE):
                await asyncio.to_thread(started.acquire)
            async with asyncio.timeout(LONG):
                assert await programs.choose("quick", observation()) == "quick"
            release.set()
            assert await asyncio.gather(*slow) == ["slow"] * 20
        finally:
            release.set()
            await programs.close()

    asyncio.run(play())
