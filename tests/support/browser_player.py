"""A person at the page: chooses what is not dimmed, with the mouse, a finger or the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from support import page_parts as parts
from support.browser_server import Server

SHORT = {"players": 3, "target": 6, "deal": 5}
"""A game of a few short rounds."""

Turn = Callable[[Page], None]


def choose_settings(page: Page, **chosen: Any) -> None:
    """Keep settings for the next page; the one that is left may not write its own over them any more."""
    page.evaluate(
        """(chosen) => {
          localStorage.setItem("fivethreefive.settings", JSON.stringify(chosen));
          Storage.prototype.setItem = () => undefined;
        }""",
        chosen,
    )


def sit_down(page: Page, server: Server, **table: Any) -> str:
    """Open a table against easy bots that plays at once, and take the seat; its code."""
    rules = table.pop("rules", SHORT)
    bots = [None] + ["easy"] * (rules["players"] - 1)
    body = {"rules": rules, "bots": bots, "name": "Ana", "start": True, "pace": "instant"} | table
    made = server.create(**body)
    take_token(page, server, made)
    return str(made["code"])


def take_token(page: Page, server: Server, made: dict[str, Any]) -> None:
    """Let a browser hold a seat, and go to its table."""
    page.goto(f"{server.url}/rules")
    page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", parts.kept_seat(made))
    page.goto(f"{server.url}/t/{made['code']}")
    expect(page.locator(parts.BOARD)).to_be_visible()


def board(page: Page) -> Locator:
    """The table."""
    return page.locator(parts.BOARD)


def wait_for_turn(page: Page) -> bool:
    """Wait until it is one's turn, or until a round is over; whether it is one's turn."""
    expect(page.locator(f"{parts.OWN_TURN}, {parts.DIALOG}").first).to_be_visible()
    return page.locator(parts.DIALOG).count() == 0


def playable(page: Page) -> Locator:
    """The cards that can go into the choice."""
    return page.locator(parts.PLAYABLE)


def plays(page: Page) -> Locator:
    """The buttons that play."""
    return page.locator(parts.PLAYS)


def choose(page: Page, press: Callable[[Locator], None]) -> bool:
    """Choose cards until they are a play; False where nothing can be played."""
    if not playable(page).count():
        return False
    while not plays(page).count():
        before = page.locator(parts.CHOSEN).count()
        press(playable(page).first)
        expect(page.locator(parts.CHOSEN)).to_have_count(before + 1)
    return True


def with_pointer(press: Callable[[Locator], None]) -> Turn:
    """Play a turn by pressing cards and buttons."""

    def play(page: Page) -> None:
        press(plays(page).first if choose(page, press) else page.locator(parts.PASS))

    return play


def _click(where: Locator) -> None:
    where.click()


def _tap(where: Locator) -> None:
    where.tap()


by_mouse = with_pointer(_click)
by_touch = with_pointer(_tap)


def by_keyboard(page: Page) -> None:
    """Play a turn without a pointer: keys by position, Enter, and once more where two plays are meant."""

    def press(card: Locator) -> None:
        page.keyboard.press(parts.rank_key(card.get_attribute("data-card")))

    if not choose(page, press):
        page.keyboard.press("p")
        return
    page.keyboard.press("Enter")
    if page.locator(f"{parts.PLAYS}:focus").count():
        page.keyboard.press("Enter")


def take_turn(page: Page, turn: Turn) -> None:
    """Play once, and wait until the table has gone on."""
    before = board(page).get_attribute("data-turn") or ""
    turn(page)
    expect(board(page)).not_to_have_attribute("data-turn", before)


def play_out(page: Page, turn: Turn, go_on: Callable[[Locator], None]) -> int:
    """Play until the game is over; how many rounds it took."""
    rounds = 0
    while True:
        if wait_for_turn(page):
            take_turn(page, turn)
            continue
        rounds += 1
        if board(page).get_attribute("data-phase") == "game_over":
            return rounds
        go_on(page.locator(parts.READY))
        expect(page.locator(parts.DIALOG)).to_have_count(0)


def hand(page: Page) -> list[str]:
    """The ranks in one's hand, in order."""
    cards = page.locator(parts.CARD).all()
    return sorted(str(card.get_attribute("data-card")) for card in cards)
