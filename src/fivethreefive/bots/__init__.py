"""Players made of code, and the registry that makes them by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fivethreefive.bots.base import Bot
from fivethreefive.bots.budget import Budget, read_budget
from fivethreefive.bots.greedy import GreedyBot
from fivethreefive.bots.heuristic import HeuristicBot
from fivethreefive.bots.policy import PolicyBot
from fivethreefive.bots.random import RandomBot
from fivethreefive.language import InvalidInput


def _search(options: str | None) -> Bot:
    from fivethreefive.bots.search import SearchBot

    return SearchBot(Budget() if options is None else read_budget(options))


def _plain(make: Callable[[], Bot]) -> Callable[[str | None], Bot]:
    """A bot without options."""

    def made(options: str | None) -> Bot:
        bot = make()
        if options is not None:
            raise InvalidInput("bot_takes_no_options", bot=bot.name, options=options)
        return bot

    return made


BOTS: Mapping[str, Callable[[str | None], Bot]] = {
    "random": _plain(RandomBot),
    "greedy": _plain(GreedyBot),
    "heuristic": _plain(HeuristicBot),
    "policy": _plain(PolicyBot),
    "search": _search,
}
"""What makes each bot from its options, None where it is given none; by name, weakest first."""

LEVELS: Mapping[str, str] = {
    "easy": "greedy",
    "medium": "heuristic",
    "hard": "policy",
    "expert": "search:3000",
}
"""What people choose from, weakest first, and the bot each stands for; docs/bots.md has their strength."""

BOT_NAMES = ("Nimbus", "Cirrus", "Zephyr", "Bora", "Mistral", "Stratus")
"""What bots are called at a table with people."""

__all__ = ["BOTS", "BOT_NAMES", "LEVELS", "Bot", "make_bot"]


def make_bot(specification: str) -> Bot:
    """The bot that a specification such as ``"heuristic"``, ``"search:100ms"`` or ``"expert"`` names.

    Raises InvalidInput for a name that is not registered, or options that the bot does not take.
    """
    name, colon, options = LEVELS.get(specification, str(specification)).partition(":")
    if name not in BOTS:
        raise InvalidInput("unknown_bot", bot=name, known=", ".join((*BOTS, *LEVELS)))
    return BOTS[name](options if colon else None)
