"""Record files at the replay page: read by the rules, refused with the line, and plainly not offline."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page, expect

from fivethreefive.protocol import LONGEST_RECORD
from support.browser_launch import Contexts
from support.browser_player import choose_settings
from support.browser_server import Server
from support.record_files import illegal, recorded


def _choose(page: Page, data: bytes) -> None:
    file: FilePayload = {"name": "game.jsonl", "mimeType": "application/octet-stream", "buffer": data}
    page.locator("input[type=file]").set_input_files(file)


@pytest.fixture
def page(new_page: Contexts, server: Server) -> Page:
    opened = new_page()
    opened.goto(f"{server.url}/replay")
    expect(opened.locator("input[type=file]")).to_be_visible()
    return opened


def test_a_record_is_stepped_through_forth_and_back(page: Page) -> None:
    _choose(page, recorded(1))
    expect(page.locator(".sentence")).to_have_text("Ana leads")
    expect(page.locator(".hands .card")).to_have_count(2)
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator(".played")).to_have_text("Ana leads 3.")
    expect(page.locator(".sentence")).to_have_text("Ana goes out: the round is over.")
    expect(page.locator(".hands .card")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator(".sentence")).to_have_text("Won by Ana.")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".hands .card")).to_have_count(2)
    page.get_by_label("Whose hand is shown").select_option("Bo's hand")
    expect(page.locator(".hands .card")).to_have_count(1)


def test_each_game_of_a_file_can_be_chosen(page: Page) -> None:
    _choose(page, recorded(2))
    games = page.get_by_label("Game of the record")
    expect(games.locator("option:checked")).to_have_text("Game 2 of 2")
    games.select_option("1")
    expect(games.locator("option:checked")).to_have_text("Game 1 of 2")
    expect(page.locator(".sentence")).to_have_text("Ana leads")


def test_what_is_against_the_rules_is_refused_with_its_line(page: Page) -> None:
    _choose(page, illegal(recorded(1)))
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Your file, line 3: ")
    expect(alert).to_contain_text("(R9)")
    _choose(page, recorded(1))
    expect(page.locator(".steps")).to_be_visible()


def test_a_refusal_speaks_the_language_of_the_page(page: Page) -> None:
    choose_settings(page, language="nl")
    page.reload()
    _choose(page, illegal(recorded(1)))
    expect(page.get_by_role("alert")).to_contain_text("Je bestand, regel 3: ")


def test_a_file_that_is_too_long_is_not_sent(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    _choose(page, b" " * (LONGEST_RECORD + 1))
    expect(page.get_by_role("alert")).to_contain_text("too long: up to 256 KB")
    assert not [url for url in asked if "/api/replay" in url]


def test_offline_it_says_so_and_tries_again(page: Page) -> None:
    page.context.set_offline(True)
    _choose(page, recorded(1))
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".steps")).to_be_visible()


def test_a_record_that_was_cut_off_says_so_at_its_end(page: Page) -> None:
    _choose(page, b"".join(recorded(1).splitlines(keepends=True)[:2]))
    expect(page.locator(".played")).to_have_text("The record ends here; the game is not over.")
