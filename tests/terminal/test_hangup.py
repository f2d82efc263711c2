"""A terminal or a reader that goes away without a signal: every command ends by itself, the game kept."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import subprocess
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from fivethreefive.record import read_record
from support.command_process import COMMAND, LONG, default_signals, environment, kept_games, plain, words
from support.hanging import silent_server


@pytest.fixture
def away() -> Iterator[str]:
    """A table of a server that does not answer."""
    with silent_server() as port:
        yield f"http://127.0.0.1:{port}/t/ABCDEF"


def outlived(home: Path, line: list[str], text: str) -> int:
    """The exit code of a command whose terminal, which does not control it, goes after ``text``."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen(
        [*COMMAND, *line],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        env=environment(home),
        preexec_fn=default_signals,  # noqa: PLW1509 - it takes no lock
    )
    os.close(slave)
    seen = ""
    try:
        while text not in plain(seen):
            seen += os.read(master, 65536).decode(errors="replace")
        os.close(master)
        return process.wait(LONG)
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    ("line", "text"),
    [("play --seed 4 --bots greedy", "Zephyr"), ("play --seed 4 --all-bots", "Zephyr")],
)
def test_a_game_ends_with_its_terminal_and_is_kept(line: str, text: str, tmp_path: Path) -> None:
    """An input that is at its end for ever took a whole processor once."""
    assert outlived(tmp_path, words(line), text) == -signal.SIGHUP
    assert read_record(kept_games(tmp_path)[0]).game.events


def test_a_hangup_that_the_tests_ignore_is_not_ignored_by_the_command(tmp_path: Path, away: str) -> None:
    """As in tests that are run by ``nohup``."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert outlived(tmp_path, ["join", away], "127.0.0.1") == -signal.SIGHUP
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_look_at_a_record_ends_with_its_terminal(tmp_path: Path) -> None:
    outlived(tmp_path, words("play --plain --seed 4 --bots greedy"), "? help")
    assert outlived(tmp_path, ["watch"], "Zephyr") == -signal.SIGHUP


def test_a_seat_ends_with_its_terminal(tmp_path: Path, away: str) -> None:
    assert outlived(tmp_path, ["join", away], "127.0.0.1") == -signal.SIGHUP


def test_plain_lines_of_a_game_end_with_their_terminal(tmp_path: Path) -> None:
    outlived(tmp_path, words("play --plain --seed 4 --bots greedy"), "? help")


def test_plain_lines_of_a_seat_end_with_their_terminal(tmp_path: Path, away: str) -> None:
    outlived(tmp_path, ["join", "--plain", away], "127.0.0.1")


def test_plain_lines_of_a_seat_end_where_nobody_reads(tmp_path: Path, away: str) -> None:
    """Though somebody could still type: the failure of what follows the table is not lost."""
    process = subprocess.Popen(
        [*COMMAND, "join", "--plain", away],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    )
    assert process.stdout is not None
    process.stdout.close()
    try:
        assert process.wait(LONG) == 141
        assert process.stderr is not None
        assert process.stderr.read() == b""
    finally:
        process.kill()
        process.communicate()
