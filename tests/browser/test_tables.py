"""Several people at one table, and everything that can happen to a connection."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from support.browser_launch import Contexts
from support.browser_player import board, by_mouse, hand, sit_down, take_turn, wait_for_turn
from support.browser_server import Server

LONG = {"players": 2, "deal": 12, "target": 20}


def _banner(page: Page, words: str) -> None:
    expect(page.locator(".banner")).to_contain_text(words)


def _no_banner(page: Page) -> None:
    expect(page.locator(".banner")).to_have_count(0)


def test_two_people_by_a_link_and_a_third_who_watches(new_page: Contexts, server: Server) -> None:
    ana, ben, cleo = new_page(), new_page(), new_page()
    ana.goto(server.url)
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("button", name="Create a table").click()
    ana.get_by_role("radio", name="2", exact=True).check()
    ana.get_by_role("button", name="Create and share the link").click()
    link = ana.get_by_label("Link to this table").input_value()
    assert link.startswith(f"{server.url}/t/")
    expect(ana.get_by_role("img", name="QR code of the link")).to_be_visible()

    ben.goto(link)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Take a seat").click()
    expect(ana.get_by_text("Ben", exact=True)).to_be_visible()
    expect(ben.get_by_text("Ana starts the game")).to_be_visible()
    ana.get_by_role("button", name="Start the game").click()
    expect(ben.locator("[data-card]")).to_have_count(12)

    cleo.goto(link)
    expect(cleo.get_by_text("You are watching.")).to_be_visible()
    expect(cleo.locator("[data-card]")).to_have_count(0)
    expect(cleo.locator(".seats .seat")).to_have_count(2)
    _play_by_turns([ana, ben], turns=6)
    cleo.get_by_role("button", name="What happened").click()
    expect(cleo.locator("dialog .log")).to_contain_text("leads")

    ben.set_viewport_size({"width": 390, "height": 844})
    ben.get_by_role("button", name="Say something").click()
    ben.get_by_role("button", name="Good luck!").click()
    expect(ana.locator(".said")).to_have_text("Good luck!")
    expect(ana.locator(".chat .log")).to_contain_text("Ben: Good luck!")
    ben.get_by_role("button", name="Say something").click()
    expect(ben.locator(".conversation")).to_contain_text("Good luck!")


def test_a_table_of_ones_own_rules_and_what_is_refused_at_its_field(
    new_page: Contexts, server: Server
) -> None:
    page = new_page()
    page.goto(server.url)
    page.get_by_role("button", name="Create a table").click()
    page.locator("summary", has_text="More rules").click()
    page.get_by_label("Cards each").fill("40")
    page.get_by_label("Points of 8").fill("9")
    page.get_by_role("button", name="Create and share the link").click()
    expect(
        page.locator(".option", has=page.get_by_label("Cards each")).get_by_role("alert")
    ).to_contain_text("R3")
    page.get_by_label("Cards each").fill("9")
    page.get_by_label("Points of 8").fill("2")
    page.get_by_role("button", name="Create and share the link").click()
    expect(
        page.locator("fieldset", has=page.get_by_label("Points of 8")).get_by_role("alert")
    ).to_contain_text("R4")
    page.get_by_label("Points of 8").fill("9")
    page.get_by_role("button", name="Create and share the link").click()
    expect(page.locator(".terms")).to_contain_text("8: 9")


def _play_by_turns(pages: list[Page], turns: int) -> None:
    """Let whoever is to play do so."""
    for _ in range(turns):
        expect(pages[0].locator(".player-area.turn").or_(pages[0].locator(".seat.turn"))).to_be_visible()
        on_turn = next(page for page in pages if page.locator(".player-area.turn").count())
        before = board(on_turn).get_attribute("data-turn") or ""
        take_turn(on_turn, by_mouse)
        for page in pages:
            expect(board(page)).not_to_have_attribute("data-turn", before)


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(new_page: Contexts, server: Server) -> None:
    page = new_page()
    sit_down(page, server, rules=LONG)
    wait_for_turn(page)
    take_turn(page, by_mouse)
    wait_for_turn(page)
    page.locator("[data-card]").first.click()
    cards, turn = hand(page), board(page).get_attribute("data-turn") or ""
    page.reload()
    expect(board(page)).to_have_attribute("data-turn", turn)
    assert hand(page) == cards
    page.get_by_role("button", name="What happened").click()
    expect(page.locator("dialog .log")).to_contain_text("lead")
    page.keyboard.press("Escape")
    take_turn(page, by_mouse)


def test_a_server_that_is_killed_comes_back_with_the_same_table(new_page: Contexts, server: Server) -> None:
    page = new_page()
    sit_down(page, server, rules=LONG)
    wait_for_turn(page)
    take_turn(page, by_mouse)
    wait_for_turn(page)
    cards, turn = hand(page), board(page).get_attribute("data-turn") or ""
    server.kill()
    _banner(page, "Connection lost")
    server.start()
    _no_banner(page)
    expect(board(page)).to_have_attribute("data-turn", turn)
    assert hand(page) == cards
    take_turn(page, by_mouse)


def test_a_server_that_is_stopped_tells_clients_to_return(new_page: Contexts, server: Server) -> None:
    page = new_page()
    sit_down(page, server, rules=LONG)
    server.stop()
    _banner(page, "Connection lost")
    server.start()
    _no_banner(page)
    wait_for_turn(page)


def test_the_network_is_cut_and_comes_back(new_page: Contexts, server: Server) -> None:
    page = new_page()
    sit_down(page, server, rules=LONG)
    wait_for_turn(page)
    page.context.set_offline(True)
    _banner(page, "You are offline")
    page.context.set_offline(False)
    _no_banner(page)
    take_turn(page, by_mouse)


def test_the_newest_of_two_tabs_plays(new_page: Contexts, server: Server) -> None:
    old = new_page()
    code = sit_down(old, server, rules=LONG)
    wait_for_turn(old)
    new = new_page.watch(old.context.new_page())
    new.goto(f"{server.url}/t/{code}")
    expect(new.locator(".player-area.turn")).to_be_visible()
    here = old.get_by_role("button", name="Play here")
    here.click()
    expect(here).to_have_count(0)
    expect(new.get_by_role("button", name="Play here")).to_be_visible()
    take_turn(old, by_mouse)


def test_who_leaves_may_come_back(new_page: Contexts, server: Server) -> None:
    page = new_page()
    code = sit_down(page, server, rules=LONG, pace="slow")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("link", name=code).click()
    page.get_by_role("button", name="What happened").click()
    expect(page.locator("dialog .log")).to_contain_text("You leave.")
    expect(page.locator("dialog .log")).to_contain_text("You are back.")


def test_a_pass_that_is_chosen_before_ones_turn(new_page: Contexts, server: Server) -> None:
    made = server.create(rules={"players": 3}, bots=[None] * 3)
    pages = [new_page() for _ in range(3)]
    for page, name in zip(pages, ("Ana", "Ben", "Cleo"), strict=True):
        page.goto(f"{server.url}/t/{made['code']}")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Take a seat").click()
        expect(page.locator(".sit")).to_have_count(0)
    pages[0].get_by_role("button", name="Start the game").click()
    for page in pages:
        expect(page.locator(".player-area.turn").or_(page.locator(".seat.turn"))).to_be_visible()
    first = next(seat for seat, page in enumerate(pages) if page.locator(".player-area.turn").count())
    leader, second, third = (pages[(first + step) % 3] for step in range(3))
    take_turn(leader, by_mouse)

    ahead = third.get_by_role("button", name="Pass in my turn")
    ahead.click()
    ahead.click()
    expect(ahead).to_have_attribute("aria-pressed", "false")
    ahead.click()
    expect(third.locator(".hint")).to_contain_text("You pass in your turn")
    second.locator("[data-do=pass]").click()
    expect(leader.locator(".player-area.turn")).to_be_visible()
    expect(leader.locator(".story")).to_contain_text("All others have passed - you lead.")
    expect(ahead).to_have_count(0)


def test_somebody_slow_is_nudged(new_page: Contexts, server: Server) -> None:
    made = server.create(rules=LONG, bots=[None, None])
    pages = [new_page() for _ in range(2)]
    for page, name in zip(pages, ("Ana", "Ben"), strict=True):
        page.clock.install()
        page.goto(f"{server.url}/t/{made['code']}")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Take a seat").click()
        expect(page.locator(".sit")).to_have_count(0)
    pages[0].get_by_role("button", name="Start the game").click()
    for page in pages:
        expect(page.locator(".player-area.turn").or_(page.locator(".seat.turn"))).to_be_visible()
    slow = next(page for page in pages if page.locator(".player-area.turn").count())
    other = next(page for page in pages if page is not slow)
    expect(other.locator("[data-do=nudge]")).to_have_count(0)
    for page in pages:
        page.clock.fast_forward(21_000)
    other.locator("[data-do=nudge]").click()
    expect(slow.locator(".said")).to_have_text("Your turn!")
    expect(slow).to_have_title(re.compile("Your turn!$"))
    expect(other.locator("[data-do=nudge]")).to_have_count(0)
    take_turn(slow, by_mouse)
    expect(slow).not_to_have_title(re.compile("Your turn!$"))
