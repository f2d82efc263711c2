"""What a million rounds of ``play_out`` add to the process, in bytes a round."""

from __future__ import annotations

import subprocess
import sys

from bench._report import report

ROUNDS = 1_000_000
CODE = f"""
from fivethreefive import Rules
from fivethreefive.batch import play_out
play_out(Rules(6), 1)
before = resident()
results = play_out(Rules(6), {ROUNDS})
print(resident() - before)
"""
RESIDENT = """
import resource
from pathlib import Path

def resident():
    # What the process holds now; where /proc is missing, the most it ever held.
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
"""


def main() -> None:
    code = RESIDENT + CODE
    printed = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    report("memory", [{"rounds": ROUNDS, "bytes/round": int(printed.stdout) / ROUNDS}])
