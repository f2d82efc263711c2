"""The levels of bots that tables can be set up with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fivethreefive.bots import LEVELS, make_bot
from fivethreefive.bots.base import close_bot
from fivethreefive.language import InvalidInput

STAND_IN = "hard"
"""The level of the bot that plays for a person who is away."""


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
