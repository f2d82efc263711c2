"""How long a table waits for what comes next."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fivethreefive.protocol import PACE_MS, Clock, TableOptions
from fivethreefive.table import Wait

TURN_MS: Mapping[Clock, int | None] = {"none": None, "relaxed": 60_000, "quick": 15_000}
"""The time of a turn."""

AWAY_MS = 60_000  # How long an absent person is waited for in one turn where there is no clock.

SLOW_MS = 60_000  # How long a turn may last there before the others may let a bot play it.

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
    if wait.kind == "slow":
        return SLOW_MS
    return 0 if wait.kind == "voted" or wait.everybody_ready else ROUND_MS


class TableTimer:
    """What a table waits for and how long still; while nobody is there it is paused.

    All times are of the monotonic clock. What is left belongs to the turn: whoever leaves and comes back
    within it finds what is left, and no more.
    """

    def __init__(self, options: TableOptions) -> None:
        self.options = options
        self.wait: Wait | None = None
        self._left: dict[Wait, int] = {}  # Of all that was waited for in this turn, at ``_since``.
        self._since: int | None = None  # None while the timer is paused or nothing is waited for.

    @property
    def deadline(self) -> int | None:
        """When it runs out; None while the timer is paused or nothing is waited for."""
        return None if self.wait is None or self._since is None else self._since + self._left[self.wait]

    @property
    def running(self) -> bool:
        """Whether time runs on."""
        return self.deadline is not None

    @property
    def paused(self) -> bool:
        """Whether something is waited for while time stands still."""
        return self.wait is not None and self._since is None

    def left(self, at: int) -> int | None:
        """What is left, in milliseconds; None where nothing is waited for."""
        if self.wait is None:
            return None
        deadline = self.deadline
        return self._left[self.wait] if deadline is None else max(0, deadline - at)

    def run(self, wait: Wait | None, at: int) -> None:
        """Wait for ``wait``, with what is left of it in this turn, or else with all of its time."""
        self.pause(at)
        if wait is not None:
            if any(known.turn != wait.turn for known in self._left):
                self._left.clear()
            self._left.setdefault(wait, delay_of(wait, self.options))
            self._since = at
        self.wait = wait

    def pause(self, at: int) -> None:
        """Keep what is left for when somebody is there again."""
        if self._since is not None:
            gone, self._since = at - self._since, None
            for known, left in self._left.items():
                # A clock runs on while a bot is about to play: to leave and come back must win no time.
                if known == self.wait or (known.kind == "away" and self.options.clock != "none"):
                    self._left[known] = max(0, left - gone)

    def stored(self) -> tuple[int | None, str | None]:
        """The deadline while it runs; what is waited for, with what is left, as text."""
        if self.wait is None:
            return None, None
        return self.deadline, msgspec.json.encode((self.wait, self._left[self.wait])).decode()

    @classmethod
    def restored(cls, options: TableOptions, due_for: str | None, most: int | None) -> TableTimer:
        """The timer as it was stored, paused, with ``most`` left at the most."""
        timer = cls(options)
        try:
            wait, left = msgspec.json.decode(due_for or "", type=tuple[Wait, int | None])
        except msgspec.MsgspecError:
            return timer  # Nothing was waited for, or an earlier version wrote it: it begins anew.
        lefts = [time for time in (left, most) if time is not None]
        if lefts:
            timer.wait, timer._left[wait] = wait, max(0, min(lefts))
        return timer
