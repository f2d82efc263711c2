"""The command replay, in a pipe and at a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fivethreefive.cli import main
from support.command_process import Terminal


def replayed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["replay", *words]) == 0
    return capsys.readouterr().out


def test_replay_in_a_pipe_tells_the_whole_game(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = replayed(capsys, str(recorded), "--game", "2")
    assert "Round 1\n" in out
    assert "End of round 1\n" in out
    assert "win" in out.splitlines()[-2]
    assert "20 points" in out.splitlines()[-1], "why the game is over"
    assert "rain" not in out, "a spectator sees no hand"
    assert out != replayed(capsys, str(recorded)), "the last game unless one is named"
    assert replayed(capsys, str(recorded)) == replayed(capsys, str(recorded), "--game", "12")


def test_replay_shows_the_hands_that_are_asked_for(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = re.compile(r"^(\w+ \d): +(?:rain|cloud|sun) ", re.MULTILINE)
    one = replayed(capsys, str(recorded), "--seat", "1")
    assert set(hands.findall(one)) == {"greedy 1"}
    every = replayed(capsys, str(recorded), "--open")
    assert set(hands.findall(every)) == {"random 0", "greedy 1", "heuristic 2"}


def test_replay_refuses_seats_and_games_that_are_not_there(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(recorded), "--seat", "3"]) == 2
    assert "seats are 0 to 2 (R9a)" in capsys.readouterr().err
    assert main(["replay", str(recorded), "--game", "13"]) == 2
    assert "has no game 13: it holds 12" in capsys.readouterr().err


def test_replay_of_what_is_no_record(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "text").write_text("hello\n")
    assert main(["replay", "text"]) == 1
    assert capsys.readouterr().err.startswith("fivethreefive: text, line 1: ")


def test_replay_steps_back_and_forth(recorded: Path, home: Path) -> None:
    terminal = Terminal(home, "replay", str(recorded), "--game", "1", "--open")
    prompt = "Enter next, b back, q quit: "
    first = terminal.until(prompt)
    assert "Round 1" in first
    terminal.type("")
    second = terminal.until(prompt)
    assert " leads " in second
    terminal.type("")
    third = terminal.until(prompt)
    assert third.split("\n")[-1].startswith("3/")
    for typed in ("?", "x"):
        terminal.type(typed)
        said = terminal.until(prompt)
        assert "Enter goes on, b goes back, q stops." in said
        assert said.split("\n")[-1].startswith("3/"), "nothing has moved"
    terminal.type("b")
    assert terminal.until(prompt).split("\n")[1:] == second.split("\n")[1:]
    terminal.type("q")
    assert terminal.end()[1] == 0


def test_replay_of_an_unfinished_game_says_so(
    recorded: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = recorded.read_bytes().splitlines(keepends=True)
    (home / "part").write_bytes(b"".join(lines[:9]))
    assert replayed(capsys, "part").endswith("the game is not over.\n")
