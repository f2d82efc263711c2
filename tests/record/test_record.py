"""Game records: written and read back exactly, and refused with the line and the rule."""

from __future__ import annotations

import errno
import io
import json
import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import fields
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivethreefive import Game, InvalidInput, InvalidRecord, Rules
from fivethreefive.language import LANGUAGES
from fivethreefive.record import (
    FORMAT,
    LONGEST_LINE,
    VERSION,
    GameRecord,
    Header,
    RecordWriter,
    Seat,
    parse_records,
    read_record,
    read_records,
    schema,
)
from fivethreefive.state import Acted, Dealt, GameEnded, GameEvent, RoundEnded, Started
from support.naive import NaiveGame, NaiveRound
from support.paths import DOCS

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


# Written and read back


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
    with pytest.raises(InvalidInput, match="no time in UTC"):
        Header.new(rules, seats, datetime(2026, 7, 1))
    with pytest.raises(InvalidInput, match="no time in UTC"):
        Header(FORMAT, VERSION, rules, tuple(seats), "2026-02-30T00:00:00Z")
    with pytest.raises(InvalidInput, match="1 names for 2 players"):
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


# Cut off by a crash


def test_every_prefix_by_byte_resumes_to_what_is_whole(tmp_path: Path) -> None:
    first, second = b"".join(small_lines(1)), b"".join(small_lines(2))
    data = first + second
    path = tmp_path / "games.jsonl"
    for end in range(len(small_lines(1)[0]), len(data) + 1):
        path.write_bytes(data[:end])
        whole = data[: data[:end].rfind(b"\n") + 1]
        record, writer = RecordWriter.resume(path)
        with writer:
            assert record.cut == (data[len(whole) : end].decode() or None)
            assert record.size == len(whole)
            resumed = path.read_bytes()
            assert data.startswith(resumed)
            assert resumed.startswith(whole)
            assert resumed.endswith(b"\n")
            # What is not the last game stands as it was; the last goes on to its end.
            writer.sync(small_game(1) if len(whole) <= len(first) else small_game(2))
        assert path.read_bytes() == (first if len(whole) <= len(first) else data)


def test_every_prefix_by_byte_is_read_and_its_cut_reported() -> None:
    data = b"".join(small_lines(1))
    for end in range(len(small_lines(1)[0]), len(data) + 1):
        (record,) = read(data[:end])
        assert record.cut == (data[record.size : end].decode() or None)


