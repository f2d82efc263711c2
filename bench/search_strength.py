"""How strong the search is, as in ``strength``: about half an hour on two cores.

    python -m bench search_strength

``seeing`` is a search that is shown all hands, which no fair player can be: the bound.
"""

from __future__ import annotations

from bench._report import report
from bench.strength import measured

DEALS = 1000
MORE_DEALS = {("search:1000", "greedy", 4): 3000}
"""Where the interval of a thousand deals is too wide for what it is compared with."""
PAIRINGS = (
    *(("search:1000", others, players) for players in range(2, 7) for others in ("greedy", "heuristic")),
    *(("search:1000", "policy", players) for players in range(2, 7)),
    ("search:1000", "search:100", 4),
    ("seeing:1000", "heuristic", 4),
)


def main() -> None:
    rows = [measured(*pairing, MORE_DEALS.get(pairing, DEALS)) for pairing in PAIRINGS]
    report("search_strength", rows)
