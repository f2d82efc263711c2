"""``fivethreefive warm-up``: compiles the engine once, so that no game has to wait for it."""

from __future__ import annotations

from fivethreefive.cli.parser import CommandOptions
from fivethreefive.language import Catalogue


def run(options: CommandOptions, catalogue: Catalogue) -> int:
    """Play one round with every bot, which compiles all that a game needs; say so in one line."""
    import numpy as np

    from fivethreefive.batch import play_out
    from fivethreefive.bots import BOTS, make_bot
    from fivethreefive.record.summary import summarize
    from fivethreefive.referee import play_game
    from fivethreefive.rules.options import Rules
    from fivethreefive.state import Game

    rules = Rules(2)
    rngs = [np.random.default_rng(seat) for seat in range(2)]
    for name in BOTS:
        game = play_game(Game(rules, seed=1), [make_bot(name), make_bot(name)], rngs)
    summarize(rules, game.events)
    play_out(rules, 1, "random", 1)
    print(catalogue.say("cli.warm"))
    return 0
