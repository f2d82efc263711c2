"""The core journeys in Firefox and WebKit, each written once; Chromium has all the other tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from websockets.sync.client import connect

from fivethreefive.protocol import PROTOCOL, Hello, Start, encode
from support import page_parts as parts
from support.browser_server import Server
from support.other_browsers import Firefox, OtherBrowser, WebKit, missing

SHORT = {"players": 3, "target": 1, "deal": 5}
"""A game of one short round."""
LONG = {"players": 2, "deal": 12, "target": 20}
"""No round ends within the turns that are played here."""

# Gives the last control with a name an attribute by which it is found.
MARK = """(name) => {
  const isNamed = (node) => [node.textContent.trim(), node.getAttribute("aria-label")].includes(name);
  const node = [...document.querySelectorAll("button, a, label")].findLast(isNamed);
  if (node) node.dataset.test = name;
  return !!node;
}"""

Press = Callable[[str], None]


@pytest.fixture(scope="module", params=[Firefox, WebKit])
def started(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[OtherBrowser]:
    """A browser for all journeys of the module."""
    if packages := missing(request.param):
        pytest.skip(f"no-other-browser: apt-get install {' '.join(packages)} on Debian")
    with request.param.opened(tmp_path_factory.mktemp("browser")) as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a folder of its own, on a free port."""
    running = Server(tmp_path_factory.mktemp("tables"))
    yield running
    running.stop()


@pytest.fixture
def browser(started: OtherBrowser, server: Server) -> Iterator[OtherBrowser]:
    """The browser at the start page, as somebody has it who was never here; nothing may go wrong in it."""
    started.resize(1280, 800)
    started.goto(server.url)
    started.evaluate("() => localStorage.clear()")
    started.goto(server.url)
    yield started
    started.note_errors()
    noted, started.errors = started.errors, []
    assert noted == []


def _sit_down(browser: OtherBrowser, server: Server, rules: dict[str, int]) -> None:
    """Take the seat of a table that plays at once against easy bots."""
    bots = [None] + ["easy"] * (rules["players"] - 1)
    made = server.create(rules=rules, bots=bots, name="Ana", start=True, pace="instant")
    browser.evaluate("(key, kept) => localStorage.setItem(key, kept)", *parts.kept_seat(made))
    browser.goto(f"{server.url}/t/{made['code']}")
    browser.wait_for(parts.BOARD)


def _is_own_turn(browser: OtherBrowser) -> bool:
    """Wait until it is one's turn or a round is over; whether it is one's turn."""
    browser.wait_for(f"{parts.OWN_TURN}, {parts.DIALOG}")
    return not browser.count(parts.DIALOG)


def _play(browser: OtherBrowser, press: Press, pass_: Callable[[], None], play: Callable[[], None]) -> None:
    """Take a turn, and wait until the table has gone on."""
    turn = browser.attribute(parts.BOARD, "data-turn")
    while browser.count(parts.PLAYABLE) and not browser.count(parts.PLAYS):
        chosen = browser.count(parts.CHOSEN)
        press(parts.PLAYABLE)
        browser.wait(
            "(selector, n) => document.querySelectorAll(selector).length === n", parts.CHOSEN, chosen + 1
        )
    play() if browser.count(parts.PLAYS) else pass_()
    browser.wait(
        "(selector, turn) => document.querySelector(selector).dataset.turn !== turn", parts.BOARD, turn
    )


def _by_pointer(browser: OtherBrowser, press: Press) -> None:
    _play(browser, press, pass_=lambda: press(parts.PASS), play=lambda: press(parts.PLAYS))


def _by_mouse(browser: OtherBrowser) -> None:
    _by_pointer(browser, browser.click)


def _by_touch(browser: OtherBrowser) -> None:
    _by_pointer(browser, browser.tap)


def _by_keyboard(browser: OtherBrowser) -> None:
    def press(card: str) -> None:
        browser.press(parts.rank_key(browser.attribute(card, "data-card")))

    def play() -> None:
        browser.press("Enter")
        if browser.count(f"{parts.PLAYS}:focus"):  # Two plays are meant: once more says which.
            browser.press("Enter")

    _play(browser, press, pass_=lambda: browser.press("p"), play=play)


