"""Small games as lines of a record, and the changes that make a line wrong."""

from __future__ import annotations

import io
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import fields
from datetime import UTC, datetime
from functools import cache
from typing import Any

from fivethreefive import Game, Rules
from fivethreefive.record import (
    GameRecord,
    Header,
    Seat,
    parse_records,
)
from fivethreefive.state import Acted, Dealt, GameEnded, RoundEnded
from support.naive import NaiveGame, NaiveRound

STARTED = datetime(2026, 1, 31, 18, 30, tzinfo=UTC)

SMALL = Rules(2, ranks=(1, 2, 3, 7, 8, 9), copies=2, deal=3, target=5)
VARIANTS = {
    **{f"{players} players": Rules(players) for players in range(2, 7)},
    "larger": Rules(4, overwrite="larger"),
    "two_hands": Rules(2, format="two_hands"),
    "short": Rules(3, target=10, deal=16, next_leader="loser"),
    "left": Rules(5, next_leader="left"),
    "small deck": SMALL,
    "no eight": Rules(2, ranks=(1, 2, 3), copies=2, deal=2, target=4),
    "own points": Rules(3, points=dict.fromkeys((1, 2, 3, 4, 5, 7, 9, 11, 12, 13, 14, 15), 0) | {8: 7}),
}


def play(rules: Rules, seed: int, most_events: int = 100_000) -> Game:
    """A game of random choices, to its end or to so many events."""
    choose = random.Random(seed).choice
    game = Game(rules, seed=seed)
    while not game.is_over and len(game.events) < most_events:
        if game.round.is_over:
            game.next_round()
        else:
            game.apply(choose(game.round.legal_actions()))
    return game


def header_of(game: Game, **bots: str) -> Header:
    seats = [Seat(name, bots.get(f"seat{place}")) for place, name in enumerate(game.seats)]
    return Header.new(game.rules, seats, STARTED)


def plain(value: Any) -> Any:
    """A value as JSON has it, made without the package's own encoder."""
    if isinstance(value, Rules):
        names = [field.name for field in fields(Rules)]
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, tuple) else value


TAGS = {Dealt: "dealt", Acted: "acted", RoundEnded: "round_ended", GameEnded: "game_ended"}


def objects_of(game: Game) -> list[dict[str, Any]]:
    """What the lines of a game's record say, as docs/library/records.md has it."""
    header = {
        "format": "fivethreefive",
        "version": 1,
        "rules": plain(game.rules),
        "seats": [{"name": name} for name in game.seats],
        "started": "2026-01-31T18:30:00Z",
    }
    events = [
        {"event": TAGS[type(event)]}
        | {name: plain(getattr(event, name)) for name in event.__struct_fields__}
        for event in game.events[1:]
    ]
    return [header, *events]


def write_objects(objects: Iterable[Any]) -> bytes:
    return b"".join(json.dumps(o, separators=(",", ":")).encode() + b"\n" for o in objects)


def read(data: bytes) -> list[GameRecord]:
    return list(parse_records(io.BytesIO(data), "games.jsonl"))


@cache
def small_game(seed: int = 1) -> Game:
    return play(SMALL, seed)


def small_lines(seed: int = 1) -> list[bytes]:
    return write_objects(objects_of(small_game(seed))).splitlines(keepends=True)


def small_objects(seed: int = 1) -> list[Any]:
    return [json.loads(line) for line in small_lines(seed)]


Change = Callable[[Any], Any]
Move = Callable[[list[Any], int], Any]


def put(**values: Any) -> Change:
    """A change of some fields of a line."""
    return lambda said: said.update(values)


def in_rules(**values: Any) -> Change:
    """A change of some rules of a header."""
    return lambda said: said["rules"].update(values)


def one_more(field: str, players: int = 10**9) -> Change:
    """A change of a number, or of the first of a list, to the next one."""

    def change(said: Any) -> None:
        holder, key = (said[field], 0) if isinstance(said[field], list) else (said, field)
        holder[key] = (holder[key] + 1) % players

    return change


