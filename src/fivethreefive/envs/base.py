"""What the interfaces share: how an environment is set up, and one episode of it, a round or a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from fivethreefive.batch import EPISODE_KINDS, EpisodeKind
from fivethreefive.envs.rewards import lowest_payoff, payoffs
from fivethreefive.language import InvalidInput
from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action
from fivethreefive.rules.options import Rules, valid_rules
from fivethreefive.state import Game, Round
from fivethreefive.validation import check_choice

RenderMode = Literal["ansi", "human"]
RENDER_MODES: tuple[RenderMode, ...] = ("ansi", "human")


@dataclass(frozen=True)
class Setting:
    """What is played in an environment and how it is paid, the same for all its episodes."""

    rules: Rules
    whole_game: bool
    zero_sum: bool

    @property
    def lowest(self) -> float:
        """What an episode pays a seat at worst."""
        return lowest_payoff(self.rules, self.whole_game)

    def begin(self, seed: int) -> Episode:
        """The episode of a seed: exactly ``Round.deal(rules, seed)`` or ``Game(rules, seed)``."""
        return Episode(self, seed)


def setting_of(
    rules: Rules | None, episode: EpisodeKind, zero_sum: bool, options: Mapping[str, Any]
) -> Setting:
    """The setting that an environment's arguments give: whole rules, or single ``options`` of them.

    Raises InvalidRules as ``Rules`` does, InvalidInput for both at once, for what are
    no rules, and for another kind of episode.
    """
    if rules is not None and options:
        raise InvalidInput("rules_and_options", options=", ".join(options))
    check_choice("episode", episode, EPISODE_KINDS)
    played = Rules.from_options(options) if rules is None else valid_rules(rules)
    return Setting(played, episode == "game", bool(zero_sum))


class Episode:
    """One round, or one game whose next round is dealt as soon as one is over."""

    def __init__(self, setting: Setting, seed: int) -> None:
        rules = setting.rules
        self._zero_sum = setting.zero_sum
        self._played = Game(rules, seed) if setting.whole_game else Round.deal(rules, seed)

    @property
    def round(self) -> Round:
        """The round that is played, or was played last."""
        return self._played.round if isinstance(self._played, Game) else self._played

    @property
    def is_over(self) -> bool:
        """Whether the last round has ended."""
        return self._played.is_over

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of the rounds that are over, by seat."""
        if isinstance(self._played, Game):
            return self._played.scores
        return self._played.points() if self.is_over else (0,) * self._played.rules.players

    @property
    def number(self) -> int:
        """The number of the round, from 1."""
        return self._played.rounds if isinstance(self._played, Game) else 1

    def observe(self, seat: int) -> Observation:
        """What a seat may know, at any time."""
        return self._played.observe(seat)

    def play(self, action: Action) -> tuple[float, ...] | None:
        """Play an action for the seat to play; what every seat is paid where it ends a round.

        Raises IllegalAction, and then nothing has changed.
        """
        played, round_ = self._played, self.round  # Kept: a game may deal its next round below.
        played.apply(action)
        if not round_.is_over:
            return None
        if isinstance(played, Game) and not played.is_over:
            played.next_round()
        return payoffs(round_.points(), self._zero_sum)


class Environment:
    """What environments of one table have alike: a setting, and an episode under way until the end."""

    _setting: Setting
    _episode: Episode | None = None
    _closed = False

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._setting.rules

    @property
    def lowest_payoff(self) -> float:
        """What an episode pays a seat at worst, and what an illegal action costs where it ends one."""
        return self._setting.lowest

    @property
    def round(self) -> Round:
        """The round under way with all its hands, as ``render`` shows it: never for a player."""
        return self._under_way().round

    def close(self) -> None:
        """End it: nothing but ``close`` can be called any more."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise InvalidInput("environment_closed")

    def _under_way(self) -> Episode:
        self._check_open()
        if self._episode is None:
            raise InvalidInput("environment_not_reset")
        return self._episode
