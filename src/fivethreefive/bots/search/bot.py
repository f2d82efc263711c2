"""The search player: simulates many rounds from what its seat may know, and plays what held up best.

A search has a budget of simulations or of time. With simulations, the same seed gives the same move on
every machine; with time, it stops in time. Where the unseen cards can lie in few ways only, and little
is left to play, it looks at every way to the end instead. ``kernel`` has the search itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from fivethreefive.bots.base import check_turn
from fivethreefive.bots.policy.bot import policy_of
from fivethreefive.bots.policy.kernel import Policy
from fivethreefive.bots.search import belief_kernel, endgame_kernel
from fivethreefive.bots.search import kernel as search_kernel
from fivethreefive.bots.search.belief_kernel import Past, make_past
from fivethreefive.bots.search.budget import Budget
from fivethreefive.bots.search.endgame_kernel import Endgame
from fivethreefive.bots.search.kernel import LONGEST, POLICY, Known, SearchContext, SearchSettings, Tree
from fivethreefive.cards import pack
from fivethreefive.observation import Observation, kernel_row, observe, unseen_pool
from fivethreefive.rules.actions import Action
from fivethreefive.rules.kernel import MOST_CARDS, PLACES, SEATS, TABLE, TURN, WIDTH, start_stream
from fivethreefive.rules.options import DEFAULT_POINTS, Rules
from fivethreefive.rules.seeding import Seed, deal_row, derive_seed
from fivethreefive.rules.tables import Tables, compile_rules

NEVER = 1 << 40
"""A target that no score reaches."""

SETTINGS = SearchSettings(exploration=8.0, unvisited=1.0, win=10.0, target=NEVER, draws=1, playout=POLICY)
"""For the plain game's points; docs/bots/bots.md says how they were chosen."""

MOST_NODES = 1 << 16
EDGES_A_NODE = 24
MOST_DEALS = 4096
MOST_ARRANGEMENTS = 64
MOST_POSITIONS = 50_000
"""What the end of a round may take to be solved exactly ..."""
POSITIONS_A_SECOND = 1_000_000
"""... and fewer where time is short: any machine looks at so many."""
DEEPEST = 96

CHUNK = 500
"""Simulations that compiled code is asked for at once; a few hundredths of a second."""
CHUNK_SECONDS = 0.001
"""A search by time looks at the clock about so often."""


class Finding(NamedTuple):
    """What a search found out about one legal action."""

    action: Action
    simulations: int
    """How many began with it; 0 where the round's end was solved."""
    ahead: float
    """Points that the seat takes less than the others on average, with what winning the game adds."""
    points: float
    """Points that the seat itself takes in this round."""


