"""Players made of code, and the registry that makes them by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fivethreefive.bots.base import Bot
from fivethreefive.bots.greedy import GreedyBot
from fivethreefive.bots.heuristic import HeuristicBot
from fivethreefive.bots.random import RandomBot
from fivethreefive.language import InvalidInput

BOTS: Mapping[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "heuristic": HeuristicBot,
}
"""The bots by name, weakest first."""

__all__ = ["BOTS", "Bot", "make_bot"]


def make_bot(specification: str) -> Bot:
    """The bot that a specification such as ``"heuristic"`` names: a name, or ``name:options``.

    Raises InvalidInput for a name that is not registered, or options that the bot does not take.
    """
    name, colon, options = str(specification).partition(":")
    if name not in BOTS:
        raise InvalidInput("unknown_bot", bot=name, known=", ".join(BOTS))
    if colon:
        raise InvalidInput("bot_takes_no_options", bot=name, options=options)
    return BOTS[name]()
