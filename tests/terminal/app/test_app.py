"""The app at a table of this machine: seen, played by keys and by mouse, resized, left at any moment."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from datetime import UTC, datetime
from itertools import combinations, count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import msgspec
import numpy as np
import pytest
from rich._palettes import STANDARD_PALETTE
from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.terminal_theme import TerminalTheme
from textual import actions
from textual.binding import Binding
from textual.events import Key

from fivethreefive.cards import write_cards
from fivethreefive.language import LANGUAGES, BotFailed, Catalogue, InvalidInput
from fivethreefive.observation import Observation
from fivethreefive.protocol import Ask, Can, Phase, View, Why
from fivethreefive.protocol.base import BeatsCode
from fivethreefive.protocol.views import Beats
from fivethreefive.record import Header, RecordWriter, Seat, read_record
from fivethreefive.rules.actions import Action
from fivethreefive.rules.options import Rules
from fivethreefive.state import Acted, Game
from fivethreefive.terminal import settings as kept
from fivethreefive.terminal.app import controller
from fivethreefive.terminal.app.dialogs.modal import ModalDialog
from fivethreefive.terminal.app.dialogs.prompts import ListDialog
from fivethreefive.terminal.app.dialogs.round_end import RoundEndSheet
from fivethreefive.terminal.app.dialogs.sheet import Sheet
from fivethreefive.terminal.app.hand_state import Held, clusters, reconcile
from fivethreefive.terminal.app.main import INTERRUPTED, TableApp
from fivethreefive.terminal.app.screens.base import ViewScreen
from fivethreefive.terminal.app.screens.replay import ReplayScreen
from fivethreefive.terminal.app.screens.table import TableScreen
from fivethreefive.terminal.app.theme import DARK, LIGHT, terminal_theme, variables
from fivethreefive.terminal.app.widgets.canvas import Canvas, Drawn, cut, wrapped
from fivethreefive.terminal.app.widgets.hand import Hand
from fivethreefive.terminal.capabilities import LEAST_HEIGHT, LEAST_WIDTH, unable
from fivethreefive.terminal.selection import missing, select
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources import local as locally
from fivethreefive.terminal.sources.local import LocalSource, LocalTable
from fivethreefive.terminal.text.phrases import as_sentence
from fivethreefive.terminal.text.view_text import ViewText
from screens.make import FOLDER, SCENES, play_round, read
from support.app_driver import Seated, at, keys_of, local, seats_of, sit
from support.paths import TESTS

CATALOGUE = Catalogue.of("en")
VECTORS = json.loads((TESTS / "vectors" / "selection.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings are kept in a folder of each test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


# How it looks


@pytest.mark.parametrize("name", SCENES)
def test_a_screen_looks_as_it_should(name: str) -> None:
    """Where this is meant to change: python tests/screens/make.py, and look at each."""
    assert read(SCENES[name]) == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_every_screen_that_is_kept_is_read() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCENES)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def shown(colour: str, system: ColorSystem) -> str:
    """A colour as a terminal with so many shows it."""
    return Color.parse(colour).downgrade(system).get_truecolor(TERMINAL).hex


TERMINAL = TerminalTheme(
    (0, 0, 0), (255, 255, 255), list(STANDARD_PALETTE._colors[:8]), list(STANDARD_PALETTE._colors[8:])
)


@pytest.mark.parametrize(
    ("system", "text_least"),
    [(ColorSystem.TRUECOLOR, 4.5), (ColorSystem.EIGHT_BIT, 4.5), (ColorSystem.STANDARD, 3)],
)
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_what_is_read_can_be_read(theme: str, system: ColorSystem, text_least: float) -> None:
    """In all colours, in the 256 that a terminal has through SSH, and in the 16 of a console."""
    colours = {name: shown(colour, system) for name, colour in variables(theme).items()}
    groups = ("rain", "cloud", "sun", "storm")
    text = [(ink, paper) for ink in ("ink", "quiet", "mark", "alert") for paper in ("felt", "low")]
    text += [("on-mark", "mark"), ("dim", "paper-dim"), *((group, f"paper-{group}") for group in groups)]
    for ink, paper in text:
        assert contrast(colours[ink], colours[paper]) >= text_least, (ink, paper)
    edges = [("edge", "felt"), ("back", "felt"), *(("paper-edge", f"paper-{group}") for group in groups)]
    for ink, paper in [*edges, *((f"felt-{group}", "felt") for group in groups[:3])]:
        assert contrast(colours[ink], colours[paper]) >= 3, (ink, paper)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_of_256_colours_each_keeps_its_hue(theme: str) -> None:
    """Greys are grey; sun is yellow, rain is blue, and the 8 is like neither it nor the clouds."""

    def parts(name: str) -> tuple[int, int, int]:
        return tuple(bytes.fromhex(shown(variables(theme)[name], ColorSystem.EIGHT_BIT)[1:]))  # type: ignore[return-value]

    for grey in ("felt", "low", "quiet", "edge", "ink", "dim", "paper-dim", "paper-edge", "cloud"):
        red, green, blue = parts(grey)
        assert red == green == blue, grey
    for sun in ("sun", "paper-sun", "felt-sun"):
        red, green, blue = parts(sun)
        assert min(red, green) > blue, sun
    for rain in ("rain", "paper-rain", "felt-rain"):
        red, green, blue = parts(rain)
        assert red < blue >= green > 0, rain
    for storm in ("storm", "paper-storm"):
        red, green, blue = parts(storm)
        assert blue > red >= green, storm


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_no_language_lacks_room(language: str, size: tuple[int, int]) -> None:
    """What to do, the plays and the keys to them stand in sight, whole."""

    async def look(seated: Seated) -> None:
        say = Catalogue.of(language).say
        await seated.my_turn()
        assert say("page.your_turn") in seated.words()
        assert say("play.label_pass") in seated.words()
        await seated.press("1", "2")
        for play in seated.app.source.view.observation.legal:  # type: ignore[union-attr]
            if play.cards == (1, 2):
                assert play.kind in ("overwrite", "add")
        assert say("page.do_overwrite", cards="1-2") in seated.words()
        cards = say("play.and", first="1", last="2")
        assert say("page.do_add", cards=cards) in seated.words()

    sit(at("3-4 / 1-2-5-8-9", Rules(4)), look, size, language=language)


def test_resizing_at_will() -> None:
    async def resize(seated: Seated) -> None:
        await seated.my_turn()
        at_first = seated.text()
        for size in ((120, 40), (60, 20), (20, 5), (200, 60), (80, 24)):
            await seated.pilot.resize_terminal(*size)
            await seated.pilot.pause()
            enough = size[0] >= LEAST_WIDTH and size[1] >= LEAST_HEIGHT
            assert ("This window is too small" in seated.words()) is not enough
        assert seated.text() == at_first

    sit(local(), resize)


def bindings(kind: type[ViewScreen]) -> list[Binding]:
    """The keys of a kind of screen."""
    return [each for each in (*ViewScreen.BINDINGS, *kind.BINDINGS) if isinstance(each, Binding)]


def test_nothing_is_played_on_a_table_that_cannot_be_seen() -> None:
    """In a window that is too small the keys of the table do nothing; rules, menu and leaving work."""

    async def blind(seated: Seated) -> None:
        await seated.my_turn()
        await seated.press("4", "5")
        turn = seated.view.turn_number
        await seated.pilot.resize_terminal(40, 12)
        await seated.pilot.pause()
        keys = bindings(TableScreen)
        assert len(keys) > 25
        for binding in keys:
            for key in binding.key.split(","):
                if binding.action not in {*TableScreen.TOO_SMALL, "app.toggle_theme"}:
                    await seated.press(key)
                    assert type(seated.app.screen) is TableScreen, key
        assert seated.view.turn_number == turn
        assert not seated.text().splitlines()[-1].count("Hint")
        await seated.press("question_mark")
        assert "Rules in short" in seated.text()
        await seated.press("escape", "m")
        assert isinstance(seated.app.screen, ListDialog)
        await seated.press("escape")
        await seated.pilot.resize_terminal(80, 24)
        await seated.press("enter")
        assert str(seated.seen.history[2].action) == "+4-5", "the choice is as it was"

    sit(local(), blind)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_beats_the_meld_is_said_at_the_least_size(language: str) -> None:
    """That of two runs the LOWER is stronger matters most; even the longest sentence is whole."""

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        say = Catalogue.of(language).say
        run = say("play.beat_run", size=3)
        assert f"{say('play.label_beat')}: {run}, {say('play.beat_add')}" in seated.words()
        more = Beats("lower_run", 3, larger=True, adds=True)
        seated.app.source.tell((), msgspec.structs.replace(seated.view, beats=more))
        await seated.pilot.pause()
        assert f"{run}, {say('play.beat_larger')}, {say('play.beat_add')}" in seated.words()

    sit(at("3-4-5 / 1-2-3-8-9", Rules(4)), look, (LEAST_WIDTH, LEAST_HEIGHT), language=language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(60, 20), (LEAST_WIDTH, LEAST_HEIGHT), (80, 24)])
def test_every_refusal_can_be_read_whole(language: str, size: tuple[int, int]) -> None:
    """The longest that there are on this table, with the table's meld and the cards still in sight."""

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        screen, source = seated.app.screen, seated.app.source
        assert isinstance(screen, TableScreen)
        found = set()
        for size_ in (1, 2, 3, 4):
            for cards in map(write_cards, combinations(seated.seen.hand, size_)):
                why = [await source.ask(Ask(1, form)) for form in (f">{cards}", f"+{cards}")]
                found.add(" ".join(as_sentence(one.sentence) for one in why if isinstance(one, Why)))
        assert len(found) > 100
        for text in sorted(found, key=len)[-5:]:
            screen.explain(text)
            await seated.pilot.pause()
            assert text in seated.words()
            assert Catalogue.of(language).say("play.label_beat") in seated.words()

    sit(local(language=language), look, size, language=language)


