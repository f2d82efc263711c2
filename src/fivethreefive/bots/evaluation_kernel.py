"""Rounds between compiled players, for measuring and tuning them by the thousand."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fivethreefive.bots.compiled_kernel import POLICY, Quick, choose_quick, make_weights
from fivethreefive.bots.policy.kernel import step_counted
from fivethreefive.bots.search.belief_kernel import Past, make_past, remember
from fivethreefive.bots.search.endgame_kernel import Ends, best_solved, solve_all
from fivethreefive.bots.search.kernel import (
    DRAWN,
    LONGEST,
    Settings,
    Tree,
    edges_of,
    most_tried,
    search,
    start_tree,
)
from fivethreefive.rules.jit import jit, jit_inline
from fivethreefive.rules.kernel import (
    MOST_CARDS,
    NOBODY,
    PASS_PLAY,
    PLAYED,
    SEATS,
    TABLE,
    TURN,
    WIDTH,
    WINNER,
    KernelTables,
    action_of,
    deal,
    hand_points,
    legal,
    start_stream,
)

SEARCH, SEEING = 4, 5
"""Players beside the quick ones; SEEING is a search that is shown all hands."""


class Players(NamedTuple):
    """What the players of a match need."""

    kinds: Any
    """[seat]: RANDOM to SEEING."""
    simulations: Any
    """[seat]: of a search."""
    quick: Quick
    settings: Settings
    tree: Tree
    ends: Ends
    positions: int
    """That a search may look at to solve the end of a round; 0 for never."""


class Room(NamedTuple):
    """Room for one round with its history."""

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
def make_room() -> Room:
    """Room for rounds."""
    return Room(
        row=np.zeros(WIDTH, np.int64),
        sizes=np.zeros(SEATS, np.int64),
        weights=make_weights(),
        seats=np.zeros(LONGEST, np.int64),
        actions=np.zeros(LONGEST, np.int64),
        past=make_past(LONGEST),
        work=np.zeros(WIDTH, np.int64),
        deck=np.zeros(MOST_CARDS, np.int64),
        rng=np.zeros(4, np.int64),
    )


@jit_inline
def begin(tables: KernelTables, players: Players, room: Room, seed: int, stream: int) -> None:
    """Deal a round from a stream; the search draws from the same stream of the next seed."""
    start_stream(room.rng, seed, stream)
    deal(tables, room.row, room.deck, room.rng, NOBODY, 0)
    for seat in range(tables.players):
        room.sizes[seat] = tables.deal
    start_stream(players.tree.rng, seed + 1, stream)


@jit_inline
def take(tables: KernelTables, players: Players, room: Room, turns: int, play: int) -> None:
    """Make a play, which is remembered as that of turn number ``turns``."""
    row = room.row
    room.seats[turns] = row[TURN]
    room.actions[turns] = action_of(tables, row[TABLE], play)
    step_counted(tables, players.quick.policy, row, room.sizes, play)


@jit_inline
def choose_search(tables: KernelTables, players: Players, room: Room, turns: int, seeing: bool) -> int:
    """What a search of the seat to play chooses."""
    row, sizes, tree = room.row, room.sizes, players.tree
    pool = tables.deck - row[PLAYED] - row[row[TURN]]
    past = Past(
        room.past.rows[:turns], room.past.sizes[:turns], room.past.plays[:turns], room.past.since[:turns]
    )
    leader = room.seats[0] if turns else row[TURN]
    remember(tables, past, room.work, row, sizes, leader, 0, room.seats[:turns], room.actions[:turns])
    edges = edges_of(legal(tables, row[row[TURN]], row[TABLE]), row[TABLE])
    if not seeing and players.positions > 0 and edges & (edges - 1):
        most, ends = players.positions, players.ends
        if solve_all(
            tables, players.quick.policy, players.settings, tree, ends, past, row, sizes, pool, most
        ):
            return best_solved(ends, edges)
    start_tree(tables, tree, row[TABLE])
    if seeing:
        tree.deals[0] = row
        tree.mass[0] = 1.0
        tree.used[DRAWN] = 1
    usual = players.settings
    draws = 0 if seeing else usual.draws
    settings = Settings(usual.exploration, usual.unvisited, usual.win, usual.target, draws, usual.rollout)
    simulations = players.simulations[row[TURN]]
    search(tables, players.quick.policy, settings, tree, past, row, sizes, pool, simulations)
    return most_tried(tree, edges)


@jit_inline
def choose(tables: KernelTables, players: Players, room: Room, turns: int) -> int:
    """The choice of the seat to play."""
    row = room.row
    kind = players.kinds[row[TURN]]
    word = legal(tables, row[row[TURN]], row[TABLE])
    if kind <= POLICY:
        return choose_quick(tables, players.quick, kind, row, room.sizes, word, room.weights, room.rng)
    if word == 0:
        return PASS_PLAY
    return choose_search(tables, players, room, turns, kind == SEEING)


@jit
def play_match(tables: KernelTables, players: Players, seed: int, first: int, points: Any) -> int:
    """Deal and play a round a stream from ``first`` on, into points[i][seat]; the number of decisions."""
    room = make_room()
    row = room.row
    decisions = 0
    for i in range(len(points)):
        begin(tables, players, room, seed, first + i)
        turns = 0
        while row[WINNER] == NOBODY:
            take(tables, players, room, turns, choose(tables, players, room, turns))
            turns += 1
        decisions += turns
        for seat in range(tables.players):
            points[i, seat] = hand_points(tables, row[seat])
    return decisions
