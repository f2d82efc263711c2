"""Reading and writing record files: games line by line, checked by the rules as they are read."""

from __future__ import annotations

import io
import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import BinaryIO, Self

from fivethreefive.language import FiveThreeFiveError, InvalidInput, InvalidRecord
from fivethreefive.record.codec import (
    EVENT_BEGINS,
    KNOWN_LINES,
    LONGEST_LINE,
    Header,
    header_kind,
    read_line,
    without_mark,
    write_line,
)
from fivethreefive.record.file_lock import (
    append,
    bad_line,
    file_errors,
    open_to_read,
    opened_locked,
    reading,
)
from fivethreefive.record.summary import GameSummary, summarize
from fivethreefive.state import Game, GameEnded, GameEvent, Started

FilePath = str | os.PathLike[str]
"""The path of a file as Python's own functions take it."""


@dataclass(frozen=True)
class GameRecord:
    """One game of a record file, checked from its first line to its last (both from 1)."""

    file: str
    """The name of what it was read from, as errors say it."""
    header: Header
    first_line: int
    last_line: int
    """Its last whole line."""
    size: int
    """The bytes of the file up to the end of that line."""
    cut: str | None
    """What stands of a last line that a crash cut off; None where nothing was cut."""
    summary: GameSummary
    """The counts of the game, with what follows from the last line."""
    _events: list[GameEvent] = field(repr=False)

    @property
    def complete(self) -> bool:
        """Whether the game is over (R21)."""
        return self.summary.complete

    @property
    def ended(self) -> bool:
        """Whether the lines say that the game is over, up to ``game_ended``.

        A game can be over without: a crash may leave out lines that follow from the last one.
        """
        return self.summary.ended

    @cached_property
    def game(self) -> Game:
        """The game as far as the lines go, with the events that follow from the last line.

        Raises InvalidRecord where nothing was dealt: the program stopped right after the header.
        """
        if len(self._events) == 1:
            raise bad_line(self.file, self.last_line, InvalidInput("nothing_dealt", "R3"))
        return Game.from_events(self._events)


# Reading


def parse_records(lines: Iterable[bytes], name: str) -> Iterator[GameRecord]:
    """The games of ``lines``, one after the other; lines keep their ends.

    ``name`` is what errors call the whole. A byte order mark may come before the first line. A last line
    without an end was cut off by a crash, whatever it holds: the last game's ``cut`` reports it. Raises
    InvalidRecord for the first wrong line, after the games before it.
    """
    return _parse(lines, name, 1)


def _parse(lines: Iterable[bytes], name: str, first_line: int) -> Iterator[GameRecord]:
    game: _GameLines | None = None
    cut: bytes | None = None
    size = 0
    going = False  # Whether the game is not over and no line was cut off, so that an action may follow.
    for number, line in enumerate(lines, first_line):
        # Nearly every line is an action, and there are few different ones.
        if going and game and (acted := KNOWN_LINES.get(line)):
            game.events.append(acted)
            size += len(line)
            continue
        if cut is not None:
            raise bad_line(name, number - 1, InvalidInput("line_without_end"))
        # A longer one has an end, perhaps, that was not read; ``read_line`` refuses it for its length.
        if not line.endswith(b"\n") and len(line) <= LONGEST_LINE:
            cut, going = line, False
            continue
        try:
            said = read_line(without_mark(line, number), game.events if game else [])
        except FiveThreeFiveError as error:
            if game:
                record = game.record(size)  # What is wrong in an earlier line comes first.
                if header_kind(line):
                    yield record
            raise bad_line(name, number, error) from error
        if isinstance(said, Header):
            if game:
                yield game.record(size)
            game = _GameLines(name, number, said)
        elif game:
            game.events.append(said)
        going = not isinstance(said, GameEnded)
        size += len(line)
    if game:
        yield game.record(size, cut)
    elif cut is not None:
        raise bad_line(name, first_line, InvalidInput("nothing_whole"))


def read_records(path: FilePath, *, some: bool = False) -> Iterator[GameRecord]:
    """The games of a record file, one after the other (see ``parse_records``); ``"-"`` is standard input.

    With ``some`` a file that holds none is an InvalidRecord too.
    """
    with open_to_read(path) as file:
        for record in parse_records(_lines(file), str(path)):
            some = False
            yield record
    if some:
        raise bad_line(str(path), 1, InvalidInput("no_game"))


def read_record(path: FilePath) -> GameRecord:
    """The last game of a record file; InvalidRecord where it holds none or a wrong line."""
    return _last(read_records(path), path)


def read_game(path: FilePath, number: int | None = None) -> GameRecord:
    """One game of a record file by its number from 1, the last one where that is None.

    Only its own lines are checked: those of other games are passed over, which is far quicker. Raises
    InvalidRecord where the file holds no game or the game has a wrong line, InvalidInput where there
    is no game of this number.
    """
    with open_to_read(path) as file:
        games, first_line, lines = _find(_lines(file), number)
    if not games:
        return _last(parse_records(lines, str(path)), path)  # It says what stands there instead.
    if number is not None and number > games:
        raise InvalidInput("no_such_game", file=str(path), number=number, games=games)
    return _last(_parse(lines, str(path), first_line), path)


def _find(lines: Iterator[bytes], number: int | None) -> tuple[int, int, list[bytes]]:
    """The games that were met, and of the last one the number of its first line and its lines."""
    games, first_line = 0, 1
    held: list[bytes] = []
    for place, line in enumerate(lines, 1):
        # What begins as an event is never a header: to know that, it need not be read.
        if not line.startswith(EVENT_BEGINS) and header_kind(without_mark(line, place)):
            if games == number:
                break
            games, first_line = games + 1, place
            held.clear()
        held.append(line)
    return games, first_line, held


