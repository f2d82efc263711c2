"""How strong the bots without search are: points a round less than the others, with 95% intervals.

    python -m bench strength

One bot sits among others of one kind; every deal is played with it in each seat, so that the luck of
the cards cancels. A deal's figure is the mean over its seats of what the others take on average less
what the bot takes.
"""

from __future__ import annotations

from typing import Any

from bench._report import less, report
from fivethreefive import Rules
from fivethreefive.bots.evaluation.rounds import gain

DEALS = 10_000
SEED = 1
PAIRINGS = (("heuristic", "greedy"), ("policy", "greedy"), ("policy", "heuristic"))


def measured(bot: str, others: str, players: int, deals: int) -> dict[str, Any]:
    """One line of the table."""
    found = gain(Rules(players), bot, others, deals, SEED)
    return {"bot": bot, "others": others, "players": players, "deals": deals} | less(found)


def main() -> None:
    report(
        "strength",
        [measured(*pairing, players, DEALS) for pairing in PAIRINGS for players in range(2, 7)],
    )
