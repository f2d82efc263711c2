"""One game of a long file: found without reading the others, by its number or as the last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fivethreefive import InvalidInput, InvalidRecord
from fivethreefive.record import read_game, read_records
from fivethreefive.state import Game
from support.record_cases import SMALL, objects_of, play, small_lines, write_objects

MARK = b"\xef\xbb\xbf"


def lines_of(seed: int) -> bytes:
    return write_objects(objects_of(play(SMALL, seed)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Four games; the header of the third is written as other programs may write it."""
    path = tmp_path / "games.jsonl"
    games = [lines_of(seed) for seed in range(1, 5)]
    header, _, rest = games[2].partition(b"\n")
    turned = dict(reversed(json.loads(header).items()))
    games[2] = b"  " + json.dumps(turned).encode() + b"\n" + rest
    path.write_bytes(b"".join(games))
    return path


def test_a_game_is_the_one_that_reading_all_of_them_gives(path: Path) -> None:
    games = list(read_records(path))
    assert len(games) == 4
    for number, expected in enumerate(games, 1):
        found = read_game(path, number)
        assert found.game.events == expected.game.events
        assert (found.first_line, found.last_line) == (expected.first_line, expected.last_line)
    assert read_game(path).game.events == games[-1].game.events


def test_other_games_are_not_looked_at(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    third = read_game(path, 3).first_line
    lines[2] = lines[2].replace(b'"text":"', b'"text":"1-2-3-4')
    path.write_bytes(b"".join(lines))
    assert read_game(path, 3).first_line == third
    assert read_game(path).complete
    with pytest.raises(InvalidRecord, match="line 3: "):
        read_game(path, 1)
    with pytest.raises(InvalidRecord, match="line 3: "):
        next(read_records(path))


def test_a_wrong_line_of_the_game_is_named_by_its_place_in_the_file(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    last = read_game(path).first_line
    lines[last + 1] = b"rubbish\n"
    path.write_bytes(b"".join(lines))
    for number in (4, None):
        with pytest.raises(InvalidRecord, match=f"line {last + 2}: "):
            read_game(path, number)


def test_what_was_cut_off_is_told(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])
    assert read_game(path).cut is not None
    assert read_game(path, 3).cut is None


def test_a_number_beyond_the_last_game(path: Path) -> None:
    with pytest.raises(InvalidInput, match="has no game 5: it holds 4"):
        read_game(path, 5)


@pytest.mark.parametrize("number", [None, 1, 2])
def test_a_file_without_a_game_is_told_so(number: int | None, tmp_path: Path) -> None:
    path = tmp_path / "text"
    for text, said in ((b"", "there is no game"), (b"hello\n", "begins with a header"), (b"x", "cut off")):
        path.write_bytes(text)
        with pytest.raises(InvalidRecord, match=said):
            read_game(path, number)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_byte_order_mark_and_ends_of_other_systems(end: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    data = MARK + b"".join(small_lines()).replace(b"\n", end)
    path.write_bytes(data)
    (record,) = read_records(path)
    assert record.game.events == play(SMALL, 1).events
    assert record.size == len(data)
    assert read_game(path, 1).game.events == record.game.events


def test_a_byte_order_mark_stands_nowhere_else(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(small_lines()) + MARK + b"".join(small_lines()))
    with pytest.raises(InvalidRecord, match=r"nothing may follow.*R21"):
        list(read_records(path))


def test_a_game_is_made_of_its_lines_when_it_is_asked_for(path: Path) -> None:
    record = read_game(path, 2)
    assert isinstance(record.game, Game)
    assert record.game is record.game
    assert record.summary.complete
    assert record.summary.points == record.game.scores
