"""Remote bots at a server's tables: they play, and say when the server is gone and when it is back."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from fivethreefive.client import Client, play_seat
from fivethreefive.language import Catalogue
from fivethreefive.protocol import (
    PROTOCOL,
    Hello,
    InviteBot,
    Invited,
    Ready,
    Reply,
    Start,
    View,
    Welcome,
)
from support.bot_programs import program
from support.command_process import COMMAND, LONG, default_signals, environment, run
from support.server_process import Running
from support.socket_client import hear, say


@pytest.mark.parametrize("kind", ["greedy", "program", "failing program"])
def test_a_remote_bot_plays(kind: str, server: Running, tmp_path: Path) -> None:
    body = "hello(); play()" if kind == "program" else "hello(); act(hear()); sys.exit(3)"
    playing = kind if kind == "greedy" else program(tmp_path, body)
    created = server.create(name="Ana", rules={"players": 2, "target": 3}, pace="instant")

    async def talk() -> None:
        client = Client(server.table(created["code"]), created["token"])
        bot: subprocess.Popen[str] | None = None

        async def decide(view: View) -> str:
            assert view.observation is not None
            return str(view.observation.legal[-1])

        tasks: list[asyncio.Task[None]] = []

        def on_reply(reply: Reply) -> None:
            nonlocal bot
            view = client.view
            if isinstance(reply, Welcome):
                tasks.append(asyncio.create_task(client.send(InviteBot(1, 3))))
            if isinstance(reply, Invited):
                words = ["--connect", server.table(created["code"]), "--token", reply.token]
                bot = subprocess.Popen(
                    [*COMMAND, "bot", *words, "--bot", playing, "--name", "Robbie", "--once"],
                    stdout=subprocess.PIPE, env=environment(server.home), text=True,
                )  # fmt: skip
            if view is None or bot is None:
                return
            if view.can.start and view.seats[1].online and view.phase == "waiting":
                tasks.append(asyncio.create_task(client.send(Start(4))))
            if view.can.ready:
                tasks.append(asyncio.create_task(client.send(Ready(5))))
            if view.phase == "game_over":
                assert (view.seats[1].kind, view.seats[1].name) == ("remote", "Robbie")
                raise EOFError

        try:
            with pytest.raises(EOFError):
                async with asyncio.timeout(LONG):
                    await play_seat(client, decide, on_reply=on_reply)
            assert bot is not None
            said, _ = bot.communicate(timeout=LONG)
        finally:
            if bot is not None and bot.poll() is None:
                bot.kill()
                bot.communicate()
        assert bot.returncode == 0
        assert re.search(r"The game is over: Ana \d+, Robbie \d+\.", said)
        failed = "ended with exit code 3. A quick built-in bot decides instead."
        assert (failed in said) == (kind == "failing program")

    asyncio.run(talk())


def test_a_bot_fails_where_there_is_no_such_table(server: Running) -> None:
    words = ["--connect", server.table("XXXXXX"), "--token", "t" * 32, "--bot", "random"]
    done = run(server.home, "bot", *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "fivethreefive: There is no table with this code.\n"


def test_a_token_that_can_be_none_is_told_at_once(tmp_path: Path) -> None:
    done = run(tmp_path, "bot", "--connect", "http://127.0.0.1:1/t/BCDFGH", "--token", "zzz")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--token must be the token of an invitation" in done.stderr
    assert 'not "zzz"' in done.stderr


@pytest.mark.parametrize("more", [[], ["--once"]])
def test_a_bot_with_a_wrong_token_is_told_so(more: list[str], server: Running) -> None:
    created = server.create(name="Ana", rules={"players": 2})
    words = ["--connect", server.table(created["code"]), "--token", "t" * 32, "--bot", "random", *more]
    done = run(server.home, "bot", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "fivethreefive: you have no seat at this table\n"


def test_a_bot_speaks_the_language_asked_for(server: Running) -> None:
    words = ["--connect", server.table("XXXXXX"), "--token", "t" * 32, "--bot", "random", "--lang", "nl"]
    done = run(server.home, "bot", *words)
    sentence = Catalogue.of("nl").say("error.no_such_table")
    assert (done.returncode, done.stderr.lower()) == (1, f"fivethreefive: {sentence.lower()}.\n")


def test_a_bot_says_when_the_line_is_gone_and_when_it_is_back(tmp_path: Path) -> None:
    server = Running(tmp_path)
    created = server.create(name="Ana", rules={"players": 2}, chat=True)

    async def invite() -> str:
        async with connect(server.socket(created["code"])) as socket:
            await say(socket, Hello(PROTOCOL, created["token"]))
            await say(socket, InviteBot(1, 3))
            invited = await hear(socket, Invited)
            assert isinstance(invited, Invited)
            return invited.token

    words = ["--connect", server.table(created["code"]), "--token", asyncio.run(invite())]
    assert server.end() == 0
    bot = subprocess.Popen(
        [*COMMAND, "bot", *words, "--bot", "random"],
        stdout=subprocess.PIPE, env=environment(tmp_path), text=True,
        preexec_fn=default_signals,  # noqa: PLW1509 - it takes no lock
    )  # fmt: skip
    assert bot.stdout is not None
    address = server.table(created["code"])
    assert bot.stdout.readline().startswith(f"{address} does not answer (")
    server = Running(tmp_path, port=server.port)
    assert bot.stdout.readline() == f"{address} answers again.\n"
    assert "sits at table" in bot.stdout.readline()
    assert server.end() == 0
    lines = [bot.stdout.readline() for _ in range(2)]
    assert lines[0] == "The server is restarting; nothing is lost.\n"
    assert lines[1].startswith(f"{address} does not answer (")
    bot.send_signal(signal.SIGINT)
    assert bot.wait(LONG) == 130
    bot.stdout.close()
