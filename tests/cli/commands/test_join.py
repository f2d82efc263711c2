"""The commands join and watch at a server: in plain lines and in the terminal, and left again."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from fivethreefive.cli import main
from fivethreefive.terminal.sources import http_client, seat_tokens
from fivethreefive.terminal.sources.remote import RemoteSource
from screens.make import play_rounds
from support.app_driver import Seated, sit
from support.command_process import Terminal, legal_plays, plain, run
from support.server_process import Running

GAME = {"pace": "instant", "rules": {"players": 2, "target": 1, "deal": 6}}


def test_joined_in_plain_lines_by_a_script_that_reads(server: Running, tmp_path: Path) -> None:
    """A whole game at a server's table by nothing but text, as behind a screen reader."""
    code = server.create(**GAME)["code"]
    terminal = Terminal(tmp_path, "join", server.table(code), "--plain", "--name", "Dora", "--lang", "en")
    terminal.until("Type sit")
    terminal.type("sit")
    terminal.until("Type fill")
    terminal.type("fill")
    terminal.until("Type start")
    terminal.type("say hello")
    terminal.until("You: Hello!")
    terminal.type("start")
    while True:
        match = terminal.until_match(r"\(\? help\):\s|next round:\s|again to play")
        if "help" in match[0]:
            terminal.type(legal_plays(plain(terminal.child.before))[-1])
        elif "next" in match[0]:
            assert "End of round" in plain(terminal.child.before)
            terminal.type("")
        else:
            break
    terminal.type("?")
    terminal.until("say TEXT says something.")
    terminal.type("quit")
    assert terminal.end()[1] == 0


def test_a_new_table_is_made_and_sat_down_at(server: Running, tmp_path: Path) -> None:
    line = ["join", f"http://127.0.0.1:{server.port}", "--new", "--players", "2", "--target", "7"]
    line += ["--name", "Dora", "--chat", "--clock", "quick", "--lang", "en"]
    done = run(tmp_path, *line, typed="")
    assert (done.returncode, done.stderr) == (0, "")
    kept = json.loads((tmp_path / "data" / "fivethreefive" / "seats.json").read_text())
    ((address, token),) = kept.items()
    assert len(token) >= 16
    code = address.rpartition("/")[2]
    status, _, body = server.ask("GET", f"/api/tables/{code}")
    assert status == 200
    table = json.loads(body)
    assert table["seats"][0]["name"] == "Dora"
    assert table["options"]["rules"]["target"] == 7
    assert (table["options"]["clock"], table["options"]["chat"]) == ("quick", True)


@pytest.mark.parametrize("line", [["--players", "3"], ["--chat"], ["--clock", "quick"]])
def test_only_a_new_table_takes_rules(line: list[str], tmp_path: Path) -> None:
    done = run(tmp_path, "join", "http://127.0.0.1:9/t/BCDFGH", *line, "--lang", "en")
    assert done.returncode == 2
    assert f"{line[0]} is for a new table" in done.stderr


@pytest.mark.parametrize("key", ["\x11", "\x03"])
def test_joined_in_the_terminal_and_left_in_the_middle(key: str, server: Running, tmp_path: Path) -> None:
    """The screen takes the address with it: the last lines say that the seat is kept, and the way back."""
    address = f"http://127.0.0.1:{server.port}"
    line = ["--new", "--players", "2", "--name", "Dora", "--lang", "en"]
    terminal = Terminal(tmp_path, "join", address, *line)
    terminal.until("Dora (You)")
    assert "\x1b[?1049h" in terminal.seen, "it fills the screen"
    terminal.child.send(key)
    rest, code = terminal.end()
    assert code == {"\x11": 0, "\x03": 130}[key]
    (kept,) = json.loads((tmp_path / "data" / "fivethreefive" / "seats.json").read_text())
    assert kept.startswith(f"{address}/t/")
    said = " ".join(rest.partition("Your seat at this table is kept. Come back with:")[2].split())
    assert said == f"fivethreefive join {kept} --lang en"
    again = Terminal(tmp_path, *said.split()[1:])
    again.until("Dora (You)")
    again.child.send("\x11")
    assert again.end()[1] == 0


