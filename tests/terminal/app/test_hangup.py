"""A terminal or a reader that goes away without a signal: every command ends by itself, the game kept."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pexpect
import pytest

from fivethreefive.record import read_record
from support.command_process import COMMAND, LONG, Terminal, environment, kept_games, plain, words

AWAY = "http://127.0.0.1:9/t/ABCDEF"
"""A table of a server that is not there."""


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


def test_a_look_at_a_record_ends_with_its_terminal(tmp_path: Path) -> None:
    outlived(tmp_path, words("play --plain --seed 4 --bots greedy"), "helps")
    assert outlived(tmp_path, ["watch"], "Zephyr") == -signal.SIGHUP


def test_a_seat_ends_with_its_terminal(tmp_path: Path) -> None:
    assert outlived(tmp_path, ["join", AWAY], "server") == -signal.SIGHUP


@pytest.mark.parametrize("line", [["join", "--plain", AWAY], words("play --plain --seed 4 --bots greedy")])
def test_plain_lines_end_with_their_terminal(line: list[str], tmp_path: Path) -> None:
    outlived(tmp_path, line, "server" if line[0] == "join" else "helps")


def test_plain_lines_of_a_seat_end_where_nobody_reads(tmp_path: Path) -> None:
    """Though somebody could still type: the failure of what follows the table is not lost."""
    process = subprocess.Popen(
        [*COMMAND, "join", "--plain", AWAY],
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


BROKEN = """
import sys
from fivethreefive.cli import main
from fivethreefive.terminal.{module} import {kind}

def {method}(self, *_, **__):
    secret = getattr(self, "table", None) or "the secret"
    raise ValueError(f"of no use: {{secret}}")

{kind}.{method} = {method}
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("module", "kind", "method"),
    [
        ("sources.local", "LocalSource", "_bot_plays"),
        ("app.controller", "Controller", "play_pass"),
        ("app.widgets.central_meld", "CentralMeld", "draw"),
        ("sources.local", "LocalSource", "_hint"),
    ],
    ids=["beside", "key", "drawing", "asked"],
)
def test_a_crash_is_a_sentence_that_shows_no_hand(
    module: str, kind: str, method: str, tmp_path: Path
) -> None:
    """Textual would print the variables of every function that was left: all hands, and the seed."""
    script = tmp_path / "broken.py"
    script.write_text(BROKEN.format(module=module, kind=kind, method=method))
    home = tmp_path / "home"
    home.mkdir()
    terminal = Terminal(home, *words("play --seed 3 --bots greedy"), command=[sys.executable, str(script)])
    if key := {"_hint": "h", "play_pass": "p"}.get(method):
        terminal.until("can be played")
        terminal.child.send(key)
    rest, code = terminal.end()
    said = rest[rest.rindex("This game is kept") :]
    assert code == 1
    assert "ValueError, broken.py:8" in " ".join(said.split())
    assert "secret" not in terminal.seen + rest
    assert "Traceback" not in rest
    assert read_record(kept_games(home)[0]).game.events


STRAY = {
    "no UTF-8": b"\xff\xfe",
    "a mouse on a window without pixels": b"\x1b[48;24;80;0;0t\x1b[<0;7;1M",
    "an unknown sequence": b"\x1b[999z\x1b]0;x\x07\x1bP1$r\x1b\\",
    "a long paste": b"\x1b[200~" + b"p[bold]\r" * 500 + b"\x1b[201~",
}


@pytest.mark.parametrize("name", STRAY)
def test_input_that_means_nothing_does_nothing(name: str, tmp_path: Path) -> None:
    """Textual ends an app at a byte that is no letter, as a paste in another encoding holds."""
    terminal = Terminal(tmp_path, *words("play --seed 3 --bots greedy"))
    terminal.until("can be played")
    before = read_record(kept_games(tmp_path)[0]).game.events
    os.write(terminal.child.child_fd, STRAY[name])
    # Read by the app on its own: what comes in one piece with nonsense may be dropped.
    terminal.child.expect(pexpect.TIMEOUT, timeout=0.3)
    terminal.child.send("?")
    terminal.until("Close")
    assert read_record(kept_games(tmp_path)[0]).game.events == before
    terminal.child.send("\x11")
    rest, code = terminal.end()
    assert code == 0
    assert "Traceback" not in rest


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_an_app_that_is_told_to_end_puts_the_terminal_right(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    terminal = Terminal(tmp_path, *words("play --seed 3 --bots greedy"))
    terminal.until("can be played")
    terminal.child.kill(number)
    rest, found = terminal.end()
    assert found == code
    assert "\x1b[?1049l" in terminal.seen
    assert "This game is kept." in rest


def test_ctrl_z_lends_the_terminal_to_the_shell(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *words("play --seed 3 --bots greedy"))
    terminal.until("can be played")
    terminal.child.send("?")
    terminal.until("Close")
    terminal.child.send("\x1a")
    terminal.child.expect_exact("\x1b[?1049l")
    assert os.WIFSTOPPED(os.waitpid(terminal.child.pid, os.WUNTRACED)[1])
    terminal.child.kill(signal.SIGCONT)
    terminal.child.expect_exact("\x1b[?1049h")
    terminal.until("Close")
    terminal.child.send("\x11")
    assert terminal.end()[1] == 0