def test_resuming_appends_the_end_that_was_lost(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = small_lines()
    last_play = max(place for place, line in enumerate(lines) if b'"acted"' in line)
    path.write_bytes(b"".join(lines[: last_play + 1]) + lines[last_play + 1][:-1])
    record, writer = RecordWriter.resume(path)
    writer.close()
    assert record.last_line == last_play + 1
    assert record.cut == lines[last_play + 1].decode()[:-1]
    assert path.read_bytes() == b"".join(lines)


def test_a_last_line_without_its_end_is_cut_whatever_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for cut in (b"x", b"\xff\xfe", b"{}", small_lines(2)[0][:-1]):
        path.write_bytes(b"".join(small_lines()) + cut)
        record, writer = RecordWriter.resume(path)
        writer.close()
        assert record.complete
        assert record.cut == cut.decode("utf-8", "backslashreplace")
        assert path.read_bytes() == b"".join(small_lines())


def test_a_cut_header_alone_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    header = small_lines()[0]
    for end in (1, len(header) - 1):
        path.write_bytes(header[:end])
        with pytest.raises(InvalidRecord, match="line 1: the only line is cut off"):
            RecordWriter.resume(path)
        assert path.read_bytes() == header[:end]


def test_resuming_changes_nothing_in_a_file_with_a_wrong_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    data = b"".join([*small_lines()[:3], b"{}\n", b"cut"])
    path.write_bytes(data)
    with pytest.raises(InvalidRecord, match="line 4: "):
        RecordWriter.resume(path)
    assert path.read_bytes() == data
    # And the file is free again.
    with pytest.raises(InvalidRecord, match="line 4: "):
        RecordWriter.resume(path)


def test_no_game_is_begun_behind_a_cut_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    data = b"".join(small_lines()[:4])[:-1]
    path.write_bytes(data)
    with pytest.raises(InvalidRecord, match="line 4: the last line is cut off") as refused:
        RecordWriter.start(path, header_of(small_game()))
    assert refused.value.parameters["line"] == 4
    assert path.read_bytes() == data
    RecordWriter.resume(path)[1].close()
    RecordWriter.start(path, header_of(small_game())).close()
    assert len(list(read_records(path))) == 2


def test_a_resumed_game_is_played_on(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    half = play(Rules(4), seed=3, most_events=30)
    with RecordWriter.start(path, header_of(half)) as writer:
        writer.sync(half)
    with path.open("ab") as file:
        file.write(b'{"event":"act')
    record, writer = RecordWriter.resume(path)
    with writer:
        assert record.cut == '{"event":"act'
        game = Game.from_events(record.game.events, seed=9)
        choose = random.Random(1).choice
        while not game.is_over:
            if game.round.is_over:
                game.next_round()
            else:
                game.apply(choose(game.round.legal_actions()))
            writer.sync(game)
    assert read_record(path).game.events == game.events


# Two writers, and files that cannot be written


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    header = header_of(small_game())
    with RecordWriter.start(path, header):
        with pytest.raises(InvalidInput, match="another game is being written to"):
            RecordWriter.start(path, header)
        with pytest.raises(InvalidInput, match="another game is being written to"):
            RecordWriter.resume(path)
        program = (
            "import pathlib, sys\n"
            "from fivethreefive.record import RecordWriter\n"
            "RecordWriter.resume(pathlib.Path(sys.argv[1]))\n"
        )
        other = subprocess.run(
            [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False
        )
        assert "another game is being written to" in other.stderr
        assert next(read_records(path)).header == header  # Readers are not kept out.
    RecordWriter.resume(path)[1].close()


def test_where_there_are_no_locks_a_game_is_still_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"

    def no_locks(error: int) -> Callable[..., None]:
        def flock(*_: Any) -> None:
            raise OSError(error, os.strerror(error))

        return flock

    game = small_game()
    for lack in (errno.ENOLCK, errno.ENOTSUP):
        monkeypatch.setattr("fivethreefive.record.file_lock.fcntl.flock", no_locks(lack))
        with RecordWriter.start(path, header_of(game)) as writer:
            writer.sync(game)
    monkeypatch.setattr("fivethreefive.record.file_lock.fcntl.flock", no_locks(errno.EIO))
    with pytest.raises(InvalidInput, match="cannot use the game record"):
        RecordWriter.start(path, header_of(game))
    monkeypatch.setattr("fivethreefive.record.file_lock.fcntl", None)
    with RecordWriter.start(path, header_of(game)) as writer:
        writer.sync(game)
    assert [told.complete for told in read_records(path)] == [True] * 3


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.jsonl"
    header = header_of(small_game())
    for act in (
        lambda: list(read_records(missing)),
        lambda: read_record(missing),
        lambda: RecordWriter.resume(missing),
        lambda: RecordWriter.start(missing / "games.jsonl", header),
        lambda: RecordWriter.start(tmp_path, header),
    ):
        with pytest.raises(InvalidInput, match="cannot use the game record"):
            act()
    assert not missing.exists()
    writer = RecordWriter.start(missing, header)
    writer.close()
    writer.close()


def test_a_full_disk_leaves_no_cut_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    game = small_game()

    class FullDisk(io.FileIO):
        room = 1000

        def write(self, data: Any) -> int:
            if self.room <= 0:
                raise OSError(28, "No space left on device")
            part = bytes(data)[: self.room]
            self.room -= len(part)
            return super().write(part)

    with RecordWriter.start(path, header_of(game)) as writer:
        before = path.read_bytes()
        monkeypatch.setattr(writer, "_file", FullDisk(writer._file.fileno(), "r+", closefd=False))
        with pytest.raises(InvalidInput, match="No space left on device"):
            writer.sync(play(SMALL, 1))
        assert path.read_bytes() == before
        monkeypatch.undo()
        writer.sync(game)
    assert path.read_bytes() == write_objects(objects_of(game))


def test_a_writer_keeps_to_its_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    game, other = small_game(1), small_game(2)
    renamed = Game(game.rules, seed=1, seats=["Ana", "Bob"])
    with RecordWriter.start(path, header_of(game)) as writer:
        with pytest.raises(InvalidInput, match="tells another game"):
            writer.sync(renamed)
        with pytest.raises(InvalidInput, match="tells another game"):
            writer.write([renamed.events[0]])
        writer.write(game.events[:3])
        with pytest.raises(InvalidInput, match="tells another game"):
            writer.sync(other)
        with pytest.raises(InvalidInput, match="tells another game"):
            writer.sync(Game.from_events(game.events[:2]))
        with pytest.raises(InvalidInput, match="tells another game"):
            writer.sync(Game.from_events([renamed.events[0], *game.events[1:]]))
        writer.sync(game)
    assert path.read_bytes() == write_objects(objects_of(game))


# Everything wrong is refused, with the line and the rule

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
    ("header", put(version=True), "no header"),
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

# Changes of one line that the rules or the game before it do not allow.
CHANGES: list[tuple[str, Change, str, str]] = [
    ("header", lambda h: h["seats"].pop(), "", "3 names for 4 players"),
    ("header", put(started="2026-13-31T18:30:00Z"), "", "no time in UTC"),
    ("header", in_rules(players=9), "R2", "players must be"),
    ("header", in_rules(deal=14), "R3", "4 players with 14 cards"),
    ("header", lambda h: h["rules"]["points"].update({"8": 3}), "R4", "the 8, with 3"),
    ("header", lambda h: h["rules"]["ranks"].reverse(), "", "ranks must be [1,2,3"),
    ("deal", put(round=2), "", "round must be 1, not 2"),
    ("deal", put(leader=4), "R9a", "no seat 4"),
    ("deal", put(leader=-1), "R9a", "no seat -1"),
    ("deal", lambda d: d["hands"].pop(), "R3", "3 hands for 4"),
    ("deal", hand(2, list.pop), "R3", "seat 2 was dealt 11"),
    ("deal", hand(2, list.clear), "R19", "seat 2 has no cards"),
    ("deal", hand(0, all_the_same), "R2", "more than 4 cards"),
    ("deal", hand(0, lambda cards: cards.__setitem__(0, 6)), "R1", "6 is no card"),
    ("deal", hand(1, list.reverse), "", "hands must be"),
    ("play", put(text="8-8-8"), "R9", "your hand lacks"),
    ("play", put(text="pass"), "R9", "the leader must play"),
    ("play", put(text="everything"), "", "everything"),
    ("play", one_more("seat", 4), "R9a", "seat must be"),
    ("play", put(seat=-1), "R9a", "seat must be"),
    ("play", put(seat=10**3000), "R9a", "..."),
    ("end", one_more("points"), "R20", "points must be"),
    ("end", one_more("winner", 4), "R19", "winner must be"),
    ("second deal", play_instead(0), "R19", "the round is over"),
    ("second deal", play_instead(1), "R3", "dealt is what comes next"),
    ("second deal", one_more("leader", 4), "R5", "leader must be"),
    ("second deal", one_more("round"), "", "round must be 2, not 3"),
    ("second deal", hand(3, list.pop), "R3", "seat 3 was dealt 11"),
    ("last line", one_more("scores"), "R21", "scores must be"),
    ("last line", put(winners=[]), "R21", "winners must be"),
]

AGAIN: Move = lambda lines, place: lines.insert(place + 1, lines[place])  # noqa: E731
MISSING: Move = lambda lines, place: lines.pop(place)  # noqa: E731


def exchanged(lines: list[Any], place: int) -> None:
    lines[place], lines[place + 1] = lines[place + 1], lines[place]


def copied_from(source: int) -> Move:
    """A line that stands elsewhere, once more behind a place."""
    return lambda lines, place: lines.insert(place + 1, lines[source])


# Lines where none belong: where, how, how far behind that line the wrong one is, rule, sentence.
MOVES: list[tuple[str, Move, int, str, str]] = [
    ("header", MISSING, 0, "", "begins with a header"),
    ("deal", MISSING, 0, "R3", "dealt is what comes next"),
    ("play", MISSING, 0, "R9a", "seat must be"),
    ("end", MISSING, 0, "R20", "round_ended is what comes next"),
    ("second deal", MISSING, 0, "R19", "the round is over"),
    ("deal", AGAIN, 1, "R19", "the round is not over"),
    ("play", AGAIN, 1, "R9a", "seat must be"),
    ("end", AGAIN, 1, "R3", "dealt is what comes next"),
    ("last line", AGAIN, 1, "R21", "nothing may follow"),
    ("deal", exchanged, 0, "R3", "dealt is what comes next"),
    ("play", exchanged, 0, "R9a", "seat must be"),
    ("end", exchanged, 0, "R20", "round_ended is what comes next"),
    ("play", copied_from(1), 1, "R19", "the round is not over"),
    ("play", copied_from(-1), 1, "R19", "acted is what comes next"),
    ("end", copied_from(-1), 1, "R3", "dealt is what comes next"),
    ("last line", copied_from(1), 1, "R21", "nothing may follow"),
    ("last line", copied_from(2), 1, "R21", "nothing may follow"),
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


@pytest.mark.parametrize(("where", "change", "said"), SHAPES)
def test_a_line_of_another_shape_is_refused(where: str, change: Change, said: str) -> None:
    objects, place = changed(where, change)
    refuse(write_objects(objects), place + 1, "", said)


@pytest.mark.parametrize(("where", "change", "rule", "said"), CHANGES)
def test_a_line_against_the_rules_is_refused(where: str, change: Change, rule: str, said: str) -> None:
    objects, place = changed(where, change)
    refuse(write_objects(objects), place + 1, rule, said)


@pytest.mark.parametrize(("where", "move", "behind", "rule", "said"), MOVES)
def test_a_line_out_of_its_place_is_refused(
    where: str, move: Move, behind: int, rule: str, said: str
) -> None:
    objects = [json.loads(line) for line in game_of_four().splitlines()]
    place = place_in(objects, where)
    move(objects, place)
    refuse(write_objects(objects), place + behind + 1, rule, said)


def test_cards_of_another_hand_are_refused_where_they_are_played() -> None:
    objects, place = changed("deal", swap_hands)
    refuse(write_objects(objects), place + 2, "R9", "your hand lacks")


def test_an_illegal_play_is_refused_with_its_rule() -> None:
    objects, place = changed("play", put())
    dealt, played = objects[place - 1 : place + 1]
    cards = dealt["hands"][dealt["leader"]]
    played["text"] = f"{cards[0]}-{cards[-1]}"
    refuse(write_objects(objects), place + 1, "R6", "is no single, set or run")


def refuse(data: bytes, line: int, rule: str, said: str) -> None:
    """What reading the data, and the data behind another game, must come to."""
    for before in (b"", b"".join(small_lines())):
        with pytest.raises(InvalidRecord) as refused:
            read(before + data)
        error = refused.value
        expected = line + before.count(b"\n")
        if before and said == "begins with a header":
            # Behind another game it is text after that one's end.
            rule, said = "R21", "nothing may follow"
        assert error.parameters["line"] == expected
        assert error.rule == rule
        assert str(error).startswith(f"games.jsonl, line {expected}: ")
        assert said in str(error)
        assert str(error).endswith(f" ({rule})") == bool(rule)
        assert str(error).count("(R") == bool(rule)
        for language in LANGUAGES:
            assert error.sentence(language)
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"\n", "blank"),
        (b" \t\r\n", "blank"),
        (b"null\n", "no event"),
        (b"{}\n", "no event"),
        (b"pass\n", "no event"),
        (b'{"event":"acted","seat":NaN,"text":"pass"}\n', "no event"),
        (b'{"event":"acted","seat":1,"text":"\xff"}\n', "no event"),
        (b'{"event":"acted","seat":1,"text":"\\ud800"}\n', "no event"),
        (b'{"event":"acted","seat":1,"text":"pass"} x\n', "no event"),
        (b'{"event":"acted","seat":1,"text":"pass"}{"event":"acted","seat":2,"text":"pass"}\n', "no event"),
        (b'\xef\xbb\xbf{"event":"acted","seat":1,"text":"pass"}\n', "no event"),
        (b'{"event":"acted","seat":1,"seat":1,"text":"pass"}\n', 'the key "seat" is written twice'),
        (b'{"event":"acted","event":"acted","seat":1,"text":"pass"}\n', "twice"),
        (b'{"event":"acted","seat":' + b"9" * 5000 + b',"text":"pass"}\n', "no event"),
        (b"[" * 100_000 + b"\n", "no event"),
        (b'{"x":' * 100_000 + b"\n", "no event"),
        (b'{"format":' + b"[" * 100_000 + b"\n", "no event"),
        (b'{"format":1}\n', "the format 1 is unknown"),
        (b'{"format":"' + b"x" * 9999 + b'"}\n', "..."),
        (b'{"format":"fivethreefive"}\n', "no header"),
        (b'{"format":"fivethreefive","version":1e999}\n', "no event"),
        (b" " * LONGEST_LINE + b"\n", f"at most {LONGEST_LINE} bytes"),
        (b"x" * (LONGEST_LINE + 1), f"at most {LONGEST_LINE} bytes"),
    ],
)  # fmt: skip
def test_text_that_is_no_line_is_refused(text: bytes, said: str) -> None:
    lines = small_lines()
    refuse(b"".join([*lines[:4], text, *lines[4:]]), 5, "", said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"version":1', b'"version":1,"version":1', 'the key "version" is written twice'),
        (b'"players":2', b'"players":2,"players":2', 'the key "players" is written twice'),
        (b'"1":1', b'"1":1,"1":1', 'the key "1" is written twice'),
        (b'"1":1', b'"01":1', "no header"),
        (b'"copies":2', b'"copies":2,"x":' + b"[" * 900 + b"]" * 900, "no "),
        (b'"copies":2', b'"copies":2,"x":' + b"9" * 5000, "no header"),
        (b'"copies":2', b'"copies":2,"x":"\xff"', "no header"),
        (b'"copies":2', b'"copies":2.0', "no header"),
    ],
)
def test_what_decoding_lets_pass_in_a_header_is_refused(old: bytes, new: bytes, said: str) -> None:
    lines = small_lines()
    assert old in lines[0]
    refuse(b"".join([lines[0].replace(old, new, 1), *lines[1:]]), 1, "", said)