def test_who_only_watched_is_told_how_to_watch_again(server: Running, tmp_path: Path) -> None:
    made = server.create(**GAME, bots=[None, "easy"], name="Dora", start=True)
    terminal = Terminal(tmp_path, "watch", server.table(made["code"]), "--lang", "en")
    terminal.until("Dora")
    terminal.child.send("\x11")
    rest, code = terminal.end()
    assert code == 0
    assert "Come back to this table with:" in rest
    assert f"fivethreefive watch {server.table(made['code'])} --lang en" in rest


@pytest.mark.parametrize("more", [[], ["--plain"]])
@pytest.mark.parametrize("command", ["join", "watch"])
def test_a_missing_table_is_said_once_at_the_door(
    command: str, more: list[str], server: Running, tmp_path: Path
) -> None:
    terminal = Terminal(tmp_path, command, server.table("BCDFGH"), "--lang", "en", *more)
    rest, code = terminal.end()
    assert code == 1
    first, *others = rest.strip().splitlines()
    assert first.startswith(f"Connecting to {server.table('BCDFGH')[:20]}")
    assert others[-1] == "fivethreefive: there is no table with this code"


def test_who_is_turned_away_in_plain_lines_is_told_by_the_exit_code(
    server: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(RemoteSource, "why_missing", lambda _: None)  # Gone after it was asked for.
    assert main(["join", server.table("BCDFGH"), "--plain", "--lang", "en"]) == 1
    assert "There is no table with this code." in capsys.readouterr().out


def test_the_command_refuses_what_is_no_table(tmp_path: Path) -> None:
    done = run(tmp_path, "join", "nowhere", "--lang", "en")
    assert done.returncode == 2
    assert "is not the address of a table" in done.stderr
    done = run(tmp_path, "join", "http://127.0.0.1:9", "--lang", "en")
    assert done.returncode == 2
    assert "make a table there with --new" in done.stderr


@pytest.mark.parametrize("more", [[], ["--plain"]])
def test_a_server_that_is_away_is_given_up(more: list[str], tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "join", "http://127.0.0.1:9/t/BCDFGH", "--lang", "en", *more)
    terminal.until("Connecting to http://127.0.0.1:9/t/BCDFGH: this takes 15 seconds at most")
    rest, code = terminal.end()
    assert code == 1
    assert rest.splitlines()[-1] == "fivethreefive: the server does not answer"


def test_a_server_that_never_answers_is_given_up_in_the_time_that_was_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(http_client, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/t/BCDFGH"
        assert main(["join", address, "--plain", "--lang", "en"]) == 1
    said = capsys.readouterr()
    assert said.out.startswith(f"Connecting to {address}: ")
    assert said.err == "fivethreefive: the server does not answer\n"


def test_no_line_is_obeyed_before_the_table_is_seen(server: Running, tmp_path: Path) -> None:
    code = server.create(**GAME)["code"]
    done = run(tmp_path, "join", server.table(code), "--plain", "--lang", "en", typed="quit\nsit\n")
    assert done.returncode == 0
    assert "Type sit" in done.stdout


def test_who_cannot_play_again_is_not_told_to(server: Running, tmp_path: Path) -> None:
    made = server.create(**GAME, bots=[None, "easy"], name="Dora", start=True)
    watcher = Terminal(tmp_path, "watch", server.table(made["code"]), "--plain", "--lang", "en")
    watcher.until("Connecting to")
    seat_tokens.keep(server.table(made["code"]), made["token"])

    async def play(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        await play_rounds(seated)

    sit(RemoteSource(server.table(made["code"]), "en"), play)
    assert "again" not in watcher.until("or quit to leave.")
    watcher.type("quit")
    assert watcher.end()[1] == 0
