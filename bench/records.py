"""How quickly ``check``, ``stats`` and ``replay`` read a long record file, and in how much memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench._report import report
from fivethreefive.arena.simulation import Simulation, play_chunk
from fivethreefive.record import NO_TIME, Header, Seat
from fivethreefive.rules.options import Rules

SIZE = 60_000_000
GAMES = 200
"""So many different games are played, and written again and again."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        _write(file, SIZE)
        small = Path(folder) / "small.jsonl"
        _write(small, 1)
        commands = (["check"], ["stats"], ["replay"])
        for command in commands:
            _measure(command, small)  # What has to be compiled is compiled here.
        report("records", [_measure(command, file) for command in commands])


def _write(file: Path, size: int) -> None:
    seats = [Seat(f"Seat {seat}", "greedy") for seat in range(4)]
    simulation = Simulation(Header.new(Rules(4), seats, NO_TIME), 1, GAMES, recorded=True)
    _, lines = play_chunk(simulation, range(GAMES))
    with file.open("wb") as out:
        for _ in range(-(-size // len(lines))):
            out.write(lines)


def _measure(command: list[str], file: Path) -> dict[str, Any]:
    line = [sys.executable, "-m", "fivethreefive.cli", *command, str(file)]
    process = subprocess.Popen(line, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, line)
    # Of the processor: what else the machine does plays no part.
    seconds, size = usage.ru_utime + usage.ru_stime, file.stat().st_size / 1e6
    return {
        "command": " ".join(command), "MB": round(size), "seconds": seconds, "MB/s": size / seconds,
        "most memory, MB": usage.ru_maxrss // 1000,
    }  # fmt: skip
