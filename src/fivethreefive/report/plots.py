"""Plots as inline SVG: a row for each figure, its label above, its dot and interval on one scale below.

A row takes the whole width, so that it is readable on a phone as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import NamedTuple

WIDTH = 320
LEFT, RIGHT = 8, 312
ROW, HEAD, FOOT = 42, 28, 26
MOST_TICKS = 6
"""How many places of the scale are named."""
LETTERS = 42
"""How many letters fit in a row."""

Scale = Callable[[float], float]


class Row(NamedTuple):
    """A label with its figure in words, and where to draw it; without ``mean`` it is a heading."""

    label: str
    value: str = ""
    mean: float | None = None
    low: float | None = None
    high: float | None = None


class Tick(NamedTuple):
    """A place on the scale and what is written there."""

    at: float
    text: str


def dots(title: str, described: str, rows: Sequence[Row], name: str, middle: float = 0.0) -> str:
    """Figures on a linear scale with a dashed line at ``middle``; ``name`` tells plots of a page apart."""
    least, most, step = _reach([*_numbers(rows), middle])

    def place(value: float) -> float:
        return LEFT + (value - least) / (most - least) * (RIGHT - LEFT)

    count = round((most - least) / step)
    ticks = [Tick(least + step * i, _short(least + step * i, step)) for i in range(count + 1)]
    return _plot(title, described, rows, name, place, ticks, middle)


def times(title: str, described: str, rows: Sequence[Row], name: str, write: Callable[[float], str]) -> str:
    """Figures above 0 on a scale of powers of ten."""
    logs = [math.log10(max(number, 1.0)) for number in _numbers(rows)] or [0.0]
    least, most = math.floor(min(logs)), math.ceil(max(logs))
    most = max(most, least + 1)

    def place(value: float) -> float:
        return LEFT + (math.log10(max(value, 1.0)) - least) / (most - least) * (RIGHT - LEFT)

    ticks = [Tick(10.0**power, write(10.0**power)) for power in range(least, most + 1)]
    return _plot(title, described, rows, name, place, ticks)


def _plot(
    title: str,
    described: str,
    rows: Sequence[Row],
    name: str,
    place: Scale,
    ticks: Sequence[Tick],
    middle: float | None = None,
) -> str:
    height = sum(HEAD if row.mean is None else ROW for row in rows) + FOOT
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{name}-t {name}-d">',
        f'<title id="{name}-t">{escape(title)}</title>',
        f'<desc id="{name}-d">{escape(described)}</desc>',
        *_grid(ticks, place, height),
    ]
    if middle is not None:
        parts.append(_upright("zero", place(middle), height))
    top = 0
    for row in rows:
        parts += _head(row, top) if row.mean is None else _row(row, row.mean, top, place)
        top += HEAD if row.mean is None else ROW
    return "\n".join([*parts, "</svg>"])


def _grid(ticks: Sequence[Tick], place: Scale, height: int) -> Iterator[str]:
    stride = math.ceil(len(ticks) / MOST_TICKS)
    for number, tick in enumerate(ticks):
        x = f"{place(tick.at):.1f}"
        anchor = "start" if number == 0 else "end" if number == len(ticks) - 1 else "middle"
        where = f'x="{x}" y="{height - 6}" text-anchor="{anchor}"'
        yield _upright("axis", place(tick.at), height)
        if number % stride == 0:
            yield f'<text class="soft" {where}>{escape(tick.text)}</text>'


def _upright(look: str, x: float, height: int) -> str:
    return f'<line class="{look}" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{height - FOOT + 4}"/>'


def _head(row: Row, top: int) -> Iterator[str]:
    yield f'<text class="head" x="{LEFT}" y="{top + 18}">{escape(_cut(row.label, LETTERS))}</text>'


def _row(row: Row, mean: float, top: int, place: Scale) -> Iterator[str]:
    y = top + 28
    room = LETTERS - len(row.value)
    yield f'<text x="{LEFT}" y="{top + 16}">{escape(_cut(row.label, room))}</text>'
    yield f'<text class="soft" x="{RIGHT}" y="{top + 16}" text-anchor="end">{escape(row.value)}</text>'
    if row.low is not None and row.high is not None:
        low, high = place(row.low), place(row.high)
        ends = f"M{low:.1f} {y - 5}v10M{high:.1f} {y - 5}v10M{low:.1f} {y}H{high:.1f}"
        yield f'<path class="bar" d="{ends}"/>'
    yield f'<circle class="dot" cx="{place(mean):.1f}" cy="{y}" r="4"/>'


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "\N{HORIZONTAL ELLIPSIS}"


def _numbers(rows: Sequence[Row]) -> list[float]:
    return [number for row in rows for number in row[2:] if isinstance(number, float | int)]


def _reach(numbers: Sequence[float]) -> tuple[float, float, float]:
    """The ends of a scale that holds all numbers, and its step: 1, 2 or 5 times a power of ten."""
    span = max(numbers) - min(numbers) or 1.0
    rough = span / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    least = math.floor(min(numbers) / step) * step
    most = math.ceil(max(numbers) / step) * step
    return least, max(most, least + step), step


def _short(value: float, step: float) -> str:
    digits = max(0, -math.floor(math.log10(step)))
    return f"{round(value, digits) + 0.0:.{digits}f}"
