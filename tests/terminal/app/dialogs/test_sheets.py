"""The sheets of the app, its hints and reviews, and the settings in its menu."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest

from fivethreefive.language import Catalogue
from fivethreefive.protocol import Advised, Mistake, Review, ReviewedPlayer
from fivethreefive.record import NO_TIME, Header, RecordWriter
from fivethreefive.rules.actions import Action
from fivethreefive.rules.options import Rules
from fivethreefive.terminal import settings as kept
from fivethreefive.terminal.app.dialogs.prompts import ListDialog
from fivethreefive.terminal.app.dialogs.review_sheet import ReviewSheet
from fivethreefive.terminal.app.dialogs.round_end import RoundEndSheet
from fivethreefive.terminal.app.dialogs.sheet import Sheet
from fivethreefive.terminal.app.screens.replay import ReplayScreen
from fivethreefive.terminal.app.screens.table import TableScreen
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources import local as locally
from fivethreefive.terminal.sources.local import LocalSource
from fivethreefive.terminal.sources.record import RecordSource
from fivethreefive.terminal.text.view_text import ViewText
from screens.make import play_round
from support.app_driver import Seated, local, seats_of, sit

pytestmark = pytest.mark.usefixtures("own_home")


def test_every_sheet_opens_and_closes() -> None:
    async def read_them(seated: Seated) -> None:
        await seated.my_turn()
        for key, words in {
            "question_mark": "Runs: the LOWER is stronger.",
            "l": "Zephyr overwrites with 1-2-3.",
            "s": "The first round is being played.",
            "m": "Pace of the bots: Normal",
        }.items():
            await seated.press(key)
            assert words in seated.words()
            await seated.press("escape")
            assert isinstance(seated.app.screen, TableScreen)
        await seated.press("question_mark", "r")
        assert "535 for 4 players" in seated.text()
        assert "Be the first to have no cards left." in seated.words()

    sit(local(), read_them)


def test_a_hint_says_what_to_play_and_plays_nothing() -> None:
    async def ask(seated: Seated) -> None:
        await seated.my_turn()
        turn = seated.view.turn_number
        await seated.press("h")
        await seated.until(lambda: isinstance(seated.app.screen, Sheet))
        assert "Best: Add 4 and 5. It" in seated.words()
        assert re.search(r"It ends the trick, and [-0-9]+ can be led next\.", seated.words())
        assert "Points ahead: what the others take" in seated.words()
        assert seated.view.turn_number == turn

    sit(local(), ask)


def test_a_hint_that_takes_long_covers_nothing_and_can_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refused stays to be read, why it takes long leaves no line in the log, and Esc ends it."""
    go = threading.Event()

    def hinted(*_: object) -> None:
        go.wait()

    monkeypatch.setattr(locally, "_hinted", hinted)

    async def ask(seated: Seated) -> None:
        await seated.my_turn()
        log = [*seated.app.source.log]
        await seated.press("2", "9")
        await seated.until_text("(R11)")
        await seated.press("h")
        seated.app.source.explain_delay("It takes long.")
        await seated.pilot.pause()
        assert "It takes long. Thinking about the best play... 2-9 is not a single" in seated.words()
        assert "(R11)" in seated.words()
        await seated.press("escape")
        assert "Thinking" not in seated.words()
        assert "It takes long." not in seated.words()
        assert "(R11)" in seated.words()
        await seated.press("escape")
        assert "Your turn: add or pass." in seated.words()
        await seated.press("h")
        assert "Thinking" in seated.words()
        assert seated.app.source.log == log

    sit(local(), ask)
    go.set()


def test_the_review_of_a_game_that_is_over() -> None:
    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        await play_round(seated)
        assert seated.view.phase == "game_over"
        await seated.press("r")
        await seated.until_text("Largest mistakes")
        assert re.search(r"You +\d", seated.text()), "as in the results"

    sit(local(Rules(2, deal=3, target=1), seed=1), look)


MISTAKEN = Review(
    game=1, rules=Rules(2), winners=(1,), decisions=2, rounds=(),
    players=tuple(ReviewedPlayer(name, 3, 0.0, 1.0, 0.1, 1) for name in ("Ana", "Nimbus")),
    mistakes=tuple(
        Mistake(
            round=1, action=number, seat=0, table=(), last=None, hand=(1, 2), why=None,
            played=Advised(Action(1, "lead", (1,), (1,)), 0.0, 0.1, 1.0, 0.1, as_good=False),
            best=Advised(Action(2, "lead", (2,), (2,)), 1.0, 0.1, 0.0, 0.0, as_good=False),
        )
        for number in (1, 2)
    ),
)  # fmt: skip


