"""The referee: asks seats for actions, checks them and applies them; does no input or output.

It knows a player only as something that answers an observation, so a bot can see nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action
from fivethreefive.state import Game, GameEvent


class Player(Protocol):
    """Whatever sits at a seat."""

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        """A legal action for the seat whose turn it is."""


def take_turn(game: Game, player: Player, rng: np.random.Generator) -> Action:
    """Ask ``player`` for the action of the seat to play, and apply it.

    Raises IllegalAction where the answer is not legal; then nothing has changed.
    """
    action = player.act(game.observe(game.round.turn), rng)
    game.apply(action)
    return action


def play_game(
    game: Game,
    players: Sequence[Player],
    rngs: Sequence[np.random.Generator],
    on_event: Callable[[GameEvent], None] | None = None,
) -> Game:
    """Play a game to its end with ``players`` by seat, each drawing from its own ``rngs`` entry.

    ``on_event`` is told every event, those from before included. Raises IllegalAction as ``take_turn``.
    """
    told = 0
    while True:
        if on_event is not None:
            for event in game.events[told:]:
                on_event(event)
            told = len(game.events)
        if game.is_over:
            return game
        if game.round.is_over:
            game.next_round()
        else:
            take_turn(game, players[game.round.turn], rngs[game.round.turn])
