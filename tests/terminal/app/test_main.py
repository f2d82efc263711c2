"""The app while bots think, when it is left at any moment, and when it fails."""

from __future__ import annotations

import asyncio
import sys
import threading
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fivethreefive.language import BotFailed, InvalidInput
from fivethreefive.observation import Observation
from fivethreefive.record import read_record
from fivethreefive.rules.actions import Action
from fivethreefive.rules.options import Rules
from fivethreefive.state import Game
from fivethreefive.terminal.app.main import INTERRUPTED
from fivethreefive.terminal.app.widgets.hand import Hand
from fivethreefive.terminal.sources import local as locally
from support.app_driver import Seated, local, sit
from support.command_process import Terminal, kept_games, words

pytestmark = pytest.mark.usefixtures("own_home")


class Slow:
    """A bot that thinks until it is let."""

    name = "slow"

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.go = threading.Event()

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        self.asked.set()
        self.go.wait()
        return observation.legal[0]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    bot = Slow()
    monkeypatch.setattr(locally, "make_bot", lambda _specification: bot)
    return bot


def test_the_app_answers_while_a_bot_thinks(slow: Slow) -> None:
    async def look(seated: Seated) -> None:
        await seated.until(slow.asked.is_set)
        assert not seated.view.can.act
        await seated.press("question_mark")
        assert "Rules in short" in seated.text()
        await seated.press("escape", "2")
        assert len(seated.app.screen.query_one(Hand).chosen) == 1, "cards can be chosen beforehand"
        slow.go.set()
        await seated.my_turn()
        await seated.press("escape")
        assert "Your turn: " in seated.words()

    sit(local(), look)


@pytest.mark.parametrize(("key", "code"), [("ctrl+q", 0), ("ctrl+c", INTERRUPTED)])
def test_leaving_waits_for_nobody(slow: Slow, key: str, code: int) -> None:
    async def leave(seated: Seated) -> None:
        await seated.until(slow.asked.is_set)
        await seated.press("question_mark", key)
        assert seated.app.return_value == code

    sit(local(), leave)
    assert not slow.go.is_set()
    slow.go.set()


def test_the_house_decides_where_a_bot_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing:
        name = "failing"

        def act(self, observation: Observation, rng: np.random.Generator) -> Action:
            raise BotFailed("bot_crashed", bot="failing", why="it fell")

    monkeypatch.setattr(locally, "make_bot", lambda _specification: Failing())

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        await seated.until(lambda: "it fell" in seated.text())

    sit(local(), look)


def test_bots_play_at_the_chosen_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    monkeypatch.setattr(locally, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": noted}))
    monkeypatch.setattr(locally, "time", SimpleNamespace(monotonic=count(0, 2).__next__))

    async def look(seated: Seated) -> None:
        await seated.my_turn()

    sit(local(pace=5), look)
    assert waited
    assert {*waited} == {3}, "what is left of the pace after two seconds of thinking"


def test_bots_alone_are_watched_from_round_to_round() -> None:
    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view and seated.view.phase == "game_over")
        assert len(seated.view.points) > 1
        assert seated.view.you is None
        await seated.until_text("wins the game")

    sit(local(Rules(2, target=10), person=None), look)


def test_a_game_that_cannot_be_kept_ends_with_the_reason(tmp_path: Path) -> None:
    class Full:
        """A disk without room."""

        path = tmp_path

        def sync(self, game: Game) -> None:
            if len(game.events) > 3:
                raise InvalidInput("record_file", file="game.jsonl", why="no space left")

        def close(self) -> None:
            pass

    writer: Any = Full()

    async def play(seated: Seated) -> None:
        await seated.until(lambda: seated.app.failed)
        assert "no space left" in str(seated.app.failed)
        assert seated.app.return_value == 1

    sit(local(writer=writer), play)


BROKEN = """
import sys
from fivethreefive.cli import main
from fivethreefive.terminal.{module} import {kind}

def {method}(self, *_, **__):
    secret = getattr(self, "table", None) or "the secret"
    raise ValueError(f"of no use: {{secret}}")

{kind}.{method} = {method}
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("module", "kind", "method"),
    [
        ("sources.local", "LocalSource", "_bot_plays"),
        ("app.controller", "Controller", "play_pass"),
        ("app.widgets.central_meld", "CentralMeld", "draw"),
        ("sources.local", "LocalSource", "_hint"),
    ],
    ids=["beside", "key", "drawing", "asked"],
)
def test_a_crash_is_a_sentence_that_shows_no_hand(
    module: str, kind: str, method: str, tmp_path: Path
) -> None:
    """Textual would print the variables of every function that was left: all hands, and the seed."""
    script = tmp_path / "broken.py"
    script.write_text(BROKEN.format(module=module, kind=kind, method=method))
    home = tmp_path / "home"
    home.mkdir()
    terminal = Terminal(home, *words("play --seed 3 --bots greedy"), command=[sys.executable, str(script)])
    if key := {"_hint": "h", "play_pass": "p"}.get(method):
        terminal.until("can be played")
        terminal.child.send(key)
    rest, code = terminal.end()
    said = rest[rest.rindex("This game is kept") :]
    assert code == 1
    assert "ValueError, broken.py:8" in " ".join(said.split())
    assert "secret" not in terminal.seen + rest
    assert "Traceback" not in rest
    assert read_record(kept_games(home)[0]).game.events
