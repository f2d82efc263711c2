"""A recorded game on the table: steps, jumps, speeds, open hands; from a file and from a server."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fivethreefive import Game, Rules
from fivethreefive.bots import make_bot
from fivethreefive.language import LANGUAGES, Catalogue, InvalidInput
from fivethreefive.protocol import Ask
from fivethreefive.record import GameRecord, Header, RecordWriter, Seat, read_record
from fivethreefive.referee import play_game
from fivethreefive.rules.seeding import player_rng
from fivethreefive.state import Acted, Dealt, RoundEnded
from fivethreefive.state.replay import FIRST
from fivethreefive.terminal.app.dialogs.prompts import ListDialog
from fivethreefive.terminal.app.dialogs.round_end import RoundEndSheet
from fivethreefive.terminal.app.dialogs.sheet import Sheet
from fivethreefive.terminal.app.screens.replay import ReplayScreen
from fivethreefive.terminal.app.screens.table import TableScreen
from fivethreefive.terminal.sources import record as recording
from fivethreefive.terminal.sources.record import SPEEDS, RecordSource
from screens.make import play_rounds
from support.app_driver import Seated, local, seats_of, sit
from support.command_process import Terminal, run
from support.server_process import Running

pytestmark = pytest.mark.usefixtures("own_home")

NAMES = ("Ana", "Ben", "Cleo")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of three rounds or so, as a record."""
    rules = Rules(3, target=12)
    seats = [Seat(name, "greedy") for name in NAMES]
    game = Game(rules, 5, seats=NAMES)
    play_game(game, [make_bot("greedy")] * 3, [player_rng(5, seat) for seat in range(3)])
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    with RecordWriter.start(path, Header.new(rules, seats, datetime(2026, 1, 31, tzinfo=UTC))) as writer:
        writer.sync(game)
    return path


@pytest.fixture
def record(path: Path) -> GameRecord:
    return read_record(path)


def test_every_step_shows_the_table_as_it_stood(record: GameRecord) -> None:
    """Forwards and backwards the same, and as the engine tells it."""
    table = RecordSource(record, all_hands=True)
    seen = []
    for place in range(FIRST, table.last + 1):
        table.go(place)
        assert table.view is not None
        seen.append(table.view)
        event = record.game.events[place - 1]
        game = Game.from_events(record.game.events[:place])
        if isinstance(event, Dealt | Acted):
            assert table.view.observation == game.observe(None)
        hands = [game.round.hand(seat) for seat in range(3)]
        assert [*table.view.hands] == hands
        assert table.view.points == tuple(
            event.points for event in game.events if isinstance(event, RoundEnded)
        )
    for place in range(table.last, FIRST - 1, -1):
        table.go(place)
        assert table.view == seen[place - FIRST]
    for beyond, end in ((0, FIRST), (10**6, table.last)):
        table.go(beyond)
        assert table.place == end


def test_only_the_hands_asked_for_lie_open(record: GameRecord) -> None:
    table = RecordSource(record)
    for shown in ([], [0], [1], [2], [0, 1, 2], []):
        table.go(table.place)
        assert table.view is not None
        assert [seat for seat, cards in enumerate(table.view.hands) if cards] == shown
        table.reveal_next()


def test_rounds_are_jumped_to(record: GameRecord) -> None:
    table = RecordSource(record)
    table.go(0)
    deals = [place for place, event in enumerate(record.game.events, 1) if isinstance(event, Dealt)]
    assert len(deals) > 1
    for place in [*deals[1:], table.last, table.last]:
        table.go_to_round(1)
        assert table.place == place
    for place in [*reversed(deals), FIRST, FIRST]:
        table.go_to_round(-1)
        assert table.place == place


@pytest.mark.parametrize("language", LANGUAGES)
def test_watched_by_keys(record: GameRecord, language: str) -> None:
    table = RecordSource(record)
    say = Catalogue.of(language).say

    async def watch(seated: Seated) -> None:
        steps = table.last - 1
        await seated.until(lambda: table.view)
        assert say("page.step_of", step=1, steps=steps) in seated.text()
        await seated.press("right", "right", "left", "enter")
        assert say("page.step_of", step=3, steps=steps) in seated.text()
        await seated.press("end")
        assert say("play.wins", name="Ana", count=0).split()[1] in seated.words()
        await seated.press("home", "v")
        assert say("page.hand_of", name="Ana") in seated.text()
        await seated.press("g", *"7", "enter")
        assert say("page.step_of", step=7, steps=steps) in seated.text()
        for text in ("no", str(steps + 1)):
            await seated.press("g", *text, "enter")
            assert table.place == 8
            assert say("app.no_step", steps=steps) in seated.words()
            await seated.press("left", "right")
            assert say("app.no_step", steps=steps) not in seated.words()
        await seated.press("n")
        assert table.view is not None
        assert table.view.observation is not None
        assert table.view.observation.round == 2
        await seated.press("l")
        assert isinstance(seated.app.screen, Sheet)

    sit(table, watch, language=language)


def test_it_runs_by_itself_and_stops_at_the_end(
    record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "SPEEDS", (60.0, 0.001, 0.0))
    table = RecordSource(record)
    table.speed = 0

    async def watch(seated: Seated) -> None:
        await seated.until(lambda: table.view)
        await seated.press("space")
        assert table.running
        assert table.place == FIRST
        await seated.press("+")
        await seated.until(lambda: not table.running)
        assert table.place == table.last
        await seated.press("space")
        await seated.until(lambda: not table.running)
        assert table.place == table.last
        await seated.press("-", "-", "space", "left")
        assert not table.running, "whoever takes a step stops it"

    sit(table, watch)
    assert sorted(SPEEDS, reverse=True) == [*SPEEDS]


