"""Nothing overlaps, is cut or scrolls sideways: at five sizes, in two schemes and three languages.

Six seats with names of twenty letters, the longest that there are. One browser, one server and one table
that is over serve all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from fivethreefive.protocol import encode
from support.browser_launch import Contexts
from support.browser_player import take_token
from support.browser_server import Server
from support.full_table import NAMES, full_table, long_wait, made_up_review
from support.layout import in_every_layout, layout_faults

# Not by a clock of the test's own, which would also hold back the frames that are waited for.
SLOW_AT_ONCE = """
const later = window.setTimeout;
window.setTimeout = (act, ms, ...more) => later(act, ms === 20000 ? 0 : ms, ...more);
"""


@dataclass(frozen=True)
class Tables:
    """The tables that the pages show."""

    server: Server
    over: str
    token: str
    waiting: str
    playing: str
    player: str


@pytest.fixture(scope="module")
def tables(server: Server) -> Tables:
    """A game of several rounds that is over, and a table that waits for people."""
    waiting = server.create(rules={"players": 6, "overwrite": "larger"}, bots=[None] * 6, name=NAMES[0])
    with full_table(server, deal=4, target=25) as (code, host):
        host.play()
    with full_table(server, target=1000) as (playing, player):
        player.play_until_a_choice()
    return Tables(server, code, str(host.token), str(waiting["code"]), playing, str(player.token))


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """One page for the module; it raises no error."""
    contexts = Contexts(browser)
    yield contexts()
    for context in contexts.made:
        context.close()
    assert contexts.errors == []


def check(page: Page, wanted: str, open_it: str = "") -> None:
    """Look at the page in every layout, once ``wanted`` is there; ``open_it`` has to be pressed before."""

    def show() -> None:
        if open_it:
            page.locator(open_it).first.click()
        expect(page.locator(wanted).first).to_be_visible()

    found = [f"{where}: {fault}" for where in in_every_layout(page, show) for fault in layout_faults(page)]
    assert found == [], "\n".join(found[:60])


def hold_seat(page: Page, tables: Tables) -> None:
    """Open the table that is over, as its host."""
    take_token(page, tables.server, {"code": tables.over, "token": tables.token})


def join_game(page: Page, tables: Tables) -> None:
    """Open the table that is being played, as the seat to play."""
    take_token(page, tables.server, {"code": tables.playing, "token": tables.player})


def test_the_start_page_with_a_game_of_long_names(page: Page, tables: Tables) -> None:
    hold_seat(page, tables)
    page.goto(tables.server.url)
    check(page, f"text={NAMES[1]}")


def test_the_form_for_a_table(page: Page, tables: Tables) -> None:
    page.goto(tables.server.url)
    check(page, "dialog[open] select", ".ways .button")


def test_all_the_rules_of_a_new_table(page: Page, tables: Tables) -> None:
    page.goto(tables.server.url)

    def more() -> None:
        page.locator(".ways .button").first.click()
        page.get_by_role("radio", name="3", exact=True).check()
        page.locator("dialog summary").click()

    found = [f"{where}: {fault}" for where in in_every_layout(page, more) for fault in layout_faults(page)]
    assert found == []


def test_an_invitation(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.server.url}/t/{tables.waiting}")
    check(page, ".sit")


def test_the_end_of_a_game_of_several_rounds(page: Page, tables: Tables) -> None:
    hold_seat(page, tables)
    check(page, "dialog[open] svg[role=img]:not(.card)")


def show_reviewed(page: Page, tables: Tables, path: str) -> None:
    """Open a page that shows what the decisions of the game cost; what the server would say is made up."""
    review = encode(made_up_review())
    page.route("**/api/tables/*/review*", lambda route: route.fulfill(body=review))
    page.goto(tables.server.url + path)


def test_the_review_of_a_game(page: Page, tables: Tables) -> None:
    show_reviewed(page, tables, f"/t/{tables.over}/review?seat=1")
    check(page, "[data-do=see]")


def test_a_replay_at_a_mistake(page: Page, tables: Tables) -> None:
    show_reviewed(page, tables, f"/replay/{tables.over}?round=1&action=1")
    check(page, "[data-do=better]")


def test_a_replay_that_shows_the_better_play(page: Page, tables: Tables) -> None:
    show_reviewed(page, tables, f"/replay/{tables.over}?round=1&action=1")
    check(page, "[data-do=better][aria-pressed=true]", "[data-do=better]")


def test_a_replay_of_which_no_costs_are_known(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.server.url}/replay/{tables.over}")
    check(page, "[data-do=costs]")


def test_the_table_while_one_chooses(page: Page, tables: Tables) -> None:
    join_game(page, tables)
    check(page, "[data-card]:not(.dead)", "[data-card]:not(.dead)")


def test_the_first_step_of_the_lesson(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.server.url}/lesson")
    check(page, "[data-card]")


def test_a_wait_for_somebody_who_is_slow(new_page: Contexts, server: Server) -> None:
    page = new_page()
    page.add_init_script(SLOW_AT_ONCE)
    with long_wait(server) as (code, token):
        take_token(page, server, {"code": code, "token": token})

        def show() -> None:
            expect(page.locator("[data-do=nudge]")).to_be_visible()

        found = [
            f"{where}: {fault}" for where in in_every_layout(page, show) for fault in layout_faults(page)
        ]
    assert found == [], "\n".join(found)


def test_the_rules_with_runs_on_one_line(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.server.url}/rules")
    check(page, ".versus")
    page.set_viewport_size({"width": 360, "height": 640})
    for runs in page.locator(".versus").all():
        tops = runs.locator("svg").evaluate_all(
            "cards => cards.map((card) => card.getBoundingClientRect().top)"
        )
        assert len({round(top) for top in tops}) == 1
