"""The search player's compiled half: PUCT over an information-set tree in flat arrays.

Each simulation deals the unseen cards anew, walks down the tree by the plays that this deal allows,
adds one node, plays the round out and gives every seat's payoff back along the path. A node stands for
what everybody has seen since the root, so that one tree serves all deals; its edges are passing and all
plays on the meld that lies there. The prior and the play-outs are the policy player's.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from fivethreefive.bots.policy.kernel import Policy, best_playout, policy_playout, step_counted, weigh_all
from fivethreefive.bots.search.belief_kernel import Past, likelihood
from fivethreefive.rules import kernel
from fivethreefive.rules.jit import jit, jit_inline, lowest_bit
from fivethreefive.rules.kernel import EMPTY, NOBODY, TABLE, TURN, WINNER, KernelTables

POLICY = 2
"""How to play out, beside the kernel's RANDOM."""
FIRST_DRAWS = 16
"""Deals drawn before the first simulation."""
COMPARED = 8
"""Fresh deals from which ``compare`` takes one."""
LONGEST = 512
"""No round has so many turns: 65 cards, and five passes between two plays."""
LOWEST = -1e18  # Below any payoff, whatever the points and what winning is worth.
NODES, EDGES, DRAWN, DEALT = range(4)
"""Places in ``Tree.used``."""


class SearchSettings(NamedTuple):
    """What a search is after, in points, and how it goes about it."""

    exploration: float
    """How far the prior can outweigh the payoffs found."""
    unvisited: float
    """How much worse than the mean of its siblings a play is thought before it is tried."""
    win: float
    """What winning the game is worth, beside the points of the round that ends it."""
    target: int
    """Points that end the game (R21)."""
    draws: int
    """Deals drawn for each further simulation."""
    playout: int
    """RANDOM or POLICY."""


class Tree(NamedTuple):
    """Room for one search."""

    first: Any
    """[node]: its first edge, that of passing."""
    child: Any
    """[edge]: the node below, 0 for none."""
    visits: Any
    """[edge]"""
    value: Any
    """[edge]: sum of the payoffs of the seat that plays it."""
    used: Any
    """How many nodes, edges and deals are in use, and which deal was dealt last."""
    taken: Any
    """[root edge]: sum of the points that the searching seat took."""
    scores: Any
    """[seat]: points before this round."""
    path: Any
    """[depth]: the edge chosen in this simulation ..."""
    seats: Any
    """[depth]: ... and by whom."""
    weights: Any
    """[edge of a node]: its prior."""
    row: Any
    """The round as dealt for this simulation ..."""
    sizes: Any
    """[seat]: ... and the cards left in it."""
    points: Any
    """[seat]: what this simulation came to ..."""
    payoff: Any
    """[seat]: ... and was worth."""
    deals: Any
    """[n]: rows with the unseen cards dealt ..."""
    mass: Any
    """[n]: ... and the likelihoods of all deals up to this one together."""
    deck: Any
    """Room to deal in."""
    rng: Any


class Known(NamedTuple):
    """What is known where a search begins."""

    past: Past
    root: Any
    """The kernel's row; of its hands only that of the seat to play is read."""
    sizes: Any
    """[seat]: cards left."""
    pool: int
    """The packed cards that the seat cannot place."""


class SearchContext(NamedTuple):
    """All that a search goes by, and the room that it has.

    A compiled function takes it apart once, before its loop: Numba counts a reference to every array of a
    tuple that is passed on or read from, which in the loop costs a tenth of the speed.
    """

    tables: KernelTables
    policy: Policy
    settings: SearchSettings
    tree: Tree
    known: Known


@jit_inline
def expand(tables: KernelTables, tree: Tree, table: int) -> int:
    """A node for a meld on the table, its edges untried; 0, which is the root, where there is no room."""
    # An edge for every play on the meld, whatever the hand: another deal allows others of them.
    edges = tables.blocks[table] * kernel.BLOCK + 1
    node: int = tree.used[NODES]
    first = tree.used[EDGES]
    if node >= len(tree.first) or first + edges > len(tree.visits):
        return 0
    tree.used[NODES] = node + 1
    tree.used[EDGES] = first + edges
    tree.first[node] = first
    for edge in range(first, first + edges):
        tree.child[edge] = 0
        tree.visits[edge] = 0
        tree.value[edge] = 0.0
    return node


@jit_inline
def edges_of(word: int, table: int) -> int:
    """The edges of a node that are legal: bit 0 for passing, bit p + 1 for play p."""
    return word << 1 | int(table != EMPTY)


