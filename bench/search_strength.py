"""How strong the search is, as in ``strength``: about half an hour on two cores.

    python -m bench search_strength

``seeing`` is a search that is shown all hands, which no fair player can be: the bound.
"""

from __future__ import annotations

from bench._report import report
from bench.strength import measured

DEALS = 1000
EVERY = ("greedy", "heuristic", "policy")
AT_FOUR = (
    ("search:1000", "search:100"),
    ("search:100", "policy"),
    ("search:3000", "policy"),
    ("seeing:1000", "heuristic"),
    ("seeing:1000", "policy"),
)


def main() -> None:
    pairings = [("search:1000", others, players) for players in (4, 2, 3, 5, 6) for others in EVERY]
    pairings += [(bot, others, 4) for bot, others in AT_FOUR]
    report("search_strength", [measured(*pairing, DEALS) for pairing in pairings])
