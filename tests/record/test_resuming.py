"""Records that a crash cut off: what is whole is kept, and the game is played on."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from fivethreefive import Game, InvalidRecord, Rules
from fivethreefive.record import (
    RecordWriter,
    read_record,
    read_records,
)
from support.record_cases import (
    header_of,
    play,
    read,
    small_game,
    small_lines,
)


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