def _play_round(browser: OtherBrowser, turn: Callable[[OtherBrowser], None]) -> None:
    """Play until the round is over, which is the game."""
    while _is_own_turn(browser):
        turn(browser)
    assert browser.attribute(parts.BOARD, "data-phase") == "game_over"
    browser.wait_for_text(parts.DIALOG, "points")


def _button(browser: OtherBrowser, words: str) -> str:
    """A selector of the control that says something, on top where several do."""
    browser.wait(MARK, words)
    return f"[data-test={json.dumps(words)}]"


def test_a_round_by_mouse_and_its_replay(browser: OtherBrowser, server: Server) -> None:
    _sit_down(browser, server, SHORT)
    _play_round(browser, _by_mouse)
    browser.click(_button(browser, "Replay"))
    browser.wait_for(".steps")
    browser.press("ArrowRight")
    browser.wait_for_text(".played", "lead")
    browser.press("End")
    browser.wait_for_text(".sentence", "Won by")
    browser.click("[data-do=first]")
    browser.wait_for("[data-do=first]:disabled")


def test_a_round_by_touch(browser: OtherBrowser, server: Server) -> None:
    browser.resize(390, 844)
    _sit_down(browser, server, SHORT)
    browser.evaluate(
        "() => addEventListener('pointerdown', (event) => (window.pressed = event.pointerType))"
    )
    _play_round(browser, _by_touch)
    assert browser.evaluate("() => window.pressed") == ("touch" if browser.has_touch else "mouse")


def test_a_round_by_keyboard(browser: OtherBrowser, server: Server) -> None:
    _sit_down(browser, server, SHORT)
    _play_round(browser, _by_keyboard)
    browser.press("Enter")  # A rematch: the button has the focus.
    browser.wait_for_none(parts.DIALOG)
    browser.wait_for(f"{parts.BOARD}[data-phase=playing]")


def test_play_now(browser: OtherBrowser) -> None:
    browser.click("[data-do=play-now]")
    browser.wait_for(f"{parts.BOARD}[data-phase=playing]")
    assert browser.count(parts.CARD) == 12


def test_a_guest_joins_by_the_link(browser: OtherBrowser, server: Server) -> None:
    made = server.create(rules=LONG, bots=[None, None], name="Ana")
    with connect(f"ws://127.0.0.1:{server.port}/ws/{made['code']}") as host:
        host.send(encode(Hello(PROTOCOL, made["token"])).decode())
        browser.goto(f"{server.url}/t/{made['code']}")
        browser.fill(".sit input", "Ben")
        browser.click(".sit button")
        browser.wait_for_text("main", "Ana starts the game")
        host.send(encode(Start()).decode())
        browser.wait_for(parts.CARD)
    assert browser.count(parts.CARD) == LONG["deal"]
    browser.wait_for_text(".seat .name", "Ana")


def test_a_server_that_was_killed_and_a_reload_lose_nothing(browser: OtherBrowser, server: Server) -> None:
    _sit_down(browser, server, LONG)
    assert _is_own_turn(browser)
    _by_mouse(browser)
    assert _is_own_turn(browser)
    turn = browser.attribute(parts.BOARD, "data-turn")
    cards = browser.count(parts.CARD)
    server.kill()
    browser.wait_for_text(".banner", "Connection lost")
    server.start()
    browser.wait_for_none(".banner")
    _is_at(browser, turn, cards)
    browser.reload()
    _is_at(browser, turn, cards)
    _by_mouse(browser)


def _is_at(browser: OtherBrowser, turn: str | None, cards: int) -> None:
    browser.wait_for(f'{parts.BOARD}[data-turn="{turn}"]')
    assert browser.count(parts.CARD) == cards


def test_settings_are_kept(browser: OtherBrowser) -> None:
    browser.click(_button(browser, "Settings"))
    browser.click(_button(browser, "Dark"))
    browser.click(_button(browser, "Sound"))
    browser.click(_button(browser, "Nederlands"))
    browser.wait_for_text("dialog h2", "Instellingen")
    browser.press("Escape")
    browser.wait_for_none(parts.DIALOG)
    browser.reload()
    browser.wait_for("html[lang=nl][data-theme=dark]")
    kept = browser.evaluate("() => JSON.parse(localStorage.getItem('fivethreefive.settings'))")
    assert kept["sound"] is True
