"""A game on this machine is told the same however it came about: played on, resumed, or from a position."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fivethreefive.language import Catalogue
from fivethreefive.protocol import Act, Bye, Happened, View
from fivethreefive.record import Header, RecordWriter, read_position, read_record
from fivethreefive.rules.options import Rules
from fivethreefive.terminal.sources.local import LocalSource, LocalTable
from fivethreefive.terminal.text.view_text import ViewText, meld
from screens.make import play_round
from support.app_driver import Seated, local, seats_of, sit
from support.command_process import LONG

pytestmark = pytest.mark.usefixtures("own_home")
CATALOGUE = Catalogue.of("en")


def test_a_game_resumed_at_the_end_of_a_round_tells_the_same_end(tmp_path: Path) -> None:
    """Whoever goes out with the last card of a set has gone out, also after ``play --resume``."""
    path = tmp_path / "game.jsonl"
    rules = Rules(4)
    seats = seats_of(rules, "heuristic")
    writer = RecordWriter.start(path, Header.new(rules, seats, datetime.now(UTC)))
    views: list[View] = []

    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        if seated.view.phase == "playing":
            await play_round(seated)
        views.append(seated.view)

    sit(LocalSource(LocalTable(rules, seats, 0, 21, writer).deal(), CATALOGUE, 0), look)
    sit(local(kept=read_record(path)), look)
    before, after = views
    assert before.phase == after.phase == "round_over"
    assert after.last_trick_end == before.last_trick_end
    assert after.last_trick_end is not None
    assert after.last_trick_end.rule == "R19"
    assert ViewText(after, CATALOGUE).trick_status() == ViewText(before, CATALOGUE).trick_status()
    assert after.last_trick == before.last_trick
    assert meld(after) == meld(before)


def test_the_last_trick_of_a_position_keeps_the_cards_that_lay_there() -> None:
    """What all others passed on is what is drawn of that trick, though it was laid before the position."""
    position = read_position("3-4-5 1 0 . 1-2/1-4-8-9/5-5-5/7", Rules(4))
    seats = seats_of(Rules(4), person=position.turn)
    source = LocalSource(
        LocalTable(position.rules, seats, position.turn, 3).begin_at(position.round()), CATALOGUE, 0
    )
    seen: list[tuple[str | None, list[tuple[int, int]], bool]] = []

    class Recorder:
        """Notes what would be drawn after each change."""

        def table_changed(self, events: Sequence[Happened], view: View) -> None:
            end = view.last_trick_end
            seen.append((None if end is None else end.rule, *meld(view)))

        def connection_changed(self, away: bool) -> None:
            raise AssertionError

        def notice(self, text: str) -> None:
            raise AssertionError

        def closed_by_server(self, bye: Bye) -> None:
            raise AssertionError

    async def play() -> None:
        source.listener = Recorder()
        running = asyncio.create_task(source.run())
        async with asyncio.timeout(LONG):
            while source.view is None or source.view.phase == "playing":
                if source.view is not None and source.view.can.act:
                    await source.ask(Act(source.view.turn_number, 0, "pass"))
                await asyncio.sleep(0)
        running.cancel()

    asyncio.run(play())
    source.close()
    run = [(3, 0), (4, 0), (5, 0)]
    assert seen == [
        *[(None, run, False)] * 3,
        ("R15", run, True),
        ("R19", [(1, 0), (2, 0)], True),
    ]