def play_instead(seats: int) -> Change:
    """A change of a deal to a play by the seat so many after its leader, who won the round before."""

    def change(said: Any) -> None:
        seat = (said["leader"] + seats) % 4
        said.clear()
        said.update(event="acted", seat=seat, text="pass")

    return change


def hand(seat: int, change: Change) -> Change:
    return lambda said: change(said["hands"][seat])


def swap_hands(said: Any) -> None:
    said["hands"][:2] = said["hands"][1::-1]


def all_the_same(cards: list[int]) -> None:
    cards[:] = cards[:1] * len(cards)


# Changes of one line that leave it another shape than a record's: where, how, what the error says.
SHAPES: list[tuple[str, Change, str]] = [
    ("header", put(format="bridge"), 'the format "bridge" is unknown'),
    ("header", put(version=2, colour="red"), "version 2 is unknown"),
    ("header", put(version="1"), 'version "1" is unknown'),
    ("header", put(version=True), "not a header"),
    ("header", lambda h: h.pop("version"), "`version`"),
    ("header", lambda h: h.pop("seats"), "`seats`"),
    ("header", put(colour="red"), "`colour`"),
    ("header", lambda h: h["seats"][0].update(colour="red"), "`colour`"),
    ("header", put(started="2026-01-31"), "$.started"),
    ("header", put(started="2026-01-31T18:30:00+01:00"), "$.started"),
    ("header", lambda h: h["rules"].pop("target"), "`target`"),
    ("header", in_rules(colour="red"), 'no option "colour"'),
    ("header", in_rules(colour=None), 'no option "colour"'),
    ("header", in_rules(overwrite="always"), "always"),
    ("deal", put(event="started"), "started"),
    ("play", put(event="chat"), "chat"),
    ("play", put(colour="red"), "`colour`"),
    ("play", lambda a: a.pop("text"), "`text`"),
    ("play", put(seat="0"), "$.seat"),
    ("play", put(seat=True), "$.seat"),
    ("play", put(seat=None), "$.seat"),
    ("play", put(seat=0.5), "$.seat"),
    ("end", put(points={}), "$.points"),
]


@cache
def game_of_four() -> bytes:
    return write_objects(objects_of(play(Rules(4), seed=1)))


def place_in(objects: list[Any], where: str) -> int:
    kinds = [said.get("event") for said in objects]
    second_deal = kinds.index("dealt", 2)
    places = {"header": 0, "deal": 1, "play": 2, "end": second_deal - 1, "second deal": second_deal}
    return places.get(where, len(objects) - 1)


def changed(where: str, change: Change) -> tuple[list[Any], int]:
    """The record of four with a line changed, and the place of that line."""
    objects = [json.loads(line) for line in game_of_four().splitlines()]
    place = place_in(objects, where)
    change(objects[place])
    return objects, place


def only_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


def naive_agrees(data: bytes, rules: Rules) -> None:
    """Play what the lines say with the naive referee, which stops at the first thing that is wrong."""
    events = [json.loads(line, object_pairs_hook=only_once) for line in data.splitlines()[1:]]
    game = NaiveGame(rules, events[0]["leader"])
    round_: NaiveRound | None = None
    for event in events:
        match event.pop("event"):
            case "dealt":
                assert round_ is None
                assert not game.is_over
                number, leader, hands = event["round"], event["leader"], event["hands"]
                assert (number, leader) == (game.rounds_played + 1, game.leader)
                assert [len(hand) for hand in hands] == [rules.deal] * rules.players
                assert all(hand == sorted(hand) for hand in hands)
                assert max(Counter(card for hand in hands for card in hand).values()) <= rules.copies
                round_ = NaiveRound(rules, hands, leader)
            case "acted":
                assert round_ is not None
                assert event["seat"] == round_.turn
                round_.apply(event["text"])
            case "round_ended":
                assert round_ is not None
                assert event == {"winner": round_.winner, "points": round_.points()}
                game.finish_round(event["winner"], event["points"])
                round_ = None
            case "game_ended":
                assert event == {"scores": game.scores, "winners": game.winners}
                break
