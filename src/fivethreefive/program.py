"""The name of this program, and its commands as they can be typed where it runs."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

PROGRAM = "fivethreefive"
NAMES = (PROGRAM, "535")


def command_to_type(*words: str) -> str:
    """A command line of this program that works as it stands, in any folder."""
    return f"{program_to_type()} {shlex.join(words)}"


def program_to_type() -> str:
    """The program's name, or its path where a shell would not find this program by its name."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py" and started.parent.parent.name == PROGRAM:  # By ``python -m``.
        started = Path(sys.executable).with_name(PROGRAM)
    if started.name not in NAMES or not started.is_file() or _is_found(started):
        return started.name if started.name in NAMES else PROGRAM
    return shlex.quote(str(started.absolute()))


def _is_found(started: Path) -> bool:
    found = shutil.which(started.name)
    # A program of the same name may be another one, as a shim is that starts nothing here.
    return found is not None and Path(found).samefile(started)
