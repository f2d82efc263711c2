"""What the rooms of one process share."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from fivethreefive.bots import LEVELS
from fivethreefive.server.clock import Clock
from fivethreefive.server.limits import RateLimits
from fivethreefive.server.storage.store import is_damage, why_failed
from fivethreefive.server.storage.writer import Writer
from fivethreefive.server.workers.workers import Workers

HINTS = 20
"""Hints that may be asked for at one table at once ..."""
HINTS_SECOND = 1 / 3
"""... and then each second."""


@dataclass
class Services:
    """The database, the workers, the clocks, the counts and the log of a server."""

    writer: Writer
    workers: Workers
    clock: Clock
    levels: Mapping[str, str] = field(default_factory=lambda: LEVELS)
    """What makes the bot of each level."""
    counters: Counter[str] = field(default_factory=Counter)
    damage: SQLAlchemyError | None = None
    """What the database said when it was found to be damaged."""
    log: logging.Logger = field(default_factory=lambda: logging.getLogger("fivethreefive.server"))

    def __post_init__(self) -> None:
        self.hint_limits = RateLimits(HINTS, HINTS_SECOND, self.clock)

    def store_failed(self, what: str, error: SQLAlchemyError, **extra: int) -> None:
        """Count and log that the database failed."""
        self.counters["store_failures"] += 1
        if is_damage(error):
            self.damage = error
        self.log.error("store_failed", extra={"what": what, "why": why_failed(error), **extra})
