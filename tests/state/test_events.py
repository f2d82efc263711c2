"""A game told by its events: any beginning of one is a game, and what no game has is refused."""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec
import pytest

from fivethreefive import Game, InvalidInput, InvalidRecord, Rules
from fivethreefive.state import Acted, Dealt, GameEnded, GameEvent, RoundEnded, Started
from support.random_play import play_to_the_end, shown

FOUR = Rules(4)


def shown_of(game: Game) -> Any:
    """All that a game shows."""
    told = (game.events, game.scores, game.winners, game.rounds, game.seats)
    return *told, shown(game.round), [game.observe(seat) for seat in (None, 0, 1)]


GAMES = {
    "three": Rules(3, target=10),
    "two hands": Rules(2, format="two_hands", deal=6),
    "loser leads": Rules(4, deal=4, next_leader="loser"),
}


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_a_game_from_each_beginning_of_its_events(rules: Rules) -> None:
    """Every beginning is a game, and played on it is the same one."""
    events = play_to_the_end(Game(rules, 11), random.Random(11)).events
    told = Game(rules, 11)
    lengths = {2: copy.deepcopy(told)}
    for event in events[2:]:
        if isinstance(event, Acted):
            told.apply(event.text)
        elif isinstance(event, Dealt):
            told.next_round()
        lengths[len(told.events)] = copy.deepcopy(told)
    for length in range(2, len(events) + 1):
        game = Game.from_events(events[:length], seed=11)
        assert game.events == events[: len(game.events)]
        assert shown_of(game) == shown_of(lengths[len(game.events)])
    assert shown_of(Game.from_events(iter(events))) == shown_of(told)


def test_a_game_from_events_deals_on_from_its_seed() -> None:
    game = play_to_the_end(Game(FOUR, 11), random.Random(11))
    start = Game.from_events(game.events[:2], seed=11)
    assert play_to_the_end(start, random.Random(11)).events == game.events
    unseeded = Game.from_events(game.events[:2])
    with pytest.raises(InvalidInput, match="give a seed"):
        play_to_the_end(unseeded, random.Random(11))


def test_events_survive_json() -> None:
    game = play_to_the_end(Game(Rules(2, target=10), 1), random.Random(1))
    written = msgspec.json.encode(game.events)
    assert msgspec.json.decode(written, type=list[GameEvent]) == game.events


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (Started(Rules(4), ("Ann",)), "seats"),
        (Dealt(1, (), 0), "leader"),
        (Acted(0, "3"), "seat"),
        (RoundEnded(0, (0,)), "winner"),
        (GameEnded((0,), (0,)), "winners"),
    ],
)
def test_an_event_cannot_be_changed(event: GameEvent, name: str) -> None:
    with pytest.raises(AttributeError, match="immutable"):
        setattr(event, name, 1)


