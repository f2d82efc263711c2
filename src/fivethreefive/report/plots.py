"""Plots as inline SVG, as wide as a phone.

Figures have a row each, the label above, dot and interval on one scale below. What grows from round to
round is a line for each player, named at its end.
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

LINES_HEIGHT, LINES_LEFT, LINES_RIGHT, LINES_TOP, LINES_BOTTOM = 190, 34, 232, 12, 166
NAME_LETTERS, NAME_ROOM = 12, 14
DASHES = ("none", "7 4", "2 4", "10 3 2 3", "4 2", "1 3")
"""Lines are told apart without colours too."""

Scale = Callable[[float], float]


class PlotRow(NamedTuple):
    """A label with its figure in words, and where to draw it; without ``mean`` it is a heading."""

    label: str
    value: str = ""
    mean: float | None = None
    low: float | None = None
    high: float | None = None


class SumLine(NamedTuple):
    """A player's sums after each round, the first of them before the first round."""

    name: str
    look: int
    """Which colour and dashes."""
    sums: Sequence[float]


class Tick(NamedTuple):
    """A place on the scale and what is written there."""

    at: float
    text: str


def dots(
    title: str,
    described: str,
    rows: Sequence[PlotRow],
    name: str,
    middle: float = 0.0,
    *,
    write: Callable[[float, str], str] = format,
) -> str:
    """Figures on a linear scale with a dashed line at ``middle``; ``name`` tells plots of a page apart.

    ``write`` writes the numbers at the foot, as ``format`` does.
    """
    least, most, step = _reach([*_numbers(rows), middle])

    def place(value: float) -> float:
        return LEFT + (value - least) / (most - least) * (RIGHT - LEFT)

    count = round((most - least) / step)
    ticks = [Tick(least + step * i, _short(least + step * i, step, write)) for i in range(count + 1)]
    return _plot(title, described, rows, name, place, ticks, middle)


def times(
    title: str, described: str, rows: Sequence[PlotRow], name: str, write: Callable[[float], str]
) -> str:
    """Figures above 0 on a scale of powers of ten."""
    logs = [math.log10(max(number, 1.0)) for number in _numbers(rows)] or [0.0]
    least, most = math.floor(min(logs)), math.ceil(max(logs))
    most = max(most, least + 1)

    def place(value: float) -> float:
        return LEFT + (math.log10(max(value, 1.0)) - least) / (most - least) * (RIGHT - LEFT)

    ticks = [Tick(10.0**power, write(10.0**power)) for power in range(least, most + 1)]
    return _plot(title, described, rows, name, place, ticks)


def lines(
    title: str,
    described: str,
    drawn: Sequence[SumLine],
    name: str,
    *,
    write: Callable[[float, str], str] = format,
) -> str:
    """What adds up from round to round; ``name`` and ``write`` are those of ``dots``."""
    least, most, step = _reach([0.0, *(value for line in drawn for value in line.sums)])
    rounds = max(len(line.sums) for line in drawn) - 1

    def x(round_: int) -> float:
        return LINES_LEFT + round_ / max(rounds, 1) * (LINES_RIGHT - LINES_LEFT)

    def y(value: float) -> float:
        return LINES_BOTTOM - (value - least) / (most - least) * (LINES_BOTTOM - LINES_TOP)

    parts = [
        f'<svg viewBox="0 0 {WIDTH} {LINES_HEIGHT}" role="img" aria-labelledby="{name}-t {name}-d">',
        f'<title id="{name}-t">{escape(title)}</title>',
        f'<desc id="{name}-d">{escape(described)}</desc>',
        *_level_lines([least + step * i for i in range(round((most - least) / step) + 1)], step, y, write),
        *_rounds(rounds, x),
    ]
    for line in drawn:
        path = " ".join(f"{x(i):.1f},{y(value):.1f}" for i, value in enumerate(line.sums))
        look = f'class="line" stroke-dasharray="{DASHES[line.look]}"'
        end = f'cx="{x(len(line.sums) - 1):.1f}" cy="{y(line.sums[-1]):.1f}"'
        shapes = f'<polyline {look} points="{path}"/><circle class="spot" {end} r="3"/>'
        parts.append(f'<g class="s{line.look}">{shapes}</g>')
    ends = [y(line.sums[-1]) for line in drawn]
    for line, at in zip(drawn, _apart(ends), strict=True):
        where = f'x="{LINES_RIGHT + 8}" y="{at + 4:.1f}"'
        label = escape(_cut(line.name, NAME_LETTERS))
        parts.append(f'<g class="s{line.look}"><text class="end" {where}>{label}</text></g>')
    return "\n".join([*parts, "</svg>"])


def _level_lines(
    values: Sequence[float], step: float, y: Scale, write: Callable[[float, str], str]
) -> Iterator[str]:
    for value in values:
        at = f"{y(value):.1f}"
        look = "axis" if round(value / step) else "zero"
        yield f'<line class="{look}" x1="{LINES_LEFT}" x2="{LINES_RIGHT}" y1="{at}" y2="{at}"/>'
        where = f'x="{LINES_LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end"'
        yield f'<text class="soft" {where}>{_short(value, step, write)}</text>'


def _rounds(rounds: int, x: Callable[[int], float]) -> Iterator[str]:
    stride = math.ceil(rounds / MOST_TICKS)
    for number in range(1, rounds + 1):
        if number % stride == 0:
            where = f'x="{x(number):.1f}" y="{LINES_HEIGHT - 6}" text-anchor="middle"'
            yield f'<text class="soft" {where}>{number}</text>'


def _apart(heights: Sequence[float]) -> list[float]:
    # Downwards, each below the one before; then back up, since the last may have left the picture.
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    found = [0.0] * len(heights)
    free = -math.inf
    for index in order:
        free = found[index] = max(heights[index], free + NAME_ROOM)
    lowest = math.inf
    for index in reversed(order):
        lowest = found[index] = min(found[index], lowest - NAME_ROOM, LINES_BOTTOM + 4)
    return found


def _plot(
    title: str,
    described: str,
    rows: Sequence[PlotRow],
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


def _head(row: PlotRow, top: int) -> Iterator[str]:
    yield f'<text class="head" x="{LEFT}" y="{top + 18}">{escape(_cut(row.label, LETTERS))}</text>'


def _row(row: PlotRow, mean: float, top: int, place: Scale) -> Iterator[str]:
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


def _numbers(rows: Sequence[PlotRow]) -> list[float]:
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


def _short(value: float, step: float, write: Callable[[float, str], str]) -> str:
    digits = max(0, -math.floor(math.log10(step)))
    return write(round(value, digits) + 0.0, f".{digits}f")  # + 0.0 makes a 0 of -0.