def test_a_sentence_is_said_once_and_the_play_before_it_shown() -> None:
    """How a trick ended stands in the middle, with what the cards there are; the log has the play."""

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        rows = seated.text().splitlines()
        assert rows.index(" Zephyr overwrites with 1-2-3.") == rows.index("  You  0 points") - 2
        await seated.press("4", "5", "enter")
        await seated.my_turn()
        assert seated.text().count("Fifth of the run - you lead.") == 1
        assert "You add 4-5: 1-2-3-4-5." in seated.words()
        assert seated.text().count("Last trick") == 1
        await seated.play(seated.seen.legal[0])
        await seated.my_turn()
        assert seated.seen.table
        assert seated.text().count("Fifth of the run") <= 1

    sit(local(), look)


def test_cards_stay_where_they_are_while_one_chooses() -> None:
    """What is said about a choice takes its rows from the log; neither the meld nor the hand moves."""

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        screen = seated.app.screen
        assert isinstance(screen, TableScreen)
        before = seated.text().splitlines()
        hand = screen.parts.hand.region
        for keys in (["2"], ["9"], ["escape", "4"], ["5"]):
            await seated.press(*keys)
            after = seated.text().splitlines()
            assert after[:10] == before[:10]
            assert screen.parts.hand.region == hand

    sit(local(), look)