def test_after_the_end_anything_but_a_header_is_text_after_the_end() -> None:
    for text in (b"x\n", b"{}\n", b'{"event":"acted","format":1}\n'):
        count = len(small_lines())
        refuse(b"".join([*small_lines(), text]), count + 1, "R21", "nothing may follow")


def test_cards_of_the_first_round_cannot_be_dealt_again() -> None:
    objects = objects_of(play(Rules(2, format="two_hands"), seed=1))
    place = place_in(objects, "second deal")
    objects[place]["hands"] = objects[1]["hands"]
    refuse(write_objects(objects), place + 1, "R2", "more than 4 cards")


def test_the_first_wrong_line_is_the_one_named() -> None:
    lines = small_lines()
    lines[3:4] = [b'{"event":"acted","seat":0,"text":"15"}\n', b"rubbish\n"]
    with pytest.raises(InvalidRecord, match="line 4: "):
        read(b"".join(lines))


def test_games_before_a_wrong_line_are_read() -> None:
    good, header = b"".join(small_lines()), small_lines()[0]
    for bad in (header.replace(b'"version":1', b'"version":9'), header + b"{}\n"):
        records = parse_records(io.BytesIO(good + good + bad), "games.jsonl")
        assert next(records).complete
        assert next(records).complete
        with pytest.raises(InvalidRecord):
            next(records)


