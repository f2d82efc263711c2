"""``fivethreefive bot --check``: one decision of a bot, with all that is said both ways."""

from __future__ import annotations

import time

import numpy as np

from fivethreefive.bots import make_bot
from fivethreefive.bots.base import close_bot
from fivethreefive.bots.external.program import DECISION, ProgramBot
from fivethreefive.language import Catalogue
from fivethreefive.protocol import Snapshot, encode
from fivethreefive.record import read_position
from fivethreefive.rules.options import Rules
from fivethreefive.table import decision_view
from fivethreefive.terminal.text.console import printable

POSITION = "3-4 1 0 . 1-9-11/1-2-4-5-8/7-12"
"""What the bot, seat 1 of three, is to decide: it may overwrite, add or pass."""
BOT_SEAT = 1


def check_bot(specification: str, catalogue: Catalogue) -> int:
    """Ask a bot for a decision and show what is said; raises as the bot does where it fails."""
    observation = read_position(POSITION, Rules(3)).observation(BOT_SEAT)
    names = [catalogue.say("server.check_game"), catalogue.say("server.check_bot")]
    width = max(map(len, names))

    def show(from_bot: bool, line: bytes) -> None:
        print(f"{names[from_bot]:<{width}}  {printable(line.decode(errors='replace'))}", flush=True)

    bot = make_bot(specification)
    if is_program := isinstance(bot, ProgramBot):
        bot.on_line = show
    else:  # It is handed an observation, and says nothing but what it returns.
        show(False, encode(Snapshot(1, decision_view(observation, 1, round(DECISION * 1000)))))
    try:
        started = time.monotonic()
        action = bot.act(observation, np.random.default_rng(0))
        took = round((time.monotonic() - started) * 1000)
        if not is_program:
            show(True, str(action).encode())
    finally:
        close_bot(bot)
    print(catalogue.say("server.checked", action=action, ms=took))
    return 0
