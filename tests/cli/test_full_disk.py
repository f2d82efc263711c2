"""A full disk is a failure of the system, wherever it is met: exit code 1, and the file is named."""

from __future__ import annotations

import errno
import io
import sqlite3
import subprocess
from pathlib import Path

import pytest
import sqlalchemy as sa

from fivethreefive.cli import main
from fivethreefive.report.html import DOCTYPE
from fivethreefive.server.storage.store import Store, sqlite_url
from support.command_process import COMMAND, environment, words


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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has such a device")
def test_what_cannot_be_printed_is_told_from_other_failures(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = f"{' '.join(COMMAND)} rules > /dev/full"
    words = ["sh", "-c", shell]
    done = subprocess.run(words, capture_output=True, check=False, env=environment(home), text=True)
    assert done.returncode == 1
    assert done.stderr == "fivethreefive: cannot write what is to be printed: the disk is full\n"
    monkeypatch.setattr("fivethreefive.cli.commands.rules.run", full)
    assert main(["rules"]) == 1
    assert capsys.readouterr().err == "fivethreefive: the system failed: the disk is full\n"


@pytest.mark.parametrize("before", [None, DOCTYPE.decode() + "an earlier page"])
def test_a_page_is_written_whole_or_not_at_all(
    before: str | None, recorded: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = home / "pages"
    folder.mkdir()
    page = folder / "page.html"
    if before is not None:
        page.write_text(before)
    write = Path.write_text

    def write_some(path: Path, text: str, *rest: str, **more: str) -> None:
        write(path, text[:100], *rest, **more)
        full()

    monkeypatch.setattr(Path, "write_text", write_some)
    line = ["review", str(recorded), "--game", "1", "--simulations", "2", "--html", str(page)]
    assert main(line) == 1
    assert [path.read_text() for path in folder.iterdir()] == ([] if before is None else [before])


def driver_full(*_: object, **__: object) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorname = "SQLITE_FULL"
    raise error


def database_full(*_: object, **__: object) -> None:
    try:
        driver_full()
    except sqlite3.Error as error:
        raise sa.exc.OperationalError("COMMIT", {}, error) from None


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("serve --no-open --port 0 --data kept", "store.upgrade"),
        ("admin list --data kept", "store.upgrade"),
        ("admin list --data kept", "store.Store.list"),
        ("admin close BCDFGH --data kept", "store.Store.claim"),
        ("admin backup copy --data kept", "store.closing"),
    ],
)
def test_a_database_for_which_there_is_no_room(
    line: str, where: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Store(sqlite_url(home / "kept"), "before").close()
    # A copy is made by the driver itself.
    fail = driver_full if where == "store.closing" else database_full
    monkeypatch.setattr(f"fivethreefive.server.storage.{where}", fail)
    assert main(words(line)) == 1
    said = capsys.readouterr().err
    assert said.endswith(": the disk is full\n")
    assert said.count("\n") == 1
