"""Reviews: what every decision of a finished game cost, with what its seat could know then.

Only what a whole deal was worth, the luck in it, is worked out with all hands, which everybody has seen
by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from fivethreefive.analysis.hints import SIMULATIONS, Advice, Adviser
from fivethreefive.analysis.reasons import reason
from fivethreefive.bots.policy.bot import policy_of
from fivethreefive.bots.search import kernel as search_kernel
from fivethreefive.bots.search.bot import make_tree, points_scale
from fivethreefive.bots.search.kernel import Tree
from fivethreefive.cards import pack
from fivethreefive.language import InvalidInput
from fivethreefive.observation import Observation
from fivethreefive.protocol import Reason
from fivethreefive.rules import kernel
from fivethreefive.rules.actions import Action
from fivethreefive.rules.kernel import WIDTH
from fivethreefive.rules.options import Rules
from fivethreefive.rules.seeding import Seed, deal_row, derive_seed, seed_of
from fivethreefive.rules.tables import compile_rules
from fivethreefive.state import Acted, Dealt, Game, RoundEnded
from fivethreefive.state.replay import steps

CLEAR = 3.0
"""Standard errors from which on a mistake is marked: chance seldom does that in hundreds of decisions."""
SLIGHT = 0.1
"""Points of the plain game below which a mistake is not worth a word, however sure."""
PLAY_OUTS = 2000
"""Of a deal, to find out what luck was in it."""
TYPICAL_DEALS = 4000
"""Whose mean is what a deal is worth to a seat at all."""


class DecisionPoint(NamedTuple):
    """An action of a game with what its seat knew."""

    round: int
    number: int
    """In its round, from 1."""
    observation: Observation
    played: Action

    @property
    def seat(self) -> int:
        """Whose action it was."""
        return self.observation.turn

    @property
    def has_choice(self) -> bool:
        """Whether there was anything else to do."""
        return len(self.observation.legal) > 1


def decision_points(game: Game) -> Iterator[DecisionPoint]:
    """Every action of a game in order, from its events."""
    number = 0
    # Each event with the step before it: a seat decides by what it knew before its action.
    for step, event in zip(steps(game.events), game.events[2:], strict=False):
        if isinstance(event, Dealt):
            number = 0
        elif isinstance(event, Acted):
            number += 1
            observation = step.game.observe(event.seat)
            played = next(action for action in observation.legal if str(action) == event.text)
            yield DecisionPoint(observation.round, number, observation, played)


def observation_at(game: Game, round_: int | None = None, number: int | None = None) -> Observation:
    """What the seat to play knows now, or knew before an action by its number in a round.

    Without ``round_`` it is the last one, without ``number`` the first action. Raises InvalidInput
    where there is no such action, or nobody is to play now.
    """
    if round_ is None and number is None:
        if game.round.is_over:
            raise InvalidInput("nothing_to_decide", "R19")
        return game.observe(game.round.turn)
    wanted = game.rounds if round_ is None else round_, 1 if number is None else number
    for one in decision_points(game):
        if (one.round, one.number) == wanted:
            return one.observation
    raise InvalidInput("no_such_action", round=wanted[0], number=wanted[1])


@dataclass(frozen=True)
class Decision:
    """One decision of a game that left a choice."""

    round: int
    number: int
    """Of the action in its round, from 1."""
    seat: int
    observation: Observation
    """What the seat knew."""
    played: Advice
    best: Advice
    """What was found to be best; the same as ``played`` where that is what was done."""

    @property
    def cost(self) -> float:
        """Points that the action played was worth less than the best one; never below 0."""
        return self.played.cost

    @property
    def error(self) -> float:
        """Standard error of ``cost``."""
        return self.played.cost_error

    @property
    def is_mistake(self) -> bool:
        """Whether the cost is beyond the noise, and more than slight."""
        slight = SLIGHT * points_scale(self.observation.rules)
        # Unbiased: the best of several actions looks better by chance on the deals that chose it.
        beyond = self.played.unbiased_cost > CLEAR * self.played.unbiased_error
        return beyond and not self.played.as_good and min(self.cost, self.played.unbiased_cost) >= slight

    @cached_property
    def why(self) -> Reason | None:
        """What decides between the best action and the one played; None where nothing does clearly."""
        if self.played.action == self.best.action:
            return None
        return reason(self.observation, self.best.action, self.played.action)


@dataclass(frozen=True)
class RoundReview:
    """What a round was about, in points, by seat."""

    round: int
    points: tuple[int, ...]
    """Taken."""
    luck: tuple[float, ...]
    """Of the deal: what the seat would have taken less than is usual, had policy players played it."""
    cost: tuple[float, ...]
    """Of all decisions together, unbiased: by chance it may be a little below 0."""


@dataclass(frozen=True)
class GameReview:
    """A game looked at decision by decision."""

    game: Game
    decisions: tuple[Decision, ...]
    """Those that left a choice, in the order they were made."""
    rounds: tuple[RoundReview, ...]

    @property
    def mistakes(self) -> list[Decision]:
        """What was clearly not best, the most costly first."""
        return sorted((one for one in self.decisions if one.is_mistake), key=lambda one: -one.cost)

    def mistakes_of(self, seat: int) -> int:
        """How many of the mistakes are a seat's."""
        return sum(one.seat == seat and one.is_mistake for one in self.decisions)

    def cost(self, seat: int) -> tuple[float, float]:
        """All that a seat's decisions cost it in the game, in points, and the standard error of that.

        It is unbiased, so that chance does not add up: it may be a little below 0.
        """
        own = [one.played for one in self.decisions if one.seat == seat]
        error = sum(one.unbiased_error**2 for one in own) ** 0.5
        return sum(one.unbiased_cost for one in own), error

    def luck(self, seat: int) -> float:
        """Points that the deals of the game saved a seat; negative where they cost it some."""
        return sum(round_.luck[seat] for round_ in self.rounds)


