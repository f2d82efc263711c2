"""The folder of a tournament: a file of results that only grows, and what is made of it in the end.

``games.jsonl`` begins with the plan and has a line for each game, in the order in which they were
finished. A line is written whole; the part of one that a crash cut off is dropped, its game is played
again. The file is locked while a process plays, and the system lifts the lock when that one ends.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final, Literal, Self

import msgspec

from fivethreefive.arena.game_runner import Outcome
from fivethreefive.arena.schedule import TournamentPlan
from fivethreefive.foreign_errors import why_not_decoded
from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.record.file_lock import (
    append,
    bad_line,
    file_errors,
    opened_locked,
    reading,
    write_whole,
)
from fivethreefive.state.events import quote

FORMAT: Final = "fivethreefive-arena"
VERSION: Final = 1
UNUSABLE = "unusable_file"
GAMES = "games.jsonl"


class ResultsHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what this file is, and the plan that everything in it follows from."""

    format: Literal["fivethreefive-arena"]
    version: Literal[1]
    plan: TournamentPlan


class _Kind(msgspec.Struct):
    format: Any = None
    version: Any = None


_encoder = msgspec.json.Encoder()
_kind = msgspec.json.Decoder(_Kind)
_header = msgspec.json.Decoder(ResultsHeader)
_outcome = msgspec.json.Decoder(Outcome)
_REFUSED = (msgspec.MsgspecError, RecursionError)


class Results:
    """The results of one tournament, open to be added to; made by ``start`` and ``resume``."""

    def __init__(self, folder: Path, plan: TournamentPlan, file: io.FileIO) -> None:
        self.folder = folder
        self.plan = plan
        self._file = file

    @classmethod
    def start(cls, folder: Path, plan: TournamentPlan) -> Self:
        """Begin in a new or empty folder; InvalidInput where it is not, or cannot be written."""
        exists = InvalidInput("arena_exists", folder=str(folder))
        with file_errors(folder, UNUSABLE):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except FileExistsError:
                raise exists from None
            if any(folder.iterdir()):
                raise exists
        path = folder / GAMES
        flags = os.O_CREAT | os.O_EXCL
        with file_errors(path, UNUSABLE), opened_locked(path, flags, _in_use(folder)) as file:
            try:
                append(file, _encoder.encode(ResultsHeader(FORMAT, VERSION, plan)) + b"\n")
            except BaseException:
                file.close()
                path.unlink()
                raise
        return cls(folder, plan, file)

    @classmethod
    def resume(cls, folder: Path) -> Self:
        """Go on in a folder that ``start`` made; ``played`` has to be read before anything is added.

        Raises InvalidInput where there is no such folder or somebody plays in it, InvalidRecord, naming
        the line, where its file does not begin with a plan.
        """
        path = folder / GAMES
        with file_errors(path, UNUSABLE), opened_locked(path, 0, _in_use(folder)) as file:
            file.seek(0)
            with reading(file) as lines:
                plan = _read_plan(lines, str(path))
        return cls(folder, plan, file)

    def played(self) -> Iterator[Outcome]:
        """What came of the games played before, in the order of the file; a line cut off is removed.

        Raises InvalidRecord, naming the line, for anything but what was written.
        """
        path = self.folder / GAMES
        with file_errors(path, UNUSABLE, FiveThreeFiveError):
            self._file.seek(0)
            with reading(self._file) as lines:
                plan = _read_plan(lines, str(path))
                yield from _read_games(lines, plan, str(path))
                whole = lines.tell()
            if whole < self._file.seek(0, os.SEEK_END):
                self._file.truncate(whole)

    def add(self, outcome: Outcome) -> None:
        """Write what came of a game; a FiveThreeFiveError where it cannot be written, and is not."""
        with file_errors(self.folder / GAMES, UNUSABLE, FiveThreeFiveError):
            append(self._file, _encoder.encode(outcome) + b"\n")

    def write(self, name: str, text: str) -> Path:
        """Write a file beside the games, whole or not at all."""
        # Nobody else writes here: the folder's games are locked.
        path = self.folder / name
        with file_errors(path, UNUSABLE, FiveThreeFiveError):
            write_whole(path, text)
        return path

    def close(self) -> None:
        """Let others have the folder."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_results(folder: Path) -> tuple[TournamentPlan, list[Outcome]]:
    """The plan and the games of a folder, which may still be played in; errors as in ``Results``."""
    path = folder / GAMES
    with file_errors(path, UNUSABLE), open(path, "rb") as lines:
        plan = _read_plan(lines, str(path))
        return plan, [*_read_games(lines, plan, str(path))]


def _read_plan(lines: io.BufferedReader, name: str) -> TournamentPlan:
    line = lines.readline()
    try:
        kind = _kind.decode(line)
        if kind.format != FORMAT:
            raise InvalidInput("unknown_format", format=quote(kind.format), known=FORMAT)
        if kind.version != VERSION:
            raise InvalidInput("unknown_version", version=quote(kind.version), known=VERSION)
        return _header.decode(line).plan
    except _REFUSED as error:
        raise bad_line(name, 1, InvalidInput("arena_no_plan", why=why_not_decoded(error))) from None
    except FiveThreeFiveError as error:
        raise bad_line(name, 1, error) from None


def _read_games(lines: io.BufferedReader, plan: TournamentPlan, name: str) -> Iterator[Outcome]:
    """The games after the first line; a last line without an end is left unread."""
    seen = bytearray(plan.total)  # A byte a game, of which there can be 50 million.
    for number in count(2):
        line = lines.readline()
        if not line.endswith(b"\n"):
            lines.seek(-len(line), os.SEEK_CUR)  # Where ``played`` cuts the file.
            return
        try:
            outcome = _read_outcome(line, plan, seen)
        except FiveThreeFiveError as error:
            raise bad_line(name, number, error) from None
        seen[outcome.game] = 1
        yield outcome


def _read_outcome(line: bytes, plan: TournamentPlan, seen: bytearray) -> Outcome:
    try:
        outcome = _outcome.decode(line)
    except _REFUSED as error:
        raise InvalidInput("arena_no_game", why=why_not_decoded(error)) from None
    players = plan.rules.players
    by_seat = len(outcome.points) == len(outcome.thought) == players
    seats = (*outcome.winners, *([outcome.forfeit.seat] if outcome.forfeit else []))
    if not (by_seat and outcome.winners and outcome.rounds > 0 and all(0 <= s < players for s in seats)):
        raise InvalidInput("arena_no_game", why=quote(outcome.points))
    if not 0 <= outcome.game < plan.total or seen[outcome.game]:
        raise InvalidInput("arena_other_game", game=outcome.game)
    return outcome


def _in_use(folder: Path) -> InvalidInput:
    return InvalidInput("arena_in_use", folder=str(folder))
