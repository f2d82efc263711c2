"""The start page on a slow phone: few bytes, and soon of use."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, expect

from support.browser_server import Server

MOST_BYTES = 100_000
"""Over the line for the start page with the table."""
MOST_BYTES_OF_ALL = 150_000
PAGES = ("/", "/rules", "/lesson", "/replay", "/t/NOBODY/review")
MOST_MS = 1500
LOADS = 5

SLOWER = 4
LINE = {"latency": 40, "downloadThroughput": 9_000_000 / 8, "uploadThroughput": 9_000_000 / 8}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "service_workers": "block",
}

# In the page, so that the test's own way there does not count: the button is there, and the page is free
# to hear of a press.
NOTE_WHEN_USABLE = """
const seek = () => {
  if (document.querySelector("[data-do=play-now]:enabled"))
    setTimeout(() => console.log(`usable ${performance.now()}`));
  else requestAnimationFrame(seek);
};
requestAnimationFrame(seek);
"""


def weigh(page: Page) -> list[float]:
    """The bytes of each answer from now on."""
    weights: list[float] = []
    devtools = page.context.new_cdp_session(page)
    devtools.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    devtools.send("Network.enable")
    return weights


def test_the_start_page_with_the_table_is_light_and_so_is_all_of_it(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(**PHONE)
    page = context.new_page()
    weights = weigh(page)
    page.goto(server.url)
    page.locator("[data-do=play-now]").click()
    expect(page.locator("[data-card]").first).to_be_visible()
    assert 0 < sum(weights) < MOST_BYTES
    for path in PAGES:
        page.goto(server.url + path, wait_until="networkidle")
    context.close()
    assert MOST_BYTES / 2 < sum(weights) < MOST_BYTES_OF_ALL


def load(browser: Browser, address: str) -> tuple[float, float]:
    """Milliseconds until "Play now" can be pressed, and the bytes that came until then."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.add_init_script(NOTE_WHEN_USABLE)
    devtools = context.new_cdp_session(page)
    weights = weigh(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", {"offline": False} | LINE)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    with page.expect_console_message(lambda said: said.text.startswith("usable")) as said:
        page.goto(address)
    context.close()
    return float(said.value.text.split()[1]), sum(weights)


def test_a_slow_phone_can_play_within_a_second_and_a_half(browser: Browser, server: Server) -> None:
    """The best of some loads: other work on the machine can only make one slower."""
    times = []
    for _ in range(LOADS):
        milliseconds, weight = load(browser, server.url)
        assert weight < MOST_BYTES
        times.append(milliseconds)
        if milliseconds < MOST_MS:
            return
    raise AssertionError(f"usable after {times} ms")
