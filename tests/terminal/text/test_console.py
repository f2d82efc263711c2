"""Lines on a terminal: colours, widths, wrapping."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from fivethreefive.language import Catalogue
from fivethreefive.terminal.text.console import Console, colours, visible, wrapped
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


ROWS = [["file", "players", "result"], ["2026-05-01.jsonl", "Ana, Ben and Cleo", "won by Ben"]]


def table(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """A table of text as a terminal of so many columns shows it."""

    class Narrow(Console):
        width = property(lambda _: width)

    out = io.StringIO()
    Narrow(Catalogue.of("en"), out).table(rows, text_columns=3)
    return out.getvalue().splitlines()


def test_a_table_that_is_too_wide_keeps_its_columns() -> None:
    assert table(ROWS, 60)[0] == "file              players            result"
    assert table(ROWS, 40) == [
        "file              players    result",
        "2026-05-01.jsonl  Ana, Ben   won by Ben",
        "                  and Cleo",
    ]
    for width in range(25, 60):
        assert max(map(len, table(ROWS, width))) < width, width


def test_a_table_whose_words_do_not_fit_is_told_in_sentences() -> None:
    assert table(ROWS, 28)[0].startswith("2026-05-01.jsonl: players")


def test_wrapping_measures_what_is_seen() -> None:
    red = "\x1b[31mfour\x1b[0m"
    assert visible(red) == 4
    assert list(wrapped(f"{red} {red} {red}", 9)) == [f"{red} {red}", red]
    assert list(wrapped("one two", 4, hang=1)) == ["one", " two"]
    assert list(wrapped("averylongword on", 5)) == ["averylongword", "on"]
