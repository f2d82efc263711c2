"""Debian's Firefox and WebKit: one small interface, over which each journey is written once.

Firefox speaks WebDriver BiDi itself. WebKit's MiniBrowser is driven by WebKitWebDriver, in an X server that
nobody sees. Pointers and keys are described to both in the same words, those of the WebDriver standard.
"""

from __future__ import annotations

import json
import shutil
import socket
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from support.background import STARTUP_S, answers, own_environment, running, said, screen, until

PATIENCE_S = 20
"""How long a condition is waited for: far more than it takes, also where machines are busy."""

KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowRight": "\ue014", "End": "\ue010", "Space": " "}
"""The keys that write nothing, as WebDriver calls them."""

# What a function returns, or why it does not, as text: both browsers hand over text in the same way.
ANSWER = """async (asked) => {
  try {
    return JSON.stringify({ value: await asked() });
  } catch (error) {
    return JSON.stringify({ error: String(error) });
  }
}"""

# Where to press an element, as soon as it stands still and nothing lies over it.
SPOT = """async (selector) => {
  const node = document.querySelector(selector);
  if (!node) return null;
  node.scrollIntoView({ block: "nearest", behavior: "instant" });
  const frame = () => new Promise(requestAnimationFrame);
  const middle = () => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [Math.floor(x + width / 2), Math.floor(y + height / 2)];
  };
  await frame();
  const before = middle();
  await frame();
  const spot = middle();
  const stands = before[0] === spot[0] && before[1] === spot[1];
  const top = document.elementFromPoint(...spot);
  return stands && node.contains(top) ? spot : null;
}"""

# Looks at a condition until it holds, in the page itself.
UNTIL = """async (condition, given, ms) => {
  const end = performance.now() + ms;
  for (;;) {
    const found = await condition(...given);
    if (found || performance.now() > end) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}"""

# Notes what goes wrong in the document from now on.
WATCH = """() => {
  const noted = (window.noted = []);
  addEventListener("error", (event) => noted.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => noted.push(String(event.reason)));
  addEventListener("securitypolicyviolation", (e) => noted.push(`${e.violatedDirective} ${e.blockedURI}`));
}"""


