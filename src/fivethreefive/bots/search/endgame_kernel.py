"""The end of a round, solved: every arrangement of the unseen cards, each searched to its end.

For one arrangement all hands are known, and every seat plays what is best for itself. The value of
an action is the mean over all arrangements, each weighed by the number of deals that make it and by how
likely its holders' actions were. With one arrangement that is exact; with several it is a little too
hopeful, as each is played knowing which it is.

Nothing here calls itself: Numba's cache gives back recursive functions that crash.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from fivethreefive.bots.search.belief_kernel import likelihood
from fivethreefive.bots.search.kernel import LOWEST, SearchContext, SearchSettings, edges_of, fill_payoffs
from fivethreefive.rules import kernel
from fivethreefive.rules.jit import jit, jit_inline, lowest_bit
from fivethreefive.rules.kernel import EMPTY, NOBODY, TABLE, TURN, WINNER, KernelTables


class Endgame(NamedTuple):
    """Room to solve in."""

    deals: Any
    """[i, seat]: packed hands of each arrangement ..."""
    ways: Any
    """[i]: ... the number of deals that make it ..."""
    pools: Any
    """[i]: ... the cards that are left over ..."""
    wants: Any
    """[i]: ... and how many cards the seat now dealt to still gets."""
    rows: Any
    """[depth]: the round ..."""
    untried: Any
    """[depth]: ... its plays not tried yet, and behind them whether passing was not ..."""
    results: Any
    """[depth]: ... and each seat's payoff at best, and behind them each seat's points."""
    values: Any
    """[root edge]: mean payoff of the seat to play."""
    taken: Any
    """[root edge]: mean points that it takes."""


@jit_inline
def deal_rank(ends: Endgame, i: int, seat: int, place: int, taken: int) -> None:
    """Give a seat of arrangement i so many cards of the rank at a bit place."""
    many = ends.pools[i] >> place & 15
    # Times ``many`` over ``taken``, factor by factor: so every quotient on the way is a whole number.
    for k in range(taken):
        ends.ways[i] = ends.ways[i] * (many - k) // (k + 1)
    ends.pools[i] -= taken << place
    ends.deals[i, seat] += taken << place
    ends.wants[i] -= taken


@jit
def enumerate_deals(ends: Endgame, pool: int, sizes: Any, players: int, me: int) -> int:
    """Find every way to deal ``pool`` to all seats but ``me``; their number, 0 where there is no room.

    The arrangements found so far grow by one rank of one seat at a time, each into one or more.
    """
    count = 1
    ends.deals[0] = 0
    ends.ways[0] = 1
    ends.pools[0] = pool
    for seat in range(players):
        if seat == me:
            continue
        ends.wants[:count] = sizes[seat]
        for place in range(0, 4 * kernel.RANK_COUNT, 4):
            for i in range(count):
                # No fewer than the ranks above can make up for, so that every hand is full in the end.
                least = max(0, ends.wants[i] - kernel.hand_size(ends.pools[i] >> place + 4))
                most = min(ends.pools[i] >> place & 15, ends.wants[i])
                for taken in range(least + 1, most + 1):
                    if count == len(ends.deals):
                        return 0
                    ends.deals[count] = ends.deals[i]
                    ends.ways[count] = ends.ways[i]
                    ends.pools[count] = ends.pools[i]
                    ends.wants[count] = ends.wants[i]
                    deal_rank(ends, count, seat, place, taken)
                    count += 1
                deal_rank(ends, i, seat, place, least)  # Last: the copies above are made of it as it was.
    return count


@jit_inline
def expand(tables: KernelTables, ends: Endgame, depth: int) -> None:
    """List the plays of the round in rows[depth], all untried."""
    row = ends.rows[depth]
    ends.untried[depth, 0] = kernel.legal(tables, row[row[TURN]], row[TABLE])
    ends.untried[depth, 1] = int(row[TABLE] != EMPTY)
    ends.results[depth] = LOWEST


@jit_inline
def next_untried(ends: Endgame, depth: int) -> int:
    """Take a play, or PASS_PLAY, off those untried."""
    if ends.untried[depth, 1]:
        ends.untried[depth, 1] = 0
        return kernel.PASS_PLAY
    word = ends.untried[depth, 0]
    ends.untried[depth, 0] = word & (word - 1)
    return lowest_bit(word)


@jit
def solve(
    tables: KernelTables, settings: SearchSettings, scores: Any, ends: Endgame, top: int, most: int
) -> int:
    """Fill results[top] for the round in rows[top] when every seat plays its best.

    The number of positions looked at; -1, and nothing filled in, where ``most`` or the depth there is room
    for are not enough.
    """
    looked, depth = 0, top
    expand(tables, ends, depth)
    while True:
        row = ends.rows[depth]
        if row[WINNER] != NOBODY:
            result = ends.results[depth]
            fill_payoffs(tables, settings, row, scores, result[kernel.SEATS :], result)
        elif ends.untried[depth, 0] or ends.untried[depth, 1]:
            # At every position: an end that is too large to solve costs no more than these positions.
            if depth + 1 == len(ends.rows) or looked == most:
                return -1
            looked += 1
            play = next_untried(ends, depth)
            depth += 1
            kernel.copy_row(row, ends.rows[depth])
            kernel.step(tables, ends.rows[depth], play)
            expand(tables, ends, depth)
            continue
        if depth == top:
            return looked
        depth -= 1
        turn = ends.rows[depth, TURN]
        # The whole row is kept: other seats' payoffs follow from what this seat likes best (max^n).
        if ends.results[depth + 1, turn] > ends.results[depth, turn]:
            ends.results[depth] = ends.results[depth + 1]


@jit
def solve_all(context: SearchContext, ends: Endgame, most: int) -> int:
    """Fill values and taken of each legal edge of the root, means over all arrangements; their number.

    0 where there are more arrangements than room for them, or more than ``most`` positions. Of the tree
    the scores are read, and its room is used.
    """
    tables, policy, settings, tree, known = context
    root = known.root
    me = root[TURN]
    count = enumerate_deals(ends, known.pool, known.sizes, tables.players, me)
    ends.values[:] = 0.0
    ends.taken[:] = 0.0
    mass = 0.0
    for i in range(count):
        kernel.copy_row(root, ends.rows[0])
        for seat in range(tables.players):
            if seat != me:
                ends.rows[0, seat] = ends.deals[i, seat]
        likely = likelihood(tables, policy, known.past, ends.rows[0], me, tree.row, tree.weights)
        weight = ends.ways[i] * likely
        mass += weight
        edges = edges_of(kernel.legal(tables, root[me], root[TABLE]), root[TABLE])
        while edges:
            edge = lowest_bit(edges)
            edges &= edges - 1
            kernel.copy_row(ends.rows[0], ends.rows[1])
            kernel.step(tables, ends.rows[1], edge - 1)
            looked = solve(tables, settings, tree.scores, ends, 1, most)
            if looked < 0:
                return 0
            most -= looked
            ends.values[edge] += weight * ends.results[1, me]
            ends.taken[edge] += weight * ends.results[1, kernel.SEATS + me]
    if count > 0:
        ends.values[:] /= mass
        ends.taken[:] /= mass
    return count


@jit_inline
def best_solved(ends: Endgame, edges: int) -> int:
    """The play of highest value at the root, PASS_PLAY among them; the first of equals."""
    best, most = 0, LOWEST
    while edges:
        edge = lowest_bit(edges)
        edges &= edges - 1
        if ends.values[edge] > most:
            best, most = edge, ends.values[edge]
    return best - 1