@jit_inline
def select(settings: SearchSettings, tree: Tree, node: int, edges: int, total: float) -> int:
    """The legal edge of highest bound: its mean payoff, and more the likelier and the less tried it is."""
    first = tree.first[node]
    # Only edges that this deal allows: how often the others were tried says nothing about these.
    tried, paid = 0, 0.0
    rest = edges
    while rest:
        edge = first + lowest_bit(rest)
        rest &= rest - 1
        tried += tree.visits[edge]
        paid += tree.value[edge]
    untried = paid / tried - settings.unvisited if tried else 0.0
    scale = settings.exploration * sqrt(tried + 1.0) / total  # + 1: the first choice is the prior's.
    best, chosen = LOWEST, 0
    rest = edges
    while rest:
        place = lowest_bit(rest)
        rest &= rest - 1
        visits = tree.visits[first + place]
        bound = scale * tree.weights[place] / (1 + visits)
        bound += tree.value[first + place] / visits if visits else untried
        if bound > best:
            best, chosen = bound, place
    return chosen


@jit_inline
def fill_payoffs(
    tables: KernelTables, settings: SearchSettings, row: Any, scores: Any, points: Any, payoff: Any
) -> None:
    """Fill in each seat's points at the end of a round (R20) and what that is worth to it.

    That is what the others take on average less what it takes; where the game is over with it, a
    share of ``settings.win`` too, of which the winners have all and the seats lose equal parts (R21).
    """
    players = tables.players
    total, most, fewest, winners = 0, 0, 1 << 60, 0
    for seat in range(players):
        points[seat] = kernel.hand_points(tables, row[seat])
        total += points[seat]
        score = scores[seat] + points[seat]
        most = max(most, score)
        if score < fewest:
            fewest, winners = score, 0
        winners += int(score == fewest)
    for seat in range(players):
        payoff[seat] = kernel.ahead_of(total - points[seat], points[seat], players)
        if most >= settings.target:  # Equal chances to win are worth 0, so that all payoffs still sum to 0.
            payoff[seat] -= settings.win / players
            if scores[seat] + points[seat] == fewest:
                payoff[seat] += settings.win / winners


@jit_inline
def descend(tables: KernelTables, policy: Policy, settings: SearchSettings, tree: Tree) -> int:
    """Walk down from the root to a new node or the round's end; the number of edges chosen."""
    row, sizes = tree.row, tree.sizes
    node, depth = 0, 0
    while True:
        word = kernel.legal(tables, row[row[TURN]], row[TABLE])
        place = 0
        if word:
            total = weigh_all(tables, policy, row, sizes, word, tree.weights)
            place = select(settings, tree, node, edges_of(word, row[TABLE]), total)
        edge = tree.first[node] + place
        if word or node == 0:
            # A seat that can only pass has chosen nothing, which must not count for passing by choice. The
            # root is always on the path: whatever came of a simulation is booked to its edge.
            tree.path[depth] = edge
            tree.seats[depth] = row[TURN]
            depth += 1
        step_counted(tables, policy, row, sizes, place - 1)
        if row[WINNER] != NOBODY:
            return depth
        node = tree.child[edge]
        if node == 0:
            node = expand(tables, tree, row[TABLE])
            tree.child[edge] = node
            # A seat that can only pass tells nothing: the tree goes on below it. Where there is no room for
            # a node the edge still counts, and the play-out begins here each time.
            if node == 0 or word:
                return depth


@jit_inline
def simulate(tables: KernelTables, policy: Policy, settings: SearchSettings, tree: Tree) -> None:
    """One simulation of the deal in ``tree.row``, which is used up."""
    seat = tree.row[TURN]
    depth = descend(tables, policy, settings, tree)
    if settings.playout == POLICY:
        policy_playout(tables, policy, tree.row, tree.sizes, tree.weights, tree.rng)
    else:
        kernel.playout(tables, tree.row, kernel.RANDOM, tree.rng)
    fill_payoffs(tables, settings, tree.row, tree.scores, tree.points, tree.payoff)
    # Backpropagation: each edge gets the payoff of the seat that chose it, as every seat plays for itself.
    for i in range(depth):
        tree.visits[tree.path[i]] += 1
        tree.value[tree.path[i]] += tree.payoff[tree.seats[i]]
    tree.taken[tree.path[0]] += tree.points[seat]


@jit
def start_tree(tables: KernelTables, tree: Tree, table: int) -> None:
    """Begin a new tree: a root for the meld on the table."""
    tree.used[NODES] = 0
    tree.used[EDGES] = 0
    tree.used[DRAWN] = 0
    expand(tables, tree, table)
    for edge in range(tree.used[EDGES]):
        tree.taken[edge] = 0


@jit_inline
def draw_deal(tables: KernelTables, policy: Policy, tree: Tree, known: Known, i: int) -> float:
    """Set ``tree.deals[i]`` to the root with the unseen cards dealt anew; the deal's likelihood."""
    deal, me = tree.deals[i], known.root[TURN]
    kernel.copy_row(known.root, deal)
    kernel.deal_unseen(deal, me, known.sizes, tables.players, known.pool, tree.deck, tree.rng)
    return likelihood(tables, policy, known.past, deal, me, tree.row, tree.weights)


