"""What a table can be set up with: levels of bots, clocks, paces, and what bots are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fivethreefive.bots import BOT_NAMES, LEVELS, make_bot
from fivethreefive.bots.base import close_bot
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


def levels_with(named: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """The levels of the house and those that the operator adds: names, and what makes their bots.

    Raises InvalidInput for a name that is taken, or a bot that cannot be made.
    """
    levels = dict(LEVELS)
    for level, specification in named:
        if level in levels:
            raise InvalidInput("level_taken", level=level)
        close_bot(make_bot(specification))
        levels[level] = specification
    return levels


def check_level(level: str, levels: Mapping[str, str]) -> str:
    """The level itself; InvalidInput where there is none of that name."""
    if level not in levels:
        raise InvalidInput("unknown_level", level=level, known=", ".join(levels))
    return level


def bot_name(taken: Sequence[str]) -> str:
    """A name for a bot that nobody at the table has."""
    looks = {look(name) for name in taken}
    return next(name for name in (*BOT_NAMES, *(f"{n} 2" for n in BOT_NAMES)) if look(name) not in looks)
