"""The games of the record files that a command was given, with a bar that shows how much is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from fivethreefive.cli.progress import progress
from fivethreefive.language import Catalogue
from fivethreefive.record import GameRecord, read_records

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
                if (
                    now := _megabytes(read)
                ) > shown:  # Not for each game: to draw takes longer than to read.
                    done(shown := now)
            before = read


def _size(name: str) -> int:
    path = Path(name)
    return path.stat().st_size if path.is_file() else 0  # What cannot be read is refused when it is read.


def _megabytes(size: int) -> int:
    return -(-size // MEGABYTE)  # Rounded up.
