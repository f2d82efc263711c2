"""The app in a terminal that is asked for odd things: input without meaning, a signal, Ctrl-Z."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pexpect
import pytest

from fivethreefive.record import read_record
from support.command_process import Terminal, kept_games, words

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