def test_points_are_never_half_covered() -> None:
    """Where cards lie over each other, only the last one has its points; the rules in short say all."""

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        hand = seated.app.screen.query_one(Hand)
        pips = [line.count("\N{MIDDLE DOT}") for line in hand.render().plain.splitlines()]
        assert sum(pips) == seated.view.options.rules.points[15]
        await seated.pilot.resize_terminal(80, 24)
        await seated.pilot.pause()
        pips = [line.count("\N{MIDDLE DOT}") for line in hand.render().plain.splitlines()]
        points = [seated.view.options.rules.points[rank] for rank in seated.seen.hand]
        assert sum(pips) == sum(1 if count > 3 else count for count in points)
        await seated.press("question_mark")
        await seated.pilot.resize_terminal(80, 50)
        await seated.pilot.pause()
        assert "Penalty points on a card: 1 point on 1 2 3 4 5" in seated.words()

    sit(local(), look, (60, 20))


def test_after_a_round_enter_does_what_is_offered() -> None:
    """Also where its sheet was closed."""

    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        await play_round(seated)
        await seated.press("escape")
        assert "Enter Next round N End of round 1" in seated.words()
        await seated.press("n")
        assert isinstance(seated.app.screen, RoundEndSheet)
        await seated.press("escape", "enter")
        assert seated.seen.round == 2
        assert isinstance(seated.app.screen, TableScreen)

    sit(local(Rules(3), seed=3), look)


