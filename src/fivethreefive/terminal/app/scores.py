"""The points of a game: a small table, and a chart of their sums over the rounds."""

from __future__ import annotations

from itertools import accumulate

from rich.cells import cell_len

from fivethreefive.protocol import View
from fivethreefive.terminal.app.canvas import Canvas, Drawn, cut, wrapped
from fivethreefive.terminal.app.centre import RECENT_STYLES
from fivethreefive.terminal.app.telling import Telling

MARKS = "●○■□▲△"
"""What stands for each seat in the chart."""
HUES = ("$mark", "$felt-sun", "$felt-rain", "$felt-cloud", "$alert", "$ink")
MOST_ROUNDS = 8
"""So many rounds have a line of their own in the table, the last ones."""
CHART = 7
"""Rows of the chart."""


def sums(view: View) -> list[list[int]]:
    """The points of each seat after each round, beginning with none."""
    columns = zip(*view.points, strict=True) if view.points else [()] * len(view.seats)
    return [[*accumulate(column, initial=0)] for column in columns]


def draw_totals(canvas: Canvas, x: int, y: int, width: int, telling: Telling) -> int:
    """Draw a line for each seat: its mark, its name, a bar and its points; returns the row after."""
    view = telling.view
    most = max(view.options.rules.target, *view.scores, 1)
    names = min(max(cell_len(telling.name(seat)) for seat in range(len(view.seats))), width // 2)
    room = width - names - 8
    for seat in range(len(view.seats)):
        score = view.scores[seat]
        canvas.put(x, y, MARKS[seat], HUES[seat])
        canvas.put(x + 2, y, cut(telling.name(seat), names), "bold $ink" if seat == view.you else "$ink")
        bar = round(score * room / most) if room > 0 else 0
        canvas.put(x + 3 + names, y, "\N{LOWER HALF BLOCK}" * bar, HUES[seat])
        canvas.put(x + width - 4, y, f"{score:>4}", "bold $ink")
        y += 1
    return y


def draw_rounds(canvas: Canvas, x: int, y: int, width: int, telling: Telling) -> int:
    """Draw the points of the latest rounds and their sums in columns; returns the row after."""
    view = telling.view
    seats = range(len(view.seats))
    head = max(cell_len(telling.say("page.round_short")), cell_len(telling.say("play.sheet_score"))) + 1
    column = max(4, min(10, (width - head) // len(view.seats)))

    def row(first: str, cells: list[str], style: str) -> None:
        canvas.put(x, y, first, "$quiet")
        for seat, cell in zip(seats, cells, strict=True):
            text = cut(cell, column - 1)
            canvas.put(x + head + (seat + 1) * column - cell_len(text), y, text, style)

    row(telling.say("page.round_short"), [telling.name(seat) for seat in seats], "$quiet")
    y += 1
    for number, points in [*enumerate(view.points, 1)][-MOST_ROUNDS:]:
        row(str(number), [*map(str, points)], "$ink")
        y += 1
    row(telling.say("play.sheet_score"), [*map(str, view.scores)], "bold $ink")
    return y + 1


def draw_chart(canvas: Canvas, x: int, y: int, width: int, telling: Telling, rows: int = CHART) -> int:
    """Draw the sums over the rounds, a mark for each seat, with a scale; returns the row after."""
    lines = sums(telling.view)
    rounds = len(telling.view.points)
    top = max(max(line[-1] for line in lines), 1)
    scale = len(str(top)) + 1
    across = width - scale - 2
    places = [round(number * across / max(rounds, 1)) for number in range(rounds + 1)]
    for row in range(rows):
        canvas.put(x + scale, y + row, "\N{BOX DRAWINGS LIGHT VERTICAL}", "$edge")
    canvas.put(x, y, f"{top:>{scale - 1}}", "$quiet")
    canvas.put(x, y + rows - 1, f"{0:>{scale - 1}}", "$quiet")
    canvas.put(x + scale, y + rows, "└" + "─" * (across + 1), "$edge")
    # From the last seat to the first, so that one's own mark lies on top.
    first = telling.view.you or 0
    order = [(first + step) % len(lines) for step in range(len(lines))]
    for seat in reversed(order):
        for number, place in enumerate(places):
            height = y + rows - 1 - round(lines[seat][number] * (rows - 1) / top)
            canvas.put(x + scale + 1 + place, height, MARKS[seat], HUES[seat])
            if number + 1 < len(places):
                _join(canvas, x + scale + 1, y, rows, top, (place, lines[seat][number]),
                      (places[number + 1], lines[seat][number + 1]), HUES[seat])  # fmt: skip
    return y + rows + 1


def _join(  # noqa: PLR0913 - a line has so many ends
    canvas: Canvas, x: int, y: int, rows: int, top: int,
    start: tuple[int, int], end: tuple[int, int], hue: str,
) -> None:  # fmt: skip
    """Draw dots from one point of a line to the next where nothing else stands."""
    for place in range(start[0] + 1, end[0]):
        share = (place - start[0]) / (end[0] - start[0])
        value = start[1] + (end[1] - start[1]) * share
        height = y + rows - 1 - round(value * (rows - 1) / top)
        if 0 <= height < canvas.height and 0 <= x + place < canvas.width:
            if canvas.cells[height][x + place][0] == " ":
                canvas.put(x + place, height, "\N{MIDDLE DOT}", hue)


class Side(Drawn):
    """Beside the table, where there is room: the scores with their chart, and the log."""

    telling: Telling | None = None
    log: tuple[tuple[str, str], ...] = ()

    def set(self, telling: Telling, log: tuple[tuple[str, str], ...]) -> None:
        """Show the scores and the log of a table."""
        self.telling, self.log = telling, log
        self.show((telling.view, telling.catalogue.language, log))

    def draw(self, canvas: Canvas) -> None:
        """Draw the scores above the log."""
        telling = self.telling
        if telling is None:
            return
        for row in range(canvas.height):
            canvas.put(0, row, "\N{BOX DRAWINGS LIGHT VERTICAL}", "$low")
        width = canvas.width - 4
        canvas.put(2, 0, telling.say("page.scores"), "bold $ink")
        y = draw_totals(canvas, 2, 1, width, telling) + 1
        if telling.view.points and canvas.height - y > CHART + 6:
            y = draw_chart(canvas, 2, y, width, telling) + 1
        canvas.put(2, y, telling.say("page.log"), "bold $ink")
        self._log(canvas, y + 1, width)

    def _log(self, canvas: Canvas, top: int, width: int) -> None:
        """The latest lines, wrapped, the newest at the foot."""
        rows: list[tuple[str, str]] = []
        room = canvas.height - top
        for text, kind in reversed(self.log):
            pieces = wrapped(text, width, 3)
            if len(rows) + len(pieces) > room:
                break
            rows[:0] = [(piece, RECENT_STYLES[kind]) for piece in pieces]
        for row, (text, style) in enumerate(rows):
            canvas.put(2, top + row, text, style)
