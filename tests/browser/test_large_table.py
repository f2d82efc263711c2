"""The table on a large screen: seats around its edge, and the meld free among them."""

from __future__ import annotations

from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from support.browser_launch import Contexts
from support.browser_player import by_mouse, sit_down, take_turn, wait_for_turn
from support.browser_server import Server

Box = dict[str, float]


def boxes(page: Page, selector: str) -> list[Box]:
    """Where the elements are."""
    found: list[Box] = page.locator(selector).evaluate_all(
        "nodes => nodes.map((node) => node.getBoundingClientRect().toJSON())"
    )
    return found


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have some room in common."""
    return all(
        one[start] < other[start] + other[size] - 1 and other[start] < one[start] + one[size] - 1
        for start, size in (("x", "width"), ("y", "height"))
    )


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_seats_are_in_an_arc_and_cover_nothing(
    new_page: Contexts, server: Server, width: int, height: int, players: int
) -> None:
    page = new_page(width, height, locale="es-ES")
    sit_down(page, server, rules={"players": players})
    while wait_for_turn(page) and not page.locator(".centre .meld:not(.ended) li").count():
        take_turn(page, by_mouse)
    seats = boxes(page, ".seat")
    assert len(seats) == players - 1
    # In playing order from the left; the ones at the sides lower than the one in the middle.
    assert [seat["x"] for seat in seats] == sorted(seat["x"] for seat in seats)
    middle = seats[len(seats) // 2]["y"]
    assert all(seat["y"] >= middle for seat in seats)
    meld = boxes(page, ".centre li, .beats")
    assert not [pair for pair in combinations(seats, 2) if overlap(*pair)]
    assert not [(seat, card) for seat in seats for card in meld if overlap(seat, card)]
    for box in [*seats, *boxes(page, ".hand li, .bar .button")]:
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height


def test_a_wide_screen_has_the_log_and_the_scores_beside_the_table(
    new_page: Contexts, server: Server
) -> None:
    page = new_page(1200, 800)
    sit_down(page, server, rules={"players": 3})
    log = page.locator("aside .log")
    expect(log).to_contain_text("Round 1")
    (table,), (column,) = boxes(page, ".table"), boxes(page, "aside")
    assert column["x"] >= table["x"] + table["width"]
    page.set_viewport_size({"width": 1199, "height": 800})
    expect(log).to_have_count(0)
