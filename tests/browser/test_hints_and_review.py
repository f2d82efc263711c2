"""Hints while one plays against bots, and the review when the game is over."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from browser.test_pages import AXE
from support.browser_launch import Contexts
from support.browser_player import board, by_mouse, play_out, sit_down, take_turn, wait_for_turn
from support.browser_server import Server

PHONE: dict[str, Any] = {"width": 360, "height": 640, "has_touch": True, "is_mobile": True}
SHORT = {"players": 3, "target": 3, "deal": 6}
LONG = {"players": 3}
"""In its first round everybody has a turn."""
LONG_MS = 60_000
"""What may have to be compiled first."""

PLACES = """() => JSON.stringify([".player-area", ".bar", ".held", ".centre", ".seats", "[data-card]"].map(
  (each) => [...document.querySelectorAll(each)].map((node) => node.getBoundingClientRect())))"""


def clean(page: Page) -> None:
    """Find nothing that axe complains about."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run()")["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []


def test_a_hint_says_what_and_why_and_moves_nothing(new_page: Contexts, server: Server) -> None:
    page = new_page(**PHONE, color_scheme="dark", bypass_csp=True)
    sit_down(page, server, rules=LONG)
    assert wait_for_turn(page)
    before, turn = page.evaluate(PLACES), board(page).get_attribute("data-turn") or ""
    page.locator("[data-do=hint]").click()
    advice = page.locator(".advice")
    expect(advice).to_be_visible(timeout=LONG_MS)
    expect(advice.locator("p")).to_have_text(re.compile(r"^Best: [A-Z].+\.$"))
    meld, panel = page.locator(".melds").bounding_box(), advice.bounding_box()
    assert meld is not None
    assert panel is not None
    assert panel["y"] >= meld["y"] + meld["height"]
    advice.locator("summary").click()
    expect(advice.locator("tr").first).to_have_text(
        re.compile(r"^\s*[A-Z].+ [+-]?\d+\.\d\d( ± \d+\.\d\d)?\s*$")
    )
    assert page.evaluate(PLACES) == before
    assert page.locator("[data-card].chosen").count() == 0
    expect(board(page)).to_have_attribute("data-turn", turn)
    clean(page)
    advice.locator("[data-do=raise]").first.click()
    expect(advice).to_have_count(0)
    if page.locator(".plays .main").count():
        assert page.locator("[data-card].chosen").count() >= 1
    page.locator("[data-do=hint]").click()
    advice.get_by_role("button", name="Close the hint").click()
    expect(advice).to_have_count(0)


def test_a_hint_by_keyboard_goes_with_its_turn(new_page: Contexts, server: Server) -> None:
    page = new_page()
    sit_down(page, server, rules=LONG)
    assert wait_for_turn(page)
    page.keyboard.press("h")
    expect(page.locator(".advice")).to_be_visible(timeout=LONG_MS)
    page.keyboard.press("Escape")
    expect(page.locator(".advice")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".advice")).to_be_visible(timeout=LONG_MS)
    page.keyboard.press("h")
    expect(page.locator(".advice")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".advice")).to_be_visible(timeout=LONG_MS)
    take_turn(page, by_mouse)
    expect(page.locator(".advice")).to_have_count(0)


def test_among_people_there_are_no_hints(new_page: Contexts, server: Server) -> None:
    first, second = new_page(), new_page()
    code = server.create(rules={"players": 2})["code"]
    for page, name in ((first, "Ana"), (second, "Ben")):
        page.goto(f"{server.url}/t/{code}")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Take a seat").click()
        expect(page.get_by_text(name, exact=True)).to_be_visible()
    first.get_by_role("button", name="Start the game").click()
    for page in (first, second):
        expect(page.locator("[data-card]").first).to_be_visible()
        assert page.locator("[data-do=hint]").count() == 0
        page.keyboard.press("h")
        expect(page.locator(".advice")).to_have_count(0)


def test_the_review_shows_what_the_game_was_about(new_page: Contexts, server: Server) -> None:
    page = new_page(**PHONE, color_scheme="dark", bypass_csp=True)
    sit_down(page, server, rules=SHORT)
    play_out(page, by_mouse, lambda button: button.click())
    page.locator("[data-do=review]").click()
    expect(page.locator("main table")).to_be_visible(timeout=LONG_MS)
    expect(page.locator("main tbody tr")).to_have_count(3)
    # Whoever always played the best has a cost of just 0.00, and no error.
    figures = re.compile(r"^\s*Ana.*\d+\.\d\d( ± \d\.\d\d)?")
    expect(page.locator("main tbody tr").first).to_have_text(figures)
    expect(page.locator("figure svg")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    clean(page)
    costs = [float(text.split()[0]) for text in page.locator("h3 b").all_inner_texts()]
    assert costs == sorted(costs, reverse=True)
    for seat in range(3):
        page.get_by_label("Whose mistakes").select_option(str(seat))
        name = page.locator("main tbody th").nth(seat).inner_text()
        assert all(f"{name}:" in text for text in page.locator("h3").all_inner_texts())


def test_a_mistake_opens_the_replay_at_its_decision(new_page: Contexts, server: Server) -> None:
    page = new_page()
    # So many rounds that whoever plays just anything makes mistakes.
    code = sit_down(page, server, rules={"players": 2, "target": 40, "deal": 8})
    play_out(page, by_mouse, lambda button: button.click())
    page.goto(f"{server.url}/t/{code.lower()}/review")
    see = page.locator("[data-do=see]")
    expect(see.first).to_be_visible(timeout=LONG_MS)
    mistake = page.locator("li", has=see).first
    heading = mistake.locator("h3").inner_text()
    found = re.match(r"Round (\d+), play \d+, (.+): ", heading)
    assert found is not None, heading
    held = mistake.locator("dd").nth(1).locator("svg").count()
    see.first.click()
    expect(page.get_by_role("heading", name=f"Round {found[1]}")).to_be_visible()
    expect(page.locator(".seats .seat", has_text="to play")).to_contain_text(found[2])
    row = page.locator(".hands li", has_text=found[2])
    expect(row.locator(".card")).to_have_count(held)
    page.locator("[data-do=better]").click()
    expect(page.locator(".sentence")).to_contain_text(found[2])
    page.locator("[data-do=review]").click()
    expect(see.first).to_be_visible(timeout=LONG_MS)
    page.go_back()
    page.go_back()
    expect(see.first).to_be_visible(timeout=LONG_MS)


def test_a_game_that_goes_on_has_no_review(new_page: Contexts, server: Server) -> None:
    page = new_page()
    code = sit_down(page, server)
    page.goto(f"{server.url}/t/{code}/review")
    expect(page.get_by_role("heading").first).to_be_visible()
    expect(page.locator("main table")).to_have_count(0)
    expect(page.get_by_role("link").first).to_be_visible()
