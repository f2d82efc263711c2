"""``fivethreefive bot``: a bot of this machine at a table of any server."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from fivethreefive.cli.options import BotOptions
from fivethreefive.language import BotFailed, Catalogue, InvalidInput
from fivethreefive.terminal.text.console import printable
from fivethreefive.validation import LONGEST_NAME

if TYPE_CHECKING:
    from fivethreefive.bots.fallback import BotWithFallback
    from fivethreefive.client import Client


def run(options: BotOptions, catalogue: Catalogue) -> int:
    """Play until the table is closed, with --once until a game is over."""
    from fivethreefive.bots import make_bot
    from fivethreefive.bots.fallback import BotWithFallback
    from fivethreefive.client import Client

    address = _needed("connect", options.connect)
    token = _needed("token", options.token)

    def say_line(error: Exception | None) -> None:
        if error is None:
            print(catalogue.say("server.bot_back", address=address), flush=True)
        else:
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            print(catalogue.say("server.bot_away", address=address, why=why), flush=True)

    def say_failed(error: BotFailed) -> None:
        why = printable(error.sentence(catalogue.language))
        print(catalogue.say("server.bot_failed", why=why), flush=True)

    client = Client(address, token, say_line)
    bot = BotWithFallback(make_bot(options.bot), say_failed)
    try:
        asyncio.run(_play(client, bot, options, catalogue))
    finally:
        bot.close()
    return 0


def _needed(flag: str, value: str | None) -> str:
    if value is None:
        raise InvalidInput("missing_argument", command="fivethreefive bot", argument=f"--{flag}")
    return value


def short_name(specification: str) -> str:
    """A bot's specification as a name for a table, where names are short and the kind of bot is shown."""
    return specification.removeprefix("cmd:").strip()[:LONGEST_NAME].strip()


async def _play(client: Client, player: BotWithFallback, options: BotOptions, catalogue: Catalogue) -> None:
    from fivethreefive.client import play_seat
    from fivethreefive.protocol import Bye, Refused, Reply, Sit, View, Welcome

    rng = np.random.default_rng()
    name = options.name or short_name(player.name)
    tasks: set[asyncio.Task[None]] = set()

    async def decide(view: View) -> str:
        assert view.observation is not None
        try:
            return str(await asyncio.to_thread(player.act, view.observation, rng))
        except asyncio.CancelledError:
            player.kill()  # Ctrl-C: the thread would be waited for.
            raise

    def on_reply(reply: Reply) -> None:
        if isinstance(reply, Bye | Refused):
            print(reply.sentence, flush=True)
        if isinstance(reply, Welcome):
            if reply.seat is None:
                raise InvalidInput("not_seated")
            task = asyncio.create_task(client.send(Sit(name)))
            tasks.add(task)  # The loop itself keeps no task from being collected.
            task.add_done_callback(tasks.discard)
            print(catalogue.say("server.bot_sits", name=name, code=reply.code), flush=True)
        view = client.view
        if options.once and view is not None and view.phase == "game_over":
            print(catalogue.say("server.bot_done", scores=" ".join(map(str, view.scores))), flush=True)
            raise _Done

    with suppress(_Done):
        await play_seat(client, decide, on_reply=on_reply)


class _Done(Exception):
    """The game is over."""
