"""What is wrong with the layout of a page, measured in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Page, expect

from fivethreefive.protocol import Language
from support.browser_player import choose_settings

SIZES = ((360, 640), (390, 844), (768, 1024), (1440, 900), (1920, 1080))
"""A small phone, a usual one, a tablet and two desktops."""

SCHEMES = ("light", "dark")
LANGUAGES: tuple[Language, ...] = ("en", "es", "nl")

FAULTS = Path(__file__).with_name("layout_faults.js").read_text("utf-8")

CUT_ON_PURPOSE = ".seat .name, .seat .note, .laid span, thead .name"
"""Names have the width of their cards or of their column; a reader of the screen hears them whole."""

NEXT_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""What follows from the size of the window is drawn by then."""


def layout_faults(page: Page, allowed: str = CUT_ON_PURPOSE) -> list[str]:
    """What is wrong with the page as it stands, or with its topmost dialog."""
    found: list[str] = page.evaluate(FAULTS, allowed)
    return found


def in_every_layout(page: Page, show: Callable[[], None]) -> Iterator[str]:
    """Show the page in each language, size and scheme; what it is shown in.

    ``show`` is called whenever the page was loaded anew.
    """
    for language in LANGUAGES:
        choose_settings(page, language=language, name="Maximiliana van Dyk", motion="off")
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        show()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(NEXT_FRAMES)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                yield f"{language} {width}x{height} {scheme}"
