"""An observation as an array says what the observation says."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from fivethreefive import Game, InvalidInput, Round, Rules
from fivethreefive.cards import RANKS
from fivethreefive.features import (
    Feature,
    feature_layout,
    feature_places,
    feature_size,
    features,
    split_features,
)
from fivethreefive.rules.actions import ACTIONS, FIRST_ADD, MAKES, MELDS, PLAYS
from support.random_play import EVERY_KIND, positions


def one_hot(place: int, size: int) -> list[int]:
    return [int(i == place) for i in range(size)]


def test_a_position_by_hand() -> None:
    """Seats are counted from the one that looks; a pass is on the meld that was played last."""
    round_ = Round(Rules(3), [[3, 4, 4], [2, 2, 9], [5, 7, 8]], leader=2)
    for action in ("7", "pass", ">9", "pass"):
        round_.apply(action)
    assert (round_.turn, round_.table) == (1, ())  # seats 2 and 0 have passed: seat 1 leads (R15)
    round_.apply("2-2")
    seen = split_features(features(round_.observe(0)), 3)
    assert seen["hand"].tolist() == [0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    assert seen["table"].tolist() == [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    assert seen["table_kind"].tolist() == [0, 0, 1, 0]
    assert seen["unseen"].tolist() == [4, 2, 3, 2, 4, 3, 4, 3, 4, 4, 4, 4, 4]
    assert seen["cards_left"].tolist() == [3, 0, 2]
    assert seen["turn"].tolist() == [0, 1, 0]
    assert seen["passed"].tolist() == [0, 0, 0]
    assert seen["last"].tolist() == [0, 1, 0]
    assert seen["leader"].tolist() == [0, 0, 1]
    assert seen["scores"].tolist() == [0, 0, 0]
    assert seen["round"].tolist() == [1]
    assert [np.flatnonzero(row).tolist() for row in seen["played"]] == [[], [1, 7], [5]]
    assert seen["played"][1, 1] == 2
    singles = [meld.low for meld in PLAYS[: len(RANKS)]]
    on_7, on_9 = singles.index(7), singles.index(9)
    assert [np.flatnonzero(row).tolist() for row in seen["passed_on"]] == [[on_7], [], [on_9]]


def test_a_pass_on_a_large_meld() -> None:
    round_ = Round(Rules(2), [[1, 2, 3, 9], [4, 11, 12]], leader=0)
    for action in ("1-2-3", "+4", "pass"):
        round_.apply(action)
    seen = split_features(features(round_.observe(1)), 2)
    assert np.flatnonzero(seen["passed_on"][1]).tolist() == [len(PLAYS)]


def test_scores_and_rounds_of_a_game() -> None:
    game = Game(Rules(2, target=500), seed=1)
    for _ in range(80):
        while not game.round.is_over:
            game.apply(game.round.legal_actions()[-1])
        game.next_round()
    seen = split_features(features(game.observe(1)), 2)
    assert max(game.scores) > 127
    assert seen["scores"].tolist() == [min(game.scores[1], 127), min(game.scores[0], 127)]
    assert seen["round"].tolist() == [81]


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)
def test_every_number_is_in_its_range(rules: Rules) -> None:
    layout = feature_layout(rules.players)
    for round_ in positions(rules, 30, seed=5):
        for seat in range(rules.players):
            array = features(round_.observe(seat))
            assert array.dtype == np.int8
            assert array.shape == (feature_size(rules.players),)
            seen = split_features(array, rules.players)
            for feature in layout:
                assert seen[feature.name].shape == feature.shape
                assert feature.low <= seen[feature.name].min()
                assert seen[feature.name].max() <= feature.high
            assert seen["turn"].sum() == seen["leader"].sum() == seen["table_kind"].sum() == 1


@pytest.mark.parametrize("players", range(2, 7))
def test_the_layout_fits_512_bytes(players: int) -> None:
    places = feature_places(players)
    assert [*places] == [feature.name for feature in feature_layout(players)]
    assert max(place.stop for place in places.values()) == feature_size(players) <= 512


def test_many_arrays_are_split_at_once() -> None:
    many = np.arange(2 * 3 * feature_size(2), dtype=np.int32).astype(np.int8)
    seen = split_features(many.reshape(2, 3, -1), 2)
    assert seen["played"].shape == (2, 3, 2, 13)
    assert np.shares_memory(seen["hand"], many)


def test_bad_input() -> None:
    with pytest.raises(InvalidInput) as refused:
        features(Round.deal(Rules(2), 1).observe(None))
    assert refused.value.code == "needs_a_seat"
    with pytest.raises(InvalidInput) as refused:
        split_features(features(Round.deal(Rules(2), 1).observe(0)), 3)
    assert refused.value.code == "wrong_array"


PAGE = Path(__file__).parents[1].joinpath("docs", "research", "features.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| \((.*)\) \| (\d+) to (\d+) \| (.+) \|$", re.MULTILINE)


@pytest.mark.parametrize("players", range(2, 7))
def test_the_manual_lists_every_feature_in_its_order(players: int) -> None:
    listed = []
    for name, shape, low, high, _ in ROW.findall(PAGE):
        sizes = [players if part == "players" else int(part) for part in re.findall(r"\w+", shape)]
        listed.append(Feature(name, tuple(sizes), int(low), int(high)))
    assert tuple(listed) == feature_layout(players)


def test_the_manual_lists_every_action() -> None:
    listed = {0: "pass"}
    for first, last, what in re.findall(r"^\| (\d+) to (\d+) \| (.+) \|$", PAGE, re.MULTILINE):
        listed |= dict.fromkeys(range(int(first), int(last) + 1), what)
    assert [*listed] == [*range(ACTIONS)]
    for number, what in listed.items():
        made = MELDS[MAKES[number]]
        if made is not None:
            kind = "single" if made.kind == "single" else f"{made.kind} of {made.size}"
            how = "lead or overwrite with" if number < FIRST_ADD else "add, to make"
            assert what == f"{how} a {kind}"
