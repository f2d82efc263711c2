"""Whole games at the page, by mouse, by keyboard alone and by touch on a small phone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from support.browser_launch import Contexts
from support.browser_player import (
    board,
    by_keyboard,
    by_mouse,
    by_touch,
    hand,
    play_out,
    sit_down,
    take_turn,
    wait_for_turn,
)
from support.browser_server import Server


def test_play_now_starts_a_game_at_once(new_page: Contexts, server: Server) -> None:
    page = new_page()
    page.goto(server.url)
    page.locator("[data-do=play-now]").click()
    expect(board(page)).to_have_attribute("data-phase", "playing")
    expect(page.locator("[data-card]")).to_have_count(12)
    expect(page.locator(".seats .seat")).to_have_count(3)


def test_play_now_remembers_how_many_and_how_strong(new_page: Contexts, server: Server) -> None:
    page = new_page()
    page.goto(server.url)
    page.get_by_label("Players").select_option("3")
    page.get_by_label("How strong").select_option(label="Easy bot")
    page.reload()
    page.locator("[data-do=play-now]").click()
    expect(page.locator(".seats .seat")).to_have_count(2)
    expect(page.locator(".seats .seat").first).to_contain_text("Easy bot")


def test_a_whole_game_by_mouse(new_page: Contexts, server: Server, tmp_path: Path) -> None:
    page = new_page()
    sit_down(page, server)
    assert play_out(page, by_mouse, lambda button: button.click()) >= 1
    expect(page.get_by_role("heading", name="with")).to_be_visible()
    _verify(page)
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download the game").click()
    record = tmp_path / "record.jsonl"
    downloading.value.save_as(record)
    assert json.loads(record.read_text("utf-8").splitlines()[-1])["event"] == "game_ended"
    _replay(page, record)


def test_a_result_and_a_moment_of_a_replay_are_shared(new_page: Contexts, server: Server) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    code = sit_down(page, server, rules={"players": 2, "target": 1, "deal": 3})
    play_out(page, by_mouse, lambda button: button.click())
    page.get_by_role("button", name="Share the result").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    result, link = page.evaluate("navigator.clipboard.readText()").rsplit("\n", 1)
    assert result.startswith("535: ")
    assert "1. " in result
    assert link == f"{server.url}/replay/{code}?game=1"

    page.goto(link)
    page.get_by_role("button", name="One step forward").click()
    page.get_by_role("button", name="One step forward").click()
    played = page.locator(".played").inner_text()
    expect(page).to_have_url(f"{link}&step=3")
    page.get_by_role("button", name="Share this moment").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_attached()
    assert page.evaluate("navigator.clipboard.readText()") == f"{link}&step=3"

    other = new_page()
    other.goto(f"{link}&step=3")
    expect(other.locator(".played")).to_have_text(played)


def _verify(page: Page) -> None:
    page.get_by_role("button", name="Was the deal fair?").click()
    expect(page.get_by_text("Right:")).to_be_visible()
    expect(page.get_by_role("link", name="Download the proof")).to_be_visible()


def _replay(page: Page, record: Path) -> None:
    """By its link, and from the file."""
    page.locator("dialog").get_by_role("link", name="Replay").click()
    expect(page.locator(".steps")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".played")).to_contain_text("leads")
    page.keyboard.press("End")
    expect(page.locator(".sentence")).to_contain_text("Won by")
    steps = page.get_by_role("slider").get_attribute("aria-valuetext")
    page.goto(page.url.split("/replay")[0] + "/replay")
    page.locator("input[type=file]").set_input_files(record)
    expect(page.locator(".steps")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", steps or "")


def test_a_rematch_begins_another_game(new_page: Contexts, server: Server) -> None:
    page = new_page()
    sit_down(page, server, rules={"players": 2, "target": 1, "deal": 3})
    play_out(page, by_mouse, lambda button: button.click())
    page.locator("[data-do=ready]").click()
    expect(board(page)).to_have_attribute("data-phase", "playing")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_whole_game_by_keyboard_alone(new_page: Contexts, server: Server) -> None:
    page = new_page()
    sit_down(page, server)
    play_out(page, by_keyboard, lambda _button: page.keyboard.press("Enter"))
    expect(page.locator("dialog[open]")).to_be_visible()


def test_the_hand_is_one_stop_and_arrows_go_through_it(new_page: Contexts, server: Server) -> None:
    page = new_page()
    sit_down(page, server)
    wait_for_turn(page)
    page.locator("[data-card]").first.focus()
    page.keyboard.press("End")
    expect(page.locator("[data-card]").last).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("[data-card]").last).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("[data-card].chosen")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Rules in short")).to_be_visible()


PHONE = {"width": 360, "height": 640, "has_touch": True, "is_mobile": True}


def test_a_whole_game_by_touch_on_a_small_phone(new_page: Contexts, server: Server) -> None:
    page = new_page(**PHONE)
    sit_down(page, server)
    play_out(page, by_touch, lambda button: button.tap())
    expect(page.locator("dialog[open]")).to_be_visible()


@pytest.mark.parametrize("rules", [{"players": 3}, {"players": 3, "deal": 16}, {"players": 6}])
def test_a_small_phone_shows_all_without_scrolling(
    new_page: Contexts, server: Server, rules: dict[str, int]
) -> None:
    page = new_page(**PHONE)
    sit_down(page, server, rules=rules)
    expect(page.locator("[data-card]").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for target in page.locator("[data-card], .bar .button").all():
        box = target.bounding_box()
        assert box is not None
        assert box["width"] >= 24
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["y"] + box["height"] <= PHONE["height"]


@pytest.mark.parametrize("players", [3, 6])
def test_a_phone_on_its_side_shows_the_table_too(new_page: Contexts, server: Server, players: int) -> None:
    page = new_page(width=640, height=360, has_touch=True, is_mobile=True)
    sit_down(page, server, rules={"players": players})
    while wait_for_turn(page) and not page.locator(".centre .meld:not(.ended) li").count():
        take_turn(page, by_touch)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    centre = page.locator(".centre").bounding_box()
    assert centre is not None
    for card in page.locator(".centre .cards svg").all():
        box = card.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert centre["y"] <= box["y"]
        assert box["y"] + box["height"] <= centre["y"] + centre["height"]


WHOLE = "nodes => nodes.every(node => node.scrollWidth <= node.clientWidth)"


@pytest.mark.parametrize("players", [4, 6])
def test_a_small_phone_cuts_no_name_and_shows_the_code(
    new_page: Contexts, server: Server, players: int
) -> None:
    page = new_page(**PHONE)
    code = sit_down(page, server, rules={"players": players})
    for _ in range(4):
        if not wait_for_turn(page):
            break
        assert page.locator(".seat .name").evaluate_all(WHOLE)
        assert page.locator(".laid span").evaluate_all(WHOLE)
        take_turn(page, by_touch)
    expect(page.locator("h1")).to_contain_text(code)
    expect(page.locator("h1 span")).to_be_visible()


def test_who_can_only_pass_is_shown_so(new_page: Contexts, server: Server) -> None:
    page = new_page()
    sit_down(page, server, rules={"players": 2, "deal": 12}, bots=[None, "hard"])
    while wait_for_turn(page):
        stuck = page.locator("[data-card]:not(.dead)").count() == 0
        assert page.locator("[data-do=pass].main").count() == stuck
        assert page.get_by_role("button", name="No card fits").count() == stuck
        if stuck:
            return
        take_turn(page, by_mouse)


# By frame: each seat's points and score as they are shown, until nothing counts any more.
COUNTED = """() => new Promise((resolve) => {
  const frames = [];
  const number = (row, name) => Number(row.querySelector(`${name} [aria-hidden]`).textContent);
  const look = () => {
    const rows = [...document.querySelectorAll("dialog .hands li")];
    frames.push(rows.map((row) => number(row, ".score") - number(row, ".points")));
    const due = rows.every((row) => [...row.querySelectorAll("[aria-hidden]:is(span)")].every(
      (shown) => shown.textContent === shown.nextElementSibling.textContent));
    if (due) resolve(frames);
    else requestAnimationFrame(look);
  };
  look();
})"""


def test_points_and_sums_count_up_together(new_page: Contexts, server: Server) -> None:
    page = new_page(reduced_motion="no-preference")
    sit_down(page, server, rules={"players": 3, "target": 100, "deal": 3})
    while wait_for_turn(page):
        take_turn(page, by_mouse)
    frames = page.evaluate(COUNTED)
    assert set(map(tuple, frames)) == {(0, 0, 0)}


def lead(page: Page, server: Server) -> None:
    """Sit down and play on until one is to lead; where a round ends before that, at another table."""
    while True:
        sit_down(page, server, rules={"players": 2, "deal": 12, "target": 20})
        while wait_for_turn(page):
            if not page.locator(".centre .meld:not(.ended) li").count():
                return
            take_turn(page, by_mouse)


def test_a_double_click_plays_once(new_page: Contexts, server: Server) -> None:
    page = new_page()
    lead(page, server)
    cards = len(hand(page))
    page.locator("[data-card]").last.click()
    page.locator(".plays .main").first.dblclick()
    expect(page.locator("[data-card]")).to_have_count(cards - 1)


def test_cards_dragged_up_are_played(new_page: Contexts, server: Server) -> None:
    page = new_page()
    lead(page, server)
    cards = len(hand(page))
    box = page.locator("[data-card]").last.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30)
    page.mouse.move(x, y - 200)
    page.mouse.up()
    expect(page.locator("[data-card]")).to_have_count(cards - 1)


def test_an_illegal_choice_is_told_its_rule(new_page: Contexts, server: Server) -> None:
    page = new_page()
    sit_down(page, server, rules={"players": 2, "deal": 12, "target": 20})
    wait_for_turn(page)
    # The lowest and the highest card are never one meld, and nothing is both a choice and a play.
    page.locator("[data-card]").first.click()
    page.locator("[data-card]").last.click()
    expect(page.locator(".hint.alert")).to_be_visible()
    if (why := page.locator("[data-do=why]")).count():  # A long sentence is behind a press.
        why.click()
    expect(page.locator(".hint.alert, .reasons").filter(has_text="(R")).to_be_visible()


def test_the_lesson_teaches_to_the_end(new_page: Contexts, server: Server) -> None:
    page = new_page(**PHONE)
    page.goto(f"{server.url}/lesson")
    answers = [[12, 12], [7], [9, 9], [2, 3, 4], [1, 5], [4], [8], [], [12]]
    for number, ranks in enumerate(answers):
        for rank in ranks:
            page.locator(f"[data-card='{rank}']:not(.chosen)").first.tap()
        page.locator(".plays .main").first.tap() if ranks else page.locator("[data-do=pass]").tap()
        last = number == len(answers) - 1
        button = page.locator("[data-do=finish]" if last else "[data-do=next]")
        expect(button).to_be_visible()
        button.tap()
    expect(page).to_have_url(re.compile("/t/"))  # The lesson leads straight into a game against bots.
    expect(board(page)).to_be_visible()
