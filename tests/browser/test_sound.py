"""Sound is off until asked for, and then follows the table."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from support.browser_launch import Contexts
from support.browser_player import by_mouse, choose_settings, sit_down, take_turn, wait_for_turn
from support.browser_server import Server

LONG = {"players": 3, "deal": 16}
"""No round ends within the turns that are played here."""

# Tells the pitch of each tone that the page starts.
LISTEN = """
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) {
  console.log(`tone ${this.frequency.value}`);
  return start.call(this, when);
};
"""
OWN_TURN = "tone 659"
"""The pitch that no other sound has than that of one's turn."""


def _tones(page: Page) -> list[str]:
    """What is heard from now on."""
    heard: list[str] = []
    page.on("console", lambda said: heard.append(said.text) if said.text.startswith("tone") else None)
    return heard


def _turns(page: Page, count: int) -> None:
    for _ in range(count):
        wait_for_turn(page)
        take_turn(page, by_mouse)
    wait_for_turn(page)


def test_sound_is_off_until_asked_for(new_page: Contexts, server: Server) -> None:
    page = new_page()
    page.add_init_script(LISTEN)
    heard = _tones(page)
    sit_down(page, server, rules=LONG)
    _turns(page, 3)
    assert heard == []

    page.get_by_role("button", name="Settings").click()
    with page.expect_console_message(lambda said: said.text == OWN_TURN):
        page.get_by_label("Sound").check()
    page.keyboard.press("Escape")
    with page.expect_console_message(lambda said: said.text == OWN_TURN):
        _turns(page, 1)

    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sound").uncheck()
    page.keyboard.press("Escape")
    heard.clear()
    _turns(page, 2)
    assert heard == []


def test_who_asked_for_sound_hears_plays_after_a_reload_too(new_page: Contexts, server: Server) -> None:
    page = new_page()
    page.add_init_script(LISTEN)
    page.goto(server.url)
    expect(page.locator("[data-do=play-now]")).to_be_visible()
    choose_settings(page, sound=True)
    sit_down(page, server, rules=LONG)
    page.reload()
    with page.expect_console_message(lambda said: said.text.startswith("tone")):
        _turns(page, 1)