def review(
    game: Game,
    seed: Seed = 0,
    simulations: int = SIMULATIONS,
    seats: Sequence[int] | None = None,
    progress: Callable[[int, int], None] = lambda done, all_: None,
) -> GameReview:
    """Look at the decisions of a finished game with what each seat could know then.

    ``seats`` are those whose decisions are looked at, by default all; ``progress`` is called with the
    decisions done and all of them. The same seed gives the same review. Raises InvalidInput for a game
    that is not over.
    """
    if not game.is_over:
        raise InvalidInput("game_not_over", "R21")
    adviser = Adviser(simulations)
    wanted = range(game.rules.players) if seats is None else seats
    choices = [choice for choice in decision_points(game) if choice.seat in wanted and choice.has_choice]
    decisions = []
    for done, choice in enumerate(choices):
        progress(done, len(choices))
        decisions.append(review_decision(adviser, choice, seed))
    progress(len(choices), len(choices))
    return build_review(game, decisions, seed)


def review_decision(adviser: Adviser, choice: DecisionPoint, seed: Seed = 0) -> Decision:
    """What one decision of a game cost; ``seed`` is the whole review's."""
    # By its place in the game, so that decisions can be worked out in any order and in several processes.
    own_seed = derive_seed(seed_of(seed), choice.round, choice.number)
    advice = adviser.advise(choice.observation, own_seed, choice.played)
    played = next(one for one in advice if one.action == choice.played)
    return Decision(choice.round, choice.number, choice.seat, choice.observation, played, advice[0])


def build_review(game: Game, decisions: Sequence[Decision], seed: Seed = 0) -> GameReview:
    """The review of a finished game from its decisions."""
    return GameReview(game, tuple(decisions), tuple(_rounds(game, decisions, seed_of(seed))))


def _rounds(game: Game, decisions: Sequence[Decision], seed: int) -> Iterator[RoundReview]:
    rules = game.rules
    usual = usual_points(rules)
    known = 0
    for event in game.events:
        if isinstance(event, Dealt):
            worth = deal_worth(rules, event, derive_seed(seed, event.round, "luck"), known=known)
            # Both rounds of two_hands come from one deck: in the second all know the first one's cards.
            known = sum(map(pack, event.hands)) if rules.format == "two_hands" else 0
            own = [one for one in decisions if one.round == event.round]
            number = event.round
        elif isinstance(event, RoundEnded):
            cost = tuple(
                sum(one.played.unbiased_cost for one in own if one.seat == seat)
                for seat in range(rules.players)
            )
            yield RoundReview(number, event.points, tuple(usual - points for points in worth), cost)


def deal_worth(
    rules: Rules, dealt: Dealt, seed: Seed, times: int = PLAY_OUTS, known: int = 0
) -> tuple[float, ...]:
    """Points by seat that policy players would take on average with the hands of a deal.

    ``known`` are packed cards that all know to be out of play.
    """
    row = np.zeros(WIDTH, np.int64)
    for seat, hand in enumerate(dealt.hands):
        row[seat] = pack(hand)
    kernel.start_round(row, dealt.leader, known)
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
