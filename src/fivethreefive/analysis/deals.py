"""What a deal is worth to each seat, and what a seat may expect of deals."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from fivethreefive.bots.policy.bot import policy_of
from fivethreefive.bots.search import kernel as search_kernel
from fivethreefive.bots.search.bot import make_tree
from fivethreefive.bots.search.kernel import Tree
from fivethreefive.cards import pack
from fivethreefive.rules import kernel
from fivethreefive.rules.kernel import WIDTH
from fivethreefive.rules.options import Rules
from fivethreefive.rules.seeding import Seed, deal_row, seed_of
from fivethreefive.rules.tables import compile_rules
from fivethreefive.state import Dealt

PLAY_OUTS = 2000
"""Of a deal, to find out what luck was in it."""
TYPICAL_DEALS = 4000
"""Whose mean is what a deal is worth to a seat at all."""
TYPICAL_DEALS = 4000
"""Whose mean is what a deal is worth to a seat at all."""


def deal_worth(
    rules: Rules, dealt: Dealt, seed: Seed, times: int = PLAY_OUTS, known: int = 0
) -> tuple[float, ...]:
    """Points by seat that policy players would take on average with the hands of a deal.

    ``known`` are packed cards that all know to be out of play.
    """
    row = np.zeros(WIDTH, np.int64)
    for seat, hand in enumerate(dealt.hands):
        row[seat] = pack(hand)
    kernel.start_round(compile_rules(rules).arrays, row, dealt.leader, known)
    return _mean_points(rules, row, make_tree(1, deals=0), seed, times)


def _mean_points(rules: Rules, row: Any, tree: Tree, seed: Seed, times: int) -> tuple[float, ...]:
    """Points by seat when policy players play the round in a kernel row out so often, in a tree's room."""
    kernel.start_stream(tree.rng, seed_of(seed), 0)
    points = np.zeros(rules.players)
    tables = compile_rules(rules).arrays
    search_kernel.mean_points(tables, policy_of(rules), tree, row, times, points)
    return tuple(points.tolist())


@lru_cache(maxsize=64)
def usual_points(rules: Rules) -> float:
    """Points that a policy player takes on average in a round under ``rules``, over many deals."""
    tables, tree = compile_rules(rules), make_tree(1, deals=0)
    worth = [
        _mean_points(rules, np.array(deal_row(tables, 0, stream, None), np.int64), tree, stream, 1)
        for stream in range(TYPICAL_DEALS)
    ]
    return float(np.mean(worth))
