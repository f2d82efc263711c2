"""Random play inside the kernel, deal to score, on one core, against plain C in the same run.

The two take turns, so that the machine's moods meet both; the ratio is that of the medians.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

from bench._report import report
from fivethreefive import Rules
from fivethreefive.batch import play_out

ROUNDS = 300_000
TURNS = 7
SOURCE = Path(__file__).with_name("limit.c")


def build(folder: Path) -> Path | None:
    """Build the C program with the system's compiler; None where there is none."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    program = folder / "limit"
    subprocess.run([compiler, "-O3", "-march=native", SOURCE, "-o", program], check=True)
    return program


def c_rate(program: Path, players: int) -> float:
    """Decisions a second of the C program, by its own clock."""
    printed = subprocess.run(
        [program, str(players), str(ROUNDS)], check=True, capture_output=True, text=True
    )
    return float(printed.stdout.split()[3])


def kernel_rate(rules: Rules, seed: int) -> float:
    """Decisions a second of ``play_out``."""
    start = time.perf_counter()
    decisions = int(play_out(rules, ROUNDS, "random", seed).decisions.sum())
    return decisions / (time.perf_counter() - start)


def main() -> None:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        for players in range(2, 7):
            rules = Rules(players)
            play_out(rules, 1)
            pairs = [
                (kernel_rate(rules, turn), c_rate(program, players) if program else float("nan"))
                for turn in range(TURNS)
            ]
            ours, theirs = (median(rates) for rates in zip(*pairs, strict=True))
            rows.append(
                {
                    "players": players,
                    "kernel decisions/s": ours,
                    "C decisions/s": theirs,
                    "ratio": ours / theirs,
                }
            )
    report("kernel", rows)
