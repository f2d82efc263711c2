"""How soon the start page can be used on a slow phone, and what it weighs.

System Chromium in the size of a small phone, its processor slowed down four times, over 9 Mbit/s with
40 ms of delay; the time runs from the request until "Play now" can be pressed. Says so and measures
nothing where Playwright or Chromium is missing.
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
            browser.close()
            server.terminate()
    times, weights = zip(*visits, strict=True)
    row = {
        "page": "start",
        "ms until usable": float(median(times)),
        "KB over the line": max(weights) / 1000,
    }
    report("page", [row])
