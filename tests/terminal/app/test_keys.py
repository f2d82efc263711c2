"""Keys of the table: on the cards, arrows, held down, and why one does nothing."""

from __future__ import annotations

import asyncio
import math

import pytest
from textual.events import Key

from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.protocol import Ask, Request
from fivethreefive.rules.options import Rules
from fivethreefive.state import Acted
from fivethreefive.terminal.app.dialogs.round_end import RoundEndSheet
from fivethreefive.terminal.app.key_hold import KeyHold
from fivethreefive.terminal.app.widgets.hand import Hand
from fivethreefive.terminal.capabilities import LEAST_HEIGHT, LEAST_WIDTH
from fivethreefive.terminal.sources.base import Answer
from fivethreefive.terminal.sources.local import LocalSource
from support.app_driver import KEY, Seated, at, local, sit

pytestmark = pytest.mark.usefixtures("own_home")
SIZES = [(LEAST_WIDTH, LEAST_HEIGHT), (60, 20), (80, 24), (120, 40), (200, 50)]


def own_plays(source: LocalSource) -> list[str]:
    return [event.text for event in source.game.events if isinstance(event, Acted) and event.seat == 0]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("chosen", ["", "q"])
def test_the_keys_of_the_high_ranks_stand_on_their_cards(size: tuple[int, int], chosen: str) -> None:
    async def look(seated: Seated) -> None:
        await seated.my_turn()
        await seated.press(*chosen)
        rows = seated.text().splitlines()
        hand = seated.app.screen.query_one(Hand)
        top, height = hand.region.y, hand.size_of_cards.height
        for rank, key in KEY.items():
            (row,) = (row for row in range(top, len(rows)) if f"│{rank}" in rows[row])
            foot = rows[row + height - 2]
            assert foot[rows[row].index(f"│{rank}") + 1] == key.upper()

    sit(at("3-4 / 1-2-3-4-5-7-8-9-11-12-13-14-15", Rules(3)), look, size)


def test_a_hand_is_chosen_and_played_with_arrows() -> None:
    source = at("3-4 / 1-2-5-8-9", Rules(4))

    async def play(seated: Seated) -> None:
        await seated.my_turn()
        hand = seated.app.screen.query_one(Hand)

        def chosen() -> list[int]:
            return [card.rank for card in hand.groups[0] if card.id in hand.chosen]

        assert "▼" not in seated.text()
        await seated.press("left")
        assert seated.text().count("▼") == 1
        await seated.press("space")
        assert chosen() == [9]
        assert seated.text().count("▲") == 1
        await seated.press("space", "tab", "enter")
        assert chosen() == [1], "from the last card on to the first"
        await seated.press("right", "right", "space")
        assert chosen() == [1, 5]
        await seated.press("shift+tab", "space", "enter")
        assert own_plays(source) == ["+1-2-5"]

    sit(source, play)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_key_that_can_do_nothing_says_why(language: str) -> None:
    say = Catalogue.of(language).say

    async def press(seated: Seated) -> None:
        await seated.my_turn()
        for keys, due in {
            ("p",): say("error.leader_may_not_pass"),
            ("enter",): say("page.choose_cards"),
            ("o",): say("page.choose_cards"),
            ("1", "a"): say("error.nothing_on_table", cards="1"),
            ("t",): say("error.not_in_hand", cards="15", missing="15"),
            ("g",): say("error.game_began"),
            ("f",): say("error.game_began"),
            ("n",): say("error.round_goes_on"),
            ("b",): say("error.no_stand_in"),
            ("c",): say("error.only_bots_here"),
            ("x",): say("error.only_bots_here"),
            ("y",): say("error.no_address"),
        }.items():
            await seated.press("escape", *keys)
            await seated.until_text(f"{due[:1].upper()}{due[1:]}")
            assert type(seated.app.screen).__name__ == "TableScreen"

    source = at(" / 1-2-5-8-9", Rules(4))
    source.catalogue = Catalogue.of(language)
    sit(source, press, language=language)


def test_a_held_key_passes_once() -> None:
    """Every repetition comes as soon as the next turn is drawn."""
    source = local(seed=14)

    async def hold(seated: Seated) -> None:
        seated.app.key_hold.repeat_seconds = math.inf  # However slow this machine is.
        await seated.my_turn()
        await seated.press("p")
        await seated.my_turn()
        turns = len(own_plays(source))
        for _ in range(30):
            await seated.press("p")
        assert own_plays(source)[turns:] == []
        assert own_plays(source) == ["pass"]
        if seated.seen.table:
            assert "Pass? That key has just played: Enter confirms." in seated.words()
            await seated.press("enter")
            assert own_plays(source) == ["pass", "pass"]

    sit(source, hold)


