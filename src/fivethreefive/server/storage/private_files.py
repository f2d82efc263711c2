"""Files that only the user who runs the server may read: what is stored holds hands and secrets."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

OTHERS = 0o077
"""What the user's group and everybody else may do."""


def create_private(path: Path) -> None:
    """Create an empty file; FileExistsError where there is one."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def keep_private(database: Path, *, make: bool) -> None:
    """Let nobody else read a SQLite database and the files beside it, and create it if ``make`` says so.

    SQLite gives the files that it adds the rights of the database. Those of an earlier version were open.
    """
    with suppress(OSError):  # Where it cannot be created SQLite says why; where it is there, all is well.
        if make and not str(database).startswith("file:"):  # That is an address, which SQLite reads.
            create_private(database)
    for ending in ("", "-wal", "-shm", ".lock"):
        path = Path(f"{database}{ending}")
        with suppress(OSError):  # It is not there, or another user's.
            if (mode := path.stat().st_mode) & OTHERS:
                path.chmod(mode & 0o777 & ~OTHERS)
