"""The folder of a tournament: a file of results that only grows, and what is made of it in the end.

``games.jsonl`` begins with the plan and has a line for each game, in the order in which they were
finished. A line is written whole; the part of one that a crash cut off is dropped, its game is played
again. The file is locked while a process plays, and the system lifts the lock when that one ends.
"""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal, Self

import msgspec

from fivethreefive.arena.playing import Outcome
from fivethreefive.arena.schedule import Plan
from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.record.appending import append, bad_line, open_locked

FORMAT: Final = "fivethreefive-arena"
VERSION: Final = 1
GAMES = "games.jsonl"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what this file is, and the plan that everything in it follows from."""

    format: Literal["fivethreefive-arena"]
    version: Literal[1]
    plan: Plan


class _Kind(msgspec.Struct):
    format: Any = None
    version: Any = None


_encoder = msgspec.json.Encoder()
_kind = msgspec.json.Decoder(_Kind)
_header = msgspec.json.Decoder(Header)
_outcome = msgspec.json.Decoder(Outcome)
_REFUSED = (msgspec.MsgspecError, RecursionError)


class Results:
    """The results of one tournament, open to be added to; made by ``start`` and ``resume``."""

    def __init__(self, folder: Path, plan: Plan, file: io.FileIO, played: list[Outcome]) -> None:
        self.folder = folder
        self.plan = plan
        self.played = played
        """The games that were played before."""
        self._file = file

    @classmethod
    def start(cls, folder: Path, plan: Plan) -> Self:
        """Begin in a new or empty folder; InvalidInput where it is not, or cannot be written."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise InvalidInput("arena_exists", folder=str(folder))
        except FileExistsError:
            raise InvalidInput("arena_exists", folder=str(folder)) from None
        except OSError as error:
            raise InvalidInput("arena_file", file=str(folder), why=error.strerror or str(error)) from None
        path = folder / GAMES
        with _file_errors(path, InvalidInput):
            file = _locked(path, os.O_CREAT | os.O_EXCL)
            try:
                append(file, _encoder.encode(Header(FORMAT, VERSION, plan)) + b"\n")
            except BaseException:
                file.close()
                path.unlink()
                raise
        return cls(folder, plan, file, [])

    @classmethod
    def resume(cls, folder: Path) -> Self:
        """Go on in a folder that ``start`` made.

        Raises InvalidInput where there is no such folder or somebody plays in it, InvalidRecord, naming
        the line, where the file holds anything but what was written.
        """
        path = folder / GAMES
        with _file_errors(path, InvalidInput):
            file = _locked(path)
            try:
                file.seek(0)
                with open(file.fileno(), "rb", closefd=False) as lines:
                    plan, played, size = _read(lines, str(path))
                file.truncate(size)
            except BaseException:
                file.close()
                raise
        return cls(folder, plan, file, played)

    def add(self, outcome: Outcome) -> None:
        """Write what came of a game; a FiveThreeFiveError where it cannot be written, and is not."""
        with _file_errors(self.folder / GAMES, FiveThreeFiveError):
            append(self._file, _encoder.encode(outcome) + b"\n")

    def write(self, name: str, text: str) -> Path:
        """Write a file beside the games, whole or not at all."""
        path = self.folder / name
        with _file_errors(path, FiveThreeFiveError):
            handle, new = tempfile.mkstemp(dir=self.folder, prefix=f".{name}-")
            try:
                with open(handle, "w", encoding="utf-8", newline="") as file:
                    file.write(text)
                os.chmod(new, 0o666 & ~_umask())
                os.replace(new, path)
            except BaseException:
                os.unlink(new)
                raise
        return path

    def close(self) -> None:
        """Let others have the folder."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_results(folder: Path) -> tuple[Plan, list[Outcome]]:
    """The plan and the games of a folder, which may still be played in; errors as ``resume``."""
    path = folder / GAMES
    with _file_errors(path, InvalidInput), open(path, "rb") as lines:
        plan, played, _ = _read(lines, str(path))
    return plan, played


def _read(lines: Iterable[bytes], name: str) -> tuple[Plan, list[Outcome], int]:
    """The plan, the games and the bytes that hold them; a last line without an end is left out."""
    plan: Plan | None = None
    played: list[Outcome] = []
    seen: set[int] = set()
    size = 0
    for number, line in enumerate(lines, 1):
        if plan is not None and not line.endswith(b"\n"):
            break
        try:
            if plan is None:
                plan = _read_header(line)
            else:
                played.append(_read_outcome(line, plan, seen))
        except FiveThreeFiveError as error:
            raise bad_line(name, number, error) from None
        size += len(line)
    if plan is None:
        raise bad_line(name, 1, InvalidInput("arena_no_plan", why="-"))
    return plan, played, size


def _read_header(line: bytes) -> Plan:
    try:
        kind = _kind.decode(line)
        if kind.format != FORMAT:
            raise InvalidInput("unknown_format", format=_quoted(kind.format), known=FORMAT)
        if kind.version != VERSION:
            raise InvalidInput("unknown_version", version=_quoted(kind.version), known=VERSION)
        return _header.decode(line).plan
    except _REFUSED as error:
        raise InvalidInput("arena_no_plan", why=str(error)) from None


def _read_outcome(line: bytes, plan: Plan, seen: set[int]) -> Outcome:
    try:
        outcome = _outcome.decode(line)
    except _REFUSED as error:
        raise InvalidInput("arena_no_game", why=str(error)) from None
    players = plan.rules.players
    by_seat = len(outcome.points) == len(outcome.thought) == players
    seats = (*outcome.winners, *([outcome.forfeit.seat] if outcome.forfeit else []))
    if not (by_seat and outcome.winners and outcome.rounds > 0 and all(0 <= s < players for s in seats)):
        raise InvalidInput("arena_no_game", why=_quoted(outcome.points))
    if not 0 <= outcome.game < plan.total or outcome.game in seen:
        raise InvalidInput("arena_other_game", game=outcome.game)
    seen.add(outcome.game)
    return outcome


def _quoted(value: Any) -> str:
    return msgspec.json.encode(value).decode()[:100]


def _locked(path: Path, flags: int = 0) -> io.FileIO:
    try:
        return open_locked(path, flags)
    except BlockingIOError:
        raise InvalidInput("arena_in_use", folder=str(path.parent)) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def _file_errors(path: Path, kind: type[FiveThreeFiveError]) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise kind("arena_file", file=str(path), why=error.strerror or str(error)) from None