def test_lines_handed_in_keep_their_ends() -> None:
    with pytest.raises(InvalidRecord, match="line 1: the line has no end"):
        list(parse_records([line.rstrip() for line in small_lines()], "lines"))


def test_a_header_too_long_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    seats = [Seat("x" * LONGEST_LINE), Seat("y")]
    with pytest.raises(InvalidInput, match="bytes"):
        RecordWriter.start(path, Header.new(Rules(2), seats, STARTED))
    assert not path.exists()


# Any damage at all


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


def check_damaged(data: bytes) -> None:
    """Damaged data is refused, or it is a game that its lines tell exactly and the rules allow."""
    refused: InvalidRecord | None = None
    try:
        (record,) = read(data)
    except InvalidRecord as error:
        refused = error
    if refused:
        assert 1 <= refused.parameters["line"] <= data.count(b"\n") + 1
        assert str(refused)
        return
    whole = data[: data.rfind(b"\n") + 1]
    assert record.size == len(whole)
    assert (record.cut is None) == (whole == data)
    lines = whole.splitlines()
    assert record.last_line == len(lines)
    said = json.loads(lines[0], object_pairs_hook=only_once)
    assert said["rules"] == plain(record.header.rules)
    assert [seat["name"] for seat in said["seats"]] == list(record.header.names)
    assert said["started"] == record.header.started
    if len(lines) > 1:
        told = objects_of(record.game)[1 : len(lines)]
        assert told == [json.loads(line, object_pairs_hook=only_once) for line in lines[1:]]
        naive_agrees(whole, record.header.rules)


