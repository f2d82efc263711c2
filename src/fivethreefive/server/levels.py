"""What a table can be set up with: levels of bots, clocks, paces, and what bots are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fivethreefive.bots import BOT_NAMES, LEVELS
from fivethreefive.language import InvalidInput
from fivethreefive.protocol import Clock, Pace
from fivethreefive.server.words import look

STAND_IN = "hard"
"""The level of the bot that plays for a person who is away."""

TURN_MS: Mapping[Clock, int | None] = {"none": None, "relaxed": 60_000, "quick": 15_000}
"""The time of a turn."""

AWAY_MS = 60_000
"""How long an absent person is waited for where there is no clock."""

PACE_MS: Mapping[Pace, int] = {"instant": 0, "fast": 350, "normal": 900, "slow": 1800}
"""How long a bot's play waits, so that people can follow it."""

ROUND_MS = 15_000
"""After so long the next round is dealt, or the rematch somebody asked for begins."""


def check_level(level: str) -> str:
    """The level itself; InvalidInput where there is none of that name."""
    if level not in LEVELS:
        raise InvalidInput("unknown_level", level=level, known=", ".join(LEVELS))
    return level


def bot_name(taken: Sequence[str]) -> str:
    """A name for a bot that nobody at the table has."""
    looks = {look(name) for name in taken}
    return next(name for name in (*BOT_NAMES, *(f"{n} 2" for n in BOT_NAMES)) if look(name) not in looks)
