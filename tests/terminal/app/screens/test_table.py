"""Playing in the app by keys and by mouse, and keys pressed faster than it follows."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.events import Key

from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.protocol import View
from fivethreefive.record import Header, RecordWriter, Seat, read_record
from fivethreefive.rules.options import Rules
from fivethreefive.state import Acted
from fivethreefive.terminal.app.dialogs.modal import ModalDialog
from fivethreefive.terminal.app.dialogs.round_end import RoundEndSheet
from fivethreefive.terminal.app.hand_state import Held, clusters, reconcile
from fivethreefive.terminal.app.screens.replay import ReplayScreen
from fivethreefive.terminal.app.screens.table import TableScreen
from fivethreefive.terminal.app.widgets.hand import Hand
from fivethreefive.terminal.sources.local import LocalSource, LocalTable
from fivethreefive.terminal.text.view_text import ViewText
from screens.make import play_round
from support.app_driver import Seated, at, keys_of, local, seats_of, sit

pytestmark = pytest.mark.usefixtures("own_home")
CATALOGUE = Catalogue.of("en")


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
        assert isinstance(seated.app.screen, RoundEndSheet), "where one can go on"
        await seated.press("enter")
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
        logs.append(
            [line.text for line in ViewText(seated.view, CATALOGUE).log_lines(seated.app.source.log)]
        )
        if len(logs) == 2:
            assert logs[1] == logs[0]
            assert len(logs[0]) > 3
            await seated.play(seated.seen.legal[-1])
            await seated.my_turn()
            log = [line.text for line in ViewText(seated.view, CATALOGUE).log_lines(seated.app.source.log)]
            assert log[: len(logs[0])] == logs[0]
            for most in range(1, len(log) + 2):
                last = ViewText(seated.view, CATALOGUE).log_lines(seated.app.source.log, most)
                assert [line.text for line in last] == log[-most:]
            assert len(log) > len(logs[0]) + 2

    sit(local(Rules(3), seed=7, writer=writer), play)
    sit(local(seed=7, kept=read_record(path)), play)
    assert len(logs) == 2


def test_bots_are_called_by_their_levels() -> None:
    """As the page and the server call them, however they were chosen; others by their own names."""
    bots = ("greedy", "medium", "heuristic", "random")
    seats = [Seat("Ana"), *(Seat(name, bot) for name, bot in zip("BCDE", bots, strict=True))]
    table = LocalTable(Rules(5), seats, 0, 1).deal()

    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        view_text = ViewText(seated.view, CATALOGUE)
        assert [view_text.bot_level(seat) for seat in range(5)] == [
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
        assert "2-9 is not a single, a set or a run (R6)." in seated.words()
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
        for x, _, message in hand._clickable:
            pressed = message()
            assert isinstance(pressed, Hand.CardPressed)
            starts[pressed.card] = x.start
        four, five = (starts[card.id] for card in (hand.groups[0][3], hand.groups[0][4]))
        await seated.pilot.click(Hand, offset=(four + 1, 2))
        await seated.pilot.click(Hand, offset=(five + 1, 2))
        await seated.pilot.pause()
        assert "Add 4 and 5 - ends the trick" in seated.words()
        await seated.pilot.click("#buttons", offset=(16, 0))
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
        tell = table.publish
        table.publish = lambda events, view: (views.append(view), tell(events, view))[1]  # type: ignore[method-assign,func-returns-value]
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
