"""No file runs code: a bot from outside plays on from a file only where the command line names it again."""

from __future__ import annotations

from collections.abc import Iterable

from fivethreefive.bots import is_external
from fivethreefive.language import InvalidInput


def check_trust(file: str, wanted: Iterable[str | None], named: Iterable[str] | None) -> None:
    """Refuse, with InvalidInput, a file whose ``wanted`` bots from outside ``--bots`` has not ``named``.

    A record or a tournament may come from anybody, and such a bot is a command of this machine. Bots that
    are ``named`` without being wanted from outside are refused too: they could not take a seat.
    """
    external = {bot for bot in wanted if bot is not None and is_external(bot)}
    allowed = set(named or ())
    if allowed - external:
        raise InvalidInput("options_clash", option="--resume", other="--bots")
    if untrusted := sorted(external - allowed):
        raise InvalidInput("bot_from_record", file=file, bot=untrusted[0])
