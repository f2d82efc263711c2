"""One's own cards: large where there is room, and to be read also where they cannot be played."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from support.browser_launch import Contexts
from support.browser_player import by_mouse, sit_down, take_turn, wait_for_turn
from support.browser_server import Server

# By rank that is dimmed: the contrast of its ink with its paper, both as opaque as all around lets them be.
INK_ON_PAPER = """() => [...document.querySelectorAll("[data-card].dead")].map((card) => {
  const channels = (colour) => {
    const pixel = document.createElement("canvas").getContext("2d");
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
    return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
  };
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const light = (parts) =>
    parts.reduce((sum, part, index) => sum + [0.2126, 0.7152, 0.0722][index] * linear(part), 0);
  const fill = (selector) => channels(getComputedStyle(card.querySelector(selector)).fill);
  const ground = channels(getComputedStyle(document.documentElement).backgroundColor);
  let opacity = 1;
  for (let node = card.querySelector(".rank"); node; node = node.parentElement) {
    const { opacity: own, filter } = getComputedStyle(node);
    opacity *= own * (/saturate|opacity|brightness/.test(filter) ? 0 : 1);
  }
  const mixed = (part, index) => part * opacity + ground[index] * (1 - opacity);
  const seen = (colour) => light(colour.map(mixed));
  const [dark, bright] = [seen(fill(".rank")), seen(fill(".paper"))].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
})"""


def wait_for_dimmed(page: Page) -> None:
    """Play on until some card cannot be played."""
    while wait_for_turn(page) and not page.locator("[data-card].dead").count():
        take_turn(page, by_mouse)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_rank_of_a_dimmed_card_keeps_its_ink(new_page: Contexts, server: Server, scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    sit_down(page, server, rules={"players": 2, "target": 100})
    wait_for_dimmed(page)
    contrasts = page.evaluate(INK_ON_PAPER)
    assert contrasts
    assert min(contrasts) >= 4.5


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1920, 1080)])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_cards_are_large_on_a_large_screen(
    new_page: Contexts, server: Server, width: int, height: int, players: int
) -> None:
    page = new_page(width, height)
    sit_down(page, server, rules={"players": players})
    cards = page.locator(".hand li").evaluate_all("nodes => nodes.map((node) => node.offsetWidth)")
    assert cards
    assert all(120 <= card <= 140 for card in cards)