def nodes_for(simulations: int) -> int:
    """How many nodes a search of so many simulations has: one for each, and those of forced passes."""
    return min(MOST_NODES, 64 + simulations * 5 // 4)


def make_tree(nodes: int, deals: int = MOST_DEALS) -> Tree:
    """Room for a search of up to ``nodes`` nodes that remembers up to ``deals`` deals."""
    edges = nodes * EDGES_A_NODE
    return Tree(
        first=np.zeros(nodes, np.int64),
        child=np.zeros(edges, np.int32),
        visits=np.zeros(edges, np.int32),
        value=np.zeros(edges),
        used=np.zeros(4, np.int64),
        taken=np.zeros(PLACES + 1, np.int64),
        scores=np.zeros(SEATS, np.int64),
        path=np.zeros(LONGEST, np.int64),
        seats=np.zeros(LONGEST, np.int64),
        weights=np.zeros(PLACES + 1),
        row=np.zeros(WIDTH, np.int64),
        sizes=np.zeros(SEATS, np.int64),
        points=np.zeros(SEATS, np.int64),
        payoff=np.zeros(SEATS),
        deals=np.zeros((deals, WIDTH), np.int64),
        mass=np.zeros(deals),
        deck=np.zeros(MOST_CARDS, np.int64),
        rng=np.zeros(4, np.int64),
    )


@dataclass(frozen=True)
class Root:
    """An observation as the kernel wants it."""

    tables: Tables
    policy: Policy
    settings: SearchSettings
    past: Past
    row: Any
    sizes: Any
    pool: int
    """The packed cards that the seat cannot place."""
    scores: Any

    @classmethod
    def of(cls, observation: Observation) -> Root:
        """Raises InvalidInput where it is not the observer's turn, or counts do not fit together."""
        check_turn(observation)
        rules = observation.rules
        tables = compile_rules(rules)
        row = np.array(kernel_row(observation), np.int64)
        sizes = _by_seat(observation.cards_left)
        return cls(
            tables=tables,
            policy=policy_of(rules),
            settings=settings_for(rules)._replace(target=_target(observation)),
            past=_past(tables, observation, row, sizes),
            row=row,
            sizes=sizes,
            pool=unseen_pool(observation),
            scores=_by_seat(observation.scores),
        )

    def context(self, tree: Tree) -> SearchContext:
        """What the kernel goes by in a search that has the room of ``tree``."""
        known = Known(self.past, self.row, self.sizes, self.pool)
        return SearchContext(self.tables.arrays, self.policy, self.settings, tree, known)

    @cached_property
    def edges(self) -> dict[int, Action]:
        """The legal actions by the root's edge."""
        on = self.tables.on[int(self.row[TABLE])]
        hand = int(self.row[self.row[TURN]])
        return {on.places[action] + 1: action for action in on.legal(hand)}


def points_scale(rules: Rules) -> float:
    """How many times the plain game's points the cards of a deck are worth on average."""
    mean = sum(rules.points.values()) / len(rules.points)
    return mean / (sum(DEFAULT_POINTS.values()) / len(DEFAULT_POINTS))


def settings_for(rules: Rules) -> SearchSettings:
    """The usual settings in the points of ``rules``."""
    scale = points_scale(rules)
    in_points = ("exploration", "unvisited", "win")
    return SETTINGS._replace(**{name: getattr(SETTINGS, name) * scale for name in in_points})


def _past(tables: Tables, observation: Observation, row: Any, sizes: Any) -> Past:
    if observation.history and observation.history[0].action.kind != "lead":
        return make_past(0)  # Begun in the middle of a trick: what came before is not known.
    seats = np.array([seat for seat, _ in observation.history], np.int64)
    actions = np.array([action.id for _, action in observation.history], np.int64)
    # What was seen before the round, as in two_hands; less than nothing where the history does not fit.
    known = pack(observation.seen) - sum(pack(action.cards) for _, action in observation.history)
    past = make_past(len(seats))
    told = known >= 0 and belief_kernel.fill_past(
        tables.arrays,
        past,
        np.zeros(WIDTH, np.int64),
        row,
        sizes,
        observation.leader,
        known,
        seats,
        actions,
    )
    return past if told else make_past(0)


def _by_seat(numbers: Sequence[int]) -> Any:
    return np.array([*numbers, *[0] * (SEATS - len(numbers))], np.int64)


def _target(observation: Observation) -> int:
    """The score that ends the game with this round (R21); in two_hands it is the second that does."""
    rules = observation.rules
    if rules.format == "two_hands":
        return NEVER if observation.round == 1 else 0
    return rules.target


class Searcher:
    """Room for searches, a tree for each thread, used again for every decision, one at a time."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        simulations = MOST_NODES if budget.simulations is None else budget.simulations
        nodes = nodes_for(simulations // budget.threads)
        self._trees = [make_tree(nodes) for _ in range(budget.threads)]
        self._positions = MOST_POSITIONS
        if budget.seconds is not None:
            # Half the time at most, so that a search that is needed after all still has the other half.
            self._positions = min(MOST_POSITIONS, int(budget.seconds / 2 * POSITIONS_A_SECOND))
        load()

    def search(self, observation: Observation, seed: Seed, started: float | None = None) -> list[Finding]:
        """What the budget finds out about each legal action, the one to play first.

        ``started`` is the ``time.perf_counter()`` from which time is counted, by default now. Raises
        InvalidInput where it is not the observer's turn.
        """
        started = time.perf_counter() if started is None else started
        root = Root.of(observation)
        if len(root.edges) > 1 and (solved := solve_end(root, self._positions)):
            return solved.findings
        return self.simulated(root, seed, started)

    def simulated(self, root: Root, seed: Seed, started: float | None = None) -> list[Finding]:
        """The same from simulations alone, where the end of the round is not to be solved."""
        started = time.perf_counter() if started is None else started
        # Not the seed itself, from whose streams rounds are dealt.
        number = derive_seed(seed, "search")
        for stream, tree in enumerate(self._trees):
            start(root, tree, number, stream)
        self._run(root, started)
        return _findings(root, self._trees)

    def _run(self, root: Root, started: float) -> None:
        budget, threads = self.budget, self.budget.threads

        def grow(number: int) -> None:
            if budget.seconds is not None:
                grow_until(root, self._trees[number], started + budget.seconds)
            elif budget.simulations is not None:
                share, left = divmod(budget.simulations, threads)
                simulate(root, self._trees[number], share + (number < left))

        if threads == 1:
            grow(0)
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(grow, range(threads)))  # A list, so that what a thread raises is raised here.


def start(root: Root, tree: Tree, seed: int, stream: int = 0) -> None:
    """Begin a new tree for a root."""
    start_stream(tree.rng, seed, stream)
    tree.scores[:] = root.scores
    search_kernel.start_tree(root.tables.arrays, tree, root.row[TABLE])


def simulate(root: Root, tree: Tree, simulations: int) -> None:
    """Run so many simulations in a tree that is started."""
    context = root.context(tree)
    for done in range(0, simulations, CHUNK):  # Compiled code does not hear Ctrl-C: between parts it is.
        search_kernel.search(context, min(CHUNK, simulations - done))


def grow_until(
    root: Root, tree: Tree, deadline: float, clock: Callable[[], float] = time.perf_counter
) -> None:
    """Run simulations until another handful might not be done in time; at least one."""
    size, before = 1, clock()
    while True:
        simulate(root, tree, size)
        now = clock()
        spent = now - before
        if now + 2 * spent > deadline:  # Twice: the next chunk may be doubled, or just slower.
            return
        if spent < CHUNK_SECONDS / 2:
            size *= 2
        before = now


def _findings(root: Root, trees: list[Tree]) -> list[Finding]:
    found = []
    for edge, action in root.edges.items():
        count = sum(int(tree.visits[edge]) for tree in trees)
        paid = sum(float(tree.value[edge]) for tree in trees)
        taken = sum(int(tree.taken[edge]) for tree in trees)
        ahead, points = (paid / count, taken / count) if count else (float("-inf"), float("inf"))
        # Most simulations first, of equals the better one; the edge, so that no findings are ever compared.
        found.append((-count, -ahead, edge, Finding(action, count, ahead, points)))
    return [finding for *_, finding in sorted(found)]


def make_endgame() -> Endgame:
    """Room to solve the end of a round."""
    return Endgame(
        deals=np.zeros((MOST_ARRANGEMENTS, SEATS), np.int64),
        ways=np.zeros(MOST_ARRANGEMENTS, np.int64),
        pools=np.zeros(MOST_ARRANGEMENTS, np.int64),
        wants=np.zeros(MOST_ARRANGEMENTS, np.int64),
        rows=np.zeros((DEEPEST, WIDTH), np.int64),
        untried=np.zeros((DEEPEST, 2), np.int64),
        results=np.zeros((DEEPEST, 2 * SEATS)),
        values=np.zeros(PLACES + 1),
        taken=np.zeros(PLACES + 1),
    )


class Solved(NamedTuple):
    """What is known of a round's end."""

    findings: list[Finding]
    """For every legal action, the best first."""
    arrangements: int
    """Ways in which the unseen cards can lie for the seat to play."""
    exact: bool
    """Whether every seat knows where every card is: then nobody goes by what it cannot see."""


def solve_end(root: Root, most: int = MOST_POSITIONS) -> Solved | None:
    """Every legal action's worth by looking at all that can follow; None where that is too much."""
    # Made anew each time: solving is rare, and its room is small beside a search's.
    ends, tree = make_endgame(), make_tree(1, deals=0)
    tree.scores[:] = root.scores
    count = endgame_kernel.solve_all(root.context(tree), ends, most)
    if count == 0:
        return None
    best_first = sorted(root.edges, key=lambda edge: (-ends.values[edge], edge))
    found = [
        Finding(root.edges[edge], 0, float(ends.values[edge]), float(ends.taken[edge]))
        for edge in best_first
    ]
    return Solved(found, count, count == 1 and _all_is_known(root, ends))


def _all_is_known(root: Root, ends: Endgame) -> bool:
    """Whether the other seats, too, can place every card, given the one arrangement found in ``ends``."""
    hands, players, me = ends.deals[0].copy(), root.tables.rules.players, int(root.row[TURN])
    unseen_by = root.pool + int(root.row[me]) - hands
    others = (seat for seat in range(players) if seat != me)
    return all(
        endgame_kernel.enumerate_deals(ends, unseen_by[seat], root.sizes, players, seat) == 1
        for seat in others
    )


@lru_cache(maxsize=1)
def load() -> None:
    """Load the compiled search, so that no decision's time is spent on it."""
    tables = compile_rules(Rules(2))
    root = Root.of(observe(tables, deal_row(tables, 1, 0, 0), 0))
    tree = make_tree(nodes_for(1))
    start(root, tree, 1)
    simulate(root, tree, 1)
    solve_end(root)


class SearchBot:
    """Searches within a budget, by default of 1000 simulations."""

    def __init__(self, budget: Budget = Budget()) -> None:  # noqa: B008 - it cannot change
        self.name = f"search:{budget}"
        self._searcher = Searcher(budget)

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        """The action most often tried; its hidden deals are drawn from ``rng``."""
        started = time.perf_counter()  # First of all: what follows is part of the decision's time.
        check_turn(observation)
        if len(observation.legal) == 1:
            return observation.legal[0]
        return self._searcher.search(observation, rng, started)[0].action
