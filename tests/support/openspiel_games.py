"""Games of OpenSpiel's form and their states, for the tests that want many."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pyspiel

import fivethreefive.envs.openspiel  # noqa: F401 - registers the game


def load(**parameters: Any) -> Any:
    """The game with these parameters."""
    return pyspiel.load_game("python_535", parameters)


EVERY_GAME: dict[str, Any] = {
    **{f"{players} players": load(players=players) for players in range(2, 7)},
    **{
        f"{players} players, larger": load(players=players, overwrite="larger", zero_sum=True)
        for players in range(2, 7)
    },
    "extra deal": load(players=3, deal=16),
    "whole deck": load(players=5, deal=13, zero_sum=True),
    "study deck": load(players=2, ranks="1-2-3-7-8-9", copies=2, deal=4),
    "study deck without 8": load(players=3, ranks="1-2-3-11-12", copies=3, deal=4),
    "points": load(players=2, ranks="7-8-9", copies=5, deal=7, overwrite="larger", points="0-9-3"),
}
"""Every number of players, the variants, and decks and deals of other sizes."""

SMALL = {
    "2 cards of 6": load(players=2, ranks="7-8-9", copies=2, deal=2, zero_sum=True),
    "2 cards of 8": load(players=2, ranks="1-2-7-8", copies=2, deal=2),
}
"""Games with so few states that all can be seen."""


def every_node(game: Any) -> Iterator[Any]:
    """Every state of a small game."""
    reached = [game.new_initial_state()]
    while reached:
        state = reached.pop()
        yield state
        if not state.is_terminal():
            reached += [state.child(action) for action in state.legal_actions()]


def moments(state: Any, seed: int) -> Iterator[Any]:
    """Play on at random and yield the state, the same object, before every action and when it is over."""
    chooser = random.Random(seed)
    yield state
    while not state.is_terminal():
        actions = state.legal_actions()
        if len(actions) > 1 and chooser.random() < 0.4:
            actions = [action for action in actions if action != 0]
        state.apply_action(chooser.choice(actions))
        yield state


def hands_of(state: Any) -> list[tuple[int, ...]]:
    """The hands by seat."""
    return [state.round.hand(seat) for seat in range(state.num_players())]


def deals(game: Any) -> Iterator[tuple[Any, float]]:
    """Every state just dealt, and how likely it is."""
    reached = [(game.new_initial_state(), 1.0)]
    while reached:
        state, chance = reached.pop()
        if not state.is_chance_node():
            yield state, chance
            continue
        reached += [(state.child(outcome), chance * p) for outcome, p in state.chance_outcomes()]


def dealt(game: Any, text: str, leader: int = 0) -> Any:
    """The state in which these hands are dealt and ``leader`` leads."""
    hands = [[int(card) for card in hand.split("-")] for hand in text.split("/")]
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.deal.towards(hands, leader))
    return state
