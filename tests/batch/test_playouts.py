"""Rounds played out by compiled policies are those of single rounds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fivethreefive import Action, InvalidInput, Round, Rules
from fivethreefive.batch import play_out
from fivethreefive.cards import RANKS
from fivethreefive.rules import kernel
from fivethreefive.rules.kernel import DEAL_STREAMS, MOST_CARDS, NOBODY, WIDTH
from fivethreefive.rules.seeding import random_stream
from fivethreefive.rules.tables import compile_rules
from support.random_play import EVERY_KIND

EACH_RULES = pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)


def by_id(round_: Round) -> list[Action]:
    """The legal actions in the order of the catalogue: the pass first."""
    return sorted(round_.legal_actions(), key=lambda action: action.id)


def choose_random(round_: Round, rng: Any) -> Action:
    """Each legal action as likely: one number below their number, in the order of the catalogue."""
    actions = by_id(round_)
    return actions[kernel.below(rng, len(actions))]


def weakness(action: Action) -> int:
    """How weak the meld made is: by its lowest rank, singles and sets the lower, runs the higher (R7)."""
    is_run = len(set(action.makes)) > 1
    place = RANKS.index(action.makes[0])
    return place if is_run else len(RANKS) - place


def choose_greedy(round_: Round, _rng: Any) -> Action:
    """Most cards, then the weakest meld made, then the first of the catalogue."""
    return max(by_id(round_), key=lambda a: (len(a.cards), weakness(a) if a.cards else 0, -a.id))


CHOICES = {"random": choose_random, "greedy": choose_greedy}


def play_by_hand(rules: Rules, policy: str, seed: int, stream: int) -> Round:
    """The round, over by then, dealt and played from the one stream."""
    rng = random_stream(seed, stream)
    room = np.zeros(WIDTH, np.int64), np.zeros(MOST_CARDS, np.int64)
    kernel.deal(compile_rules(rules).arrays, *room, rng, NOBODY, 0)
    round_ = Round.deal(rules, seed, stream=stream)
    while not round_.is_over:
        round_.apply(CHOICES[policy](round_, rng))
    return round_


@EACH_RULES
@pytest.mark.parametrize("policy", CHOICES)
def test_each_round_is_a_stream_played_by_hand(rules: Rules, policy: str) -> None:
    played = play_out(rules, 12, policy, seed=5)
    for stream in range(12):
        round_ = play_by_hand(rules, policy, 5, stream)
        assert played.decisions[stream] == len(round_.history)
        assert tuple(played.points[stream]) == round_.points()
        assert played.winners[stream] == round_.winner


@EACH_RULES
@pytest.mark.parametrize("policy", CHOICES)
def test_a_longer_run_begins_with_the_same_rounds(rules: Rules, policy: str) -> None:
    few, many = (play_out(rules, rounds, policy, seed=9) for rounds in (40, 200))
    assert many.points.shape == (200, rules.players)
    assert np.array_equal(few.decisions, many.decisions[:40])
    assert np.array_equal(few.points, many.points[:40])
    assert np.array_equal(few.winners, many.winners[:40])


@EACH_RULES
def test_only_the_winner_has_no_cards(rules: Rules) -> None:
    """R20: with every card worth something, one seat has no points, and it went out."""
    points = play_out(rules, 200, seed=2).points
    winners = play_out(rules, 200, seed=2).winners
    assert np.array_equal(points == 0, np.arange(rules.players) == winners[:, None])
    assert set(winners) == set(range(rules.players))


def test_seeds_and_policies_are_other_runs() -> None:
    points = play_out(Rules(4), 50).points
    assert np.array_equal(play_out(Rules(4), 50, "random", seed=0).points, points)
    assert not np.array_equal(play_out(Rules(4), 50, "random", seed=1).points, points)
    assert not np.array_equal(play_out(Rules(4), 50, "greedy", seed=0).points, points)


def test_a_run_may_draw_its_seed_from_a_generator() -> None:
    drawn = int(np.random.default_rng(1).integers(2**62))
    points = play_out(Rules(4), 50, seed=np.random.default_rng(1)).points
    assert np.array_equal(points, play_out(Rules(4), 50, seed=drawn).points)


def test_no_rounds_are_played_out() -> None:
    played = play_out(Rules(3), 0)
    assert [array.shape for array in played] == [(0,), (0, 3), (0,)]
    assert [array.dtype for array in played] == [np.int32, np.int64, np.int8]


@pytest.mark.parametrize("policy", ["", "Random", "heuristic", None])
def test_an_unknown_policy(policy: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        play_out(Rules(4), 1, policy)
    assert refused.value.code == "unknown_policy"
    assert refused.value.parameters == {"policy": policy, "known": "random, greedy"}


@pytest.mark.parametrize("count", [-1, DEAL_STREAMS + 1, 1.0, "5", True, None])
def test_what_is_no_number_of_rounds(count: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        play_out(Rules(4), count)
    assert refused.value.code == "not_in_range"
    assert (refused.value.parameters["option"], refused.value.parameters["value"]) == ("rounds", count)
