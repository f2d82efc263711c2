"""Cards as boxes: the rank, a glyph of the group that reads without colour, pips for the points.

The 8 is unlike all others: a double border and a bolt.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from fivethreefive.rules.options import EIGHT
from fivethreefive.terminal.app.widgets.canvas import Canvas
from fivethreefive.terminal.text.console import GROUP

Look = Literal["plain", "chosen", "dead"]

# Letters of one column that every common font has, down to a text console's.
GLYPHS = {"rain": "//", "cloud": "\N{ALMOST EQUAL TO}\N{ALMOST EQUAL TO}", "sun": "\N{WHITE SUN WITH RAYS}"}
BOLT = "\N{GREEK SMALL LETTER KOPPA}"
PIP = "\N{MIDDLE DOT}"


KEY_OF_RANK = dict(zip((11, 12, 13, 14, 15), "QWERT", strict=True))
"""The keys of the ranks that are no digits, the row below these; they stand on the cards of a hand."""


class Size(NamedTuple):
    """Columns and rows of a card."""

    width: int
    height: int


SMALL = Size(6, 4)
MIDDLE = Size(7, 5)
LARGE = Size(9, 6)

_SINGLE = (("╭", "─", "╮"), "│", ("╰", "─", "╯"))
_DOUBLE = (("╔", "═", "╗"), "║", ("╚", "═", "╝"))


def glyph(rank: int) -> str:
    """What marks the group of a rank."""
    return BOLT if rank == EIGHT else GLYPHS[GROUP[rank]]


def ink(rank: int) -> str:
    """The theme's name for the colour of a rank; with ``paper-`` before it what it is drawn on."""
    return "storm" if rank == EIGHT else GROUP[rank]


def draw_card(
    canvas: Canvas, x: int, y: int, rank: int, points: int, size: Size, look: Look = "plain"
) -> None:
    """Draw a card with its upper left corner at a cell; its left edge tells all where others overlap it."""
    group, letters = ink(rank), _letters(rank, look)
    paper = "$paper-dim" if look == "dead" else f"$paper-{group}"
    edge = {"plain": "$paper-edge", "chosen": f"bold ${group}", "dead": "$dim"}[look] + f" on {paper}"
    (left, across, right), side, (low_left, _, low_right) = _DOUBLE if rank == EIGHT else _SINGLE
    inner = size.width - 2
    canvas.put(x, y, left + across * inner + right, edge)
    for row in range(1, size.height - 1):
        canvas.put(x, y + row, side, edge)
        canvas.put(x + 1, y + row, " " * inner, letters)
        canvas.put(x + size.width - 1, y + row, side, edge)
    canvas.put(x, y + size.height - 1, low_left + across * inner + low_right, edge)
    canvas.put(x + 1, y + 1, str(rank), letters)
    canvas.put(x + 1, y + 2, glyph(rank), letters)
    # The last row but the border has them; on a small card that is the glyph's.
    room = inner if size.height > SMALL.height else inner - len(glyph(rank))
    pips = PIP * points if points <= room else f"{points}{PIP}"
    if len(pips) <= room:
        canvas.put(x + size.width - 1 - len(pips), y + size.height - 2, pips, letters)


def draw_key(canvas: Canvas, x: int, y: int, rank: int, size: Size, look: Look) -> None:
    """Write the key of a rank that is no digit on the lower edge of its card, where it is never covered."""
    canvas.put(x + 1, y + size.height - 1, KEY_OF_RANK.get(rank, ""), _letters(rank, look))


def _letters(rank: int, look: Look) -> str:
    return "$dim on $paper-dim" if look == "dead" else f"bold ${ink(rank)} on $paper-{ink(rank)}"


def draw_chips(canvas: Canvas, x: int, y: int, cards: tuple[int, ...], fresh: tuple[int, ...] = ()) -> int:
    """Draw cards in one row as papers, those that are ``fresh`` underlined; the column after."""
    new = list(fresh)
    for rank in cards:
        style = f"bold ${ink(rank)} on $paper-{ink(rank)}"
        x = canvas.put(x, y, " ", style)
        if is_new := rank in new:
            new.remove(rank)
        x = canvas.put(x, y, str(rank), f"underline {style}" if is_new else style)
        x = canvas.put(x, y, " ", style)
        x = canvas.put(x, y, " ")
    return x


def chips_width(cards: tuple[int, ...]) -> int:
    """The columns that ``draw_chips`` takes."""
    return sum(len(str(rank)) + 3 for rank in cards)
