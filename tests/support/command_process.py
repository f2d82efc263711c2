"""The command as a process, for tests: with a home of its own, in a pipe or in a pseudo-terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pexpect

COMMAND = [sys.executable, "-m", "fivethreefive.cli"]
CODE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
LONG = 60
"""Seconds after which a test gives up waiting; no verdict rests on it."""

PROMPT = "Your play (? help): "


def environment(home: Path, **changes: str) -> dict[str, str]:
    """An environment in which the command keeps its games under ``home``."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("LC_") and name not in ("NO_COLOR", "COLUMNS", "LINES", "LANG")
    }
    data = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "LANG": "C.UTF-8"}
    # Where the command is found by its name: what it prints names it so.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return kept | data | {"TERM": "xterm", "PATH": path} | changes


def kept_games(home: Path) -> list[Path]:
    """The files of kept games."""
    return sorted((home / "data" / "fivethreefive" / "games").glob("*.jsonl"))


def run(home: Path, *words: str, typed: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end with ``typed`` on its standard input."""
    return subprocess.run(
        [*COMMAND, *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment(home, **changes),
        timeout=LONG,
        check=False,
    )


def default_signals() -> None:
    """Let a child heed Ctrl-C and a hangup; to be called in it, as ``preexec_fn``.

    Whoever runs the tests in the background or by ``nohup`` has them ignored, by the children too.
    """
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Terminal:
    """The command in a pseudo-terminal, and what a person would see there."""

    def __init__(
        self,
        home: Path,
        *words: str,
        size: tuple[int, int] = (24, 80),
        changes: dict[str, str] | None = None,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self.child: Any = pexpect.spawn(
            command[0],
            [*command[1:], *words],
            env=environment(home, **(changes or {})),
            dimensions=size,
            encoding="utf-8",
            timeout=LONG,
            preexec_fn=default_signals,
        )
        self.seen = ""

    def until(self, text: str) -> str:
        """Wait for ``text``; what came before it, without colours."""
        self.child.expect_exact(text)
        raw = self.child.before + text
        self.seen += raw
        return plain(raw)

    def until_match(self, pattern: str) -> re.Match[str]:
        """Wait for a regular expression."""
        self.child.expect(pattern)
        self.seen += self.child.before + self.child.after
        match: re.Match[str] = self.child.match
        return match

    def type(self, line: str) -> None:
        """LineDialog a line."""
        self.child.sendline(line)

    def end(self) -> tuple[str, int]:
        """Wait for the end of the process: what was left to see, and the exit code."""
        self.child.expect(pexpect.EOF)
        self.seen += self.child.before
        rest = plain(self.child.before)
        self.child.close()
        code = self.child.exitstatus
        return rest, -self.child.signalstatus if code is None else code


def words(line: str) -> list[str]:
    """A command line as its words, none of which has a space in it."""
    return line.split()


def plain(text: str) -> str:
    """Terminal output as lines without colours."""
    return CODE.sub("", text).replace("\r\n", "\n")


def legal_plays(screen: str) -> list[str]:
    """The plays that the last list on a screen offers, as they are shown there."""
    listed = screen[screen.rindex("Your hand") :]
    return re.findall(r"\b[a-z]{1,2}\) (.+?)(?=  |\n|$)", listed)
