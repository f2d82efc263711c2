"""A running server and a browser for each test of the page; skipped by name where either is missing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from support.browser_server import Server

pytest.importorskip("playwright", reason="no-browser: pip install playwright")

from playwright.sync_api import Browser, sync_playwright

from support.browser_launch import Contexts

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium.

    Not for the whole session: while Playwright runs, no test of the same process has ``asyncio.run``.
    """
    if CHROMIUM is None:
        pytest.skip("no-browser: install Chromium, with apt-get install chromium on Debian")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a folder of its own, on a free port."""
    running = Server(tmp_path_factory.mktemp("tables"))
    yield running
    running.stop()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Contexts]:
    """Makes pages; none of them may have raised an error or broken the content policy in the end."""
    contexts = Contexts(browser)
    yield contexts
    for context in contexts.made:
        context.close()
    assert contexts.errors == []
