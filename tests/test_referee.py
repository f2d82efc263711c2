"""The referee: asks the seat to play, applies its answer, tells every event in order."""

from __future__ import annotations

import numpy as np
import pytest

from fivethreefive import Action, Game, IllegalAction, InvalidInput, Observation, Rules
from fivethreefive.bots import make_bot
from fivethreefive.referee import play_game, take_turn
from fivethreefive.rules.actions import PASS_ACTION
from fivethreefive.state import Acted, Dealt, GameEnded, GameEvent, Started
from support.random_play import EVERY_KIND, shown


def rngs(players: int, seed: int = 0) -> list[np.random.Generator]:
    return [np.random.default_rng([seed, seat]) for seat in range(players)]


class Watched:
    """A random player that keeps what it was asked and with which generator."""

    def __init__(self) -> None:
        self.asked: list[Observation] = []
        self.given: set[int] = set()

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        self.asked.append(observation)
        self.given.add(id(rng))
        return make_bot("random").act(observation, rng)


class Fixed:
    """Answers the same whatever it is asked."""

    def __init__(self, action: Action) -> None:
        self.action = action

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        return self.action


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)
def test_a_game_is_played_to_its_end(rules: Rules) -> None:
    bots = [make_bot(name) for name in ("random", "greedy", "heuristic", "random", "greedy", "heuristic")]
    told: list[GameEvent] = []
    game = Game(rules, 4)
    assert play_game(game, bots[: rules.players], rngs(rules.players), told.append) is game
    assert game.is_over
    assert told == game.events
    assert isinstance(told[0], Started)
    assert isinstance(told[1], Dealt)
    assert isinstance(told[-1], GameEnded)
    assert Game.from_events(told).events == told


def test_events_are_told_as_they_happen() -> None:
    """Whoever is asked to play, all that happened before has been told by then."""
    game = Game(Rules(3), 5)
    told: list[GameEvent] = []
    told_by_then: list[int] = []

    class Asks:
        def act(self, observation: Observation, rng: np.random.Generator) -> Action:
            told_by_then.append(len(told))
            return make_bot("random").act(observation, rng)

    play_game(game, [Asks()] * 3, rngs(3), told.append)
    assert told_by_then == [index for index, event in enumerate(game.events) if isinstance(event, Acted)]


def test_events_from_before_are_told_too() -> None:
    game = Game(Rules(2), 6)
    for _ in range(3):
        take_turn(game, make_bot("random"), np.random.default_rng(1))
    told: list[GameEvent] = []
    play_game(game, [make_bot("random")] * 2, rngs(2), told.append)
    assert told == game.events


def test_nobody_needs_to_listen() -> None:
    game = play_game(Game(Rules(2), 7), [make_bot("greedy")] * 2, rngs(2))
    assert game.is_over


@pytest.mark.parametrize(("players", "generators"), [(1, 2), (2, 1), (3, 3), (0, 0)])
def test_each_seat_needs_a_player_and_a_generator(players: int, generators: int) -> None:
    game, told = Game(Rules(2), 7), list[GameEvent]()
    with pytest.raises(InvalidInput) as refused:
        play_game(game, [make_bot("greedy")] * players, rngs(generators), told.append)
    assert (refused.value.code, refused.value.parameters) == ("players_missing", {"players": 2})
    assert (len(game.events), told) == (2, [])


def test_each_seat_is_asked_when_it_is_its_turn_with_its_own_rng() -> None:
    players = [Watched() for _ in range(3)]
    own = rngs(3)
    game = play_game(Game(Rules(3), 8), players, own)
    acted = [event.seat for event in game.events if isinstance(event, Acted)]
    for seat, player in enumerate(players):
        assert player.given == {id(own[seat])}
        assert len(player.asked) == acted.count(seat)
        assert all(asked.seat == asked.turn == seat and asked.legal for asked in player.asked)
    assert {asked.round for asked in players[0].asked} == set(range(1, game.rounds + 1))


def test_the_same_seeds_play_the_same_game() -> None:
    games = [play_game(Game(Rules(4), 9), [make_bot("random")] * 4, rngs(4, 9)) for _ in range(2)]
    other = play_game(Game(Rules(4), 9), [make_bot("random")] * 4, rngs(4, 10))
    assert games[0].events == games[1].events != other.events


def test_a_turn_returns_what_was_played() -> None:
    game = Game(Rules(4), 1)
    seat = game.round.turn
    action = take_turn(game, make_bot("greedy"), np.random.default_rng(1))
    assert game.events[-1] == Acted(seat, str(action))
    assert game.round.history == ((seat, action),)


def test_an_illegal_answer_changes_nothing() -> None:
    """R9: the leader may not pass."""
    game = Game(Rules(4), 1)
    events, before = list(game.events), shown(game.round)
    with pytest.raises(IllegalAction) as refused:
        take_turn(game, Fixed(PASS_ACTION), np.random.default_rng(1))
    assert refused.value.code == "leader_may_not_pass"
    told: list[GameEvent] = []
    with pytest.raises(IllegalAction):
        play_game(game, [Fixed(PASS_ACTION)] * 4, rngs(4), told.append)
    assert (game.events, shown(game.round), told) == (events, before, events)


def test_once_the_round_is_over_nobody_is_asked() -> None:
    game = Game(Rules(2, deal=1), hands=[[8], [1]], leader=0)
    take_turn(game, make_bot("greedy"), np.random.default_rng(1))
    with pytest.raises(IllegalAction) as refused:
        take_turn(game, Fixed(PASS_ACTION), np.random.default_rng(1))
    assert refused.value.code == "round_is_over"