class OtherBrowser(ABC):
    """A window of a browser that is no Chromium."""

    has_touch = False
    """Whether the browser can be told to touch."""

    def __init__(self) -> None:
        self.errors: list[str] = []

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Make the window as large as this, or as nearly as the browser can."""

    @abstractmethod
    def run(self, expression: str) -> str:
        """The text that an expression evaluates to in the page, which is a promise of it."""

    @abstractmethod
    def act(self, *sources: Mapping[str, Any]) -> None:
        """Perform actions of pointers or of the keyboard."""

    @abstractmethod
    def load(self, url: str | None) -> None:
        """Load a page, or the same one again, and wait until it is there."""

    def goto(self, url: str) -> None:
        """Go to a page."""
        self.note_errors()
        self.load(url)
        # A new tab may still have been loading its empty page, which is not of the server.
        self.wait("(url) => location.origin === new URL(url).origin", url)
        self.evaluate(WATCH)

    def reload(self) -> None:
        """Load the page again."""
        self.note_errors()
        self.load(None)
        self.evaluate(WATCH)

    def note_errors(self) -> None:
        """Keep what the page has complained about so far."""
        self.errors += self.evaluate("() => (window.noted ?? []).splice(0)")

    def evaluate(self, function: str, *given: Any) -> Any:
        """What a function of JavaScript returns in the page."""
        arguments = ", ".join(map(json.dumps, given))
        done = json.loads(self.run(f"({ANSWER})(() => ({function})({arguments}))"))
        assert "error" not in done, done["error"]
        return done.get("value")

    def wait(self, condition: str, *given: Any) -> Any:
        """Wait until a function of JavaScript returns something true, and return that."""
        found = self.evaluate(f"(given, ms) => ({UNTIL})({condition}, given, ms)", given, PATIENCE_S * 1000)
        assert found, f"waited for {condition} of {given} at {self.text('body')}"
        return found

    def wait_for(self, selector: str) -> None:
        """Wait until an element is there."""
        self.wait("(selector) => !!document.querySelector(selector)", selector)

    def wait_for_none(self, selector: str) -> None:
        """Wait until no such element is there any more."""
        self.wait("(selector) => !document.querySelector(selector)", selector)

    def wait_for_text(self, selector: str, words: str) -> None:
        """Wait until an element says something."""
        self.wait(
            "(all, said) => [...document.querySelectorAll(all)].some((n) => n.textContent.includes(said))",
            selector,
            words,
        )

    def count(self, selector: str) -> int:
        """How many such elements there are."""
        return int(self.evaluate("(selector) => document.querySelectorAll(selector).length", selector))

    def text(self, selector: str) -> str:
        """The words of the first such element that are to be seen."""
        return str(self.evaluate("(selector) => document.querySelector(selector)?.innerText", selector))

    def attribute(self, selector: str, name: str) -> str | None:
        """An attribute of the first such element."""
        value: str | None = self.evaluate(
            "(selector, name) => document.querySelector(selector)?.getAttribute(name) ?? null",
            selector,
            name,
        )
        return value

    def click(self, selector: str) -> None:
        """Press the first such element with the mouse, once it stands still and is on top."""
        self._press_at("mouse", self.wait(SPOT, selector))

    def tap(self, selector: str) -> None:
        """Press the first such element with a finger; with the mouse where nothing can be touched."""
        self._press_at("touch" if self.has_touch else "mouse", self.wait(SPOT, selector))

    def press(self, key: str) -> None:
        """Press and release a key."""
        value = KEYS.get(key, key)
        pressed = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.act({"type": "key", "id": "keyboard", "actions": pressed})

    def fill(self, selector: str, words: str) -> None:
        """Type into a field, in place of what is there."""
        self.click(selector)
        self.evaluate("(selector) => document.querySelector(selector).select()", selector)
        for letter in words:
            self.press(letter)

    def _press_at(self, kind: str, spot: Sequence[int]) -> None:
        x, y = spot
        pressed = [
            {"type": "pointerMove", "x": x, "y": y, "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.act({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": pressed})


class Firefox(OtherBrowser):
    """Firefox without a window, over WebDriver BiDi."""

    has_touch = True

    PREFERENCES: Mapping[str, bool | int | str] = {
        "app.normandy.enabled": False,
        "app.update.enabled": False,
        "browser.shell.checkDefaultBrowser": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "dom.w3c_touch_events.enabled": 1,
        "intl.accept_languages": "en-GB",
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "services.settings.server": "data:,",
        "toolkit.telemetry.enabled": False,
    }
    """Asks no server but the tested one for anything, and knows fingers."""

    def __init__(self, connection: ClientConnection) -> None:
        super().__init__()
        self._connection = connection
        self._asked = 0
        self._ask("session.new", capabilities={})
        # In the tab that Firefox opens by itself the keyboard belongs to the address bar.
        self._page = self._ask("browsingContext.create", type="tab")["context"]

    @classmethod
    @contextmanager
    def opened(cls, folder: Path) -> Iterator[Firefox]:
        """A Firefox with a profile of its own."""
        with ExitStack() as stack:
            enter = stack.enter_context
            lines = [
                f"user_pref({json.dumps(name)}, {json.dumps(value)});"
                for name, value in cls.PREFERENCES.items()
            ]
            (folder / "user.js").write_text("\n".join(lines), "utf-8")
            command = ["firefox-esr", "--headless", "--no-remote", "--profile", str(folder)]
            log = folder / "firefox.log"
            enter(running([*command, "--remote-debugging-port", "0"], log, own_environment(folder)))
            address = said(log, r"WebDriver BiDi listening on (ws://127\.0\.0\.1:\d+)")
            connection = enter(connect(f"{address}/session", max_size=None, open_timeout=STARTUP_S))
            yield cls(connection)

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._page, viewport=size)

    def run(self, expression: str) -> str:
        target = {"context": self._page}
        done = self._ask("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert done["type"] == "success", done["exceptionDetails"]["text"]
        return str(done["result"]["value"])

    def act(self, *sources: Mapping[str, Any]) -> None:
        self._ask("input.performActions", context=self._page, actions=sources)

    def load(self, url: str | None) -> None:
        if url is None:
            self._ask("browsingContext.reload", context=self._page, wait="complete")
        else:
            self._ask("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def _ask(self, method: str, **given: Any) -> Any:
        self._asked += 1
        self._connection.send(json.dumps({"id": self._asked, "method": method, "params": given}))
        while True:  # Events come between the answers.
            answer = json.loads(self._connection.recv(STARTUP_S))
            if answer.get("id") == self._asked:
                assert answer["type"] == "success", f"{method}: {answer['message']}"
                return answer["result"]


class WebKit(OtherBrowser):
    """WebKit's MiniBrowser in an X server that nobody sees, over WebDriver.

    Its driver takes a finger for a mouse, and its window is no narrower than its own buttons.
    """

    def __init__(self, port: int, browser: str) -> None:
        super().__init__()
        self._port = port
        self._session = ""
        options = {"binary": browser, "args": ["--automation"]}
        made = self._ask(
            "POST", "/session", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}}
        )
        self._session = f"/session/{made['sessionId']}"

    @classmethod
    @contextmanager
    def opened(cls, folder: Path) -> Iterator[WebKit]:
        """A MiniBrowser that keeps what it keeps in a folder of its own."""
        with ExitStack() as stack:
            display = stack.enter_context(screen(folder))
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            log = folder / "driver.log"
            environment = own_environment(folder) | {"DISPLAY": display, "LANG": "en_GB.UTF-8"}
            stack.enter_context(
                running(["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"], log, environment)
            )
            until(lambda: answers(port), "WebKitWebDriver", log)
            browser = cls(port, str(mini_browser()))
            stack.callback(browser.close)
            yield browser

    def close(self) -> None:
        """End the browser."""
        self._ask("DELETE", "")

    def resize(self, width: int, height: int) -> None:
        self._ask("POST", "/window/rect", width=width, height=height)

    def run(self, expression: str) -> str:
        # The answer to a script that waits is given by calling its last argument.
        script = f"{expression}.then(arguments[0])"
        return str(self._ask("POST", "/execute/async", script=script, args=[]))

    def act(self, *sources: Mapping[str, Any]) -> None:
        self._ask("POST", "/actions", actions=sources)

    def load(self, url: str | None) -> None:
        if url is None:
            self._ask("POST", "/refresh")
        else:
            self._ask("POST", "/url", url=url)

    def _ask(self, method: str, path: str, **given: Any) -> Any:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=STARTUP_S)
        connection.request(method, self._session + path, json.dumps(given) if method == "POST" else None)
        value = json.loads(connection.getresponse().read())["value"]
        connection.close()
        assert not (isinstance(value, dict) and "error" in value), f"{path}: {value}"
        return value


def mini_browser() -> Path | None:
    """WebKit's MiniBrowser, which is not in the path."""
    return next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), None)


def missing(browser: type[OtherBrowser]) -> list[str]:
    """The packages of Debian that a browser needs and that are not here."""
    if browser is Firefox:
        return [] if shutil.which("firefox-esr") else ["firefox-esr"]
    has_driver = shutil.which("WebKitWebDriver") and mini_browser()
    return [*([] if has_driver else ["webkit2gtk-driver"]), *([] if shutil.which("Xvfb") else ["xvfb"])]
