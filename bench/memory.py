"""What a million rounds of ``play_out`` add to the process, in bytes a round."""

from __future__ import annotations

import subprocess
import sys

from bench._report import report

ROUNDS = 1_000_000
CODE = f"""
import resource
from fivethreefive import Rules
from fivethreefive.batch import play_out
play_out(Rules(6), 1)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
results = play_out(Rules(6), {ROUNDS})
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def main() -> None:
    unit = 1 if sys.platform == "darwin" else 1024
    printed = subprocess.run(
        [sys.executable, "-c", CODE], check=True, capture_output=True, text=True
    )
    report("memory", [{"rounds": ROUNDS, "bytes/round": int(printed.stdout) * unit / ROUNDS}])
