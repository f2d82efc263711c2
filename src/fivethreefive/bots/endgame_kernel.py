"""The end of a round, solved: every arrangement of the unseen cards, each searched to its end.

For one arrangement all hands are known, and every seat plays what is best for itself. The value of
an action is the mean over all arrangements, each weighed by the number of deals that make it.
"""

from __future__ import annotations

from typing import Any

from fivethreefive.bots.search_kernel import UNTRIED, Settings, edges_of, pay
from fivethreefive.rules.jit import jit, lowest_bit
from fivethreefive.rules.kernel import (
    NOBODY,
    SEATS,
    TABLE,
    TURN,
    WINNER,
    KernelTables,
    copy_row,
    hand_size,
    legal,
    step,
)


@jit
def arrange(
    pool: int, sizes: Any, players: int, me: int, seat: int, left: int, rank: int, weight: int,
    deals: Any, weights: Any, hands: Any, found: Any,
) -> None:  # fmt: skip
    """Write every way to give the seats from ``seat`` on their cards of ``pool`` into deals[i][seat].

    weights[i] is the number of ways to draw it; found[0] counts them and stops one past the room there
    is. ``seat`` still wants ``left`` cards of rank number ``rank`` or above; ``hands`` has those given.
    """
    if found[0] > len(deals):
        return
    if seat == players:
        if found[0] < len(deals):
            for s in range(players):
                deals[found[0], s] = hands[s]
            weights[found[0]] = weight
        found[0] += 1
        return
    if rank == 0 and seat == 0:
        hands[0] = 0
    if seat == me or left == 0:
        following = seat + 1
        wants = sizes[following] if following < players else 0
        if following < players:
            hands[following] = 0
        arrange(pool, sizes, players, me, following, wants, 0, weight, deals, weights, hands, found)
        return
    if hand_size(pool >> 4 * rank) < left:
        return
    many = pool >> 4 * rank & 15
    ways = 1
    for taken in range(min(many, left) + 1):
        cards = taken << 4 * rank
        hands[seat] += cards
        arrange(
            pool - cards, sizes, players, me, seat, left - taken, rank + 1, weight * ways,
            deals, weights, hands, found,
        )  # fmt: skip
        hands[seat] -= cards
        ways = ways * (many - taken) // (taken + 1)


@jit
def solve(
    tables: KernelTables, settings: Settings, scores: Any, rows: Any, depth: int, results: Any, left: Any
) -> None:
    """Fill results[depth] for the round in rows[depth] when every seat plays its best.

    A result is each seat's payoff and behind them each seat's points. left[0] is how many positions may
    still be looked at; below 0 the result means nothing. Every turn that can follow needs a row.
    """
    row = rows[depth]
    left[0] -= 1
    if row[WINNER] != NOBODY:
        pay(tables, settings, row, scores, results[depth][SEATS:], results[depth])
        return
    if depth + 1 >= len(rows):
        left[0] = -1
    turn = row[TURN]
    edges = edges_of(legal(tables, row[turn], row[TABLE]), row[TABLE])
    best = UNTRIED
    while edges and left[0] >= 0:
        edge = lowest_bit(edges)
        edges &= edges - 1
        copy_row(row, rows[depth + 1])
        step(tables, rows[depth + 1], edge - 1)
        solve(tables, settings, scores, rows, depth + 1, results, left)
        if results[depth + 1, turn] > best:
            best = results[depth + 1, turn]
            for i in range(2 * SEATS):
                results[depth, i] = results[depth + 1, i]


@jit
def solve_all(
    tables: KernelTables, settings: Settings, scores: Any, root: Any, sizes: Any, pool: int,
    deals: Any, weights: Any, rows: Any, results: Any, left: Any, found: Any, values: Any, taken: Any,
) -> bool:  # fmt: skip
    """Fill values[edge] and taken[edge] for each legal edge of the root, means over all arrangements.

    They are the payoff and the points of the seat to play. False where there are more arrangements
    than ``deals`` has room for, or more than left[0] positions.
    """
    me = root[TURN]
    found[0] = 0
    arrange(pool, sizes, tables.players, me, 0, sizes[0], 0, 1, deals, weights, rows[0], found)
    if found[0] > len(deals):
        return False
    values[:] = 0.0
    taken[:] = 0.0
    ways = 0
    for i in range(found[0]):
        ways += weights[i]
    for i in range(found[0]):
        copy_row(root, rows[0])
        for seat in range(tables.players):
            if seat != me:
                rows[0, seat] = deals[i, seat]
        edges = edges_of(legal(tables, root[me], root[TABLE]), root[TABLE])
        while edges:
            edge = lowest_bit(edges)
            edges &= edges - 1
            copy_row(rows[0], rows[1])
            step(tables, rows[1], edge - 1)
            solve(tables, settings, scores, rows, 1, results, left)
            if left[0] < 0:
                return False
            values[edge] += weights[i] * results[1, me] / ways
            taken[edge] += weights[i] * results[1, SEATS + me] / ways
    return True
