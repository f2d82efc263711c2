"""Reviews: what every decision of a finished game cost, with what its seat could know then.

Only what a whole deal was worth, the luck in it, is worked out with all hands, which everybody has seen
by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fivethreefive.analysis.deals import deal_worth, usual_points
from fivethreefive.analysis.hints import SIMULATIONS, Advice, Adviser
from fivethreefive.analysis.moments import Moment, moments
from fivethreefive.bots.search.bot import points_scale
from fivethreefive.cards import pack
from fivethreefive.language import InvalidInput
from fivethreefive.observation import Observation
from fivethreefive.rules.seeding import Seed, derive_seed, seed_of
from fivethreefive.state import Dealt, Game, RoundEnded

CLEAR = 3.0
"""Standard errors from which on a mistake is marked: chance seldom does that in hundreds of decisions."""
SLIGHT = 0.1
"""Points of the plain game below which a mistake is not worth a word, however sure."""
PLAY_OUTS = 2000
"""Of a deal, to find out what luck was in it."""
TYPICAL_DEALS = 4000
"""Whose mean is what a deal is worth to a seat at all."""
SLIGHT = 0.1
"""Points of the plain game below which a mistake is not worth a word, however sure."""
PLAY_OUTS = 2000
"""Of a deal, to find out what luck was in it."""
TYPICAL_DEALS = 4000
"""Whose mean is what a deal is worth to a seat at all."""


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
        """Points that the action played was worth less than the best one."""
        return self.played.cost

    @property
    def error(self) -> float:
        """Standard error of ``cost``."""
        return self.played.cost_error

    @property
    def is_mistake(self) -> bool:
        """Whether the cost is beyond the noise, and more than slight."""
        slight = SLIGHT * points_scale(self.observation.rules)
        return self.cost >= slight and self.cost > CLEAR * self.error


@dataclass(frozen=True)
class RoundReview:
    """What a round was about, in points, by seat."""

    round: int
    points: tuple[int, ...]
    """Taken."""
    luck: tuple[float, ...]
    """Of the deal: what the seat would have taken less than is usual, had policy players played it."""
    cost: tuple[float, ...]
    """Of all decisions together."""


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
        """All that a seat's decisions cost it in the game, in points, and the standard error of that."""
        own = [one for one in self.decisions if one.seat == seat]
        return sum(one.cost for one in own), sum(one.error**2 for one in own) ** 0.5

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
    choices = [choice for choice in moments(game) if choice.seat in wanted and choice.is_open]
    decisions = []
    for done, choice in enumerate(choices):
        progress(done, len(choices))
        decisions.append(decide(adviser, choice, seed))
    progress(len(choices), len(choices))
    return conclude(game, decisions, seed)


def decide(adviser: Adviser, choice: Moment, seed: Seed = 0) -> Decision:
    """What one decision of a game cost; ``seed`` is the whole review's."""
    own_seed = derive_seed(seed_of(seed), choice.round, choice.number)
    advice = adviser.advise(choice.observation, own_seed, choice.played)
    played = next(one for one in advice if one.action == choice.played)
    return Decision(choice.round, choice.number, choice.seat, choice.observation, played, advice[0])


def conclude(game: Game, decisions: Sequence[Decision], seed: Seed = 0) -> GameReview:
    """The review of a finished game from its decisions."""
    return GameReview(game, tuple(decisions), tuple(_rounds(game, decisions, seed_of(seed))))


def _rounds(game: Game, decisions: Sequence[Decision], seed: int) -> Iterator[RoundReview]:
    """Points, luck and cost of every round."""
    rules = game.rules
    usual = usual_points(rules)
    known = 0
    for event in game.events:
        if isinstance(event, Dealt):
            worth = deal_worth(rules, event, derive_seed(seed, event.round, "luck"), known=known)
            known = sum(map(pack, event.hands)) if rules.format == "two_hands" else 0
            own = [one for one in decisions if one.round == event.round]
            number = event.round
        elif isinstance(event, RoundEnded):
            cost = tuple(sum(one.cost for one in own if one.seat == seat) for seat in range(rules.players))
            yield RoundReview(number, event.points, tuple(usual - points for points in worth), cost)
