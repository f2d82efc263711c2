"""A canvas: cells of letters, some of them wide."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from fivethreefive.terminal.app.widgets.canvas import Canvas, cut, wrapped


def test_a_canvas_cuts_and_keeps_wide_letters_whole() -> None:
    canvas = Canvas(6, 1)
    assert canvas.put(1, 0, "\u732b\u732b\u732b", "") == 7
    assert canvas.content().plain == " \u732b\u732b "
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "\u0939\u093f\x1b[1mn\u0303", "")
    assert canvas.content().plain.rstrip() == "\u0939\u093f[1mn\u0303", (
        "marks stay, what steers a terminal goes"
    )
    assert cut("abcdef", 4) == "abc\N{HORIZONTAL ELLIPSIS}"
    assert cut("abc", 3) == "abc"
    assert cut("abc", 0) == ""
    assert wrapped("one two three four", 9, 2) == ["one two", "three fo\N{HORIZONTAL ELLIPSIS}"]
    assert wrapped("one two", 9, 2) == ["one two"]


@pytest.mark.parametrize(
    "text", ["\u2764\ufe0f!", "a1\ufe0f\u20e3", "abcde\u2764\ufe0f", "abcdef\u2601\ufe0f", "e\u0301\u0301"]
)
def test_marks_on_letters_take_the_cells_that_terminals_give_them(text: str) -> None:
    """A heart with a mark that makes it red is two cells wide: the row stays as wide as it is."""
    canvas = Canvas(6, 1)
    canvas.put(0, 0, text)
    assert cell_len(canvas.content().plain) == 6
    assert canvas.content().plain.replace(" ", "") == "".join(text)[: len(canvas.content().plain.rstrip())]