def test_what_was_typed_before_a_turn_was_shown_is_not_meant_for_it() -> None:
    """Two different keys at once, of which the first ends the turn: the second does nothing."""
    source = local(seed=14)

    async def type_ahead(seated: Seated) -> None:
        await seated.my_turn()
        turn = seated.view.turn_number
        publish = source.publish

        def publish_and_press(events: object, view: object) -> None:
            publish(events, view)  # type: ignore[arg-type]
            if view.can.act and view.turn_number > turn:  # type: ignore[attr-defined]
                source.publish = publish  # type: ignore[method-assign]
                seated.app.screen.controller.key_hold.press(None, 0)  # type: ignore[attr-defined]
                seated.app.screen.action_pass()  # type: ignore[attr-defined]

        source.publish = publish_and_press  # type: ignore[method-assign]
        await seated.press("p")
        await seated.my_turn()
        assert own_plays(source) == ["pass"]

    sit(source, type_ahead)


def test_a_key_is_held_until_another_is_pressed() -> None:
    hold = KeyHold()
    hold.press("p", 0)
    assert not hold.has_played
    hold.play()
    hold.press("p", 0.5)
    assert hold.has_played
    hold.press("escape", 0.6)
    hold.press("p", 0.7)
    assert not hold.has_played
    hold.play()
    hold.press(None, 0.8)
    hold.play()
    assert not hold.has_played, "the mouse repeats nothing"


def test_a_key_that_is_pressed_again_later_plays_again() -> None:
    """Who passes in one turn after the other presses the same key each time."""
    hold = KeyHold()
    hold.press("p", 0)
    hold.play()
    for time in (0.5, 0.53, 0.56, 1.3):
        hold.press("p", time)
        assert hold.has_played, "it comes again and again"
    hold.press("p", 2.2)
    assert not hold.has_played


def test_a_game_from_a_position_can_be_played_again() -> None:
    """Nothing comes after its round, so that this, and the way out, stand where the next step stands."""
    source = at(" / 9", Rules(4))

    async def play(seated: Seated) -> None:
        for game in (1, 2):
            await seated.my_turn()
            assert seated.view.game == game
            assert seated.seen.hand == (9,)
            await seated.press("9", "enter")
            await seated.until(lambda: isinstance(seated.app.screen, RoundEndSheet))
            assert "Enter Play again" in seated.words()
            await seated.press("escape")
            assert "Enter Play again" in seated.words()
            await seated.press("escape", "enter")

    sit(source, play)


class Breaking(LocalSource):
    """A table whose line breaks: answers come only after the view has come again."""

    async def ask(self, request: Request) -> Answer:
        if isinstance(request, Ask):
            await asyncio.sleep(0)
            assert self.listener is not None
            self.listener.connection_changed(away=True)
            await asyncio.sleep(0)
            self.listener.connection_changed(away=False)
            self.publish((), self._view())  # A snapshot: equal to the view before, and another object.
        return await super().ask(request)


def test_after_a_break_the_chosen_cards_still_show_their_reason() -> None:
    source = local()
    source.__class__ = Breaking

    async def choose(seated: Seated) -> None:
        await seated.my_turn()
        await seated.press("2", "9")
        await seated.until_text("(R11)")
        await seated.press("escape", "2", "9", "enter")
        await seated.until_text("2-9 is not a single, a set or a run (R6).")
        await seated.press("escape", "4", "5", "enter")
        await seated.my_turn()
        assert own_plays(source)[0] == "+4-5"

    sit(source, choose)


def test_a_held_enter_neither_chooses_nor_plays_in_the_next_turn() -> None:
    source = local()

    async def hold(seated: Seated) -> None:
        seated.app.key_hold.repeat_seconds = math.inf
        await seated.my_turn()
        await seated.press("4", "5", "right", "enter")
        await seated.my_turn()
        for _ in range(5):
            seated.app.post_message(Key("enter", "\r"))
            await seated.pilot.pause()
        assert not isinstance(seated.app.screen, RoundEndSheet)
        assert own_plays(source) == ["+4-5"]
        assert not seated.app.screen.query_one(Hand).chosen
        assert "That key has just played" in seated.words()

    sit(source, hold)
