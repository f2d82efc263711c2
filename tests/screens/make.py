"""Write the screens anew: only after a change that is meant to change them; then look at every one.

A screen is what a person reads at one moment, as plain text.

    python tests/screens/make.py
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))

from fivethreefive.language import Catalogue  # noqa: E402
from fivethreefive.protocol import Can, Fairness, SeatView, TableOptions, View  # noqa: E402
from fivethreefive.record import Seat  # noqa: E402
from fivethreefive.rules.options import Rules  # noqa: E402
from fivethreefive.terminal.app.dialogs.round_end import RoundEndSheet  # noqa: E402
from fivethreefive.terminal.app.screens.table import TableScreen  # noqa: E402
from fivethreefive.terminal.capabilities import LEAST_HEIGHT, LEAST_WIDTH  # noqa: E402
from fivethreefive.terminal.settings import Settings  # noqa: E402
from fivethreefive.terminal.sources.base import Source  # noqa: E402
from fivethreefive.terminal.sources.local import LocalSource, LocalTable  # noqa: E402
from support.app_driver import Seated, at, local, sit  # noqa: E402


class Scene(NamedTuple):
    """Where a screen is read: the table, the terminal, and the keys pressed before."""

    source: Callable[[str], Source]
    size: tuple[int, int]
    keys: str = ""
    language: str = "en"
    sorting: str = "rank"
    rounds: int = 0
    """So many rounds are played to their end first."""


def three(language: str) -> LocalSource:
    return local(Rules(3), seed=3, language=language)


def four(language: str) -> LocalSource:
    return local(Rules(4), seed=14, language=language)


def six(language: str) -> LocalSource:
    return local(Rules(6), seed=5, language=language)


LONG_NAMES = [f"{letter * 9}-{letter * 10}" for letter in "ABCDEF"]


def six_long_names(language: str) -> LocalSource:
    """Six players whose names are as long as they may be, late in a game."""
    rules = Rules(6, target=1000)
    seats = [Seat(name, None if name == LONG_NAMES[0] else "greedy") for name in LONG_NAMES]
    return LocalSource(LocalTable(rules, seats, 0, 5).deal(), Catalogue.of(language), 0)


def dealt_more(language: str) -> LocalSource:
    return local(Rules(3, deal=16), seed=6, language=language)


def either(_language: str) -> LocalSource:
    return at("3-4 / 1-2-5-8-9", Rules(4))


class Still(Source):
    """A table of a server where nothing happens."""

    address = "http://host:5350/t/BCDFGH"

    def __init__(self, view: View) -> None:
        super().__init__()
        self.still = view

    async def run(self) -> None:
        self.publish((), self.still)
        await asyncio.Event().wait()


def waiting(_language: str) -> Still:
    """The host's view of a table with a bot and two free seats."""
    rules = Rules(4)
    seats = (
        SeatView("person", "Ana", online=True, host=True),
        SeatView("bot", "Nimbus", "medium", online=True),
        SeatView("empty"),
        SeatView("empty"),
    )
    can = Can(fill=True, seat_bot=(1, 2, 3), leave=True, show=True, say=True)
    return Still(
        View(
            code="BCDFGH", phase="waiting", options=TableOptions(rules), seats=seats, you=0, watchers=1,
            game=0, turn_number=0, points=(), scores=(0,) * 4, winners=None, clock_ms=None,
            clock_running=False, fair=Fairness("0" * 64, 1, ()), observation=None, beats=None, laid_by=(),
            trick=(), last_trick=(), last_trick_end=None, last_table=(), last_laid_by=(),
            hands=(None,) * 4, can=can,
        )
    )  # fmt: skip


SCENES = {
    "thirteen_cards": Scene(three, (80, 24)),
    "chosen": Scene(four, (80, 24), "4 5"),
    "either_meaning": Scene(either, (80, 24), "1 2"),
    "trick_over": Scene(four, (80, 24), "4 5 enter"),
    "least": Scene(dealt_more, (LEAST_WIDTH, LEAST_HEIGHT)),
    "refused": Scene(four, (80, 24), "2 9"),
    "sixty_columns": Scene(four, (60, 20), "4", language="nl"),
    "sixteen_cards": Scene(dealt_more, (60, 20)),
    "large": Scene(six, (120, 40), language="es", rounds=1),
    "by_melds": Scene(three, (100, 30), sorting="melds"),
    "round_end": Scene(three, (80, 24), rounds=1),
    "menu": Scene(four, (80, 24), "m"),
    "rules": Scene(four, (80, 40), "question_mark", language="nl"),
    "six_at_sixty": Scene(six, (60, 20), "p"),
    "six_at_least": Scene(six_long_names, (LEAST_WIDTH, LEAST_HEIGHT), "enter", rounds=6),
    "six_refused": Scene(six_long_names, (LEAST_WIDTH, LEAST_HEIGHT), "1 2 9"),
    "log": Scene(four, (80, 24), "4 5 enter l"),
    "too_small": Scene(four, (50, 20)),
    "waiting": Scene(waiting, (60, 20), language="es"),
    "server_menu": Scene(waiting, (80, 24), "m"),
}


def read(scene: Scene) -> str:
    """What a scene's screen says."""
    found: list[str] = []

    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        if seated.view.phase != "waiting":
            await seated.my_turn()
        for number in range(scene.rounds):
            if number:
                await seated.press("enter")
                await seated.my_turn()
            await play_round(seated)
        if scene.keys:
            await seated.press(*scene.keys.split())
        if scene.keys == "enter" and scene.rounds:
            await seated.my_turn()
        found.append(seated.text())

    settings = Settings(theme="dark", sorting=scene.sorting)  # type: ignore[arg-type]
    sit(scene.source(scene.language), look, scene.size, settings, scene.language)
    return found[0]


async def play_round(seated: Seated) -> None:
    """Play a round to its end, always the last of the legal plays."""
    while seated.view.phase == "playing":
        if seated.view.can.act:
            turn = seated.view.turn_number
            await seated.play(seated.seen.legal[-1])
            await seated.until(lambda: seated.view.turn_number != turn)  # noqa: B023 - awaited here
        await seated.until(lambda: seated.view.phase != "playing" or seated.view.can.act)


async def play_rounds(seated: Seated) -> None:
    """Play a game to its end, each round as ``play_round`` does."""
    while seated.view.phase != "game_over":
        await play_round(seated)
        await seated.until(lambda: isinstance(seated.app.screen, RoundEndSheet))
        if seated.view.phase == "round_over":
            await seated.press("enter")
            await seated.until(lambda: seated.view.phase == "playing")
            await seated.until(lambda: isinstance(seated.app.screen, TableScreen))


def main() -> None:
    # As the tests have it: a terminal of 16 colours offers no choice of them.
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    os.environ.pop("NO_COLOR", None)
    for name, scene in SCENES.items():
        (FOLDER / f"{name}.txt").write_text(read(scene), "utf-8")


if __name__ == "__main__":
    main()