def test_who_only_watched_is_offered_the_sheet() -> None:
    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view and seated.view.phase == "game_over")
        await seated.until(lambda: isinstance(seated.app.screen, RoundEndSheet))
        await seated.press("escape")
        assert isinstance(seated.app.screen, TableScreen)
        round_ = seated.seen.round
        assert f"Enter End of round {round_}" in seated.words()
        assert "To the table" not in seated.words()
        await seated.press("enter")
        assert isinstance(seated.app.screen, RoundEndSheet)

    sit(local(Rules(2, target=1), person=None), look)


def test_every_action_is_known() -> None:
    """Of the keys of both screens; and what a spot or an entry stands for can be done."""
    for kind in (TableScreen, ReplayScreen):
        keys = bindings(kind)
        for binding in keys:
            namespace, name, _ = actions.parse(binding.action)
            holder = TableApp if namespace == "app" else kind
            assert hasattr(holder, f"action_{name}"), binding
        named = {actions.parse(binding.action)[1] for binding in keys}
        assert named >= kind.WITHOUT_VIEW
        assert named >= kind.TOO_SMALL

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        screen = seated.app.screen
        assert isinstance(screen, TableScreen)
        pressed: list[Any] = []
        for keys in ("", "1 2"):
            if keys:
                await seated.press(*keys.split())
            pressed += [message() for part in screen.parts for _, _, message in part._spots]
        handlers = {message.handler_name for message in pressed}
        assert {"on_drawn_pressed", "on_hand_card_pressed", "on_choice_play_pressed"} <= handlers
        assert all(hasattr(screen, handler) for handler in handlers)
        commands = [message.command for message in pressed if isinstance(message, Drawn.Pressed)]
        flags = dict.fromkeys({*Can.__struct_fields__} - {"sit", "seat_bot"}, True)
        can = Can(sit=(0,), seat_bot=(1,), **flags)
        for phase in get_args(Phase):
            view = msgspec.structs.replace(seated.view, phase=phase, can=can, code="BCDFGH")
            seated.app.source.view = view
            commands += [command for command, _ in screen.menu_entries(view)]
            entries = [*screen.offers(view), *screen.waiting_offers(view), *screen.foot(view)]
            commands += [command for _, _, command in entries]
        assert len(commands) > 40
        assert all(callable(command) for command in commands)

    sit(at("3-4 / 1-2-5-8-9", Rules(4)), look)


def test_what_beats_the_meld_is_what_the_view_says() -> None:
    """The screen knows no rules: another word in the view is another word on the screen."""
    said = {
        Beats("higher_single", 1, larger=False, adds=False): "a higher single",
        Beats("higher_set", 2, larger=False, adds=True): "a higher pair, or add to it",
        Beats("higher_set", 3, larger=True, adds=False): "a higher set of 3, any meld of more cards",
        Beats("lower_run", 4, larger=False, adds=True): "a LOWER run of 4, or add to it",
        Beats("only_larger", 3, larger=True, adds=True): "any meld of more cards, or add to it",
        Beats("only_adds", 3, larger=False, adds=True): "not possible; you can only add to it",
        Beats("nothing", 5, larger=False, adds=False): "nothing",
    }
    assert {beats.code for beats in said} == {*get_args(BeatsCode)}

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        for beats, words in said.items():
            seated.app.source.tell((), msgspec.structs.replace(seated.view, beats=beats))
            await seated.pilot.pause()
            assert f"To beat it: {words}" in " ".join(seated.words().split())

    sit(local(), look, (60, 20))


def test_light_dark_and_as_the_terminal() -> None:
    assert terminal_theme({}) == DARK
    assert terminal_theme({"COLORFGBG": "15;0"}) == DARK
    assert terminal_theme({"COLORFGBG": "0;default;15"}) == LIGHT

    async def turn(seated: Seated) -> None:
        assert seated.app.theme == DARK
        await seated.press("d")
        assert seated.app.theme == LIGHT
        assert kept.load().theme == "light"

    sit(local(), turn, settings=Settings(theme="dark"))


def test_without_colours_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR: only greys are left."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        svg = seated.app.export_screenshot()
        found = {part[:7] for part in svg.split('fill="')[1:] if part.startswith("#")}
        for colour in found - {"#ff5f57", "#febc2e", "#28c840", "#292929", "#c5c8c6"}:  # The window's own.
            assert colour[1:3] == colour[3:5] == colour[5:7], colour

    sit(local(), look)


