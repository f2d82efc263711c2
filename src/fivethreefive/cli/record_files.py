"""Record files of a command: those it was given, with a bar that shows how much is read, and a new one."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from fivethreefive.cli.progress import progress
from fivethreefive.language import Catalogue, InvalidInput
from fivethreefive.record import GameRecord, read_records
from fivethreefive.record.file_lock import append, file_errors, opened_locked

MEGABYTE = 1_000_000


def read_files(names: Sequence[str], catalogue: Catalogue) -> Iterator[GameRecord]:
    """The games of all files, one after the other; a file that holds none is an InvalidRecord."""
    before, shown = 0, -1
    with progress(catalogue.say("check.reading"), _megabytes(sum(map(_size, names)))) as done:
        for name in names:
            read = 0
            for record in read_records(name, some=True):
                yield record
                read = before + record.size
                # Not for each game: to draw takes longer than to read.
                if (now := _megabytes(read)) > shown:
                    done(shown := now)
            before = read


def _size(name: str) -> int:
    path = Path(name)
    return path.stat().st_size if path.is_file() else 0  # What cannot be read is refused when it is read.


def _megabytes(size: int) -> int:
    return -(-size // MEGABYTE)  # Rounded up.


@contextmanager
def records_writer(name: str | None, *, go_on: bool = False) -> Iterator[Callable[[bytes], None]]:
    """What appends games to a new file, which is there from the first of them on.

    That it can be written is tried before the first game. With ``go_on`` the file may hold games already.
    Without a name nothing is written.
    """
    if name is None:
        yield lambda _lines: None
        return
    path = Path(name)
    there = path.exists()
    opened = _opened(path, go_on)
    file: io.FileIO | None = opened
    if not there:  # However this process ends before the first game, it leaves no empty file.
        _remove_empty(opened, path)
        file = None

    def append_records(lines: bytes) -> None:
        nonlocal file
        if file is None:
            file = _opened(path, go_on)
        with file_errors(path):
            append(file, lines)

    try:
        yield append_records
    finally:
        if file is not None:
            _remove_empty(file, path)


def _opened(path: Path, go_on: bool) -> io.FileIO:
    with (
        file_errors(path),
        opened_locked(path, os.O_CREAT, InvalidInput("record_in_use", file=str(path))) as file,
    ):
        # Never over what is there; an empty file holds nothing.
        if file.seek(0, os.SEEK_END) and not go_on:
            raise InvalidInput("file_exists", file=str(path))
    return file


def _remove_empty(file: io.FileIO, path: Path) -> None:
    """Close a file, and remove it where it holds nothing."""
    if not file.seek(0, os.SEEK_END):
        path.unlink(missing_ok=True)
    file.close()