DATA = b"".join(small_lines())
WORDS = [b"\n", b'"', b",", b"{", b"}", b"0", b"1", b"-", b"+", b">", b"8", b"pass", b"\xff", b" "]


def test_the_check_of_damage_accepts_what_is_whole() -> None:
    check_damaged(DATA)


@given(st.integers(0, len(DATA) - 1), st.integers(0, 255))
def test_any_byte_changed(place: int, byte: int) -> None:
    check_damaged(DATA[:place] + bytes([byte]) + DATA[place + 1 :])


def test_any_byte_deleted() -> None:
    for place in range(len(DATA)):
        check_damaged(DATA[:place] + DATA[place + 1 :])


def test_any_bit_flipped() -> None:
    for place in range(len(DATA)):
        for bit in range(8):
            check_damaged(DATA[:place] + bytes([DATA[place] ^ 1 << bit]) + DATA[place + 1 :])


@given(st.integers(0, len(DATA)), st.integers(0, 40), st.lists(st.sampled_from(WORDS), max_size=4))
def test_any_piece_replaced(place: int, length: int, words: list[bytes]) -> None:
    check_damaged(DATA[:place] + b"".join(words) + DATA[place + length :])


@given(st.binary(max_size=200))
def test_any_bytes_at_all(data: bytes) -> None:
    with pytest.raises(InvalidRecord) if data else pytest.raises(StopIteration):
        next(parse_records(io.BytesIO(data), "games.jsonl"))


