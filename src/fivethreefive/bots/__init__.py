"""Players made of code, and the registry that makes them: by name, import path or command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fivethreefive.bots.base import Bot, close_bot, error_text
from fivethreefive.bots.greedy import GreedyBot
from fivethreefive.bots.heuristic.bot import HeuristicBot
from fivethreefive.bots.policy.bot import PolicyBot
from fivethreefive.bots.random import RandomBot
from fivethreefive.bots.search.budget import Budget, read_budget
from fivethreefive.language import FiveThreeFiveError, InvalidInput


def _search(options: str | None) -> Bot:
    from fivethreefive.bots.search.bot import SearchBot

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
"""What people choose from, weakest first, and the bot each stands for (see docs/bots/bots.md)."""

BOT_NAMES = ("Nimbus", "Cirrus", "Zephyr", "Bora", "Mistral", "Stratus")
"""What bots are called at a table with people."""

__all__ = ["BOTS", "BOT_NAMES", "LEVELS", "Bot", "full_name", "is_external", "make_bot"]


def make_bot(specification: str, limit: float | None = None) -> Bot:
    """The bot that a specification makes: a name, an import path or a command line.

    As in ``"heuristic"``, ``"search:100ms"`` or the level ``"expert"``, ``"package.module:Class"`` or
    ``"package.module:Class:options"``, ``"cmd:./mybot --level 3"``. A program has ``limit`` seconds for a
    decision, 10 unless given; others are not timed here.

    Raises InvalidInput for a name that is not registered, options that the bot does not take, and what
    cannot be imported, found or made.
    """
    name, colon, options = LEVELS.get(specification, str(specification)).partition(":")
    if name in BOTS:
        return BOTS[name](options if colon else None)
    if not is_external(str(specification)):
        raise InvalidInput("unknown_bot", bot=name, known=", ".join((*BOTS, *LEVELS)))
    if name == "cmd":
        from fivethreefive.bots.external.program import DECISION, ProgramBot

        return ProgramBot(options, DECISION if limit is None else limit)
    from fivethreefive.bots.external.imported import imported_bot

    return imported_bot(str(specification))


def full_name(specification: str) -> str:
    """The specification in full, as in ``search:1000``; InvalidInput for a bot that cannot be made."""
    try:
        bot = make_bot(specification)
        name = bot.name
        close_bot(bot)
    except FiveThreeFiveError:
        raise
    except Exception as error:  # It may be a class of somebody else's module.
        raise InvalidInput("bot_not_made", bot=specification, why=error_text(error)) from error
    return name


def is_external(specification: str) -> bool:
    """Whether a specification names a program or somebody's module: code that making it would run."""
    name, colon, _ = specification.partition(":")
    return bool(colon and name) and name not in BOTS