def test_from_a_mistake_to_its_moment_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also from a replay, which is below; each Esc leads one step back, in the end to where one goes on."""
    rules = Rules(2, deal=6, target=1)
    writer = RecordWriter.start(tmp_path / "game.jsonl", Header.new(rules, seats_of(rules), NO_TIME))

    async def found(*_: object) -> Review:
        return MISTAKEN

    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        await play_round(seated)
        await seated.press("r")
        await seated.until_text("1-2 See it in the replay")
        assert "2 Round 1, play 2, You" in seated.words()
        for key, step in (("2", 2), ("1", 1)):
            await seated.press(key)
            await seated.until(lambda: isinstance(seated.app.screen, ReplayScreen))
            await seated.until_text(f"Step {step} of")
            assert "Esc Back to the review" in seated.words()
            await seated.press("escape")
            assert isinstance(seated.app.screen, ReviewSheet)
        await seated.press("3")
        assert isinstance(seated.app.screen, ReviewSheet)
        await seated.press("escape")
        assert isinstance(seated.app.screen, RoundEndSheet)
        await seated.press("w")
        await seated.until(lambda: isinstance(seated.app.screen, ReplayScreen))
        await seated.press("r")
        await seated.until_text("1-2 See it in the replay")
        await seated.press("2")
        await seated.until(lambda: len(seated.app.screen_stack) == 5)
        await seated.press("escape", "escape", "escape")
        assert isinstance(seated.app.screen, RoundEndSheet)
        await seated.press("enter")
        await seated.until(lambda: seated.view.game == 2)

    monkeypatch.setattr(LocalSource, "review", found)
    monkeypatch.setattr(RecordSource, "review", found)
    sit(local(rules, seed=1, writer=writer), look)


def test_the_log_ends_with_what_is_new_and_that_is_in_sight() -> None:
    """Oldest first, as in the side panel; each line once, the last trick with its cards."""

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        for _ in range(16):
            if seated.view.phase == "playing":
                await seated.play(seated.seen.legal[0])
                await seated.until(lambda: seated.view.phase != "playing" or seated.view.can.act)
        await seated.press("l")
        await seated.pilot.pause()
        shown = ViewText(seated.view, Catalogue.of("en"))
        lines = [line.text for line in shown.log_lines(seated.app.source.log)]
        assert len(lines) > 20, "more than there is room for"
        parts = shown.log_parts(seated.app.source.log)
        assert [line.text for part in parts for line in part] == lines
        assert parts.last_trick[-1].kind == "end"
        assert not any(line.kind == "end" for line in parts.after)
        words = seated.words()
        assert words.rindex(lines[-1]) > words.rindex(lines[-2]) > 0

    sit(local(Rules(4, target=100), seed=3), look)


def test_a_review_that_nobody_waits_for_ends() -> None:
    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        await play_round(seated)
        await seated.press("r", "escape")
        assert isinstance(seated.app.screen, RoundEndSheet)

    sit(local(Rules(2, target=1), seed=1), look)


def test_settings_are_chosen_in_the_menu_and_kept() -> None:
    async def choose(seated: Seated) -> None:
        await seated.my_turn()
        await seated.press("m")
        menu = seated.app.screen
        assert isinstance(menu, ListDialog)
        at = [text for _, text in menu.entries].index("Pace of the bots: Normal")
        await seated.press(*["down"] * at, "enter")
        assert "Pace of the bots: Slow" in seated.text()
        assert seated.app.source.pace == kept.PACES["slow"]
        for _ in range(6):
            await seated.press("down", "enter")
        await seated.press("escape")
        due = Settings("light", "slow", "melds", moves=False, bell=True, confirm=True, auto_pass=True)
        assert kept.load() == due

    sit(local(), choose, settings=Settings())


def test_settings_that_cannot_be_read_are_forgotten(tmp_path: Path) -> None:
    settings = Settings(pace="fast")
    settings.save()
    assert kept.load() == settings
    path = tmp_path / "data" / "fivethreefive" / "terminal.json"
    path.write_text('{"pace": "warp"}')
    assert kept.load() == Settings()
    path.unlink()
    path.mkdir()
    settings.save()
    assert kept.load() == Settings()
