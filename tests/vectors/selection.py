"""What a choice of cards can become, worked out plainly, for every client that shows cards."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from fivethreefive import Round, Rules
from fivethreefive.protocol import encode
from fivethreefive.rules.actions import Action

Hand = tuple[int, ...]

CASES: tuple[tuple[str, Hand, Hand, tuple[Hand, ...]], ...] = (
    ("a lead", (1, 3, 3, 4, 5, 8), (), ((), (3,), (3, 3), (3, 4), (1,), (1, 3), (3, 5))),
    ("nothing to play", (2, 2, 4), (15,), ((), (2,))),
    ("the same cards, two meanings (R12)", (4, 9, 13), (3,), ((), (4,), (9,), (4, 9))),
    (
        "a run to extend or to overwrite",
        (1, 2, 5, 5, 9),
        (3, 4),
        ((), (1,), (2,), (1, 2), (5,), (5, 5), (2, 5)),
    ),
    ("both ends at once (R11)", (1, 5, 9, 14), (2, 3, 4), ((), (1,), (5,), (1, 5), (1, 9))),
    ("equal cards are alike", (7, 7, 7, 9), (7,), ((), (7,), (7, 7), (7, 7, 7))),
    (
        "a low run (R7)",
        (2, 3, 4, 13, 14, 15),
        (11, 12, 13),
        ((), (2,), (2, 4), (14, 15), (2, 3, 4), (13, 14, 15)),
    ),
    ("the 8 either way (R18)", (1, 8, 11), (7,), ((), (8,), (8, 1))),
    ("four cards only grow (R10)", (1, 2, 5, 8), (1, 2, 3, 4), ((), (5,), (2,))),
)
"""Name, hand, table and the choices that are tried."""

RANDOM = 30


def select(hand: Hand, legal: list[Action], chosen: Hand) -> dict[str, Any]:
    """What every client must find: copies still open by rank, plays, dead ranks."""
    have = Counter(chosen)
    plays = [action for action in legal if action.kind != "pass"]
    reachable = [Counter(action.cards) - have for action in plays if have <= Counter(action.cards)]
    more = {
        rank: most
        for rank in sorted(set(hand))
        if (most := max((left[rank] for left in reachable), default=0))
    }
    others = Counter(hand) - have
    return {
        "hand": list(hand),
        "legal": json.loads(encode(legal)),
        "chosen": list(chosen),
        "more": {str(rank): most for rank, most in more.items()},
        "completed": [str(action) for action in plays if sorted(action.cards) == sorted(chosen)],
        "dead": sorted(rank for rank in others if rank not in more),
    }


def legal_actions(hand: Hand, table: Hand) -> list[Action]:
    """What the first of four seats may play on a table."""
    rest = [[14], [14], [15]] if 14 in hand or 14 in table else [[14], [15], [15]]
    if table:
        return Round(Rules(4), [hand, *rest], table=table, last=3, turn=0).legal_actions()
    return Round(Rules(4), [hand, *rest]).legal_actions()


def selection() -> list[dict[str, Any]]:
    """Worked cases, then choices from random positions."""
    found = []
    for name, hand, table, choices in CASES:
        legal = legal_actions(hand, table)
        found += [{"name": name, **select(hand, legal, chosen)} for chosen in choices]
    draw = random.Random(535)
    for number in range(RANDOM):
        round_ = Round.deal(Rules(2 + number % 5), number)
        for _ in range(draw.randrange(1, 12)):
            if not round_.is_over:
                round_.apply(draw.choice(round_.legal_actions()))
        if not round_.is_over:
            hand = round_.hand(round_.turn)
            chosen = tuple(sorted(draw.sample(hand, min(len(hand), draw.randrange(3)))))
            found.append({"name": f"random {number}", **select(hand, round_.legal_actions(), chosen)})
    return found
