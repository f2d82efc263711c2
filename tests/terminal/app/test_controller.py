"""Plays that are asked about, and passing without being asked."""

from __future__ import annotations

import pytest

from fivethreefive.rules.options import Rules
from fivethreefive.terminal.app import controller
from fivethreefive.terminal.settings import Settings
from support.app_driver import Seated, at, local, sit

pytestmark = pytest.mark.usefixtures("own_home")


def test_plays_are_asked_about_where_that_is_wanted() -> None:
    async def play(seated: Seated) -> None:
        await seated.my_turn()
        turn = seated.view.turn_number
        await seated.press("4", "5", "enter")
        assert "Sure? Add 4 and 5 - ends the trick" in seated.words()
        await seated.press("escape", "p")
        assert "Sure? Pass" in seated.words()
        assert seated.view.turn_number == turn
        await seated.press("p")
        assert seated.view.turn_number > turn

    sit(local(), play, settings=Settings(confirm=True))


def test_the_app_passes_by_itself_where_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(controller, "AUTO_PASS_MS", (1, 2))

    async def wait(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view and seated.seen.history)
        assert seated.seen.history[0] == (0, seated.seen.history[0].action)
        assert str(seated.seen.history[0].action) == "pass"

    sit(at("15 / 1-3", Rules(4)), wait, settings=Settings(auto_pass=True))
