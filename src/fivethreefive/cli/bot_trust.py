"""No file runs code: a bot from outside plays on from a file only where the command line names it again."""

from __future__ import annotations

from collections.abc import Iterable

from fivethreefive.bots import full_name, is_external
from fivethreefive.language import InvalidInput


def check_trust(file: str, wanted: Iterable[str | None], named: Iterable[str] | None) -> None:
    """Refuse, with InvalidInput, a file whose ``wanted`` bots from outside ``--bots`` has not ``named``.

    A record or a tournament may come from anybody, and such a bot is a command of this machine. Named are
    these bots, or all of the file; any others are refused, since they could not take a seat.
    """
    known = {bot for bot in wanted if bot is not None}
    external = set(filter(is_external, known))
    allowed = {bot if is_external(bot) else full_name(bot) for bot in named or ()}
    if not (allowed <= external or allowed == known):
        raise InvalidInput("other_bots", file=file, bots=", ".join(sorted(known)))
    if untrusted := sorted(external - allowed):
        raise InvalidInput("bot_from_record", file=file, bot=untrusted[0])


def bots_to_name(wanted: Iterable[str | None]) -> list[str]:
    """The words of a command line that name the bots from outside of a file again."""
    external = dict.fromkeys(bot for bot in wanted if bot is not None and is_external(bot))
    return [word for bot in external for word in ("--bots", bot)]
