"""The command that is printed to go on with works as it stands, and a list of the same bots is taken."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fivethreefive.arena.tournament import Tournament
from fivethreefive.cli import main
from fivethreefive.record import read_record
from fivethreefive.terminal import saved_games
from support.bot_programs import program
from support.command_process import run


@pytest.fixture
def stopped(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """A tournament with a program, stopped by Ctrl-C; the words of the command that goes on with it."""
    whole = Tournament.run

    def some(self: Tournament, *arguments: Any) -> Iterator[int]:
        for played in whole(self, *arguments):
            yield played
            if played == 2:
                raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Tournament, "run", some)
        line = ["arena", "--bots", "greedy", "--bots", program(home), "--deals", "2", "--players", "2"]
        assert main([*line, "--jobs", "1", "--seed", "1", "--out", "my results", "--lang", "nl"]) == 130
    said = capsys.readouterr().err
    match = re.search(r"fivethreefive arena .*$", said, re.MULTILINE)
    assert match
    return shlex.split(match[0])[1:]


def test_a_stopped_tournament_goes_on_by_the_command_that_is_printed(stopped: list[str]) -> None:
    assert stopped[:3] == ["arena", "--resume", "my results"]
    assert main([*stopped, "--jobs", "1"]) == 0


@pytest.mark.parametrize("order", [1, -1])
def test_the_bots_of_the_plan_may_be_named_again(order: int, stopped: list[str], home: Path) -> None:
    bots = ["--bots", "greedy", "--bots", program(home)]
    named = bots if order == 1 else [*bots[2:], *bots[:2]]
    assert main(["arena", "--resume", "my results", *named, "--jobs", "1"]) == 0


def test_other_bots_are_refused(stopped: list[str], home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for bots in (["greedy,random", program(home)], ["heuristic"], ["greedy"]):
        line = [word for bot in bots for word in ("--bots", bot)]
        assert main(["arena", "--resume", "my results", *line]) == 2
        assert "my results was begun with these bots: cmd:" in capsys.readouterr().err
    assert main(["arena", "--resume", "my results"]) == 2
    assert "name it again with --bots" in capsys.readouterr().err


def test_of_two_games_at_once_each_goes_on_by_its_own_command(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = {}
    for name in ("Ana", "Ben"):
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        assert main(["play", "--plain", "--players", "2", "--name", name]) == 0
        commands[name] = shlex.split(capsys.readouterr().out.splitlines()[-1])[1:]
    for name, line in commands.items():  # Ana's game is not the last one.
        file = Path(saved_games.find(line[-1]))
        assert read_record(file).header.names[0] == name
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        assert main([*line, "--plain"]) == 0


def test_a_game_with_a_program_goes_on_by_the_command_that_is_printed(home: Path) -> None:
    bots = ["--players", "2", "--bots", program(home)]
    done = run(home, "play", "--plain", *bots, "--save", str(home / "my game"), typed="quit\n")
    assert done.returncode == 0
    line = shlex.split(done.stdout.strip().rpartition("\n")[2])[1:]
    assert line[:3] == ["play", "--resume", str(home / "my game")]
    again = run(home, *line, "--plain", typed="quit\n")
    assert (again.returncode, again.stderr) == (0, "")
