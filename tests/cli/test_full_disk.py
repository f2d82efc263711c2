"""A full disk is a failure of the system, wherever it is met: exit code 1, and the file is named."""

from __future__ import annotations

import errno
import io
from pathlib import Path

import pytest

from fivethreefive.cli import main
from support.command_process import words


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "x")


@pytest.mark.parametrize(
    ("line", "where", "file"),
    [
        ("play --plain --bots greedy --save kept", "record.files", "kept"),
        ("simulate --bots greedy --games 2 --jobs 1 --records kept", "cli.record_files", "kept"),
        ("arena --bots greedy,random --out kept", "arena.results", "kept/games.jsonl"),
    ],
)
def test_a_full_disk_is_no_bad_input(
    line: str,
    where: str,
    file: str,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(f"fivethreefive.{where}.append", full)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(words(line)) == 1
    said = capsys.readouterr().err
    assert said.endswith(f"{file}: the disk is full\n")
    assert said.count("\n") == 1


def test_a_review_for_which_there_is_no_room(
    recorded: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["review", str(recorded), "--game", "1", "--simulations", "2", "--html", "/dev/full"]
    assert main(line) == 1
    assert capsys.readouterr().err == "fivethreefive: cannot use /dev/full: the disk is full\n"
