"""Files that are only ever appended to, by one process at a time, whole lines or nothing."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from fivethreefive.foreign_errors import from_system
from fivethreefive.language import FiveThreeFiveError, InvalidInput, InvalidRecord

try:
    import fcntl
except ImportError:  # Windows has none: there, nothing keeps two writers apart.
    fcntl = None  # type: ignore[assignment]


def open_locked(path: str | Path, flags: int = 0) -> io.FileIO:
    """Open a regular file to read it and to append to it, and lock it until it is closed.

    The system lets go of the lock when the process ends, however that happens. Raises OSError as
    ``os.open``; that is BlockingIOError where another process holds the lock.
    """
    flags |= os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)
    file = io.FileIO(os.open(path, flags, 0o666), "r+")
    try:
        # A device or a pipe can have no end to read up to, and nothing in it is kept.
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise InvalidInput("not_a_regular_file", file=str(path))
        _lock(file)
    except BaseException:
        file.close()
        raise
    return file


def _lock(file: io.FileIO) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # Some network file systems have no locks: there, nothing keeps two writers apart either.
        if error.errno not in (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS):
            raise


def reading(file: io.FileIO) -> io.BufferedReader:
    """The same file to read it from where it stands; closing that leaves ``file`` open."""
    return open(file.fileno(), "rb", closefd=False)


def append(file: io.FileIO, lines: bytes, *, fsync: bool = False) -> None:
    """Write all of ``lines`` at the end or nothing: a full disk must not leave a line cut in use."""
    size = file.seek(0, os.SEEK_END)
    try:
        rest = memoryview(lines)
        while rest:
            rest = rest[file.write(rest) :]
        if fsync:
            os.fsync(file.fileno())
    except BaseException:  # Ctrl-C in the middle of a line too.
        file.truncate(size)
        raise


@contextmanager
def opened_locked(path: Path, flags: int, in_use: InvalidInput) -> Iterator[io.FileIO]:
    """A file as ``open_locked`` opens it, which is closed again only where the block fails.

    Raises ``in_use`` where another process holds the lock, otherwise OSError.
    """
    try:
        file = open_locked(path, flags)
    except BlockingIOError:
        raise in_use from None
    try:
        yield file
    except BaseException:
        file.close()
        raise


@contextmanager
def file_errors(
    path: str | os.PathLike[str], code: str = "record_file", kind: type[FiveThreeFiveError] = InvalidInput
) -> Iterator[None]:
    """Raise ``kind`` with ``code`` where the system refuses to open, read or write the file at ``path``."""
    try:
        yield
    except OSError as error:
        raise from_system(code, error, kind, file=str(path)) from error


def write_whole(path: Path, text: str) -> None:
    """Write a file anew, whole or not at all; OSError where that fails. Nobody else may write it now."""
    path = Path(os.path.realpath(path))  # Where a link leads, and not over the link.
    if path.exists() and not path.is_file():  # A device has no part that could stay behind.
        path.write_text(text, "utf-8", newline="")
        return
    new = path.with_name(f".{path.name}-new")
    try:
        new.write_text(text, "utf-8", newline="")
        new.replace(path)  # One step of the file system.
    except BaseException:
        new.unlink(missing_ok=True)
        raise


STANDARD_INPUT = "-"


@contextmanager
def open_to_read(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to be read; the text ``-``, as it is typed, is standard input, which stays open.

    A file of this name is ``Path("-")``. Raises InvalidInput where it cannot be opened or read.
    """
    with file_errors(path):
        if path == STANDARD_INPUT:
            yield sys.stdin.buffer
        else:
            with open(path, "rb") as file:
                yield file


def bad_line(file: str, line: int, error: FiveThreeFiveError) -> InvalidRecord:
    """The error that says where ``error`` was met; the rule moves to it, to be said once."""
    return InvalidRecord("bad_line", error.rule, file=file, line=line, why=error.without_rule())
