"""The command bot with --check: one decision, with all that is said."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fivethreefive.cli import main
from support.bot_programs import program
from support.paths import DOCS

SAID = re.compile(r"^(bot|game) +(.+)$", re.MULTILINE)


def test_all_that_is_said_to_a_program_and_by_it(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "--check", program(home)]) == 0
    out = capsys.readouterr().out
    said = [(who, json.loads(line)) for who, line in SAID.findall(out)]
    assert [(who, message["type"]) for who, message in said] == [
        ("bot", "hello"), ("game", "welcome"), ("game", "snapshot"), ("bot", "act"), ("game", "done"),
        ("game", "bye"),
    ]  # fmt: skip
    assert re.search(r"^The bot chose \+1-2-5 within \d+ ms\.$", out, re.MULTILINE)


def test_a_refusal_and_the_next_answer_are_shown(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = program(home, 'hello(); asked = hear(); act(asked, ">9"); act(asked)')
    assert main(["bot", "--check", bot]) == 0
    kinds = [json.loads(line)["type"] for _, line in SAID.findall(capsys.readouterr().out)]
    assert kinds == ["hello", "welcome", "snapshot", "act", "refused", "act", "done", "bye"]


def test_a_program_that_fails_is_told_why(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "--check", program(home, "hello(); hear(); sys.exit(3)")]) == 1
    said = capsys.readouterr()
    assert "snapshot" in said.out
    assert "ended with exit code 3" in said.err


def test_any_other_bot_can_be_asked_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "--check", "greedy"]) == 0
    (_, snapshot), (_, action) = SAID.findall(capsys.readouterr().out)
    assert json.loads(snapshot)["view"]["observation"]["hand"] == [1, 2, 4, 5, 8]
    assert action == "+1-2-5"


@pytest.mark.parametrize("more", [["--once"], ["--token", "x"], ["--connect", "http://x/t/Y"]])
def test_nothing_of_a_table_goes_with_it(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "--check", "greedy", *more]) == 2
    assert f"--check and {more[0]} cannot be used together" in capsys.readouterr().err


def test_the_manual_shows_the_whole_snapshot(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "--check", program(home)]) == 0
    (snapshot,) = (line for _, line in SAID.findall(capsys.readouterr().out) if '"snapshot"' in line)
    page = (DOCS / "bots" / "your-own-bot.md").read_text("utf-8")
    assert f"```json\n{snapshot}\n```" in page
