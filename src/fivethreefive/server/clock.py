"""The two clocks of a server. No other module of the server asks the system for the time."""

from __future__ import annotations

import time

monotonic_seconds = time.monotonic  # For threads that wait for a database.


class Clock:
    """The time, in milliseconds; handed in, so that tests move it."""

    def monotonic(self) -> int:
        """The time since some moment, for every duration: nobody sets it, and each process has its own."""
        return time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        """The time since 1970, only to be stored and shown: the system may set it at any moment."""
        return time.time_ns() // 1_000_000
