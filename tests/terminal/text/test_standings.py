"""The sheets at the end of a round and a game: by place, one's own place, and why the game is over."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from fivethreefive.language import Catalogue
from fivethreefive.rules.options import Rules
from fivethreefive.terminal.app.dialogs.round_end import RoundEndSheet
from fivethreefive.terminal.text.console import Console
from fivethreefive.terminal.text.game_text import GameText
from fivethreefive.terminal.text.standings import game_end_text, own_place_text, rematch_text, standings
from screens.make import play_round
from support.app_driver import Seated, local, sit
from support.command_process import run

NAMES = ["Ana", "Ben", "Cleo", "Dan"]


def game_text(seat: int | None = 0) -> GameText:
    return GameText(Console(Catalogue.of("en"), io.StringIO()), NAMES, seat)


def test_the_fewest_points_come_first_and_equals_share_a_place() -> None:
    assert standings([7, 3, 20, 3]) == [(1, 1), (1, 3), (3, 0), (4, 2)]


@pytest.mark.parametrize(
    ("seat", "winners", "text"),
    [
        (0, None, "You are third."), (1, None, "You are first."), (None, None, ""),
        (2, [1, 3], "You finish fourth."), (1, [1, 3], ""),
    ],
)  # fmt: skip
def test_ones_own_place(seat: int | None, winners: list[int] | None, text: str) -> None:
    assert own_place_text(game_text(seat), [7, 3, 20, 3], winners) == text


@pytest.mark.parametrize(
    ("scores", "text"),
    [
        ([20, 3, 4, 5], "You have reached 20 points."),
        ([1, 3, 24, 5], "Cleo has reached 20 points."),
        ([1, 22, 24, 5], "At 20 points or more: Ben and Cleo."),
    ],
)
def test_why_a_game_is_over(scores: list[int], text: str) -> None:
    assert game_end_text(game_text(), Rules(4), scores) == text


def test_two_rounds_end_whatever_the_points_are() -> None:
    rules = Rules(2, format="two_hands")
    assert game_end_text(game_text(), rules, [1, 30]) == "Both rounds have been played."


def test_plain_lines_list_the_players_by_place(tmp_path: Path) -> None:
    line = ["play", "--seed", "2", "--players", "3", "--target", "5"]
    said = run(tmp_path, *line, typed="a\n" * 500).stdout
    sheet = said[said.rindex("End of round") :]
    totals = [int(row.split()[-1]) for row in re.findall(r"^\d\. .*$", sheet, re.MULTILINE)]
    assert len(totals) == 3
    assert totals == sorted(totals)
    assert re.search(r"(reached 5 points|At 5 points or more: .*)\. You finish (second|third)\.\n", sheet)


def test_the_sheet_of_the_app_lists_the_players_by_place_and_says_why_the_game_is_over() -> None:
    async def play(seated: Seated) -> None:
        await play_round(seated)
        await seated.until(lambda: isinstance(seated.app.screen, RoundEndSheet))
        assert seated.view.phase == "game_over"
        rows = re.findall(r"│ (\d)\. \S.* (\d+) │", seated.text())
        assert rows[0][0] == "1"
        totals = [int(total) for _, total in rows]
        assert len(totals) == 3
        assert totals == sorted(totals)
        assert "reached 1 points" in seated.words() or "At 1 points or more" in seated.words()
        assert rematch_text(game_text(), seated.view) == ""
        seats = [replace(who, ready=seat > 0) for seat, who in enumerate(seated.view.seats)]
        asking = rematch_text(game_text(), replace(seated.view, seats=tuple(seats)))
        assert asking == "Ben and Cleo want to play again."

    sit(local(Rules(3, target=1), seed=3), play)
