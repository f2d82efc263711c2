"""What a search may spend on a decision: simulations, or time."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fivethreefive.language import InvalidInput

MOST_SIMULATIONS = 10**9
MOST_SECONDS = 3600
MOST_THREADS = 64

_FORM = re.compile(r"(?P<number>[0-9]{1,10})(?P<unit>ms|s)?(:threads=(?P<threads>[0-9]{1,3}))?", re.ASCII)


@dataclass(frozen=True)
class Budget:
    """A number of simulations or of seconds, of which the other is None, and of threads."""

    simulations: int | None = 1000
    seconds: float | None = None
    threads: int = 1

    def __str__(self) -> str:
        text = str(self.simulations)
        if self.seconds is not None:
            milliseconds = round(self.seconds * 1000)
            text = f"{milliseconds}ms" if milliseconds % 1000 else f"{milliseconds // 1000}s"
        return text if self.threads == 1 else f"{text}:threads={self.threads}"


def read_budget(text: str) -> Budget:
    """The budget written as ``1000``, ``100ms`` or ``2s``, and ``:threads=2`` behind it if wanted.

    Raises InvalidInput for anything else, and for numbers that are not from 1 to the limits above.
    """
    found = _FORM.fullmatch(text)
    number = int(found["number"]) if found else 0
    threads = int(found["threads"] or 1) if found else 0
    seconds = {"ms": number / 1000, "s": float(number)}.get((found and found["unit"]) or "")
    fits = number <= MOST_SIMULATIONS if seconds is None else seconds <= MOST_SECONDS
    if number < 1 or not 1 <= threads <= MOST_THREADS or not fits:
        raise InvalidInput(
            "not_a_budget",
            budget=text,
            simulations=MOST_SIMULATIONS,
            seconds=MOST_SECONDS,
            threads=MOST_THREADS,
        )  # fmt: skip
    return Budget(number if seconds is None else None, seconds, threads)
