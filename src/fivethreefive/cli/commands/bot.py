"""``fivethreefive bot``: a bot of this machine at a table of any server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

import numpy as np

from fivethreefive.cli import FAILED, print_error
from fivethreefive.cli.options import BotOptions
from fivethreefive.cli.parser import refusal
from fivethreefive.foreign_errors import why_system
from fivethreefive.language import BotFailed, Catalogue, InvalidInput
from fivethreefive.terminal.text.console import printable
from fivethreefive.validation import LONGEST_NAME

if TYPE_CHECKING:
    from fivethreefive.bots.fallback import BotWithFallback
    from fivethreefive.client import Client
    from fivethreefive.protocol import Bye, Language


def run(options: BotOptions, catalogue: Catalogue) -> int:
    """Play until the table is closed, with --once until a game is over; 1 where the server says no."""
    from fivethreefive.bots import make_bot
    from fivethreefive.bots.fallback import BotWithFallback
    from fivethreefive.client import Client
    from fivethreefive.protocol.base import LEAST_TOKEN, MOST_TOKEN

    if options.check is not None:
        from fivethreefive.cli.bot_check import check_bot

        for name in ("connect", "token", "name", "once"):
            if getattr(options, name):
                raise InvalidInput("options_clash", option="--check", other=f"--{name}")
        return check_bot(options.check, catalogue)
    address = _needed("connect", options.connect)
    token = _needed("token", options.token)
    if not LEAST_TOKEN <= len(token) <= MOST_TOKEN:
        raise InvalidInput("not_a_token", text=token)

    def say_line(error: Exception | None) -> None:
        if error is None:
            print(catalogue.say("server.bot_back", address=address), flush=True)
        else:
            reason = why_system(error) if isinstance(error, OSError) else InvalidInput("not_535")
            why = reason.sentence(catalogue.language)
            print(catalogue.say("server.bot_away", address=address, why=why), flush=True)

    def say_failed(error: BotFailed) -> None:
        why = printable(error.sentence(catalogue.language))
        print(catalogue.say("server.bot_failed", why=why), flush=True)

    client = Client(address, token, say_line, cast("Language", catalogue.language))
    bot = BotWithFallback(make_bot(options.bot), say_failed)
    try:
        bye = asyncio.run(_play(client, bot, options, catalogue))
    finally:
        bot.close()
    if bye is None or bye.code == "closed":
        return 0
    print_error(printable(bye.sentence))
    return FAILED


def _needed(flag: str, value: str | None) -> str:
    if value is None:
        raise refusal("missing_argument", "bot", argument=f"--{flag}")
    return value


def public_name(specification: str) -> str | None:
    """A bot's name for a table, from its specification; None leaves it the name that the table gives it.

    Everybody there reads it, so the command line of a program or the path of a module is none.
    """
    from fivethreefive.bots import is_external

    return None if is_external(specification) else specification[:LONGEST_NAME].strip()


async def _play(
    client: Client, player: BotWithFallback, options: BotOptions, catalogue: Catalogue
) -> Bye | None:
    """Play, and return the server's last word, None where a game is over that was to be the only one."""
    from fivethreefive.client import play_seat
    from fivethreefive.protocol import Bye, Refused, Reply, Sit, View, Welcome

    rng = np.random.default_rng()
    name = options.name or public_name(options.bot)
    bye: Bye | None = None
    tasks: set[asyncio.Task[None]] = set()

    async def decide(view: View) -> str:
        assert view.observation is not None
        try:
            return str(await asyncio.to_thread(player.act, view.observation, rng))
        except asyncio.CancelledError:
            player.kill()  # Ctrl-C: the thread would be waited for.
            raise

    def sit(name: str) -> None:
        task = asyncio.create_task(client.send(Sit(name)))
        tasks.add(task)  # The loop itself keeps no task from being collected.
        task.add_done_callback(tasks.discard)

    def on_reply(reply: Reply) -> None:
        nonlocal bye
        if isinstance(reply, Refused):
            print_error(printable(reply.sentence))
        if isinstance(reply, Bye):
            bye = reply
            if reply.retry or reply.code == "closed":  # Another is the end, and said there.
                print(printable(reply.sentence), flush=True)
        if isinstance(reply, Welcome):
            if reply.seat is None:
                raise InvalidInput("not_seated")
            if name is not None:
                sit(name)
            print(catalogue.say("server.bot_sits", name=name or player.name, code=reply.code), flush=True)
        view = client.view
        if options.once and view is not None and view.phase == "game_over":
            pairs = zip(view.seats, view.scores, strict=True)
            scores = ", ".join(f"{printable(seat.name or '-')} {score}" for seat, score in pairs)
            print(catalogue.say("server.bot_done", scores=scores), flush=True)
            raise _Done

    try:
        await play_seat(client, decide, on_reply=on_reply)
    except _Done:
        return None
    return bye


class _Done(Exception):
    """The game is over."""
