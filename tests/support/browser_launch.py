"""Browsers that share nothing with each other, one for each person in a test."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

PATIENCE_MS = 20_000
"""How long a condition is waited for: far more than it takes, also where machines are busy."""

expect.set_options(timeout=PATIENCE_MS)


class Contexts:
    """Makes browsers that share nothing, and notes what their pages complain about."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.made: list[BrowserContext] = []
        self.errors: list[str] = []

    def __call__(self, width: int = 1280, height: int = 800, **options: Any) -> Page:
        """A page in a new context, in English unless said otherwise."""
        settings: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"} | options
        context = self.browser.new_context(viewport={"width": width, "height": height}, **settings)
        context.set_default_timeout(PATIENCE_MS)
        self.made.append(context)
        return self.watch(context.new_page())

    def watch(self, page: Page) -> Page:
        """Note the errors of a page."""
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, said: ConsoleMessage) -> None:
        if "Content Security" in said.text:
            self.errors.append(said.text)
