"""The referee: asks seats for actions, checks them and applies them; does no input or output.

It knows a player only as something that answers an observation, so a bot can see nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from fivethreefive.language import InvalidInput
from fivethreefive.observation import Player
from fivethreefive.rules.actions import Action
from fivethreefive.state import Game, GameEvent


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

    ``on_event`` is called with every event, those from before too. Raises IllegalAction as ``take_turn``,
    InvalidInput unless there is a player and a generator for each seat.
    """
    if not len(players) == len(rngs) == game.rules.players:
        raise InvalidInput("players_missing", players=game.rules.players)
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
