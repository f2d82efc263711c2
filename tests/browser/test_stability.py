"""The table does not jump while one plays: what appears has its place already."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from support.browser_launch import Contexts
from support.browser_player import by_mouse, by_touch, play_out, sit_down
from support.browser_server import Server

MOST_SHIFT = 0.05
"""The sum over a whole game, where browsers call 0.1 within five seconds good."""

# Also what follows a click at once: the browser's own sum leaves it out, but a player sees it.
NOTE_SHIFTS = """
window.shifts = [];
const described = ({ node, previousRect: from, currentRect: to }) =>
  `${node?.nodeType === 1 ? node.tagName + "." + node.getAttribute("class") : node?.textContent}: ` +
  `${from.x},${from.y} ${from.width}x${from.height} -> ${to.x},${to.y} ${to.width}x${to.height}`;
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    shifts.push({ value, of: sources.map(described).slice(0, 3) });
}).observe({ type: "layout-shift", buffered: true });
"""

DESKTOP: dict[str, Any] = {"width": 1440, "height": 900}
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def shifts(page: Page) -> list[dict[str, Any]]:
    """What moved without having been asked to, the worst first."""
    noted: list[dict[str, Any]] = page.evaluate("window.shifts")
    return sorted(noted, key=lambda shift: -shift["value"])


@pytest.mark.parametrize(
    ("screen", "locale"), [(DESKTOP, "es-ES"), (PHONE, "en-GB"), (PHONE, "es-ES"), (PHONE, "nl-NL")]
)
def test_nothing_jumps_in_a_whole_game(
    new_page: Contexts, server: Server, screen: dict[str, Any], locale: str
) -> None:
    page = new_page(**screen, locale=locale, reduced_motion="no-preference")
    page.add_init_script(NOTE_SHIFTS)
    sit_down(page, server, rules={"players": 4, "target": 6})
    page.evaluate("shifts.length = 0")
    if "has_touch" in screen:
        play_out(page, by_touch, lambda button: button.tap())
    else:
        play_out(page, by_mouse, lambda button: button.click())
    noted = shifts(page)
    assert sum(shift["value"] for shift in noted) <= MOST_SHIFT, noted[:5]
