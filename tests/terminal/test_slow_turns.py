"""A turn that lasts too long, at the terminal: it is said, and something can be done about it."""

from __future__ import annotations

import asyncio
import io
import random
import threading

import msgspec
import pytest

from fivethreefive import Rules
from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.protocol import (
    Back,
    Done,
    Happened,
    Ready,
    Request,
    Show,
    SlowTurn,
    TakeOver,
    View,
    VoteBot,
)
from fivethreefive.table import Presence, Session, view
from fivethreefive.terminal.plain.remote_lines import RemoteLines
from fivethreefive.terminal.sources.base import Answer, Source
from fivethreefive.terminal.text.console import Console
from support.app_driver import Seated, sit
from support.command_process import LONG
from support.table_players import new_table, step


class Told(Source):
    """A table that tells one thing, and keeps what is asked of it."""

    address = "http://host:5350/t/BCDFGH"

    def __init__(self, seen: View, *events: Happened) -> None:
        super().__init__()
        self.first = events, seen
        self.asked: list[Request] = []
        self.told = threading.Event()

    async def run(self) -> None:
        self.publish(*self.first)
        self.told.set()
        await asyncio.Event().wait()

    async def ask(self, request: Request) -> Answer:
        self.asked.append(request)
        return Done(0, 1)


class Typed(io.StringIO):
    """Lines that somebody types once the table has told something."""

    def __init__(self, source: Told, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.told = source.told

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        self.told.wait(LONG)
        return super().readline(size)


def slow() -> tuple[View, SlowTurn]:
    """The host's view of the turn of another, which lasts too long."""
    session = new_table(Rules(3), people=3)
    chooser = random.Random(1)
    while session.table.turn != 1:
        step(session, chooser)
    event = SlowTurn(1)
    session.add(0, event)
    return view(session.table, 0, Presence(range(3))), event


def between_rounds(session: Session, *ready: int, clock_ms: int = 12_000) -> View:
    chooser = random.Random(5)
    while session.table.phase == "playing":
        step(session, chooser)
    for seat in ready:
        session.table.seats[seat].ready = True
    return view(session.table, 0, Presence(range(3), clock_ms=clock_ms, clock_running=False))


def test_the_app_offers_a_vote_and_the_host_s_right() -> None:
    seen, event = slow()
    source = Told(seen, event)

    async def look(seated: Seated) -> None:
        await seated.until_text("X Let a bot play this turn K Let a bot take the seat")
        await seated.press("x", "k")
        await seated.until(lambda: len(source.asked) == 2)
        assert source.asked == [VoteBot(), TakeOver()]
        await seated.press("m")
        assert "Let a bot play this turn" in seated.words()
        await seated.press("escape", "l")
        assert "B is taking a long time: the others may let a bot play this turn." in seated.words()

    sit(source, look)


@pytest.mark.parametrize("ready", [(), (0,)])
def test_the_app_counts_down_to_the_next_round(ready: tuple[int, ...]) -> None:
    seen = between_rounds(new_table(Rules(3, target=1000), people=3), *ready)

    async def look(seated: Seated) -> None:
        await seated.until_text("Next round in 12 seconds")
        assert ("Waiting for B, C. Next round" in seated.words()) == bool(ready)
        await seated.press("escape")
        assert "Next round in 12 seconds" in seated.words(), "also where the sheet was closed"

    sit(Told(seen), look)


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_lines_say_what_to_type(language: str) -> None:
    seen, event = slow()
    source, out, catalogue = Told(seen, event), io.StringIO(), Catalogue.of(language)
    words = [catalogue.say("join.words_vote"), catalogue.say("join.words_replace")]
    console = Console(catalogue, out, Typed(source, *words))
    asyncio.run(RemoteLines(source, console, "A").run())  # type: ignore[arg-type]
    said = out.getvalue()
    assert catalogue.say("page.log_slow_turn", name="B") in said
    for key, word in zip(("join.vote", "join.replace"), words, strict=True):
        assert catalogue.say(key) in said
        assert f" {word} " in catalogue.say(key)
    assert source.asked == [VoteBot(), TakeOver()]


def test_plain_lines_say_who_sees_the_hand_and_who_is_waited_for() -> None:
    seen = between_rounds(new_table(Rules(3, target=1000), people=3))
    source, out = Told(seen), io.StringIO()
    console = Console(Catalogue.of("en"), out, Typed(source, "open", "", ""))
    asyncio.run(RemoteLines(source, console, "A").run())  # type: ignore[arg-type]
    assert source.asked == [Show(spectators=True), Ready()]
    assert "Spectators see your hand now.\n" in out.getvalue()
    assert "Waiting for B, C" in out.getvalue()


def test_who_has_left_sits_down_by_coming_back() -> None:
    seen, event = slow()
    can = msgspec.structs.replace(seen.can, back=True)
    source, out = Told(msgspec.structs.replace(seen, can=can), event), io.StringIO()
    console = Console(Catalogue.of("en"), out, Typed(source, "sit"))
    asyncio.run(RemoteLines(source, console, "A").run())  # type: ignore[arg-type]
    assert source.asked == [Back()]


def test_plain_lines_say_when_the_next_round_begins() -> None:
    seen = between_rounds(new_table(Rules(3, target=1000), people=3))
    source, out = Told(seen), io.StringIO()
    console = Console(Catalogue.of("en"), out, Typed(source))
    asyncio.run(RemoteLines(source, console, "A").run())  # type: ignore[arg-type]
    assert "Next round in 12 seconds" in out.getvalue()
