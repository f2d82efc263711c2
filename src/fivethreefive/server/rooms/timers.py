"""How long a table waits for what comes next."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fivethreefive.protocol import PACE_MS, Clock, TableOptions
from fivethreefive.table import Wait

TURN_MS: Mapping[Clock, int | None] = {"none": None, "relaxed": 60_000, "quick": 15_000}
"""The time of a turn."""

AWAY_MS = 60_000
"""How long an absent person is waited for where there is no clock."""

REVEAL_MS = 5_000
"""How long a deal waits for the contributions that were committed to: programs reveal them at once."""

ROUND_MS = 15_000
"""After so long the next round is dealt, or the rematch somebody asked for begins."""


def delay_of(wait: Wait, options: TableOptions) -> int:
    """How long to wait, in milliseconds."""
    if wait.kind == "bot":
        return PACE_MS[options.pace]
    if wait.kind == "reveal":
        return REVEAL_MS
    if wait.kind == "away":
        return TURN_MS[options.clock] or AWAY_MS
    return 0 if wait.everybody_ready else ROUND_MS


class TableTimer:
    """What a table waits for and how long still; while nobody is there it is paused."""

    def __init__(self) -> None:
        self.wait: Wait | None = None
        self.deadline: int | None = None
        """In milliseconds since 1970; None while the timer is paused or nothing is waited for."""
        self._left = 0

    @property
    def running(self) -> bool:
        """Whether time runs on."""
        return self.deadline is not None

    @property
    def paused(self) -> bool:
        """Whether something is waited for while time stands still."""
        return self.wait is not None and self.deadline is None

    def left(self, now: int) -> int | None:
        """What is left, in milliseconds; None where nothing is waited for."""
        if self.wait is None:
            return None
        return self._left if self.deadline is None else max(0, self.deadline - now)

    def run(self, wait: Wait | None, options: TableOptions, now: int) -> None:
        """Wait for ``wait``: go on where that is waited for already, else begin anew."""
        if wait is None:
            self.wait = self.deadline = None
            return
        if wait != self.wait:
            self.wait, self.deadline, self._left = wait, None, delay_of(wait, options)
        if self.deadline is None:
            self.deadline = now + self._left

    def pause(self, now: int) -> None:
        """Keep what is left for when somebody is there again."""
        self._left, self.deadline = self.left(now) or 0, None

    def stored(self) -> tuple[int | None, str | None]:
        """The deadline while it runs; what is waited for, as text, with what is left while it is paused."""
        if self.wait is None:
            return None, None
        left = self._left if self.deadline is None else None
        return self.deadline, msgspec.json.encode((self.wait, left)).decode()

    @classmethod
    def restored(cls, due: int | None, due_for: str | None, last_alive: int) -> TableTimer:
        """The timer as it was stored, paused at the time when its process was last alive."""
        timer = cls()
        try:
            timer.wait, left = msgspec.json.decode(due_for or "", type=tuple[Wait, int | None])
        except msgspec.MsgspecError:
            return timer  # Nothing was waited for, or an earlier version wrote it: it begins anew.
        timer._left = max(0, due - last_alive) if due is not None else left or 0
        return timer