@given(st.permutations(small_lines()[1:6]), st.integers(0, 5))
def test_lines_in_any_order(lines: list[bytes], kept: int) -> None:
    check_damaged(b"".join([small_lines()[0], *lines[:kept], *small_lines()[6:]]))


# The schema


def test_the_published_schema_is_that_of_the_types() -> None:
    published = json.loads((DOCS / "record.schema.json").read_text("utf-8"))
    assert published == schema(), (
        "python -c 'import json; from fivethreefive.record import schema; "
        "print(json.dumps(schema(), indent=2))' > docs/record.schema.json"
    )


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_every_line_is_an_instance_of_the_schema(rules: Rules) -> None:
    validator = jsonschema.Draft202012Validator(schema())
    validator.check_schema(schema())
    for said in objects_of(play(rules, seed=4)):
        validator.validate(said)


@pytest.mark.parametrize(("where", "change", "said"), SHAPES)
def test_the_schema_refuses_what_has_another_shape(where: str, change: Change, said: str) -> None:
    objects, place = changed(where, change)
    wrong = objects.pop(place)
    validator = jsonschema.Draft202012Validator(schema())
    assert not validator.is_valid(wrong)
    assert all(validator.is_valid(line) for line in objects)


def test_the_example_in_the_manual_is_a_record() -> None:
    page = (DOCS / "records.md").read_text("utf-8")
    example = page.split("```json\n")[1].split("```")[0]
    (record,) = read(example.encode())
    assert record.complete
    naive_agrees(example.encode(), record.header.rules)


def test_started_is_what_the_header_stands_for() -> None:
    header = header_of(small_game())
    events: list[GameEvent] = [header.event]
    assert events == [Started(header.rules, header.names)]


@pytest.mark.parametrize("device", ["/dev/full", "/dev/null", "/dev/zero"])
def test_a_device_is_no_place_for_a_record(device: str) -> None:
    with pytest.raises(InvalidInput, match=f"{device} is no ordinary file"):
        RecordWriter.start(Path(device), header_of(Game(Rules(2), seed=1)))
    with pytest.raises(InvalidInput, match="is no ordinary file"):
        RecordWriter.resume(Path(device))
