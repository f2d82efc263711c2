"""Write the perft counts anew: only after a change that is meant to change them, and says so.

A perft count is the number of ways to play so many actions from a position; a round that ends earlier
counts once. One legal action too many or too few anywhere below the position changes it.

    python tests/perft/make.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from fivethreefive import Round, Rules
from fivethreefive.rules import kernel
from fivethreefive.rules.kernel import WIDTH
from fivethreefive.rules.tables import compile_rules

FILE = Path(__file__).with_name("counts.json")
MOST = 100_000
"""Positions are counted to the depth at which there are more ways than this, or the round is over."""

STUDY_DECK: dict[str, Any] = {"players": 2, "ranks": (1, 2, 3, 7, 8, 9), "copies": 2, "deal": 3}

POSITIONS: dict[str, dict[str, Any]] = {
    **{f"{players} players": {"players": players} for players in range(2, 7)},
    **{
        f"{players} players, larger": {"players": players, "overwrite": "larger"} for players in range(2, 7)
    },
    "extra deal": {"players": 3, "deal": 16},
    "study deck": STUDY_DECK,
    "study deck, larger": {**STUDY_DECK, "overwrite": "larger"},
    "study deck without 8": {**STUDY_DECK, "ranks": (2, 3, 4, 5, 11, 12)},
    "study deck for three": {**STUDY_DECK, "players": 3, "deal": 2},
    "clouds only": {"players": 2, "ranks": (7, 8, 9), "copies": 5, "deal": 4},
    "short hands": {"players": 4, "deal": 2},
    "one copy": {"players": 2, "copies": 1, "deal": 3},
}
"""What differs from the plain game; the round is dealt from seed 535."""


def perft(round_: Round, depth: int) -> int:
    """The number of ways to play ``depth`` actions, or to the end of the round, by the kernel."""
    tables = compile_rules(round_.rules)
    rows = np.zeros((depth + 1, WIDTH), np.int64)
    rows[0] = round_._row
    return int(kernel.perft(tables.arrays, rows, depth))


def counts(round_: Round) -> list[int]:
    """The counts at depth 1, 2, ..."""
    found = [perft(round_, 1)]
    while found[-1] < MOST and found[-2:] != [found[-1]] * 2:
        found.append(perft(round_, len(found) + 1))
    return found


if __name__ == "__main__":
    pinned = [
        {"name": name, "options": options, "counts": counts(Round.deal(Rules.from_options(options), 535))}
        for name, options in POSITIONS.items()
    ]
    lines = ",\n".join(map(json.dumps, pinned))
    FILE.write_text(f"[\n{lines}\n]\n", "utf-8")
