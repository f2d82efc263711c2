"""Every page in three languages, for everybody, and not too heavy."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from fivethreefive import Rules
from support.browser_launch import Contexts
from support.browser_player import (
    board,
    by_mouse,
    choose_settings,
    play_out,
    sit_down,
    take_turn,
    wait_for_turn,
)
from support.browser_server import Server

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
MOST_BYTES = 150_000
KEY = re.compile(r"\b(?:page|play|review|rules|why)\.\w+")

WORDS = {
    "en-GB": ("Play now", "You lead", "en"),
    "es-ES": ("Jugar ya", "Sales tú", "es"),
    "nl-NL": ("Nu spelen", "Jij komt uit", "nl"),
}


@pytest.mark.parametrize("locale", WORDS)
def test_the_browser_chooses_the_language(new_page: Contexts, server: Server, locale: str) -> None:
    play_now, _lead, language = WORDS[locale]
    page = new_page(locale=locale)
    page.goto(server.url)
    expect(page.get_by_role("button", name=play_now, exact=True)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_another_language_applies_at_once(new_page: Contexts, server: Server) -> None:
    page = new_page()
    page.goto(server.url)
    for name, words in (("Español", "Jugar ya"), ("Nederlands", "Nu spelen"), ("English", "Play now")):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name=words, exact=True)).to_be_visible()


@pytest.mark.parametrize("locale", WORDS)
def test_no_sentence_is_missing(new_page: Contexts, server: Server, locale: str) -> None:
    page = new_page(locale=locale)
    for show in PAGES.values():
        show(page, server)
        text = page.locator("body").inner_text()
        assert not KEY.findall(text)


def test_a_refusal_speaks_the_language_too(new_page: Contexts, server: Server) -> None:
    page = new_page(locale="nl-NL")
    sit_down(page, server, rules={"players": 2, "deal": 12})
    wait_for_turn(page)
    page.locator("[data-card]").first.click()
    page.locator("[data-card]").last.click()
    expect(page.locator(".hint.alert")).to_be_visible()
    if page.locator("[data-do=why]").count():  # A long reason is behind a button.
        page.locator("[data-do=why]").click()
    said = page.locator(".hint.alert, .reasons").last
    expect(said).to_contain_text("(R")
    expect(said).not_to_contain_text("cannot")


def _home(page: Page, server: Server) -> None:
    page.goto(server.url)
    expect(page.locator("[data-do=play-now]")).to_be_visible()


def _create(page: Page, server: Server) -> None:
    _home(page, server)
    page.locator(".ways .panel").first.locator("button").first.click()
    expect(page.locator("dialog[open] .seats select")).to_have_count(3)
    page.locator("dialog[open] summary").click()


def _waiting(page: Page, server: Server) -> None:
    made = server.create(rules={"players": 3}, bots=[None, "easy"])
    page.goto(f"{server.url}/t/{made['code']}")
    expect(page.locator(".share")).to_be_visible()


def _table(page: Page, server: Server) -> None:
    sit_down(page, server, rules={"players": 4})
    if wait_for_turn(page):
        take_turn(page, by_mouse)


def _round_over(page: Page, server: Server) -> None:
    sit_down(page, server, rules={"players": 2, "target": 1, "deal": 3})
    play_out(page, by_mouse, lambda button: button.click())


def _review(page: Page, server: Server) -> None:
    _round_over(page, server)
    page.locator("[data-do=review]").click()
    expect(page.locator("main table")).to_be_visible(timeout=60_000)


def _hint(page: Page, server: Server) -> None:
    sit_down(page, server, rules={"players": 2})
    wait_for_turn(page)
    page.keyboard.press("h")
    expect(page.locator(".advice")).to_be_visible(timeout=60_000)


def _talk(page: Page, server: Server) -> None:
    sit_down(page, server, rules={"players": 2}, chat=True)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[data-do=talk]").click()
    expect(page.locator(".phrase").first).to_be_visible()


def _drawer(tool: str) -> Callable[[Page, Server], None]:
    def show(page: Page, server: Server) -> None:
        _table(page, server)
        if page.locator("dialog[open]").count() == 0:
            page.locator(f"nav [data-do={tool}]").click()
        expect(page.locator("dialog[open]")).to_be_visible()

    return show


def _at(path: str, wanted: str) -> Callable[[Page, Server], None]:
    def show(page: Page, server: Server) -> None:
        page.goto(server.url + path)
        expect(page.locator(wanted).first).to_be_visible()

    return show


PAGES: dict[str, Callable[[Page, Server], None]] = {
    "home": _home,
    "create": _create,
    "waiting": _waiting,
    "table": _table,
    "round over": _round_over,
    "review": _review,
    "hint": _hint,
    "talk": _talk,
    "story": _drawer("log"),
    "scores": _drawer("scores"),
    "reference": _drawer("help"),
    "settings": _drawer("settings"),
    "rules": _at("/rules", "section"),
    "lesson": _at("/lesson", "[data-card]"),
    "replay": _at("/replay", "input[type=file]"),
    "no table": _at("/t/NONE22", "h1"),
    "no page": _at("/none", "h1"),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_serious(new_page: Contexts, server: Server, name: str, scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    PAGES[name](page, server)
    page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run()")
    serious = [
        (violation["id"], [node["html"][:200] for node in violation["nodes"]])
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
    assert serious == []


def test_the_first_load_is_light_and_all_ours(new_page: Contexts, server: Server) -> None:
    page = new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - it marks what it is given
    page.goto(server.url)
    page.locator("[data-do=play-now]").click()
    expect(board(page)).to_be_visible()
    assert all(answer.url.startswith(server.url) for answer in answers)
    files = [answer for answer in answers if "/api/" not in answer.url]
    assert sum(len(gzip.compress(answer.body())) for answer in files) < MOST_BYTES


def test_the_deals_in_the_rules_are_the_engines(new_page: Contexts, server: Server) -> None:
    page = new_page()
    page.goto(f"{server.url}/rules")
    rows = page.locator("tbody tr")
    expect(rows.first).to_be_visible()
    shown = [[int(word) for word in row.split()] for row in rows.all_inner_texts()]
    assert shown == [
        [players, rules.deal, len(rules.ranks) * rules.copies]
        for players, rules in ((players, Rules(players)) for players in range(2, 7))
    ]


def test_it_says_so_when_offline(new_page: Contexts, server: Server) -> None:
    page = new_page()
    _home(page, server)
    page.context.set_offline(True)
    page.locator("[data-do=play-now]").click()
    expect(page.get_by_role("alert")).to_contain_text("Games need a connection")


def test_it_can_be_installed(new_page: Contexts, server: Server) -> None:
    page = new_page()
    _home(page, server)
    manifest = page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json())")
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert page.evaluate(f"fetch('{icon['src']}').then((answer) => answer.ok)")


def test_the_settings_are_kept(new_page: Contexts, server: Server) -> None:
    page = new_page()
    _home(page, server)
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog label", has_text="Dark").click()
    page.get_by_label("High contrast").check()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-contrast", "")


def test_a_hand_can_be_passed_by_itself(new_page: Contexts, server: Server) -> None:
    page = new_page()
    _home(page, server)
    choose_settings(page, autoPass=True)
    sit_down(page, server, rules={"players": 2, "deal": 12, "target": 20})
    for _ in range(40):
        expect(page.locator(".player-area.turn, dialog[open]").first).to_be_visible()
        if page.locator("dialog[open]").count():
            return
        before = board(page).get_attribute("data-turn") or ""
        if page.locator("[data-card]:not(.dead)").count():
            take_turn(page, by_mouse)
        else:
            expect(board(page)).not_to_have_attribute("data-turn", before)
            return


def test_cards_move_where_the_person_lets_them(new_page: Contexts, server: Server) -> None:
    page = new_page(reduced_motion="no-preference")
    sit_down(page, server, rules={"players": 2, "target": 1, "deal": 3})
    play_out(page, by_mouse, lambda button: button.click())
    page.goto(f"{server.url}/lesson")
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator("[data-card='14']")).to_be_visible()


def test_nothing_moves_where_the_person_asked_for_less_motion(new_page: Contexts, server: Server) -> None:
    page = new_page(reduced_motion="reduce")
    sit_down(page, server, rules={"players": 3})
    for _ in range(4):
        if not wait_for_turn(page):
            break
        page.locator("[data-card]").first.click()
        assert page.evaluate("document.getAnimations().length") == 0
        page.keyboard.press("Escape")
        take_turn(page, by_mouse)
        assert page.evaluate("document.getAnimations().length") == 0


def test_a_play_can_be_asked_about_first(new_page: Contexts, server: Server) -> None:
    page = new_page()
    _home(page, server)
    choose_settings(page, confirm=True)
    page.goto(f"{server.url}/lesson")
    page.locator("[data-card='9']").click()
    play = page.locator(".plays .main")
    play.click()
    expect(play).to_contain_text("Sure?")
    play.click()
    expect(page.locator("[data-do=next]")).to_be_visible()
