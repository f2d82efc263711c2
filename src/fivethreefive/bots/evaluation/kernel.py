"""Rounds between compiled players, for measuring and tuning them by the thousand."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fivethreefive.bots.compiled.kernel import POLICY, CompiledBots, choose_compiled, make_weights
from fivethreefive.bots.policy.kernel import step_counted
from fivethreefive.bots.search import kernel as search_kernel
from fivethreefive.bots.search.belief_kernel import Past, fill_past, make_past
from fivethreefive.bots.search.endgame_kernel import Endgame, best_solved, solve_all
from fivethreefive.bots.search.kernel import Known, SearchContext, SearchSettings, Tree
from fivethreefive.rules import kernel
from fivethreefive.rules.jit import jit, jit_inline
from fivethreefive.rules.kernel import NOBODY, PLAYED, TABLE, TURN, WINNER, KernelTables

SEARCH, SEEING = 4, 5
"""Players beside the compiled ones; SEEING is a search that is shown all hands."""


class Players(NamedTuple):
    """What the players of a match need."""

    kinds: Any
    """[seat]: RANDOM to SEEING."""
    simulations: Any
    """[seat]: of a search."""
    bots: CompiledBots
    settings: SearchSettings
    tree: Tree
    ends: Endgame
    positions: int
    """That a search may look at to solve the end of a round; 0 for never."""


class Workspace(NamedTuple):
    """Workspace for one round with its history."""

    row: Any
    sizes: Any
    weights: Any
    seats: Any
    actions: Any
    past: Past
    work: Any
    deck: Any
    rng: Any


@jit
def make_workspace() -> Workspace:
    """Workspace for rounds."""
    return Workspace(
        row=np.zeros(kernel.WIDTH, np.int64),
        sizes=np.zeros(kernel.SEATS, np.int64),
        weights=make_weights(),
        seats=np.zeros(search_kernel.LONGEST, np.int64),
        actions=np.zeros(search_kernel.LONGEST, np.int64),
        past=make_past(search_kernel.LONGEST),
        work=np.zeros(kernel.WIDTH, np.int64),
        deck=np.zeros(kernel.MOST_CARDS, np.int64),
        rng=np.zeros(4, np.int64),
    )


@jit_inline
def deal_round(tables: KernelTables, players: Players, space: Workspace, seed: int, stream: int) -> None:
    """Deal a round from a stream; the search draws from the same stream of the next seed."""
    # So the deals and the random players' choices do not depend on whether, and how long, anybody searches.
    kernel.start_stream(space.rng, seed, stream)
    kernel.deal(tables, space.row, space.deck, space.rng, NOBODY, 0)
    for seat in range(tables.players):
        space.sizes[seat] = tables.deal
    kernel.start_stream(players.tree.rng, seed + 1, stream)


@jit_inline
def make_play(tables: KernelTables, players: Players, space: Workspace, turns: int, play: int) -> None:
    """Make a play, which is remembered as that of turn number ``turns``."""
    row = space.row
    space.seats[turns] = row[TURN]
    space.actions[turns] = kernel.action_of(tables, row[TABLE], play)
    step_counted(tables, players.bots.policy, row, space.sizes, play)


@jit_inline
def choose_search(
    tables: KernelTables, players: Players, space: Workspace, turns: int, seeing: bool
) -> int:
    """What a search of the seat to play chooses."""
    row, sizes, tree = space.row, space.sizes, players.tree
    pool = tables.deck - row[PLAYED] - row[row[TURN]]
    past = Past(  # The room is for the longest round; the search takes all rows that it is given.
        space.past.rows[:turns],
        space.past.sizes[:turns],
        space.past.plays[:turns],
        space.past.since[:turns],
    )
    leader = space.seats[0] if turns else row[TURN]
    fill_past(tables, past, space.work, row, sizes, leader, 0, space.seats[:turns], space.actions[:turns])
    usual = players.settings
    draws = 0 if seeing else usual.draws
    settings = SearchSettings(  # Numba knows no ``_replace``.
        usual.exploration, usual.unvisited, usual.win, usual.target, draws, usual.playout
    )
    context = SearchContext(tables, players.bots.policy, settings, tree, Known(past, row, sizes, pool))
    edges = search_kernel.edges_of(kernel.legal(tables, row[row[TURN]], row[TABLE]), row[TABLE])
    may_solve = not seeing and players.positions > 0 and edges & (edges - 1)  # More than one edge.
    if may_solve and solve_all(context, players.ends, players.positions):
        return best_solved(players.ends, edges)
    search_kernel.start_tree(tables, tree, row[TABLE])
    if seeing:  # The one deal is the true one, and ``draws`` adds no other.
        tree.deals[0] = row
        tree.mass[0] = 1.0
        tree.used[search_kernel.DRAWN] = 1
    search_kernel.search(context, players.simulations[row[TURN]])
    return search_kernel.most_visited(tree, edges)


@jit_inline
def choose(tables: KernelTables, players: Players, space: Workspace, turns: int) -> int:
    """The choice of the seat to play."""
    row = space.row
    kind = players.kinds[row[TURN]]
    word = kernel.legal(tables, row[row[TURN]], row[TABLE])
    if kind <= POLICY:
        return choose_compiled(tables, players.bots, kind, row, space.sizes, word, space.weights, space.rng)
    if word == 0:
        return kernel.PASS_PLAY
    return choose_search(tables, players, space, turns, kind == SEEING)


@jit
def play_match(tables: KernelTables, players: Players, seed: int, first: int, points: Any) -> int:
    """Deal and play a round a stream from ``first`` on, into points[i][seat]; the number of decisions."""
    space = make_workspace()
    row = space.row
    decisions = 0
    for i in range(len(points)):
        deal_round(tables, players, space, seed, first + i)
        turns = 0
        while row[WINNER] == NOBODY:
            make_play(tables, players, space, turns, choose(tables, players, space, turns))
            turns += 1
        decisions += turns
        for seat in range(tables.players):
            points[i, seat] = kernel.hand_points(tables, row[seat])
    return decisions
