"""The row of the others: figures stay whole, and bars tell hands apart."""

from __future__ import annotations

import msgspec
import pytest

from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.record import Seat
from fivethreefive.rules.options import Rules
from fivethreefive.terminal.app.widgets.canvas import Canvas
from fivethreefive.terminal.app.widgets.seats import BACK, SUM, Seats
from fivethreefive.terminal.capabilities import LEAST_WIDTH
from fivethreefive.terminal.sources.local import LocalSource, LocalTable
from fivethreefive.terminal.text.view_text import ViewText


def row(width: int, left: tuple[int, ...], scores: tuple[int, ...], language: str = "en") -> str:
    """The second row of the seats, as it is drawn at a width."""
    players = len(left)
    seats = [Seat(f"{letter * 20}", None if letter == "A" else "greedy") for letter in "ABCDEF"[:players]]
    catalogue = Catalogue.of(language)
    seen = LocalSource(LocalTable(Rules(players), seats, 0, 1).deal(), catalogue, 0)._view()
    assert seen.observation is not None
    observation = msgspec.structs.replace(seen.observation, cards_left=left)
    seen = msgspec.structs.replace(seen, observation=observation, scores=scores)
    widget, canvas = Seats(), Canvas(width, 3)
    widget.set(ViewText(seen, catalogue), None, {})
    widget.draw(canvas)
    return "".join(letter for letter, _ in canvas.cells[1])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [LEAST_WIDTH, 60, 80, 84, 164])
@pytest.mark.parametrize("scores", [(0,) * 6, (1234, 1, 22, 333, 4444, 55)])
def test_every_figure_is_whole(width: int, scores: tuple[int, ...], language: str) -> None:
    left = (10, 10, 9, 3, 12, 1)
    figures = row(width, left, scores, language).replace(BACK, " ").replace(SUM, " ").split()
    numbers = [int(figure) for figure in figures if figure.isdigit()]
    assert numbers == [number for seat in range(1, 6) for number in (left[seat], scores[seat])]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_bars_tell_hands_apart(width: int) -> None:
    """As long as there are bars at all; the longest is that of the largest hand."""
    bars = [
        part.count(BACK) for part in row(width, (12, 12, 11, 10), (0,) * 4).split("points") if BACK in part
    ]
    assert len(bars) == 3
    assert bars == sorted(bars, reverse=True)
    if width >= 80:
        assert len(set(bars)) == 3