def test_the_review_of_what_is_watched(record: GameRecord) -> None:
    table = RecordSource(record)

    async def look(seated: Seated) -> None:
        await seated.until(lambda: table.view)
        await seated.press("r")
        await seated.until_text("Largest mistakes")
        await seated.press("escape")

    sit(table, look)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_of_watching_is_named(record: GameRecord, language: str) -> None:
    """In the key bar or by ``?``, which says nothing of the keys of playing."""
    say = Catalogue.of(language).say

    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        assert f"R {say('page.review')}" in seated.words()
        assert "Esc" not in seated.words(), "it lies over no table"
        await seated.press("question_mark")
        words = seated.words()
        assert all(say(key) in words for key in ReplayScreen.KEY_TEXTS)
        assert say("page.key_play") not in words

    sit(RecordSource(record), look, size=(100, 44), language=language)


def test_the_menu_of_a_record_offers_nothing_to_play_with(record: GameRecord) -> None:
    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        await seated.press("end", "m")
        screen, box = seated.app.screen_stack[-2:]
        assert isinstance(screen, ReplayScreen)
        assert isinstance(box, ListDialog)
        offered = dict(box.entries)
        words = " ".join(offered.values())
        for key in ("page.sorting", "page.confirm", "page.auto_pass", "app.bell", "page.replay"):
            assert Catalogue.of("en").say(key) not in words
        for key in ("page.theme", "page.motion"):
            assert Catalogue.of("en").say(key) in words
        assert {
            screen.action_review, screen.action_log, screen.action_scores, screen.action_rules,
            screen.sheets.open_rule_book, screen.leave,
        } <= offered.keys()  # fmt: skip
        for command in (screen.action_review, screen.action_rules):
            top = seated.app.screen
            assert isinstance(top, ListDialog)
            top.dismiss(command)
            await seated.until(lambda: isinstance(seated.app.screen, Sheet))
            await seated.press("escape", "m")

    sit(RecordSource(record), look)


def test_an_unfinished_game_has_no_review(path: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    part.write_text("".join(path.read_text().splitlines(keepends=True)[:9]))

    async def look(seated: Seated) -> None:
        await seated.until(lambda: seated.app.source.view)
        assert "R Review" not in seated.words()
        await seated.press("r")
        assert "The record ends here; the game is not over." in seated.words()
        await seated.press("right")
        assert "The record ends here; the game is not over." not in seated.words()

    sit(RecordSource(read_record(part)), look)


def test_a_replay_over_a_table_names_the_way_back(tmp_path: Path) -> None:
    """After a game: ``w`` watches it, and Esc goes back."""
    rules = Rules(2, target=1, deal=6)
    header = Header.new(rules, seats_of(rules), datetime(2026, 1, 31, tzinfo=UTC))

    async def look(seated: Seated) -> None:
        await play_rounds(seated)
        await seated.press("w")
        await seated.until(lambda: isinstance(seated.app.screen, ReplayScreen))
        await seated.until_text("Esc To the table")
        await seated.press("end")
        await seated.until_text("the game with")
        await seated.press("escape")
        await seated.until(lambda: type(seated.app.screen) is RoundEndSheet)
        await seated.press("escape")
        assert type(seated.app.screen) is TableScreen

    sit(local(rules, writer=RecordWriter.start(tmp_path / "game.jsonl", header)), look, size=(54, 19))


def test_nothing_is_asked_of_a_record(record: GameRecord) -> None:
    with pytest.raises(InvalidInput):
        asyncio.run(RecordSource(record).ask(Ask(1, "3")))


# The command


def test_watched_in_the_terminal(path: Path, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "watch", str(path), "--open", "--lang", "en")
    terminal.until("Step 1 of ")
    terminal.child.send("\x1b[C")
    terminal.until("leads")
    terminal.child.send("\x11")
    assert terminal.end()[1] == 0


def test_watched_in_plain_lines(path: Path, tmp_path: Path) -> None:
    done = run(tmp_path, "watch", str(path), "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run(tmp_path, "replay", str(path), "--lang", "en").stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["--open", "--seat", "1"], "--open and --seat cannot be used together"),
        (["nowhere"], "cannot use the game record nowhere"),
        (["--seat", "7", "FILE"], "there is no seat 7"),
        ([], "no game is kept in"),
        (["http://127.0.0.1:9/replay/BCDFGH"], "the server does not answer"),
        (["http://127.0.0.1:9/BCDFGH"], "is not the address of a table"),
    ],
)
def test_what_cannot_be_watched_is_refused(line: list[str], said: str, path: Path, tmp_path: Path) -> None:
    words = [str(path) if word == "FILE" else word for word in line]
    done = run(tmp_path, "watch", *words, "--lang", "en")
    assert done.returncode in (1, 2)
    assert said in done.stderr


def test_a_replay_of_a_server(server: Running, tmp_path: Path) -> None:
    """The record of a table that nobody has played at cannot be had, and the server says so."""
    code = server.create(rules={"players": 2})["code"]
    done = run(tmp_path, "watch", f"http://127.0.0.1:{server.port}/replay/{code}?game=1", "--lang", "en")
    assert done.returncode == 1
    assert "no such game has ended at this table" in done.stderr