def test_an_event_with_more_in_it_is_none() -> None:
    for written in (b'{"event":"acted","seat":0,"text":"3","more":1}', b'{"event":"played","seat":0}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(written, type=GameEvent)


def refusal(events: list[Any]) -> tuple[int, Any]:
    """The place of the first wrong event and the error behind it."""
    with pytest.raises(InvalidRecord) as refused:
        Game.from_events(events)
    error = refused.value
    assert error.code == "bad_event"
    assert str(error.parameters["why"]) in str(error)
    return error.parameters["index"], error.parameters["why"]


def told() -> list[GameEvent]:
    """A game of two rounds."""
    game = Game(Rules(3, deal=2, target=9), hands=[[1, 8], [2, 15], [3, 14]], leader=0)
    for text in ("1", ">2", ">3", ">8"):
        game.apply(text)
    game.next_round([[7, 7], [15, 15], [15, 14]])
    game.apply("7-7")
    return game.events


STARTED = Started(Rules(3, deal=2, target=9), ("Seat 0", "Seat 1", "Seat 2"))
FIRST_HANDS = ((1, 8), (2, 15), (3, 14))
SECOND_HANDS = ((7, 7), (15, 15), (14, 15))


def test_the_game_told_here() -> None:
    assert told() == [
        STARTED,
        Dealt(1, FIRST_HANDS, 0),
        Acted(0, "1"), Acted(1, ">2"), Acted(2, ">3"), Acted(0, ">8"),
        RoundEnded(0, (0, 3, 3)),
        Dealt(2, SECOND_HANDS, 0),
        Acted(0, "7-7"),
        RoundEnded(0, (0, 6, 6)),
        GameEnded((0, 9, 9), (0,)),
    ]  # fmt: skip


WRONG: list[tuple[int, GameEvent, str, str]] = [
    (0, Dealt(1, FIRST_HANDS, 0), "no_beginning", ""),
    (0, Acted(0, "1"), "no_beginning", ""),
    (1, STARTED, "not_due", "R3"),
    (1, Acted(0, "1"), "not_due", "R3"),
    (1, Dealt(1, ((1, 8), (2, 15), (3,)), 0), "hand_not_dealt", "R3"),
    (1, Dealt(1, ((1, 8), (2, 15)), 0), "hands_not_players", "R3"),
    (1, Dealt(1, ((1, 8), (2, 15), (3, 6)), 0), "no_such_rank", "R1"),
    (1, Dealt(1, FIRST_HANDS, 3), "no_such_seat", "R9a"),
    (1, Dealt(2, FIRST_HANDS, 0), "wrong_value", ""),
    (1, Dealt(1, ((8, 1), (2, 15), (3, 14)), 0), "wrong_value", ""),
    (2, Acted(1, "2"), "wrong_value", "R9a"),
    (2, Acted(0, "2"), "not_in_hand", "R9"),
    (2, Acted(0, "pass"), "leader_may_not_pass", "R9"),
    (2, Acted(0, ""), "not_cards", ""),
    (2, Dealt(1, FIRST_HANDS, 0), "round_goes_on", "R19"),
    (2, RoundEnded(0, (0, 5, 4)), "not_due", "R19"),
    (2, GameEnded((0, 5, 4), (0,)), "not_due", "R19"),
    (2, STARTED, "not_due", "R19"),
    (6, RoundEnded(1, (0, 3, 3)), "wrong_value", "R19"),
    (6, RoundEnded(0, (0, 3, 4)), "wrong_value", "R20"),
    (6, Dealt(2, SECOND_HANDS, 0), "not_due", "R20"),
    (6, Acted(0, "7-7"), "not_due", "R20"),
    (7, Dealt(2, SECOND_HANDS, 1), "wrong_value", "R5"),
    (7, Dealt(3, SECOND_HANDS, 0), "wrong_value", ""),
    (7, Dealt(2, ((7, 7), (15, 15), (14,)), 0), "hand_not_dealt", "R3"),
    (7, Acted(0, "7-7"), "round_is_over", "R19"),
    (7, Acted(1, "7-7"), "not_due", "R3"),
    (7, STARTED, "not_due", "R3"),
    (10, GameEnded((0, 9, 8), (0,)), "wrong_value", "R21"),
    (10, GameEnded((0, 9, 9), (0, 1)), "wrong_value", "R21"),
    (10, Dealt(3, SECOND_HANDS, 0), "not_due", "R21"),
    (11, Acted(0, "7"), "game_is_over", "R21"),
    (11, Dealt(3, SECOND_HANDS, 0), "game_is_over", "R21"),
    (11, STARTED, "game_is_over", "R21"),
    (11, RoundEnded(0, (0, 6, 6)), "game_is_over", "R21"),
    (11, GameEnded((0, 9, 9), (0,)), "game_is_over", "R21"),
]


@pytest.mark.parametrize(("index", "event", "code", "rule"), WRONG)
def test_a_wrong_event_is_named(index: int, event: GameEvent, code: str, rule: str) -> None:
    events = told()
    events[index : index + 1] = [event]
    named, why = refusal(events)
    assert (named, why.code, why.rule) == (index, code, rule)


def test_no_events_are_no_game() -> None:
    assert [refusal(events)[0] for events in ([], told()[2:])] == [0, 0]
    with pytest.raises(InvalidRecord):
        Game.from_events(told()[:1])


def test_a_missing_event_is_noticed_at_once() -> None:
    for rules in GAMES.values():
        events = play_to_the_end(Game(rules, 4), random.Random(4)).events
        for index in range(len(events) - 1):
            assert refusal(events[:index] + events[index + 1 :])[0] == index


def test_an_event_told_twice_is_noticed_at_once() -> None:
    events = play_to_the_end(Game(GAMES["three"], 4), random.Random(4)).events
    for index in range(len(events)):
        assert refusal(events[: index + 1] + events[index:])[0] == index + 1


def test_a_long_difference_is_quoted_in_part() -> None:
    events = told()
    events[6] = RoundEnded(0, tuple(range(1000)))
    _, why = refusal(events)
    assert why.parameters["due"] == "[0,3,3]"
    assert len(why.parameters["found"]) < 300


@pytest.mark.parametrize("event", [None, "pass", {"event": "acted"}])
def test_what_is_no_event(event: Any) -> None:
    for place in (1, 2):
        index, why = refusal([*told()[:place], event])
        assert (index, why.code) == (place, "not_an_event")


def test_too_few_names_are_named() -> None:
    index, why = refusal([Started(Rules(3), ("Ann", "Ben")), *Game(Rules(3), 1).events[1:]])
    assert (index, why.code) == (0, "names_not_players")
