"""Holding and sorting a hand, worked out plainly, for every client that shows cards."""

from __future__ import annotations

import random
from collections import Counter
from itertools import groupby
from typing import Any

from fivethreefive import Rules

Ranks = tuple[int, ...]
Held = list[list[int]]
"""Cards on the screen: the id of each and its rank."""

CHANGES: tuple[tuple[str, Ranks, tuple[int, ...], Ranks], ...] = (
    ("the chosen one of equal cards leaves", (3, 3, 9), (0,), (3, 9)),
    ("whichever it is", (3, 3, 9), (1,), (3, 9)),
    ("without a choice the last of equal cards leaves", (3, 3, 3), (), (3,)),
    ("more leave than were chosen", (3, 3, 3, 9), (1,), (3,)),
    ("a chosen card that is still held stays", (3, 9, 9), (0, 1), (3, 9)),
    ("nothing changes", (1, 7, 7), (2,), (1, 7, 7)),
    ("a new hand", (), (), (1, 5, 5)),
    ("new cards among those held", (3, 9), (), (2, 3, 9, 9, 12)),
    ("all are gone", (8,), (0,), ()),
)
"""Name, hand before, ids that are chosen, hand after."""

HANDS: tuple[Ranks, ...] = (
    (),
    (8,),
    (1, 2, 5, 7, 7, 9, 11, 12),
    (1, 1, 2, 3, 4, 4, 4, 8, 9),
    (5, 7),
    (9, 11),
    (1, 3, 5, 8, 11, 13, 15),
    (7, 7, 8, 8, 9, 9),
    (1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14, 15),
    (3, 4, 4, 5),
)

RANDOM = 20


def change(name: str, before: Ranks, chosen: tuple[int, ...], after: Ranks) -> dict[str, Any]:
    """A hand whose ids are 0, 1, 2, ... and what is held after it has changed."""
    held = [[number, rank] for number, rank in enumerate(before)]
    kept: Held = []
    for rank, due in Counter(after).items():
        of_rank = [card for card in held if card[1] == rank]
        staying = [card for card in of_rank if card[0] not in chosen]
        kept += (staying + [card for card in of_rank if card[0] in chosen])[:due]
    number = len(held)
    for rank, missing in (Counter(after) - Counter(rank for _, rank in kept)).items():
        kept += [[number + copy, rank] for copy in range(missing)]
        number += missing
    return {
        "name": name,
        "held": held,
        "chosen": [*chosen],
        "hand": [*after],
        "after": sorted(kept, key=lambda card: (card[1], card[0])),
    }


def melds(hand: Ranks) -> list[list[int]]:
    """A hand sorted by melds: runs of ranks that are held once, then equal cards, then what is left."""
    counts = Counter(hand)
    once = [rank for rank, count in sorted(counts.items()) if count == 1]
    stretches = [
        [rank for _, rank in group]
        for _, group in groupby(enumerate(once), key=lambda each: each[1] - each[0])
    ]
    sets = [[rank] * count for rank, count in sorted(counts.items()) if count > 1]
    alone = [stretch[0] for stretch in stretches if len(stretch) == 1]
    return [*(run for run in stretches if len(run) > 1), *sets, *([alone] if alone else [])]


def hands() -> list[dict[str, Any]]:
    """Worked cases, then hands as they are dealt, of which some cards are played."""
    found = [change(*case) for case in CHANGES]
    found += [{"name": "by melds", "hand": [*hand], "melds": melds(hand)} for hand in HANDS]
    draw = random.Random(535)
    deck = [rank for rank in Rules(4).ranks for _ in range(4)]
    for number in range(RANDOM):
        hand = tuple(sorted(draw.sample(deck, 12)))
        chosen = tuple(sorted(draw.sample(range(12), draw.randrange(1, 4))))
        left = tuple(rank for place, rank in enumerate(hand) if place not in chosen)
        found.append(change(f"random {number}", hand, chosen, left))
        found.append({"name": f"random {number} by melds", "hand": [*hand], "melds": melds(hand)})
    return found
