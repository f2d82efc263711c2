"""The points of a game: a small table, and a chart of their sums over the rounds."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from rich.cells import cell_len

from fivethreefive.protocol import View
from fivethreefive.terminal.app.widgets.canvas import Canvas, CanvasWidget, cut, wrapped
from fivethreefive.terminal.app.widgets.central_meld import RECENT_STYLES
from fivethreefive.terminal.text.view_text import ViewText

MARKS = "●○■□▲△"  # What stands for each seat in the chart.
HUES = ("$mark", "$felt-sun", "$felt-rain", "$felt-cloud", "$alert", "$ink")
MOST_ROUNDS = 8  # The last ones have a line each; the chart below has all.
CHART = 7  # Rows of the chart.


def sums(view: View) -> list[list[int]]:
    """The points of each seat after each round, beginning with none."""
    columns = zip(*view.points, strict=True) if view.points else [()] * len(view.seats)
    return [[*accumulate(column, initial=0)] for column in columns]


def draw_totals(canvas: Canvas, x: int, y: int, width: int, view_text: ViewText) -> int:
    """Draw a line for each seat: its mark, its name, a bar and its points; returns the row after."""
    view = view_text.view
    most = max(view.options.rules.target, *view.scores, 1)
    names = min(max(cell_len(view_text.name(seat)) for seat in range(len(view.seats))), width // 2)
    room = width - names - 8
    for seat in range(len(view.seats)):
        score = view.scores[seat]
        canvas.put(x, y, MARKS[seat], HUES[seat])
        canvas.put(x + 2, y, cut(view_text.name(seat), names), "bold $ink" if seat == view.you else "$ink")
        bar = round(score * room / most) if room > 0 else 0
        canvas.put(x + 3 + names, y, "\N{LOWER HALF BLOCK}" * bar, HUES[seat])
        canvas.put(x + width - 4, y, f"{score:>4}", "bold $ink")
        y += 1
    return y


def draw_rounds(canvas: Canvas, x: int, y: int, width: int, view_text: ViewText) -> int:
    """Draw the points of the latest rounds and their sums in columns; returns the row after."""
    view = view_text.view
    seats = range(len(view.seats))
    head = max(cell_len(view_text.say("page.round_short")), cell_len(view_text.say("play.sheet_score"))) + 1
    column = max(4, min(10, (width - head) // len(view.seats)))

    def row(first: str, cells: list[str], style: str) -> None:
        canvas.put(x, y, first, "$quiet")
        for seat, cell in zip(seats, cells, strict=True):
            text = cut(cell, column - 1)
            canvas.put(x + head + (seat + 1) * column - cell_len(text), y, text, style)

    row(view_text.say("page.round_short"), [view_text.name(seat) for seat in seats], "$quiet")
    y += 1
    for number, points in [*enumerate(view.points, 1)][-MOST_ROUNDS:]:
        row(str(number), [*map(str, points)], "$ink")
        y += 1
    row(view_text.say("play.sheet_score"), [*map(str, view.scores)], "bold $ink")
    return y + 1


class Area(NamedTuple):
    """Where the lines of a chart are drawn."""

    x: int
    y: int
    width: int
    height: int

    def row(self, value: float, top: int) -> int:
        """The row of a value, where ``top`` is the highest."""
        return self.y + self.height - 1 - round(value * (self.height - 1) / top)


def draw_chart(canvas: Canvas, x: int, y: int, width: int, view_text: ViewText) -> int:
    """Draw the sums over the rounds, a mark for each seat, with a scale; returns the row after."""
    lines = sums(view_text.view)
    top = max(1, *(line[-1] for line in lines))
    scale = len(str(top)) + 1
    area = Area(x + scale + 1, y, width - scale - 1, CHART)
    for row in range(CHART):
        canvas.put(x + scale, y + row, "\N{BOX DRAWINGS LIGHT VERTICAL}", "$edge")
    canvas.put(x, y, f"{top:>{scale - 1}}", "$quiet")
    canvas.put(x, y + CHART - 1, f"{0:>{scale - 1}}", "$quiet")
    canvas.put(x + scale, y + CHART, "└" + "─" * area.width, "$edge")
    # From the last seat to the first, so that one's own mark lies on top.
    first = view_text.view.you or 0
    for step in reversed(range(len(lines))):
        seat = (first + step) % len(lines)
        _draw_line(canvas, area, lines[seat], top, seat)
    return y + CHART + 1


def _draw_line(canvas: Canvas, area: Area, line: list[int], top: int, seat: int) -> None:
    last, across = len(line) - 1, area.width - 1  # A line begins at 0, before the first round.
    for column in range(area.width):
        before, rest = divmod(column * last, across)
        value = line[before] + (line[before + 1] - line[before]) * rest / across if rest else line[before]
        row = area.row(value, top)
        if row < canvas.height and canvas.cells[row][area.x + column][0] == " ":
            canvas.put(area.x + column, row, "\N{MIDDLE DOT}", HUES[seat])
    for number, value in enumerate(line):
        canvas.put(area.x + round(number * across / last), area.row(value, top), MARKS[seat], HUES[seat])


class SidePanel(CanvasWidget):
    """Beside the table, where there is room: the scores with their chart, and the log."""

    def set(self, view_text: ViewText, log: tuple[tuple[str, str], ...]) -> None:
        """Show the scores and the log of a table."""
        self.view_text, self.lines = view_text, log
        self.refresh_if_changed((view_text.view, view_text.catalogue.language, log))

    def draw(self, canvas: Canvas) -> None:
        """Draw the scores above the log."""
        view_text = self.view_text
        for row in range(canvas.height):
            canvas.put(0, row, "\N{BOX DRAWINGS LIGHT VERTICAL}", "$low")
        width = canvas.width - 4
        canvas.put(2, 0, view_text.say("page.scores"), "bold $ink")
        y = draw_totals(canvas, 2, 1, width, view_text) + 1
        if view_text.view.points and canvas.height - y > CHART + 6:
            y = draw_chart(canvas, 2, y, width, view_text) + 1
        canvas.put(2, y, view_text.say("page.log"), "bold $ink")
        self._log(canvas, y + 1, width)

    def _log(self, canvas: Canvas, top: int, width: int) -> None:
        rows: list[tuple[str, str]] = []
        room = canvas.height - top
        for text, kind in reversed(self.lines):
            pieces = wrapped(text, width, 3)
            if len(rows) + len(pieces) > room:
                break  # An entry is shown whole or not at all.
            rows[:0] = [(piece, RECENT_STYLES[kind]) for piece in pieces]
        for row, (text, style) in enumerate(rows):
            canvas.put(2, top + row, text, style)
