"""The keys at the foot, at every width and in every language; and what stands at the top."""

from __future__ import annotations

import pytest

from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.rules.options import Rules
from fivethreefive.terminal.app.widgets.canvas import keys_width
from fivethreefive.terminal.app.widgets.status_bars import fitting_keys
from fivethreefive.terminal.capabilities import LEAST_WIDTH
from support.app_driver import Seated, at, local, sit


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_lost_in_the_smallest_window(language: str) -> None:
    async def look(seated: Seated) -> None:
        await seated.my_turn()
        foot = seated.text().splitlines()[-1]
        for key in ("? ", "H ", "L ", "S ", "M ", "^Q "):
            assert f" {key}" in foot, foot

    sit(local(language=language), look, size=(LEAST_WIDTH, 24), language=language)


def test_the_longest_word_gives_way_first_and_keys_only_at_last() -> None:
    say = Catalogue.of("en").say
    words = {"?": "page.rules", "Esc": "page.to_table", "S": "page.scores", "R": "page.review"}
    words |= {"M": "page.menu", "^Q": "app.quit"}
    entries = tuple((key, say(word), lambda: None) for key, word in words.items())
    whole = keys_width(entries)
    assert fitting_keys(entries, whole) == entries

    def labels(width: int) -> list[str]:
        fitting = fitting_keys(entries, width)
        assert keys_width(fitting) <= width
        return [label for _, label, _ in fitting]

    assert labels(whole - 1) == ["Rules", "To the table", "Scor…", "Review", "Menu", "Quit"]
    assert labels(whole - 5) == ["Rul…", "To the table", "Sco…", "Rev…", "Menu", "Quit"]
    assert labels(whole - 6) == ["Rules", "To the table", "Scores", "Menu", "Quit"]
    assert labels(20) == ["Menu", "Quit"]


def test_a_round_from_a_position_is_not_played_to_points() -> None:
    async def look(seated: Seated) -> None:
        await seated.my_turn()
        assert seated.text().splitlines()[0].endswith("one round")
        await seated.press("s")
        assert "Only this round is played." in seated.words()

    sit(at(" / 1-2-5", Rules(3)), look)
