"""The app that fills the terminal, without a terminal: keys pressed, the screen read back as text."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import AbstractAsyncContextManager
from typing import Any

from textual.pilot import Pilot

from fivethreefive.bots import BOT_NAMES
from fivethreefive.language import Catalogue
from fivethreefive.observation import Observation
from fivethreefive.protocol import View
from fivethreefive.record import GameRecord, RecordWriter, Seat
from fivethreefive.rules.actions import Action
from fivethreefive.rules.options import Rules
from fivethreefive.state import Round
from fivethreefive.terminal.app.main import TableApp
from fivethreefive.terminal.app.screens.table import TableScreen
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.base import Source
from fivethreefive.terminal.sources.local import LocalSource, LocalTable
from support.command_process import LONG

KEY = {11: "q", 12: "w", 13: "e", 14: "r", 15: "t"}


def local(  # noqa: PLR0917
    rules: Rules | None = None,
    seed: int = 14,
    bot: str = "greedy",
    language: str = "en",
    kept: GameRecord | None = None,
    writer: RecordWriter | None = None,
    person: int | None = 0,
    pace: float = 0,
) -> LocalSource:
    """A table of this machine with a person among bots, new or, where it was ``kept``, gone on with."""
    rules = rules or Rules(4)
    if kept is not None:
        table = LocalTable(kept.header.rules, kept.header.seats, person, seed, writer).resume(kept)
    else:
        table = LocalTable(rules, seats_of(rules, bot, person), person, seed, writer).deal()
    return LocalSource(table, Catalogue.of(language), pace)


def seats_of(rules: Rules, bot: str = "greedy", person: int | None = 0) -> list[Seat]:
    """Ana at the person's seat, bots at the others."""
    names = iter(BOT_NAMES)
    return [Seat("Ana") if seat == person else Seat(next(names), bot) for seat in range(rules.players)]


def at(position: str, rules: Rules, turn: int = 0) -> LocalSource:
    """A table at one moment: the person's hand and the meld on the table, as ``3-4 / 1-2-5``."""
    table, hand = (tuple(map(int, part.split("-"))) if part.strip() else () for part in position.split("/"))
    others = [[15, 15, 14], [13, 13, 9], [12, 12, 9]][: rules.players - 1]
    last = rules.players - 1 if table else None
    round_ = Round(
        rules,
        hands=[list(hand), *others],
        leader=0 if last is None else last,
        table=table,
        turn=turn,
        last=last,
    )
    return LocalSource(LocalTable(rules, seats_of(rules), 0, 14).begin_at(round_), Catalogue.of("en"), 0)


class Seated:
    """A person at the app: presses keys and reads the screen."""

    def __init__(self, app: TableApp, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def view(self) -> View:
        view = self.app.source.view
        assert view is not None
        return view

    @property
    def seen(self) -> Observation:
        assert self.view.observation is not None
        return self.view.observation

    def text(self) -> str:
        """The screen as it is read: no colours, and no spaces at the ends of lines."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips) + "\n"

    def words(self) -> str:
        """The screen's words, whatever lines they stand in."""
        return " ".join(self.text().replace("│", " ").split())

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, due: Callable[[], object]) -> None:
        """Wait until something is so; the test fails where it never is."""
        async with asyncio.timeout(LONG):
            while not due():
                await asyncio.sleep(0.01)
                await self.pilot.pause()
        await self.pilot.pause()

    async def until_text(self, text: str) -> None:
        await self.until(lambda: text in self.words())

    async def my_turn(self) -> None:
        await self.until(lambda: self.app.source.view is not None and self.view.can.act)
        await self.until(self._turn_is_shown)

    def _turn_is_shown(self) -> bool:
        screens = [screen for screen in self.app.screen_stack if isinstance(screen, TableScreen)]
        return all(screen.controller.turn_is_shown for screen in screens)

    async def play(self, action: Action) -> None:
        """Play an action by its keys."""
        await self.until(self._turn_is_shown)
        await self.press(*keys_of(action, self.seen.legal))


def keys_of(action: Action, legal: Iterable[Action]) -> list[str]:
    """The keys that play an action: with o or a where the same cards could do either."""
    if action.kind == "pass":
        return ["left", "p"]  # Where p has just passed, it may still be held.
    alike = [other for other in legal if other.cards == action.cards and other.kind != "pass"]
    last = {"overwrite": "o", "add": "a"}[action.kind] if len(alike) > 1 else "enter"
    return [*keys(action.cards), last]


def keys(cards: Iterable[int]) -> list[str]:
    """The keys that choose cards."""
    return [KEY.get(card, str(card)) for card in cards]


def sit(
    source: Source,
    test: Callable[[Seated], Coroutine[Any, Any, None]],
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    language: str = "en",
) -> None:
    """Run a test with the app at a source."""

    async def run() -> None:
        app = TableApp(source, settings or Settings(theme="dark"), Catalogue.of(language))
        running: AbstractAsyncContextManager[Pilot[Any]] = app.run_test(size=size)
        try:
            async with running as pilot:
                await test(Seated(app, pilot))
        finally:
            source.close()

    asyncio.run(run())
