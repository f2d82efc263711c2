"""Plain lines on a terminal: wrapped to its width, coloured where it can, and read back one by one.

Nothing here moves the cursor or draws a box, and no meaning hangs on a colour, so the same lines
serve a screen reader, a pipe and a terminal twenty columns wide.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import TextIO

from fivethreefive.cards import WEATHER, write_cards
from fivethreefive.language import Catalogue
from fivethreefive.rules.options import EIGHT

STYLES = {"rain": "36", "cloud": "39", "sun": "33", "eight": "1;35", "strong": "1", "quiet": "2"}
"""The only colours there are: terminal codes by what they stand for."""

GROUP = {rank: group for group, ranks in WEATHER.items() for rank in ranks}
CODE = re.compile(r"\x1b\[[0-9;]*m")

WIDTH_WITHOUT_TERMINAL = 80
WIDEST_TEXT = 78  # Longer lines of running text are hard to read, however wide the window.
NARROW = 46  # Below this many columns labels stand in front of their text instead of in a column.
NARROWEST = 12  # Fewer are taken for so many.
LIKE_LENGTH = 8  # Items that differ by no more columns are aligned.
BETWEEN = "  "
STUCK = "\N{NO-BREAK SPACE}"  # Joins words that stay on one line; written as an ordinary space.


def colours(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether ``stream`` is a terminal that wants colour (NO_COLOR and TERM=dumb say no)."""
    wanted = not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
    return wanted and stream.isatty()


def visible(text: str) -> int:
    """How many columns ``text`` takes: all but the colour codes."""
    return len(CODE.sub("", text))