def _lines(file: BinaryIO | io.BufferedIOBase) -> Iterator[bytes]:
    return iter(partial(file.readline, LONGEST_LINE + 1), b"")  # + 1: a line that is too long shows.


def _last(records: Iterator[GameRecord], path: FilePath) -> GameRecord:
    for record in deque(records, maxlen=1):  # All are read and checked, and one is kept in memory.
        return record
    raise bad_line(str(path), 1, InvalidInput("no_game"))


class _GameLines:
    def __init__(self, file: str, line: int, header: Header) -> None:
        self.file = file
        self.first_line = line
        self.header = header
        self.events: list[GameEvent] = [header.event]

    def record(self, size: int, cut: bytes | None = None) -> GameRecord:
        """The game of the lines; InvalidRecord for the first line that no game can have."""
        last_line = self.first_line + len(self.events) - 1
        text = None if cut is None else cut.decode("utf-8", "backslashreplace")
        summary = summarize(self.header.rules, self.events)
        if summary is None:
            raise self._refusal()
        return GameRecord(
            self.file, self.header, self.first_line, last_line, size, text, summary, self.events
        )

    def _refusal(self) -> Exception:
        try:
            Game.from_events(self.events)
        except InvalidRecord as error:
            index: int = error.parameters["index"]  # Of an event, which is a line: the header is the first.
            refused = bad_line(self.file, self.first_line + index, error.parameters["why"])
            refused.__cause__ = error
            return refused
        return AssertionError(f"{self.file}, line {self.first_line}: the game is by the rules")


# Writing


class RecordWriter:
    """Appends the events of one game to a record file; made by ``start`` and ``resume``.

    It holds a lock on the file until it is closed, so that no other writer appends meanwhile (where
    the system has no ``fcntl``, nothing prevents it). Each call writes its whole lines at once: a
    crash leaves at most one line cut off. With ``fsync`` it also waits until the disk has them.
    A file that cannot be written is InvalidInput, and then nothing of the call has been written.
    """

    def __init__(self, path: Path, file: io.FileIO, header: Header, *, fsync: bool) -> None:
        self.path = path
        self.fsync = fsync
        self._file = file
        self._first = header.event
        self._last: GameEvent = self._first
        self._written = 1

    @classmethod
    def start(cls, path: FilePath, header: Header, *, fsync: bool = False) -> Self:
        """Append the header of a new game to a file, which is made where there is none.

        What the file holds is not checked, but that its last line is whole: else InvalidRecord.
        """
        path = Path(path)
        line = write_line(header)
        if len(line) > LONGEST_LINE:
            raise InvalidInput("line_too_long", most=LONGEST_LINE)
        with file_errors(path), opened_locked(path, os.O_CREAT, _in_use(path)) as file:
            _refuse_cut(path, file)
            writer = cls(path, file, header, fsync=fsync)
            writer._append(line)
        return writer

    @classmethod
    def resume(cls, path: FilePath, *, fsync: bool = False) -> tuple[GameRecord, Self]:
        """Read a record file strictly and go on with its last game.

        The part of a line that a crash cut off is removed from the file and told in the record's
        ``cut``; nothing else is ever removed. Events that follow from the last whole line but were
        not written any more, such as the end of a round, are appended.
        """
        path = Path(path)
        with file_errors(path), opened_locked(path, 0, _in_use(path)) as file:
            with reading(file) as lines:
                record = _last(parse_records(_lines(lines), str(path)), path)
            if record.cut is not None:
                file.truncate(record.size)
            writer = cls(path, file, record.header, fsync=fsync)
            writer._written = record.last_line - record.first_line + 1
            if writer._written > 1:
                writer._last = record.game.events[writer._written - 1]
                writer.sync(record.game)  # What follows from the last line by the rules.
        return record, writer

    def write(self, events: Iterable[GameEvent]) -> None:
        """Append events, which are not checked: ``sync`` is the way to follow a game.

        The header stands for the ``Started`` event, which is left out; InvalidInput where it is
        another game's.
        """
        added = []
        for event in events:
            if not isinstance(event, Started):
                added.append(event)
            elif event != self._first:
                raise InvalidInput("another_game", file=str(self.path))
        if added:
            self._append(b"".join(map(write_line, added)))
            self._last = added[-1]
            self._written += len(added)

    def sync(self, game: Game) -> None:
        """Append the events of a game that are not yet in the file.

        Raises InvalidInput where the file has another game.
        """
        events, written = game.events, self._written
        told = len(events) >= written and events[written - 1] == self._last
        if not told or events[0] != self._first:
            raise InvalidInput("another_game", file=str(self.path))
        self.write(events[written:])

    def close(self) -> None:
        """Close the file and let other writers have it; once is enough, twice does no harm."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _append(self, lines: bytes) -> None:
        with file_errors(self.path):
            append(self._file, lines, fsync=self.fsync)


def _in_use(path: Path) -> InvalidInput:
    return InvalidInput("record_in_use", file=str(path))


def _refuse_cut(path: Path, file: io.FileIO) -> None:
    file.seek(max(0, file.seek(0, os.SEEK_END) - 1))
    if file.read(1) in (b"", b"\n"):
        return
    file.seek(0)
    with reading(file) as lines:
        number = sum(1 for _ in lines)
    raise bad_line(str(path), number, InvalidInput("cut_before"))
