"""The keyboard goes on where one is: what had the focus may go away, the focus may not."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from support.browser_launch import Contexts
from support.browser_player import board, choose, choose_settings, plays, sit_down, take_turn, wait_for_turn
from support.browser_server import Server

IN_HAND = "document.activeElement.matches('[data-card]')"
ON_SOMETHING = "document.activeElement !== document.body && !document.activeElement.disabled"


def _press(page: Page, name: str) -> None:
    page.locator(name).focus()
    page.keyboard.press("Enter")


def test_play_now_leads_to_the_hand(new_page: Contexts, server: Server) -> None:
    page = new_page()
    page.goto(server.url)
    _press(page, "[data-do=play-now]")
    expect(page.locator("[data-card]:focus")).to_have_count(1)


def test_what_was_played_leaves_the_focus_in_the_hand(new_page: Contexts, server: Server) -> None:
    page = new_page()
    sit_down(page, server, rules={"players": 2, "target": 100})

    def by_button(page: Page) -> None:
        if choose(page, lambda card: card.click()):
            plays(page).first.focus()
            page.keyboard.press("Enter")
        else:
            _press(page, "[data-do=pass]")

    for _ in range(3):
        assert wait_for_turn(page)
        take_turn(page, by_button)
        assert page.evaluate(ON_SOMETHING)


def test_the_lesson_keeps_the_focus_at_both_ends(new_page: Contexts, server: Server) -> None:
    page = new_page()
    page.goto(f"{server.url}/lesson")
    forward = page.get_by_role("button", name="One step forward")
    expect(forward).to_be_visible()
    while forward.get_attribute("aria-disabled") != "true":
        forward.focus()
        page.keyboard.press("Enter")
        assert page.evaluate(IN_HAND)
    page.keyboard.press("w")
    page.keyboard.press("Enter")
    expect(page.locator("[data-do=finish]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator("[data-card]:focus")).to_have_count(1)


def test_single_keys_can_be_switched_off(new_page: Contexts, server: Server) -> None:
    page = new_page()
    sit_down(page, server, rules={"players": 2, "target": 100})
    choose_settings(page, singleKeys=False)
    page.reload()
    expect(board(page)).to_be_visible()
    assert wait_for_turn(page)
    before = board(page).get_attribute("data-turn")
    for key in "123457890qwertpoah?":
        page.keyboard.press(key)
    expect(page.locator("[data-card].chosen, dialog[open]")).to_have_count(0)
    expect(board(page)).to_have_attribute("data-turn", before or "")


def test_a_reload_reads_nothing_aloud_again(new_page: Contexts, server: Server) -> None:
    page = new_page()
    sit_down(page, server, rules={"players": 2, "target": 100})
    page.locator(".phrase").first.click()
    expect(page.get_by_role("log")).to_contain_text("You")
    page.reload()
    expect(page.locator("[data-card]").first).to_be_visible()
    expect(page.get_by_role("log")).to_be_empty()
