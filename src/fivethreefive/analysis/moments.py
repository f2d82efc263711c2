"""The actions of a game, each with what its seat knew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fivethreefive.language import InvalidInput
from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action
from fivethreefive.state import Acted, Dealt, Game
from fivethreefive.state.replay import steps


class Moment(NamedTuple):
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
    def is_open(self) -> bool:
        """Whether there was anything else to do."""
        return len(self.observation.legal) > 1


def moments(game: Game) -> Iterator[Moment]:
    """Every action of a game in order, from its events."""
    number = 0
    for step, event in zip(steps(game.events), game.events[2:], strict=False):
        if isinstance(event, Dealt):
            number = 0
        elif isinstance(event, Acted):
            number += 1
            observation = step.game.observe(event.seat)
            played = next(action for action in observation.legal if str(action) == event.text)
            yield Moment(observation.round, number, observation, played)


def moment(game: Game, round_: int | None = None, number: int | None = None) -> Observation:
    """What the seat to play knows now, or knew before an action by its number in a round.

    Without ``round_`` it is the last one, without ``number`` the first action. Raises InvalidInput
    where there is no such action, or nobody is to play now.
    """
    if round_ is None and number is None:
        if game.round.is_over:
            raise InvalidInput("nothing_to_decide", "R19")
        return game.observe(game.round.turn)
    wanted = game.rounds if round_ is None else round_, 1 if number is None else number
    for one in moments(game):
        if (one.round, one.number) == wanted:
            return one.observation
    raise InvalidInput("no_such_action", round=wanted[0], number=wanted[1])
