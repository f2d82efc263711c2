"""How the app looks: kept screens, colours, sizes, and what is drawn of a view."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from textual import actions
from textual.binding import Binding

from fivethreefive.cards import write_cards
from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.protocol import Ask, Can, Phase, Why
from fivethreefive.protocol.base import BeatsCode
from fivethreefive.protocol.views import Beats
from fivethreefive.record import NO_TIME, Header, RecordWriter, read_record
from fivethreefive.rules.options import Rules
from fivethreefive.state import Game
from fivethreefive.terminal.app.dialogs.prompts import ListDialog
from fivethreefive.terminal.app.dialogs.round_end import RoundEndSheet
from fivethreefive.terminal.app.key_hold import KeyHold
from fivethreefive.terminal.app.main import TableApp
from fivethreefive.terminal.app.screens.base import ViewScreen
from fivethreefive.terminal.app.screens.replay import ReplayScreen
from fivethreefive.terminal.app.screens.table import TableScreen
from fivethreefive.terminal.app.widgets.canvas import CanvasWidget
from fivethreefive.terminal.app.widgets.hand import Hand
from fivethreefive.terminal.capabilities import LEAST_HEIGHT, LEAST_WIDTH
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.record import RecordSource
from fivethreefive.terminal.text.game_text import as_sentence
from screens.make import FOLDER, SCENES, play_round, read
from support.app_driver import Seated, at, local, seats_of, sit

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.mark.parametrize("name", SCENES)
def test_a_screen_looks_as_it_should(name: str) -> None:
    """Where this is meant to change: python tests/screens/make.py, and look at each."""
    assert read(SCENES[name]) == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_every_screen_that_is_kept_is_read() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCENES)


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
        seated.app.source.publish((), msgspec.structs.replace(seated.view, beats=more))
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
        assert "You add 4 and 5 to make 1-2-3-4-5." in seated.words()
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
        hand = screen.widgets.hand.region
        for keys in (["2"], ["9"], ["escape", "4"], ["5"]):
            await seated.press(*keys)
            after = seated.text().splitlines()
            assert after[:10] == before[:10]
            assert screen.widgets.hand.region == hand

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


def test_every_action_is_known(tmp_path: Path) -> None:
    """Of the keys of both screens; and what a make_clickable or an entry stands for can be done."""
    path, seats = tmp_path / "game.jsonl", seats_of(Rules(4))
    with RecordWriter.start(path, Header.new(Rules(4), seats, NO_TIME)) as writer:
        writer.sync(Game(Rules(4), 1, seats=[seat.name for seat in seats]))
    table = TableScreen(local(), Settings(), Catalogue.of("en"), KeyHold())
    replay = ReplayScreen(RecordSource(read_record(path)), Settings(), Catalogue.of("en"))
    for kind, screen in ((TableScreen, table), (ReplayScreen, replay)):
        keys = bindings(kind)
        for binding in keys:
            namespace, name, _ = actions.parse(binding.action)
            holder = TableApp if namespace == "app" else screen
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
            pressed += [message() for part in screen.widgets for _, _, message in part._clickable]
        handlers = {message.handler_name for message in pressed}
        assert {
            "on_canvas_widget_pressed",
            "on_hand_card_pressed",
            "on_play_buttons_play_pressed",
        } <= handlers
        assert all(hasattr(screen, handler) for handler in handlers)
        commands = [message.command for message in pressed if isinstance(message, CanvasWidget.Pressed)]
        flags = dict.fromkeys({*Can.__struct_fields__} - {"sit", "seat_bot"}, True)
        can = Can(sit=(0,), seat_bot=(1,), **flags)
        for phase in get_args(Phase):
            view = msgspec.structs.replace(seated.view, phase=phase, can=can, code="BCDFGH")
            seated.app.source.view = view
            commands += [command for command, _ in screen.menu_entries(view)]
            entries = [
                *screen.next_entries(view),
                *screen.lobby_entries(view),
                *screen.footer_entries(view),
            ]
            commands += [command for _, _, command in entries]
        assert len(commands) > 40
        assert all(callable(command) for command in commands)

    sit(at("3-4 / 1-2-5-8-9", Rules(4)), look)


def test_what_beats_the_meld_is_what_the_view_says() -> None:
    """The screen knows no rules: another word in the view is another word on the screen."""
    said = {
        Beats("higher_single", 1, larger=False, adds=False): "a higher single",
        Beats("higher_set", 2, larger=False, adds=True): "a higher pair, or added cards",
        Beats("higher_set", 3, larger=True, adds=False): "a higher set of 3, any meld of more cards",
        Beats("lower_run", 4, larger=False, adds=True): "a LOWER run of 4, or added cards",
        Beats("only_larger", 3, larger=True, adds=True): "any meld of more cards, or added cards",
        Beats("only_adds", 3, larger=False, adds=True): "only added cards",
        Beats("nothing", 5, larger=False, adds=False): "nothing",
    }
    assert {beats.code for beats in said} == {*get_args(BeatsCode)}

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        for beats, words in said.items():
            seated.app.source.publish((), msgspec.structs.replace(seated.view, beats=beats))
            await seated.pilot.pause()
            assert f"May follow: {words}" in " ".join(seated.words().split())

    sit(local(), look, (60, 20))


def test_nothing_is_drawn_that_has_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No flicker, and nothing to do while nobody does anything."""

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        drawn: list[str] = []
        render = CanvasWidget.render

        def counted(widget: CanvasWidget) -> Any:
            drawn.append(type(widget).__name__)
            return render(widget)

        monkeypatch.setattr(CanvasWidget, "render", counted)
        screen = seated.app.screen
        assert isinstance(screen, TableScreen)
        for _ in range(3):
            screen.redraw()
            screen._tick()
            await seated.pilot.pause()
        assert drawn == []
        await seated.press("4")
        assert set(drawn) == {"Hand", "Prompt", "PlayButtons"}

    sit(local(), look)