@jit_inline
def sample_deal(tables: KernelTables, tree: Tree, sizes: Any, count: int) -> None:
    """Set ``tree.row`` to one of the first ``count`` deals, each in proportion to its likelihood."""
    point = kernel.next_word(tree.rng) * tree.mass[count - 1] / (kernel.WORD + 1)
    low, high = 0, count - 1
    while low < high:
        middle = (low + high) // 2
        if tree.mass[middle] > point:
            high = middle
        else:
            low = middle + 1
    tree.used[DEALT] = low
    load_deal(tables, tree, sizes, low)


@jit_inline
def load_deal(tables: KernelTables, tree: Tree, sizes: Any, i: int) -> None:
    """Set ``tree.row`` to deal i."""
    kernel.copy_row(tree.deals[i], tree.row)
    for seat in range(tables.players):
        tree.sizes[seat] = sizes[seat]


@jit_inline
def determinize(
    tables: KernelTables, policy: Policy, settings: SearchSettings, tree: Tree, known: Known
) -> None:
    """Set ``tree.row`` to the root with the unseen cards dealt anew.

    Each simulation adds a deal to those drawn before, while there is room, and takes one of them, each
    in proportion to its likelihood.
    """
    drawn = tree.used[DRAWN]
    # A likelihood means nothing by itself, only beside those of other deals. So deals are kept, and the
    # more there are, the nearer the choice among them comes to what is believed.
    for _ in range(settings.draws if drawn else FIRST_DRAWS):
        if drawn < len(tree.mass):
            likely = draw_deal(tables, policy, tree, known, drawn)
            tree.mass[drawn] = likely + (tree.mass[drawn - 1] if drawn else 0.0)
            drawn += 1
    tree.used[DRAWN] = drawn
    sample_deal(tables, tree, known.sizes, drawn)


@jit
def search(context: SearchContext, simulations: int) -> None:
    """Run simulations from a root that is started."""
    tables, policy, settings, tree, known = context
    for _ in range(simulations):
        determinize(tables, policy, settings, tree, known)
        simulate(tables, policy, settings, tree)


@jit_inline
def most_visited(tree: Tree, edges: int) -> int:
    """The play tried most often at the root, PASS_PLAY among them; of equals the one that paid more."""
    best, most, paid = kernel.PASS_PLAY, -1, 0.0
    while edges:
        edge = lowest_bit(edges)
        edges &= edges - 1
        visits, value = tree.visits[edge], tree.value[edge]
        if visits > most or (visits == most and value > paid):
            best, most, paid = edge - 1, visits, value
    return best


@jit
def compare(context: SearchContext, edges: Any, weights: Any, payoffs: Any, taken: Any) -> None:
    """Play the root's ``edges`` on the same deals: payoffs[deal, i] and the points taken[deal, i].

    After the edge every seat plays as the bot ``policy``, which goes by its own hand alone. A tree would
    not do here: the hand at the root is the same in every deal, so that the others' nodes would learn to
    answer a hand that nobody else can see.

    Every deal is one of ``COMPARED`` fresh ones, taken in proportion to its likelihood, and weighs as much
    as their mean: so deals are independent, and weighted means are those of what is believed.
    """
    tables, policy, settings, tree, known = context
    me = known.root[TURN]
    for n in range(len(payoffs)):
        mass = 0.0
        for i in range(COMPARED):
            mass += draw_deal(tables, policy, tree, known, i)
            tree.mass[i] = mass
        weights[n] = mass / COMPARED
        sample_deal(tables, tree, known.sizes, COMPARED)
        for i in range(len(edges)):
            load_deal(tables, tree, known.sizes, tree.used[DEALT])
            step_counted(tables, policy, tree.row, tree.sizes, edges[i] - 1)
            best_playout(tables, policy, tree.row, tree.sizes, tree.weights)
            fill_payoffs(tables, settings, tree.row, tree.scores, tree.points, tree.payoff)
            payoffs[n, i] = tree.payoff[me]
            taken[n, i] = tree.points[me]


@jit
def mean_points(
    tables: KernelTables, policy: Policy, tree: Tree, root: Any, times: int, points: Any
) -> None:
    """Fill in each seat's mean points when policy players play a round out so often."""
    for seat in range(tables.players):
        points[seat] = 0.0
    for _ in range(times):
        kernel.copy_row(root, tree.row)
        for seat in range(tables.players):
            tree.sizes[seat] = kernel.hand_size(root[seat])
        policy_playout(tables, policy, tree.row, tree.sizes, tree.weights, tree.rng)
        for seat in range(tables.players):
            points[seat] += kernel.hand_points(tables, tree.row[seat]) / times
