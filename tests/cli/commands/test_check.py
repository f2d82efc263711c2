"""The command check."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fivethreefive.cli import main
from support.command_process import Terminal


def test_check_counts_what_is_valid(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(recorded)]) == 0
    assert re.fullmatch(r"12 games, \d+ rounds, all by the rules\n", capsys.readouterr().out)
    assert main(["check", str(recorded), str(recorded), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 24


def test_check_tells_of_unfinished_games_and_cut_lines(
    recorded: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = recorded.read_bytes().splitlines(keepends=True)
    (home / "part").write_bytes(b"".join(lines[:9]) + lines[9][:7])
    assert main(["check", "part"]) == 0
    out = capsys.readouterr().out
    assert "1 game, 0 rounds, all by the rules\n1 game is not over.\n" in out
    assert "cut off" in out


def test_check_names_file_line_and_rule_of_what_is_wrong(
    recorded: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = recorded.read_text()
    wrong = re.sub(r'"text":"[^"]+"', '"text":"1-2-3-4"', text, count=1)
    (home / "wrong").write_text(wrong)
    assert main(["check", str(recorded), "wrong"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"fivethreefive: wrong, line 3: .+ \(R8\)\n", err)
    assert main(["check", "wrong", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["valid"], found["file"], found["line"], found["rule"]) == (
        False, "wrong", 3, "R8",
    )  # fmt: skip


@pytest.mark.parametrize("command", ["check", "stats"])
def test_a_file_without_a_game_is_no_valid_one(
    command: str, recorded: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "empty").touch()
    assert main([command, str(recorded), "empty"]) == 1
    assert capsys.readouterr() == ("", "fivethreefive: empty, line 1: there is no game in this file\n")
    assert main([command, str(recorded), "empty", "--json"]) == 1


@pytest.mark.parametrize("command", ["check", "stats"])
def test_a_bar_shows_how_much_is_read(command: str, recorded: Path, home: Path) -> None:
    terminal = Terminal(home, command, str(recorded))
    out, code = terminal.end()
    assert code == 0
    assert "reading, MB" in out
