"""Write the vectors anew: only after a change that is meant to change them, and says so.

python tests/vectors/make.py
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from fivethreefive import Game, Round, Rules
from fivethreefive.rules import kernel
from fivethreefive.rules.actions import ADDS, PLAYS
from fivethreefive.rules.seeding import random_stream

FOLDER = Path(__file__).parent
SEEDS = (0, 1, 535, 2**32, 2**62 - 1)
STREAMS = (0, 1, 2**32 - 1)


def actions() -> list[Any]:
    """The catalogue: what each id plays or makes."""
    plays = [["play", list(meld.cards)] for meld in PLAYS]
    return [["pass", []], *plays, *(["add", list(meld.cards)] for meld in ADDS)]


def words() -> list[dict[str, Any]]:
    """The first words of some streams, and the first numbers below 52 of the same streams."""
    found = []
    for seed in SEEDS:
        for stream in STREAMS:
            rng = random_stream(seed, stream)
            drawn = [int(kernel.next_word(rng)) for _ in range(8)]
            rng = random_stream(seed, stream)
            below = [int(kernel.below(rng, 52)) for _ in range(8)]
            found.append({"seed": seed, "stream": stream, "words": drawn, "below 52": below})
    return found


def deals() -> list[dict[str, Any]]:
    """Rounds dealt from seeds, and the deals of games: each has streams of its own."""
    found = []
    for players in range(2, 7):
        for seed in SEEDS[:3]:
            round_ = Round.deal(Rules(players), seed)
            hands = [list(round_.hand(seat)) for seat in range(players)]
            found.append({"players": players, "seed": seed, "hands": hands, "leader": round_.leader})
    return found


def games() -> list[dict[str, Any]]:
    """The deals of whole games, played by always taking the first legal action that is no pass."""
    found = []
    for rules in (Rules(4), Rules(2, format="two_hands")):
        game = Game(rules, seed=535)
        deals = []
        while True:
            deals.append([list(game.round.hand(seat)) for seat in range(rules.players)])
            while not game.round.is_over:
                game.apply(game.round.legal_actions()[-1])
            if game.is_over:
                break
            game.next_round()
        found.append({"players": rules.players, "format": rules.format, "deals": deals})
    return found


def of_clients(name: str) -> Callable[[], list[dict[str, Any]]]:
    """What clients have in common; each from a file of its own, since it is a small program."""

    def make() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = getattr(import_module(f"vectors.{name}"), name)()
        return found

    return make


VECTORS = {"actions": actions, "words": words, "deals": deals, "games": games}
VECTORS |= {name: of_clients(name) for name in ("selection", "hands", "sentences", "remote_table")}

if __name__ == "__main__":
    sys.path.insert(0, str(FOLDER.parent))
    for name, make in VECTORS.items():
        lines = ",\n".join(json.dumps(item) for item in make())
        (FOLDER / f"{name}.json").write_text(f"[\n{lines}\n]\n")
