"""The sheets of the app, its hints and reviews, and the settings in its menu."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest

from fivethreefive.rules.options import Rules
from fivethreefive.terminal import settings as kept
from fivethreefive.terminal.app.dialogs.prompts import ListDialog
from fivethreefive.terminal.app.dialogs.sheet import Sheet
from fivethreefive.terminal.app.screens.table import TableScreen
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources import local as locally
from screens.make import play_round
from support.app_driver import Seated, local, sit

pytestmark = pytest.mark.usefixtures("own_home")


def test_every_sheet_opens_and_closes() -> None:
    async def read_them(seated: Seated) -> None:
        await seated.my_turn()
        for key, words in {
            "question_mark": "Runs: the LOWER is stronger.",
            "l": "Zephyr overwrites with 1-2-3.",
            "s": "The first round is being played.",
            "m": "Pace of the bots: Normal",
        }.items():
            await seated.press(key)
            assert words in seated.words()
            await seated.press("escape")
            assert isinstance(seated.app.screen, TableScreen)
        await seated.press("question_mark", "r")
        assert "535 for 4 players" in seated.text()
        assert "Be the first to have no cards left." in seated.words()

    sit(local(), read_them)


def test_a_hint_says_what_to_play_and_plays_nothing() -> None:
    async def ask(seated: Seated) -> None:
        await seated.my_turn()
        turn = seated.view.turn_number
        await seated.press("h")
        await seated.until(lambda: isinstance(seated.app.screen, Sheet))
        assert "Best: Add 4 and 5 - ends the trick" in seated.words()
        assert re.search(r"It ends the trick, and [-0-9]+ can be led next\.", seated.words())
        assert "Points ahead: what the others take" in seated.words()
        assert seated.view.turn_number == turn

    sit(local(), ask)


def test_a_hint_that_takes_long_covers_nothing_and_can_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refused stays to be read, why it takes long leaves no line in the log, and Esc ends it."""
    go = threading.Event()

    def hinted(*_: object) -> None:
        go.wait()

    monkeypatch.setattr(locally, "_hinted", hinted)

    async def ask(seated: Seated) -> None:
        await seated.my_turn()
        log = [*seated.app.source.log]
        await seated.press("2", "9")
        await seated.until_text("(R11)")
        await seated.press("h")
        seated.app.source.explain_delay("It takes long.")
        await seated.pilot.pause()
        assert "It takes long. Thinking about the best play... 2-9 is not a single" in seated.words()
        assert "(R11)" in seated.words()
        await seated.press("escape")
        assert "Thinking" not in seated.words()
        assert "It takes long." not in seated.words()
        assert "(R11)" in seated.words()
        await seated.press("escape")
        assert "Your turn: add or pass." in seated.words()
        await seated.press("h")
        assert "Thinking" in seated.words()
        assert seated.app.source.log == log

    sit(local(), ask)
    go.set()


def test_the_review_of_a_game_that_is_over() -> None:
    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        await play_round(seated)
        assert seated.view.phase == "game_over"
        await seated.press("r")
        await seated.until_text("Largest mistakes")
        assert "Ana" in seated.text()

    sit(local(Rules(2, deal=3, target=1), seed=1), look)


def test_a_review_that_nobody_waits_for_ends() -> None:
    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        await play_round(seated)
        await seated.press("r", "escape")
        assert isinstance(seated.app.screen, TableScreen)

    sit(local(Rules(2, target=1), seed=1), look)


def test_settings_are_chosen_in_the_menu_and_kept() -> None:
    async def choose(seated: Seated) -> None:
        await seated.my_turn()
        await seated.press("m")
        menu = seated.app.screen
        assert isinstance(menu, ListDialog)
        at = [text for _, text in menu.entries].index("Pace of the bots: Normal")
        await seated.press(*["down"] * at, "enter")
        assert "Pace of the bots: Slow" in seated.text()
        assert seated.app.source.pace == kept.PACES["slow"]
        for _ in range(6):
            await seated.press("down", "enter")
        await seated.press("escape")
        due = Settings("light", "slow", "melds", moves=False, bell=True, confirm=True, auto_pass=True)
        assert kept.load() == due

    sit(local(), choose, settings=Settings())


def test_settings_that_cannot_be_read_are_forgotten(tmp_path: Path) -> None:
    settings = Settings(pace="fast")
    settings.save()
    assert kept.load() == settings
    path = tmp_path / "data" / "fivethreefive" / "terminal.json"
    path.write_text('{"pace": "warp"}')
    assert kept.load() == Settings()
    path.unlink()
    path.mkdir()
    settings.save()
    assert kept.load() == Settings()