def test_nothing_is_drawn_that_has_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No flicker, and nothing to do while nobody does anything."""

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        drawn: list[str] = []
        render = Drawn.render

        def counted(widget: Drawn) -> Any:
            drawn.append(type(widget).__name__)
            return render(widget)

        monkeypatch.setattr(Drawn, "render", counted)
        screen = seated.app.screen
        assert isinstance(screen, TableScreen)
        for _ in range(3):
            screen.redraw()
            screen._tick()
            await seated.pilot.pause()
        assert drawn == []
        await seated.press("4")
        assert set(drawn) == {"Hand", "Prompt", "Choice"}

    sit(local(), look)


# Choosing and playing


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["name"])
def test_a_choice_becomes_what_it_becomes_for_every_client(case: dict[str, Any]) -> None:
    legal = [Action(**{**action, "cards": tuple(action["cards"]), "makes": tuple(action["makes"])})
             for action in case["legal"]]  # fmt: skip
    found = select(case["hand"], legal, case["chosen"])
    assert {str(rank): more for rank, more in found.more.items()} == case["more"]
    assert [str(action) for action in found.completed] == case["completed"]
    assert [*found.dead] == case["dead"]
    for cards in missing(legal, case["chosen"]):
        whole = sorted([*cards, *case["chosen"]])
        assert any(sorted(action.cards) == whole for action in legal)


def test_a_whole_game_by_keys_and_another(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    rules = Rules(3, target=5)
    writer = RecordWriter.start(path, Header.new(rules, seats_of(rules), datetime.now(UTC)))
    table = local(rules, seed=7, writer=writer)
    game = table.game

    async def play(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        while seated.view.phase != "game_over":
            await play_round(seated)
            assert isinstance(seated.app.screen, RoundEndSheet)
            assert len(read_record(path).game.events) == len(game.events), "kept as it is played"
            if seated.view.phase == "round_over":
                await seated.press("enter")
                assert not isinstance(seated.app.screen, RoundEndSheet)
        assert game.is_over
        assert " wins the game with " in seated.words().replace("You win", "You wins")
        for text in ("Play again", "Replay", "Review"):
            assert text in seated.words()
        await seated.press("w")
        await seated.until(lambda: isinstance(seated.app.screen, ReplayScreen))
        await seated.until_text("Step 1 of")
        await seated.press("escape")
        assert isinstance(seated.app.screen, TableScreen)
        await seated.press("n", "enter")
        await seated.until(lambda: seated.view.game == 2)
        await seated.my_turn()
        assert isinstance(seated.app.screen, TableScreen)
        assert seated.view.scores == (0, 0, 0)

    sit(table, play)
    record = read_record(path)
    assert record.complete
    assert record.game.events == game.events


def test_a_game_gone_on_with_keeps_its_story(tmp_path: Path) -> None:
    """The log is the same as if it had never been left, also once a bot has played."""
    path = tmp_path / "game.jsonl"
    writer = RecordWriter.start(path, Header.new(Rules(3), seats_of(Rules(3)), datetime.now(UTC)))
    logs: list[list[str]] = []

    async def play(seated: Seated) -> None:
        await seated.my_turn()
        if not logs:
            await seated.play(seated.seen.legal[-1])
            await seated.my_turn()
        logs.append([line.text for line in ViewText(seated.view, CATALOGUE).log(seated.app.source.story)])
        if len(logs) == 2:
            assert logs[1] == logs[0]
            assert len(logs[0]) > 3
            await seated.play(seated.seen.legal[-1])
            await seated.my_turn()
            log = [line.text for line in ViewText(seated.view, CATALOGUE).log(seated.app.source.story)]
            assert log[: len(logs[0])] == logs[0]
            for most in range(1, len(log) + 2):
                last = ViewText(seated.view, CATALOGUE).log(seated.app.source.story, most)
                assert [line.text for line in last] == log[-most:]
            assert len(log) > len(logs[0]) + 2

    sit(local(Rules(3), seed=7, writer=writer), play)
    sit(local(seed=7, kept=read_record(path)), play)
    assert len(logs) == 2


def test_bots_are_called_by_their_levels() -> None:
    """As the page and the server call them, however they were chosen; others by their own names."""
    bots = ("greedy", "medium", "heuristic", "random")
    seats = [Seat("Ana"), *(Seat(name, bot) for name, bot in zip("BCDE", bots, strict=True))]
    table = LocalTable.new(Rules(5), seats, 0, 1)

    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        telling = ViewText(seated.view, CATALOGUE)
        assert [telling.level(seat) for seat in range(5)] == [
            "", "Easy bot", "Medium bot", "Medium bot", "random",
        ]  # fmt: skip

    sit(LocalSource(table, CATALOGUE, 0), look)


def test_both_meanings_of_the_same_cards() -> None:
    """R12: Enter does not choose between them; o and a do."""
    for key, meld in (("o", (1, 2)), ("a", (1, 2, 3, 4))):
        made: list[tuple[int, ...]] = []

        async def choose(seated: Seated, key: str = key, made: list[tuple[int, ...]] = made) -> None:
            await seated.my_turn()
            await seated.press("1", "2", "enter")
            assert seated.view.can.act
            await seated.press(key)
            made.append(seated.seen.history[0].action.makes)

        sit(at("3-4 / 1-2-5-8-9", Rules(4)), choose)
        assert made == [meld]


def test_the_rule_that_forbids_a_choice_is_named() -> None:
    async def choose(seated: Seated) -> None:
        await seated.my_turn()
        await seated.press("2", "9")
        await seated.until_text("(R11)")
        assert "2-9 is no single, set or run (R6)." in seated.words()
        await seated.press("escape")
        assert "(R11)" not in seated.words()
        assert "Your turn: add or pass." in seated.words()

    sit(local(), choose)


def test_the_same_key_takes_the_next_of_equal_cards() -> None:
    async def choose(seated: Seated) -> None:
        await seated.my_turn()
        hand = seated.app.screen.query_one(Hand)
        for chosen in (1, 2, 0):
            await seated.press("2")
            assert len(hand.chosen) == chosen
        await seated.press("6", "0", "z")
        assert not hand.chosen

    sit(local(), choose)


def test_the_mouse_chooses_and_plays() -> None:
    async def click(seated: Seated) -> None:
        await seated.my_turn()
        hand = seated.app.screen.query_one(Hand)
        starts = {}
        for x, _, message in hand._spots:
            pressed = message()
            assert isinstance(pressed, Hand.CardPressed)
            starts[pressed.card] = x.start
        four, five = (starts[card.id] for card in (hand.groups[0][3], hand.groups[0][4]))
        await seated.pilot.click(Hand, offset=(four + 1, 2))
        await seated.pilot.click(Hand, offset=(five + 1, 2))
        await seated.pilot.pause()
        assert "Add 4 and 5 - ends the trick" in seated.words()
        await seated.pilot.click("#choice", offset=(16, 0))
        await seated.pilot.pause()
        assert str(seated.seen.history[2].action) == "+4-5"
        await seated.pilot.click("#keys", offset=(2, 0))
        await seated.pilot.pause()
        assert "Rules in short" in seated.text()
        await seated.press("escape")
        assert isinstance(seated.app.screen, TableScreen)

    sit(local(), click)


def test_nobody_else_s_hand_reaches_the_screen() -> None:
    """Until the round is over (R20) a view holds the own hand and no other."""

    async def play(seated: Seated) -> None:
        await seated.my_turn()
        views: list[View] = []
        table = seated.app.source
        tell = table.tell
        table.tell = lambda events, view: (views.append(view), tell(events, view))[1]  # type: ignore[method-assign,func-returns-value]
        await play_round(seated)
        assert len(views) > 10
        for view in views[:-1]:
            assert [seat for seat, cards in enumerate(view.hands) if cards is not None] == [0]
            assert view.observation is not None
            assert view.observation.shown is None
            assert view.observation.seat == 0
        assert None not in views[-1].hands

    sit(local(), play)


def test_cards_keep_their_place_and_are_sorted_both_ways() -> None:
    held = reconcile([], (1, 3, 3, 4, 7, 9, 9), frozenset())
    assert [card.rank for card in held] == [1, 3, 3, 4, 7, 9, 9]
    chosen = frozenset({held[2].id})
    left = reconcile(held, (1, 3, 4, 7, 9, 9), chosen)
    assert held[1] in left
    assert held[2] not in left, "of equal cards the chosen one has left"
    groups = [
        [card.rank for card in group]
        for group in clusters([Held(n, r) for n, r in enumerate((1, 2, 4, 7, 8, 9, 9))], "melds")
    ]
    assert groups == [[1, 2], [7, 8], [9, 9], [4]]


# Sheets


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
        assert "Be the first without cards." in seated.words()

    sit(local(), read_them)


def test_a_hint_says_what_to_play_and_plays_nothing() -> None:
    async def ask(seated: Seated) -> None:
        await seated.my_turn()
        turn = seated.view.turn_number
        await seated.press("h")
        await seated.until(lambda: isinstance(seated.app.screen, Sheet))
        assert "Best: Add 4 and 5 - ends the trick" in seated.words()
        assert "It ends the trick and leads the next one." in seated.words()
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
        log = [*seated.app.source.story]
        await seated.press("2", "9")
        await seated.until_text("(R11)")
        await seated.press("h")
        seated.app.source.say_aside("It takes long.")
        await seated.pilot.pause()
        assert "It takes long. Thinking about the best play... 2-9 is no single" in seated.words()
        assert "(R11)" in seated.words()
        await seated.press("escape")
        assert "Thinking" not in seated.words()
        assert "It takes long." not in seated.words()
        assert "(R11)" in seated.words()
        await seated.press("escape")
        assert "Your turn: add or pass." in seated.words()
        await seated.press("h")
        assert "Thinking" in seated.words()
        assert seated.app.source.story == log

    sit(local(), ask)
    go.set()


def test_the_review_of_a_game_that_is_over() -> None:
    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        await play_round(seated)
        assert seated.view.phase == "game_over"
        await seated.press("r")
        await seated.until_text("Largest mistakes")
        assert "Ana" in seated.text()

    sit(local(Rules(2, deal=3, target=1), seed=1), look)


def test_a_review_that_nobody_waits_for_ends() -> None:
    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        await play_round(seated)
        await seated.press("r", "escape")
        assert isinstance(seated.app.screen, TableScreen)

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


# Thinking and leaving


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


def test_plays_are_asked_about_where_that_is_wanted() -> None:
    async def play(seated: Seated) -> None:
        await seated.my_turn()
        turn = seated.view.turn_number
        await seated.press("4", "5", "enter")
        assert "Sure? Add 4 and 5 - ends the trick" in seated.words()
        await seated.press("escape", "p")
        assert "Sure? Pass" in seated.words()
        assert seated.view.turn_number == turn
        await seated.press("p")
        assert seated.view.turn_number > turn

    sit(local(), play, settings=Settings(confirm=True))


def test_the_app_passes_by_itself_where_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(controller, "AUTO_PASS_MS", (1, 2))

    async def wait(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view and seated.seen.history)
        assert seated.seen.history[0] == (0, seated.seen.history[0].action)
        assert str(seated.seen.history[0].action) == "pass"

    sit(at("15 / 1-3", Rules(4)), wait, settings=Settings(auto_pass=True))


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


# Where it can be


class Screen:
    """What a terminal says about itself."""

    def __init__(self, *, tty: bool = True, encoding: str = "utf-8") -> None:
        self.tty, self.encoding = tty, encoding

    def isatty(self) -> bool:
        return self.tty

    def fileno(self) -> int:
        return 1


@pytest.mark.parametrize(
    ("term", "tty", "encoding", "size", "key"),
    [
        ("xterm", True, "UTF-8", (80, 24), None),
        ("xterm", True, "utf8", (LEAST_WIDTH, LEAST_HEIGHT), None),
        ("xterm", True, "utf-8", (0, 0), None),
        ("xterm", False, "utf-8", (80, 24), ""),
        ("dumb", True, "utf-8", (80, 24), "app.plain_term"),
        ("", True, "utf-8", (80, 24), "app.plain_term"),
        ("xterm", True, "ascii", (80, 24), "app.plain_encoding"),
        ("xterm", True, "utf-8", (20, 24), "app.plain_size"),
        ("xterm", True, "utf-8", (80, LEAST_HEIGHT - 1), "app.plain_size"),
    ],
)
def test_which_terminals_show_plain_lines(
    term: str,
    tty: bool,
    encoding: str,
    size: tuple[int, int],
    key: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.get_terminal_size", lambda _fd: os.terminal_size(size))
    screen: Any = Screen(tty=tty, encoding=encoding)
    found = unable({"TERM": term}, [screen, screen, screen])
    assert (found.key if found else None) == key
    for language in LANGUAGES:
        if found and found.key:
            assert Catalogue.of(language).say(found.key, **found.words)


@pytest.mark.parametrize("other", range(3))
def test_all_streams_have_to_be_the_terminal(other: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.get_terminal_size", lambda _fd: os.terminal_size((80, 24)))
    streams: list[Any] = [Screen(tty=number != other) for number in range(3)]
    assert unable({"TERM": "xterm"}, streams) == ("", {})


def test_without_textual_there_are_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.get_terminal_size", lambda _fd: os.terminal_size((80, 24)))
    monkeypatch.setattr("fivethreefive.terminal.capabilities.find_spec", lambda _name: None)
    screen: Any = Screen()
    found = unable({"TERM": "xterm"}, [screen, screen, screen])
    assert found is not None
    assert found.key == "app.plain_textual"


# Cells


def test_a_canvas_cuts_and_keeps_wide_letters_whole() -> None:
    canvas = Canvas(6, 1)
    assert canvas.put(1, 0, "\u732b\u732b\u732b", "") == 7
    assert canvas.content().plain == " \u732b\u732b "
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "\u0939\u093f\x1b[1mn\u0303", "")
    assert canvas.content().plain.rstrip() == "\u0939\u093f[1mn\u0303", (
        "marks stay, what steers a terminal goes"
    )
    assert cut("abcdef", 4) == "abc\N{HORIZONTAL ELLIPSIS}"
    assert cut("abc", 3) == "abc"
    assert cut("abc", 0) == ""
    assert wrapped("one two three four", 9, 2) == ["one two", "three fo\N{HORIZONTAL ELLIPSIS}"]
    assert wrapped("one two", 9, 2) == ["one two"]


@pytest.mark.parametrize(
    "text", ["\u2764\ufe0f!", "a1\ufe0f\u20e3", "abcde\u2764\ufe0f", "abcdef\u2601\ufe0f", "e\u0301\u0301"]
)
def test_marks_on_letters_take_the_cells_that_terminals_give_them(text: str) -> None:
    """A heart with a mark that makes it red is two cells wide: the row stays as wide as it is."""
    canvas = Canvas(6, 1)
    canvas.put(0, 0, text)
    assert cell_len(canvas.content().plain) == 6
    assert canvas.content().plain.replace(" ", "") == "".join(text)[: len(canvas.content().plain.rstrip())]


# Keys pressed faster than the app follows


def key(name: str) -> Key:
    return Key(name, "\r" if name == "enter" else name if len(name) == 1 else None)


@pytest.mark.parametrize(
    ("opens", "ends"), [("?", "escape"), ("?", "enter"), ("m", "escape"), ("s", "space")]
)
def test_a_sheet_closed_twice_at_once_leaves_the_table(opens: str, ends: str) -> None:
    """The second key reached the sheet after it was closed, and closed the table with it."""

    async def test(seated: Seated) -> None:
        await seated.my_turn()
        await seated.press("question_mark" if opens == "?" else opens)
        sheet = seated.app.screen
        assert isinstance(sheet, ModalDialog)
        for _ in range(3):
            sheet.post_message(key(ends))
        await seated.pilot.pause()
        await seated.until(lambda: not isinstance(seated.app.screen, ModalDialog))
        assert isinstance(seated.app.screen, TableScreen)
        assert "Round 1" in seated.text()

    sit(local(), test)


def test_a_play_pressed_twice_at_once_is_played_once() -> None:
    async def test(seated: Seated) -> None:
        await seated.my_turn()
        action = next(action for action in seated.seen.legal if action.kind != "pass")
        for name in [*keys_of(action, seated.seen.legal), "enter", "enter"]:
            seated.app.post_message(key(name))
        await seated.until(lambda: len(own(seated)) and seated.view.can.act)
        assert own(seated) == [str(action)]

    def own(seated: Seated) -> list[str]:
        events = seated.app.source.game.events  # type: ignore[attr-defined]
        return [event.text for event in events if isinstance(event, Acted) and event.seat == 0]

    sit(local(), test)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_way_out_stands_at_the_foot_of_every_size(language: str) -> None:
    async def test(seated: Seated) -> None:
        await seated.my_turn()
        for width in (54, 60, 80):
            await seated.pilot.resize_terminal(width, 20)
            await seated.pilot.pause()
            foot = seated.text().rstrip().splitlines()[-1]
            assert "M Men" in foot
            assert foot.endswith(f"^Q {Catalogue.of(language).say('app.quit')}")

    sit(local(language=language), test, language=language)
