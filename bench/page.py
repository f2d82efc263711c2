"""How soon the start page can be used on a slow phone, what it weighs, and how smoothly cards fly.

System Chromium in the size of a small phone, its processor slowed down four times, over 9 Mbit/s with
40 ms of delay; the time runs from the request until "Play now" can be pressed. Then the frames of a game
against bots are timed while a card or a meld moves on the table: a frame is due each 16.7 ms. Says so and
measures nothing where Playwright or Chromium is missing.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from statistics import median
from typing import Any

from bench._report import report

VISITS = 5
TURNS = 6
NOTE_FRAMES = """
window.frames = [];
let last = 0;
const moves = ({ effect }) => effect?.target?.closest?.(".melds");
requestAnimationFrame(function note(now) {
  if (last) frames.push(now - last);
  last = document.getAnimations().some(moves) ? now : 0;
  requestAnimationFrame(note);
});
"""
SLOWER = 4
DELAY_MS = 40
BYTES_A_SECOND = 9_000_000 / 8
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")


def visit(browser: Any, address: str) -> tuple[float, int]:
    """Milliseconds until the start page can be used, and the bytes that came over the line."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, service_workers="block")
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    weights: list[int] = []
    devtools.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    devtools.send("Network.enable")
    line = {"latency": DELAY_MS, "downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    devtools.send("Network.emulateNetworkConditions", {"offline": False, **line})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address)
    page.get_by_role("button", name="Play now").click(trial=True)
    milliseconds = page.evaluate("performance.now()")
    context.close()
    return milliseconds, int(sum(weights))


def fly(browser: Any, address: str) -> list[float]:
    """Milliseconds of each frame in which something moved on the table, over some turns of a game."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, service_workers="block")
    page = context.new_page()
    page.add_init_script(NOTE_FRAMES)
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for _ in range(TURNS):
        page.locator(".board.mine").wait_for()
        if page.locator("[data-do=pass][aria-disabled=false]").count():
            page.locator("[data-do=pass]").click()
        else:
            page.locator("[data-card]:not(.dead)").first.click()
            page.locator(".plays .main").first.click()
        page.locator(".board:not(.mine)").wait_for()
    frames: list[float] = page.evaluate("frames")
    context.close()
    return frames


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None or importlib.util.find_spec("playwright") is None:
        print("Not measured: this needs Playwright and Chromium.")
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "fivethreefive.cli", "serve", "--no-open", "--lang", "en"]
        command += ["--port", "0", "--data", folder]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            assert server.stdout is not None
            address = next(found[0] for line in server.stdout if (found := ADDRESS.search(line)))
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            visits = [visit(browser, address) for _ in range(VISITS)]
            frames = sorted(fly(browser, address))
            browser.close()
            server.terminate()
    times, weights = zip(*visits, strict=True)
    row = {
        "page": "start",
        "ms until usable": float(median(times)),
        "KB over the line": max(weights) / 1000,
    }
    flight = {
        "page": "table",
        "frames while cards fly": len(frames),
        "median ms": frames[len(frames) // 2],
        "99% ms": frames[int(len(frames) * 0.99)],
        "longest ms": frames[-1],
    }
    report("page", [row])
    report("flight", [flight])
