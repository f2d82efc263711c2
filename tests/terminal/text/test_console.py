"""Lines on a terminal: colours, widths, wrapping."""

from __future__ import annotations

import io
from pathlib import Path

from fivethreefive.terminal.text.console import colours, visible, wrapped
from support.command_process import (
    PROMPT,
    Terminal,
)

ALWAYS_A = "a\n" * 3000


def test_colour_is_for_terminals_that_want_it(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--plain", "--seed", "1")
    terminal.until(PROMPT)
    assert "\x1b[" in terminal.seen
    terminal.child.sendeof()
    terminal.end()
    for changes in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        terminal = Terminal(tmp_path, "play", "--plain", "--seed", "1", changes=changes)
        terminal.until(PROMPT)
        terminal.child.sendeof()
        assert terminal.end()[1] == 0
        assert "\x1b" not in terminal.seen
    assert not colours(io.StringIO(), {"TERM": "xterm"})


def test_a_narrow_terminal_and_a_resized_one(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--plain", "--seed", "2", size=(24, 20))
    narrow = terminal.until("help): ")
    assert max(map(len, narrow.splitlines())) <= 20
    terminal.child.setwinsize(24, 100)
    terminal.type("a")
    wide = terminal.until(PROMPT)
    assert 40 < max(map(len, wide.splitlines())) <= 80
    terminal.child.setwinsize(2, 1)
    terminal.type("?")
    terminal.until("help): ")
    terminal.child.sendeof()
    assert terminal.end()[1] == 0


def test_wrapping_measures_what_is_seen() -> None:
    red = "\x1b[31mfour\x1b[0m"
    assert visible(red) == 4
    assert list(wrapped(f"{red} {red} {red}", 9)) == [f"{red} {red}", red]
    assert list(wrapped("one two", 4, hang=1)) == ["one", " two"]
    assert list(wrapped("averylongword on", 5)) == ["averylongword", "on"]
