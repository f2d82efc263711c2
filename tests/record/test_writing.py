"""Two writers of one record, and files that cannot be written."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fivethreefive import Game, InvalidInput, Rules
from fivethreefive.record import (
    RecordWriter,
    read_record,
    read_records,
)
from support.record_cases import (
    SMALL,
    header_of,
    objects_of,
    play,
    small_game,
    write_objects,
)


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
        with pytest.raises(InvalidInput, match="the disk is full"):
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
        with pytest.raises(InvalidInput, match="holds another game"):
            writer.sync(renamed)
        with pytest.raises(InvalidInput, match="holds another game"):
            writer.write([renamed.events[0]])
        writer.write(game.events[:3])
        with pytest.raises(InvalidInput, match="holds another game"):
            writer.sync(other)
        with pytest.raises(InvalidInput, match="holds another game"):
            writer.sync(Game.from_events(game.events[:2]))
        with pytest.raises(InvalidInput, match="holds another game"):
            writer.sync(Game.from_events([renamed.events[0], *game.events[1:]]))
        writer.sync(game)
    assert path.read_bytes() == write_objects(objects_of(game))


@pytest.mark.parametrize("device", ["/dev/full", "/dev/null", "/dev/zero"])
def test_a_device_is_no_place_for_a_record(device: str) -> None:
    with pytest.raises(InvalidInput, match=f"{device} is not an ordinary file"):
        RecordWriter.start(Path(device), header_of(Game(Rules(2), seed=1)))
    with pytest.raises(InvalidInput, match="is not an ordinary file"):
        RecordWriter.resume(Path(device))
