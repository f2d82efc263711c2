"""The boxes over the table: their keys stand at the foot and can be pressed, and long ones scroll."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.terminal.app.dialogs.prompts import LineDialog, ListDialog
from fivethreefive.terminal.app.dialogs.round_end import RoundEndSheet
from fivethreefive.terminal.app.dialogs.sheet import Sheet
from fivethreefive.terminal.app.screens.table import TableScreen
from screens.make import play_round
from support.app_driver import Seated, local, sit

pytestmark = pytest.mark.usefixtures("own_home")

SMALLEST = (54, 19)


async def press_word(seated: Seated, word: str) -> None:
    """Press a word on the screen with the mouse."""
    rows = seated.text().splitlines()
    row = max(number for number, line in enumerate(rows) if word in line)
    await seated.pilot.click(offset=(rows[row].index(word), row))
    await seated.pilot.pause()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_and_a_line_say_their_keys(language: str) -> None:
    say = Catalogue.of(language).say

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        await seated.press("m")
        assert isinstance(seated.app.screen, ListDialog)
        assert f"Enter {say('app.choose')} Esc {say('page.close')}" in seated.words()
        await press_word(seated, say("page.close"))
        assert isinstance(seated.app.screen, TableScreen)
        typed: list[str] = []
        screen = seated.app.screen
        for key in ("Enter", "Esc"):
            screen.dialogs.type_line("Title", "A note", 20, typed.append, "a word")
            await seated.until(lambda: isinstance(seated.app.screen, LineDialog))
            await seated.until_text(f"Enter {say('app.accept')} Esc {say('page.close')}")
            assert "A note" in seated.words()
            assert seated.app.screen.query_one(Input).has_focus
            await press_word(seated, key)
            assert isinstance(seated.app.screen, TableScreen)
        assert typed == ["a word"]

    sit(local(language=language), look, size=SMALLEST, language=language)


def test_a_marked_entry_is_chosen_with_the_mouse() -> None:
    async def choose(seated: Seated) -> None:
        await seated.my_turn()
        await seated.press("m", "end", *["up"] * 2)
        asked = seated.app.settings.confirm
        await press_word(seated, "Enter")
        assert seated.app.settings.confirm is not asked

    sit(local(), choose)


def test_the_end_of_a_round_has_headings_and_the_keys_below_it_work() -> None:
    async def look(seated: Seated) -> None:
        await play_round(seated)
        await seated.until(lambda: isinstance(seated.app.screen, RoundEndSheet))
        end = seated.app.screen
        assert "Round Total" in seated.words()
        for key, kind in (("question_mark", Sheet), ("l", Sheet), ("s", Sheet), ("m", ListDialog)):
            await seated.press(key)
            assert seated.app.screen is not end
            assert isinstance(seated.app.screen, kind)
            await seated.press("escape")
            assert seated.app.screen is end
        await seated.press("c")
        assert seated.app.screen is end, "there is nobody to talk to"
        # The next round comes while something lies over the sheet: both are gone after it.
        await seated.press("m")
        menu = seated.app.screen
        assert isinstance(menu, ListDialog)
        menu.dismiss(next(command for command, text in menu.entries if text == "Next round"))
        await seated.until(lambda: seated.view.phase == "playing")
        await seated.until(lambda: isinstance(seated.app.screen, TableScreen))
        await seated.press("m", "escape")
        assert isinstance(seated.app.screen, TableScreen)

    sit(local(), look)


@pytest.mark.parametrize("key", ["question_mark", "m"])
def test_a_box_of_the_smallest_window_keeps_its_keys_and_scrolls_to_its_end(key: str) -> None:
    async def scroll(seated: Seated) -> None:
        await seated.my_turn()
        await seated.press(key)
        top = seated.text().splitlines()
        await seated.press("end")
        await seated.until(lambda: "Quit" in seated.words() or "Ctrl-Q quits" in seated.words())
        end = seated.text().splitlines()
        keys = [number for number, line in enumerate(top) if "Esc Close" in line]
        assert keys
        assert keys == [number for number, line in enumerate(end) if "Esc Close" in line]

    sit(local(), scroll, size=SMALLEST)
