"""Hints: the actions worth a look at a decision, what each is worth, and how sure that is.

A search finds the actions; then these are simulated on the same deals of the unseen cards, so that their
differences come out of the play and not of the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fivethreefive.analysis.reasons import reason
from fivethreefive.bots.search import kernel as search_kernel
from fivethreefive.bots.search.bot import CHUNK, Finding, Root, Searcher, make_tree, solve_end, start
from fivethreefive.bots.search.budget import Budget
from fivethreefive.observation import Observation, valid_observation
from fivethreefive.protocol import Reason
from fivethreefive.rules.actions import Action
from fivethreefive.rules.seeding import Seed, derive_seed, seed_of

SIMULATIONS = 2000
"""Of the search that finds the actions worth a look; half as many deals compare them."""
CANDIDATES = 5
"""So many actions are compared, the ones that the search tried most often."""
FOLDS = 3
"""The deals are in so many parts; what is best by the others is measured on each."""
WITHIN = 2.0
"""Standard errors within which a cost may be chance, and the action is about as good as the best."""
FEWEST_DEALS = 60
"""Below so many a standard error means little."""


class Advice(NamedTuple):
    """What one legal action is worth to the seat to play."""

    action: Action
    ahead: float
    """Points of this round that it will take less than the others do on average."""
    ahead_error: float
    """Standard error of ``ahead``; 0 where the end of the round was solved exactly."""
    cost: float
    """The best one's ``ahead`` less this one's: 0 for the best, never below."""
    cost_error: float
    """Standard error of ``cost``, of the difference on the same deals."""
    unbiased_cost: float
    """The same measured on other deals than those that chose the best, for sums and for calling something a
    mistake: chance, which can make the best look better than it is, does not add up. It may be below 0."""
    unbiased_error: float
    """Standard error of ``unbiased_cost``."""
    points: float
    """Points that it will take itself."""
    points_error: float
    """Standard error of ``points``."""

    @property
    def as_good(self) -> bool:
        """Whether the cost is within its error, so that this one may as well be the best."""
        return self.cost <= WITHIN * self.cost_error


class Recommendation(NamedTuple):
    """The legal actions worth a look, the best first, and why that one."""

    advice: tuple[Advice, ...]
    why: Reason | None
    """What decides between the best and the next that is clearly worse; None where nothing does clearly."""


def hint(observation: Observation, seed: Seed = 0, simulations: int = SIMULATIONS) -> Recommendation:
    """The best actions of the seat to play, with what they are worth and standard errors.

    The same seed gives the same hint. Raises InvalidInput where it is not the observer's turn.
    """
    return Adviser(simulations).recommend(valid_observation(observation), seed)


class Adviser:
    """Room to look at decisions, used again for each."""

    def __init__(self, simulations: int = SIMULATIONS) -> None:
        self._searcher = Searcher(Budget(simulations))
        self._tree = make_tree(1, deals=search_kernel.COMPARED)
        self.deals = max(simulations // 2, FEWEST_DEALS)

    def recommend(self, observation: Observation, seed: Seed = 0) -> Recommendation:
        """The actions worth a look, and why the best one."""
        advice = self.advise(observation, seed)
        return Recommendation(advice, _why(observation, advice))

    def advise(
        self, observation: Observation, seed: Seed, also: Action | None = None
    ) -> tuple[Advice, ...]:
        """The actions worth a look, the best first; ``also`` is among them, whatever it is worth."""
        root = Root.of(observation)
        solved = solve_end(root) if len(root.edges) > 1 else None
        # With several arrangements what was solved is too hopeful, and only chooses what is compared.
        if solved is not None and solved.exact:
            best = solved.findings[0].ahead
            return tuple(_exact(found, best) for found in _chosen(solved.findings, also))
        number = seed_of(seed)  # Once: a generator would give another number for each use.
        found = solved.findings if solved else self._searcher.simulated(root, number)
        actions = [finding.action for finding in _chosen(found, also)]
        return self._compared(root, actions, derive_seed(number, "compare"))

    def _compared(self, root: Root, actions: Sequence[Action], seed: int) -> tuple[Advice, ...]:
        """What each of some actions is worth, from the same deals for all; the best first.

        The search's own order will not do: what it tried most often can be a point worse.
        """
        edge_of = {action: edge for edge, action in root.edges.items()}
        edges = np.array([edge_of[action] for action in actions])
        weights = np.zeros(self.deals)
        payoffs = np.zeros((self.deals, len(actions)))
        points = np.zeros((self.deals, len(actions)), np.int64)
        start(root, self._tree, seed, 0)
        context = root.context(self._tree)
        # Compiled code does not hear Ctrl-C: between parts it is.
        for first in range(0, self.deals, CHUNK):
            part = slice(first, first + CHUNK)
            search_kernel.compare(context, edges, weights[part], payoffs[part], points[part])
        figures = [_mean_and_error(payoffs[:, i], weights) for i in range(len(actions))]
        best = max(range(len(actions)), key=lambda i: figures[i][0])
        apart = _best_payoffs(weights, payoffs)
        advice = [
            Advice(
                action,
                *figures[i],
                figures[best][0] - figures[i][0],
                _mean_and_error(payoffs[:, best] - payoffs[:, i], weights)[1],
                *(_mean_and_error(apart - payoffs[:, i], weights) if i != best else (0.0, 0.0)),
                *_mean_and_error(points[:, i], weights),
            )
            for i, action in enumerate(actions)
        ]
        return (advice.pop(best), *sorted(advice, key=lambda one: one.cost))


def _exact(found: Finding, best: float) -> Advice:
    """What an action is worth where the end of the round was solved: nothing of it is chance."""
    cost = best - found.ahead
    return Advice(found.action, found.ahead, 0.0, cost, 0.0, cost, 0.0, found.points, 0.0)


def _why(observation: Observation, advice: Sequence[Advice]) -> Reason | None:
    """Why the first of some actions is the one to take."""
    best = advice[0].action
    if best.cards == observation.hand:
        return Reason("out")
    if len(advice) == 1:
        return Reason("forced")
    clear = next((one for one in advice if not one.as_good), None)
    return Reason("alike") if clear is None else reason(observation, best, clear.action)


def _best_payoffs(weights: Any, payoffs: Any) -> Any:
    """What the best of the actions is worth in each deal, chosen by the parts that the deal is not in."""
    part = np.arange(len(payoffs)) % FOLDS
    found = np.empty(len(payoffs))
    for own in range(FOLDS):
        others = part != own
        found[~others] = payoffs[~others, int((weights[others] @ payoffs[others]).argmax())]
    return found


def _chosen(found: Sequence[Any], also: Action | None) -> list[Any]:
    """The first findings, and that of ``also`` wherever it stands."""
    return [finding for i, finding in enumerate(found) if i < CANDIDATES or finding.action == also]


def _mean_and_error(values: Any, weights: Any) -> tuple[float, float]:
    """The weighted mean of independent values, and its standard error."""
    shares = weights / weights.sum()
    mean = float(shares @ values)
    return mean, float((shares**2 @ (values - mean) ** 2) ** 0.5)  # That of a ratio estimator.
