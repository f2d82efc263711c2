"""Records are written and read back exactly, from their first line on."""

from __future__ import annotations

import json
import random
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from fivethreefive import Game, InvalidInput, InvalidRecord, Rules
from fivethreefive.record import (
    FORMAT,
    VERSION,
    Header,
    RecordWriter,
    Seat,
    read_record,
    read_records,
)
from fivethreefive.state import GameEnded, RoundEnded
from support.record_cases import (
    SMALL,
    STARTED,
    VARIANTS,
    header_of,
    objects_of,
    play,
    read,
    small_game,
    small_lines,
    small_objects,
    write_objects,
)


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_what_is_written_is_read_back(rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    games = [play(rules, seed) for seed in range(3)]
    for game in games:
        with RecordWriter.start(path, header_of(game)) as writer:
            writer.sync(game)
    assert path.read_bytes() == b"".join(write_objects(objects_of(game)) for game in games)
    line = 0
    for record, game in zip(read_records(path), games, strict=True):
        assert record.header == header_of(game)
        assert record.header.names == game.seats
        assert record.game.events == game.events
        assert (record.game.scores, record.game.winners) == (game.scores, game.winners)
        assert record.complete
        assert record.cut is None
        assert (record.first_line, record.last_line) == (line + 1, line + len(game.events))
        line = record.last_line
    assert read_record(path).game.events == games[-1].events


def test_a_game_is_written_while_it_is_played(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    choose = random.Random(5).choice
    game = Game(Rules(3), seed=5)
    with RecordWriter.start(path, header_of(game), fsync=True) as writer:
        while not game.is_over:
            if game.round.is_over:
                game.next_round()
            else:
                game.apply(choose(game.round.legal_actions()))
            writer.sync(game)
            assert path.read_bytes() == write_objects(objects_of(game))
        writer.sync(game)
    assert path.read_bytes() == write_objects(objects_of(game))


def test_events_can_be_written_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    game = small_game()
    with RecordWriter.start(path, header_of(game)) as writer:
        writer.write(game.events[:1])  # The header stands for it.
        assert path.read_bytes().count(b"\n") == 1
        for event in game.events[1:]:
            writer.write([event])
    assert path.read_bytes() == write_objects(objects_of(game))


def test_seats_tell_their_bots(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    header = header_of(small_game(), seat1="search:1000")
    with RecordWriter.start(path, header):
        pass
    said = json.loads(path.read_bytes())
    assert said["seats"] == [{"name": "Seat 0"}, {"name": "Seat 1", "bot": "search:1000"}]
    assert read_record(path).header.seats == (Seat("Seat 0"), Seat("Seat 1", "search:1000"))


def test_the_start_is_told_in_utc() -> None:
    rules, seats = Rules(2), [Seat("Ana"), Seat("Bob")]
    summer = datetime(2026, 7, 1, 0, 15, 30, 999_999, timezone(timedelta(hours=2)))
    assert Header.new(rules, seats, summer).started == "2026-06-30T22:15:30Z"
    with pytest.raises(InvalidInput, match="not a time in UTC"):
        Header.new(rules, seats, datetime(2026, 7, 1))
    with pytest.raises(InvalidInput, match="not a time in UTC"):
        Header(FORMAT, VERSION, rules, tuple(seats), "2026-02-30T00:00:00Z")
    with pytest.raises(InvalidInput, match="1 name for 2 players"):
        Header.new(rules, seats[:1], STARTED)


def test_names_of_any_script_and_none_that_no_file_can_hold(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    names = ("Zoë 🂡", '"\\\n\x00')
    game = Game(Rules(2), seed=1, seats=names)
    with RecordWriter.start(path, header_of(game)) as writer:
        writer.sync(game)
    assert read_record(path).header.names == names
    with pytest.raises(InvalidInput, match="UTF-8"):
        Seat("\udc80")


def test_other_programs_may_space_and_order_as_json_does() -> None:
    lines = [
        json.dumps(dict(reversed(said.items())), indent=None).replace("{", "{ \t").encode() + b"\r\n"
        for said in small_objects()
    ]
    (record,) = read(b"".join(lines))
    assert record.game.events == small_game().events


def test_a_bot_may_be_null() -> None:
    objects = small_objects()
    objects[0]["seats"][0]["bot"] = None
    assert read(write_objects(objects))[0].header.seats[0] == Seat("Seat 0")


# Beginnings


@pytest.mark.parametrize("rules", [Rules(3), Rules(2, format="two_hands"), SMALL])
def test_every_prefix_by_line_is_a_valid_beginning(rules: Rules) -> None:
    game = play(rules, seed=2)
    lines = write_objects(objects_of(game)).splitlines(keepends=True)
    (record,) = read(lines[0])
    assert not record.complete
    with pytest.raises(InvalidRecord, match=r"games.jsonl, line 1: .*nothing is dealt yet \(R3\)"):
        _ = record.game
    for count in range(2, len(lines) + 1):
        (record,) = read(b"".join(lines[:count]))
        assert record.last_line == count
        told = record.game.events
        assert told == game.events[: len(told)]
        # What follows from the last line is no choice of anybody: only ends can be added.
        assert all(isinstance(event, RoundEnded | GameEnded) for event in told[count:])


def test_a_game_may_be_left_and_another_begun() -> None:
    first, second = small_lines(1), small_lines(2)
    for count in range(1, len(first) + 1):
        records = read(b"".join(first[:count] + second))
        assert [record.first_line for record in records] == [1, count + 1]
        assert records[1].complete


def test_an_empty_file_holds_no_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.touch()
    assert list(read_records(path)) == []
    with pytest.raises(InvalidRecord, match="line 1: there is no game"):
        read_record(path)
    with pytest.raises(InvalidRecord, match="line 1: there is no game"):
        RecordWriter.resume(path)
