"""The app at a server's table: sat down, played, talked at, cut off and back."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest

from fivethreefive import client as clients
from fivethreefive.cli import main
from fivethreefive.language import Catalogue
from fivethreefive.protocol import Say, Sit
from fivethreefive.record import read_record
from fivethreefive.terminal.app.dialogs.prompts import LineDialog, ListDialog
from fivethreefive.terminal.app.dialogs.round_end import RoundEndSheet
from fivethreefive.terminal.app.dialogs.sheet import Sheet
from fivethreefive.terminal.app.screens.table import TableScreen
from fivethreefive.terminal.app.widgets.hand import Hand
from fivethreefive.terminal.sources import seat_tokens
from fivethreefive.terminal.sources.remote import RemoteSource
from fivethreefive.terminal.text.view_text import ViewText
from screens.make import play_round, play_rounds
from support.app_driver import Seated, sit
from support.command_process import run
from support.server_process import Running

GAME = {"pace": "instant", "rules": {"players": 2, "target": 1, "deal": 6}}
LONG_GAME = {"pace": "instant", "rules": {"players": 2}}


@pytest.fixture(autouse=True)
def impatient(own_home: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(clients, "LONGEST_WAIT", 0.1)


def remote(server: Running, code: str, **options: Any) -> RemoteSource:
    return RemoteSource(server.table(code), "en", **options)


async def come(seated: Seated) -> None:
    await seated.until(lambda: seated.app.source.view)


async def sit_down(seated: Seated, name: str) -> None:
    """Take the first free seat under a name."""
    await seated.press("enter")
    assert isinstance(seated.app.screen, LineDialog)
    await seated.press("ctrl+u", *name, "enter")
    await seated.until(lambda: seated.view.you is not None)


async def choose(seated: Seated, key: str, **words: object) -> None:
    """Choose an entry of the list on the screen, by the key of its sentence."""
    box = seated.app.screen
    assert isinstance(box, ListDialog)
    at = [text.rstrip("\N{HORIZONTAL ELLIPSIS}") for _, text in box.entries].index(
        Catalogue.of("en").say(key, **words)
    )
    await seated.press("home", *["down"] * at, "enter")


async def part(table: RemoteSource, running: asyncio.Task[None]) -> None:
    """Have somebody else at the table go."""
    table.close()
    running.cancel()
    await asyncio.wait([running])


# From sitting down to the end of the game


def test_sitting_filling_playing_and_a_rematch(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code = server.create(**GAME)["code"]

    async def play(seated: Seated) -> None:
        await come(seated)
        assert server.table(code) in seated.text()
        await sit_down(seated, "Dora")
        assert "Dora (You) host" in seated.words()
        await seated.press("y")
        assert seated.app.clipboard == server.table(code)
        await seated.until_text("Copied: ")
        await seated.press("f")
        await seated.until(lambda: seated.view.can.start)
        await seated.press("enter")
        await seated.until(lambda: seated.view.phase == "playing")
        await play_rounds(seated)
        await seated.press("r")
        await seated.until_text("Largest mistakes")
        await seated.press("escape")
        assert isinstance(seated.app.screen, RoundEndSheet)
        await seated.press("escape", "m")
        await choose(seated, "page.download")
        await seated.until_text("fivethreefive watch 535-")
        await seated.press("m")
        await choose(seated, "page.verify_file")
        await seated.until_text("fivethreefive verify 535-")
        await seated.press("enter", "enter")
        await seated.until(lambda: seated.view.game == 2)
        await seated.until(lambda: isinstance(seated.app.screen, TableScreen))

    sit(remote(server, code), play)
    assert read_record(tmp_path / f"535-{code}-1.jsonl").complete
    again = run(tmp_path, "watch", f"http://127.0.0.1:{server.port}/replay/{code}?game=1", "--lang", "en")
    assert again.returncode == 0
    assert "Dora" in again.stdout
    assert "End of round 1" in again.stdout
    assert main(["verify", str(tmp_path / f"535-{code}-1-fair.json")]) == 0


def test_the_host_chooses_who_sits_where(server: Running) -> None:
    code = server.create(rules={"players": 3})["code"]

    async def set_up(seated: Seated) -> None:
        await come(seated)
        await sit_down(seated, "Dora")
        await seated.until(lambda: seated.app.source.levels)
        await seated.press("g")
        await choose(seated, "page.seat", seat=1)
        await choose(seated, "page.level_hard")
        await seated.until(lambda: seated.view.seats[1].level == "hard")
        assert "Hard bot" in seated.text()
        await seated.press("g")
        await choose(seated, "page.seat", seat=2)
        await choose(seated, "page.remote_bot")
        await seated.until(lambda: isinstance(seated.app.screen, Sheet))
        assert f"fivethreefive bot --connect {server.table(code)} --token" in seated.words()
        await seated.press("escape", "m")
        await choose(seated, "page.leave")
        await seated.until(lambda: seated.view.you is None)

    sit(remote(server, code), set_up)


def test_what_is_said_and_what_spectators_see(server: Running) -> None:
    made = server.create(**GAME, bots=[None, "easy"], chat=True)
    watcher = remote(server, made["code"], seated=False)

    def heard(text: str) -> bool:
        return watcher.view is not None and any(
            text in line.text for line in ViewText(watcher.view, Catalogue.of("nl")).log_lines(watcher.log)
        )

    async def talk(seated: Seated) -> None:
        watching = asyncio.create_task(watcher.run())
        await come(seated)
        await sit_down(seated, "Dora")
        await seated.press("enter")
        await seated.until(lambda: seated.view.phase == "playing" and seated.view.watchers)
        await seated.press("c")
        await choose(seated, "page.phrase_hello")
        await seated.until(lambda: heard("Dora: Hallo!"))
        await seated.press("c")
        await choose(seated, "page.message")
        await seated.press(*"a word of mine", "enter")
        await seated.until(lambda: heard("Dora: a word of mine"))
        await seated.until_text("You: a word of mine")
        await seated.press("m")
        await choose(seated, "page.show_hand")
        await seated.until_text("spectators see your hand")
        await seated.until(lambda: watcher.view is not None and watcher.view.hands[0])
        assert watcher.view is not None
        assert watcher.view.hands == (seated.seen.hand, None)
        await part(watcher, watching)

    sit(remote(server, made["code"]), talk)


def test_what_others_say_is_seen_at_their_seat(server: Running) -> None:
    code = server.create(**GAME)["code"]
    friend = remote(server, code, seated=False)

    async def listen(seated: Seated) -> None:
        coming = asyncio.create_task(friend.run())
        await come(seated)
        await sit_down(seated, "Dora")
        await seated.until(lambda: friend.view is not None)
        await friend.ask(Sit("Ben", id=1))
        await seated.until_text("Ben sits down.")
        await seated.until(lambda: seated.view.can.start)
        await seated.press("enter")
        await seated.until(lambda: seated.view.phase == "playing")
        await friend.ask(Say("good_luck", id=2))
        await seated.until_text("\N{LEFT DOUBLE QUOTATION MARK}Good luck!")
        assert not seated.view.can.hint, "there are other people"
        await part(friend, coming)

    sit(remote(server, code), listen)


def test_what_the_server_refuses_is_said(server: Running) -> None:
    code = server.create(rules={"players": 3}, bots=[None, "easy"])["code"]

    async def sit_twice(seated: Seated) -> None:
        await come(seated)
        await seated.press("enter", "ctrl+u", *"Nimbus", "enter")
        await seated.until_text("Somebody at this table is called Nimbus already.")
        assert seated.view.you is None

    sit(remote(server, code), sit_twice)


def test_a_rule_that_forbids_is_asked_of_the_server(server: Running) -> None:
    made = server.create(**LONG_GAME, bots=[None, "easy"], name="Dora", start=True)
    seat_tokens.keep(server.table(made["code"]), made["token"])

    async def choose_wrong(seated: Seated) -> None:
        await come(seated)
        await seated.my_turn()
        hand = seated.app.screen.query_one(Hand)
        first, last = hand.groups[0][0], hand.groups[0][-1]
        if first.rank + 2 >= last.rank:
            pytest.fail("no hand of 12 cards is that even")
        for card in (first, last):
            hand.post_message(Hand.CardPressed(card.id))
        await seated.until(lambda: "(R" in seated.text())

    sit(remote(server, made["code"]), choose_wrong)


# The connection


def test_cut_off_in_the_middle_it_comes_back_by_itself(tmp_path: Path) -> None:
    """Kill -9 of the server: the app says that it is away, and plays on when it is there again."""
    (home := tmp_path / "server").mkdir()
    server = Running(home)
    made = server.create(**LONG_GAME, bots=[None, "easy"], name="Dora", start=True)
    seat_tokens.keep(server.table(made["code"]), made["token"])

    async def play(seated: Seated) -> None:
        nonlocal server
        await come(seated)
        await seated.my_turn()
        assert seated.view.you == 0
        turn = seated.view.turn_number
        server.end(signal.SIGKILL)
        await seated.until_text("Connection lost.")
        action = seated.seen.legal[-1]
        await seated.play(action)  # Sent into the void, and sent again.
        server = Running(home, port=server.port)
        await seated.until(lambda: seated.view.turn_number > turn)
        await seated.until(lambda: "Connection lost." not in seated.words())
        assert any(str(play.action) == str(action) and play.seat == 0 for play in seated.seen.history)
        await play_round(seated)
        assert seated.view.points

    sit(remote(server, made["code"]), play)
    assert server.end() == 0


def test_a_server_that_is_away_and_a_table_that_is_not_there(server: Running, tmp_path: Path) -> None:
    async def wait(seated: Seated) -> None:
        await seated.until_text("The server does not answer.")

    sit(RemoteSource("http://127.0.0.1:9/t/BCDFGH", "en"), wait)

    async def look(seated: Seated) -> None:
        await seated.until_text("There is no table with this code".lower()[1:])

    sit(RemoteSource(server.table("BCDFGH"), "en"), look)


def test_a_seat_that_was_opened_elsewhere_can_be_had_back(server: Running) -> None:
    made = server.create(**GAME, bots=[None, "easy"], name="Dora", start=True)
    seat_tokens.keep(server.table(made["code"]), made["token"])
    elsewhere = remote(server, made["code"])

    async def lose(seated: Seated) -> None:
        await come(seated)
        opened = asyncio.create_task(elsewhere.run())
        await seated.until_text("This seat was opened somewhere else")
        await seated.press("enter")
        await seated.until(lambda: "opened somewhere else" not in seated.words())
        await seated.until(lambda: seated.view.you == 0 and seated.app.screen.query_one(Hand).groups)
        await part(elsewhere, opened)

    sit(remote(server, made["code"]), lose)
