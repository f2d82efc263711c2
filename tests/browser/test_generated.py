"""What the page has from the engine, written once, is as the engine says it now."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

from fivethreefive.language import LANGUAGES, Catalogue

WEB = Path(__file__).parents[2] / "web"


def test_the_lesson_is_as_the_engine_says() -> None:
    lesson = runpy.run_path(str(WEB / "tools/lesson.py"))["lesson"]
    assert json.loads((WEB / "src/pages/lesson.json").read_text("utf-8")) == lesson()


def test_the_games_for_the_check_of_deals_are_as_the_server_deals() -> None:
    games = runpy.run_path(str(WEB / "tools/fair_deals.py"))["games"]
    assert json.loads((WEB / "tests/play/fairDeals.json").read_text("utf-8")) == games()


def test_every_step_has_its_words() -> None:
    for step in json.loads((WEB / "src/pages/lesson.json").read_text("utf-8")):
        assert step["answers"]
        for language in LANGUAGES:
            assert Catalogue.of(language).say(f"page.lesson_{step['name']}")
            assert Catalogue.of(language).say(f"page.lesson_{step['name']}_done")