def printable(text: str) -> str:
    """``text`` with whatever could steer a terminal replaced, for names that others chose."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def wrapped(text: str, width: int, hang: int = 0) -> Iterator[str]:
    """``text`` in lines of at most ``width`` columns, all but the first set in by ``hang``.

    A word longer than a line keeps in one piece, so that a file's name can still be copied.
    """
    line, used = "", 0
    for word in text.split(" "):
        if used and used + 1 + visible(word) > width:
            yield line.replace(STUCK, " ")
            line, used = " " * hang + word, hang + visible(word)
        else:
            line = f"{line} {word}" if used else word
            used = visible(line)
    yield line.replace(STUCK, " ")


def _rows(items: Sequence[str], room: int) -> Iterator[str]:
    widths = [*map(visible, items)]
    cell = max(widths) if max(widths) - min(widths) <= LIKE_LENGTH else 0
    row, used = "", 0
    for item, width in zip(items, widths, strict=True):
        if used and used + max(width, cell) > room:
            yield row
            row, used = "", 0
        gap = " " * (max(width, cell) - width + len(BETWEEN))
        row += item + gap
        used += width + len(gap)
    yield row


class Console:
    """A person at a terminal: says sentences of one catalogue and asks for lines."""

    def __init__(
        self, catalogue: Catalogue, out: TextIO | None = None, source: TextIO | None = None
    ) -> None:
        self.catalogue = catalogue
        self.out = sys.stdout if out is None else out
        self.source = sys.stdin if source is None else source
        self.coloured = colours(self.out)

    @property
    def width(self) -> int:
        """The columns of the terminal as it is now: it may be resized at any time."""
        try:
            columns = os.get_terminal_size(self.out.fileno()).columns
        except (OSError, ValueError):
            columns = 0
        return max(columns or WIDTH_WITHOUT_TERMINAL, NARROWEST)

    @property
    def interactive(self) -> bool:
        """Whether a person can be waited for: both ends are a terminal."""
        return self.source.isatty() and self.out.isatty()

    def text(self, key: str, **parameters: object) -> str:
        """The sentence of ``key``, not yet said."""
        return self.catalogue.say(key, **parameters)

    def say(self, key: str, **parameters: object) -> None:
        """Say the sentence of ``key``."""
        self.line(self.text(key, **parameters))

    def line(self, text: str = "", hang: int = 0) -> None:
        """Write ``text``, wrapped."""
        for piece in wrapped(text, min(self.width, WIDEST_TEXT + 2) - 1, hang):
            self.out.write(piece.rstrip() + "\n")

    def command(self, text: str) -> None:
        """Write a command to be copied: on a line of its own, however long."""
        self.out.write(f"  {text}\n")

    def heading(self, text: str) -> None:
        """Write ``text`` as a heading, an empty line before it."""
        self.line()
        self.line(self.paint(text, "strong"))

    def labelled(self, label: str, text: str, column: int) -> None:
        """Write a label and its text, which starts at ``column`` where there is room for that."""
        if self.width < NARROW:
            self.line(f"{label}: {text}", hang=2)
            return
        pieces = wrapped(text, min(self.width, WIDEST_TEXT + 2) - 1 - column)
        for number, piece in enumerate(pieces):
            start = f"{label}:" if number == 0 else ""
            self.out.write(f"{start:<{column}}{piece}".rstrip() + "\n")

    def listed(self, label: str, items: Sequence[str], column: int) -> None:
        """Write a label, if any, and items, read row by row; items of like length stand in columns."""
        head = f"{label}:" if label else ""
        start = column
        if self.width < NARROW:
            if head and visible(line := f"{head} {BETWEEN.join(items)}") < self.width:
                self.out.write(f"{line}\n")
                return
            if head:
                self.out.write(f"{head}\n")
            head, start = "", 2
        for row in _rows(items, self.width - 1 - start):
            for piece in wrapped(row.rstrip(), self.width - 1 - start, hang=2):
                self.out.write(f"{head:<{start}}{piece}\n")
                head = ""

    def table(self, rows: Sequence[Sequence[str]], text_columns: int = 1) -> None:
        """Write rows, the first of them headings, in columns; where these do not fit words are wrapped.

        The first ``text_columns`` columns are text, the others are numbers. What cannot be wrapped
        either is written as sentences.
        """
        columns = [*zip(*rows, strict=True)]
        least = [max(visible(word) for cell in column for word in cell.split(" ")) for column in columns]
        widths = [max(map(visible, column)) for column in columns]
        room = self.width - 1 - len(BETWEEN) * (len(columns) - 1)
        if sum(least) <= room:
            while sum(widths) > room:  # The widest gives way first.
                widths[max(range(len(widths)), key=lambda at: (widths[at] > least[at], widths[at]))] -= 1
            for row in rows:
                self._table_row(row, widths, text_columns)
            return
        for row in rows[1:]:
            named = [f"{name} {cell}" for name, cell in zip(rows[0][1:], row[1:], strict=True)]
            self.line(f"{row[0]}: {', '.join(named)}", hang=2)

    def _table_row(self, row: Sequence[str], widths: Sequence[int], text_columns: int) -> None:
        cells = [[*wrapped(cell, width)] for cell, width in zip(row, widths, strict=True)]
        for pieces in zip_longest(*cells, fillvalue=""):
            gaps = [" " * (width - visible(piece)) for piece, width in zip(pieces, widths, strict=True)]
            line = [
                piece + gap if column < text_columns else gap + piece
                for column, (piece, gap) in enumerate(zip(pieces, gaps, strict=True))
            ]
            self.out.write(BETWEEN.join(line).rstrip() + "\n")

    def prompt(self, text: str) -> None:
        """Write a question, and leave the line open for the answer."""
        *before, last = wrapped(text, self.width - 4)  # Some room is left for the answer.
        for piece in before:
            self.out.write(piece + "\n")
        self.out.write(last + " ")
        self.out.flush()

    def read(self) -> str | None:
        """The answer to a question, a line without its end; None where there is none.

        What is not typed at a terminal is written after the question, so that the text reads on.
        """
        answer = self.source.readline()  # An empty line still has its end; nothing is the end of input.
        if not answer:
            self.out.write("\n")
            return None
        answer = answer.rstrip("\r\n")
        if not self.source.isatty():
            self.out.write(printable(answer) + "\n")
        return answer

    def paint(self, text: str, style: str) -> str:
        """``text`` in a style of ``STYLES``, where the terminal shows colours."""
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self.coloured and text else text

    def card(self, rank: int) -> str:
        """A card in the colour of its group; the 8 is unlike all others."""
        return self.paint(str(rank), "eight" if rank == EIGHT else GROUP[rank])

    def cards(self, cards: Iterable[int]) -> str:
        """Cards in the written form, each in its colour."""
        return "-".join(map(self.card, sorted(cards))) or write_cards(())

    def hand(self, cards: Iterable[int]) -> str:
        """A hand by group: ``rain 1 1 2, cloud 7 8, sun 11``."""
        groups = groupby(sorted(cards), GROUP.__getitem__)
        return ", ".join(
            f"{self.text(f'play.{group}')} {' '.join(map(self.card, held))}" for group, held in groups
        )
