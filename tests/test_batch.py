"""Many rounds at once do what single rounds do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fivethreefive import Action, IllegalAction, InvalidInput, Round, Rules
from fivethreefive.batch import BatchRounds, Observations, play_out
from fivethreefive.cards import RANKS
from fivethreefive.rules import kernel
from fivethreefive.rules.actions import ACTIONS, MELD_NUMBER
from fivethreefive.rules.kernel import MOST_CARDS, NOBODY, WIDTH
from fivethreefive.rules.melds import meld_of
from fivethreefive.rules.streams import STREAM_LIMIT, random_stream
from fivethreefive.rules.tables import compile_rules
from random_play import EVERY_KIND

EACH_RULES = pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)


# play_out


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


@pytest.mark.parametrize("count", [-1, STREAM_LIMIT - 1, 1.0, "5", True, None])
def test_what_is_no_number_of_rounds(count: Any) -> None:
    for name, make in (("rounds", play_out), ("n", BatchRounds)):
        with pytest.raises(InvalidInput) as refused:
            make(Rules(4), count)
        assert refused.value.code == "not_in_range"
        assert (refused.value.parameters["option"], refused.value.parameters["value"]) == (name, count)


def test_a_batch_has_a_round_at_least() -> None:
    with pytest.raises(InvalidInput):
        BatchRounds(Rules(4), 0)
    assert BatchRounds(Rules(4), np.int64(1)).turn.shape == (1,)  # type: ignore[arg-type]


# BatchRounds


def ids(round_: Round) -> list[int]:
    return [action.id for action in by_id(round_)]


def same(batch: BatchRounds, rounds: list[Round]) -> None:
    """Everything the batch shows of each of its rounds is what the round shows."""
    mask = batch.legal_mask()
    assert mask.shape == (batch.n, ACTIONS)
    assert [list(np.flatnonzero(row)) for row in mask] == [ids(round_) for round_ in rounds]
    assert list(batch.turn) == [round_.turn for round_ in rounds]
    assert list(batch.done) == [round_.is_over for round_ in rounds]
    assert list(batch.winner) == [-1 if round_.winner is None else round_.winner for round_ in rounds]
    assert [tuple(row) for row in batch.points()] == [round_.points() for round_ in rounds]
    seen = batch.observe()
    for i, round_ in enumerate(rounds):
        assert {name: array[i].tolist() for name, array in seen._asdict().items()} == expected(round_)


def expected(round_: Round) -> dict[str, Any]:
    """The observation of the seat to play, as counts by rank and by seat counted from it."""
    players = round_.rules.players
    observation = round_.observe(round_.turn)
    seats = [(round_.turn + i) % players for i in range(players)]
    meld = meld_of(round_.rules, observation.table)
    return {
        "hand": [observation.hand.count(rank) for rank in RANKS],
        "seen": [observation.seen.count(rank) for rank in RANKS],
        "table": 0 if meld is None else MELD_NUMBER[meld],
        "last": 0 if observation.last is None else seats.index(observation.last),
        "passed": [seat in observation.passed for seat in seats],
        "cards_left": [observation.cards_left[seat] for seat in seats],
    }


@EACH_RULES
def test_a_batch_is_its_rounds(rules: Rules) -> None:
    """Stepped to the end of every round, with what is over left alone."""
    batch = BatchRounds(rules, 30, seed=3)
    rounds = [Round.deal(rules, 3, stream=i) for i in range(30)]
    same(batch, rounds)
    while not batch.done.all():
        actions = batch.random_actions()
        for round_, id_ in zip(rounds, actions, strict=True):
            if not round_.is_over:
                round_.apply(next(action for action in round_.legal_actions() if action.id == id_))
        batch.step(actions)
        same(batch, rounds)
    over = batch.points()
    batch.step(np.full(30, 131))
    assert np.array_equal(batch.points(), over)
    assert not batch.random_actions().any()


def test_an_illegal_action_names_its_round_and_changes_nothing() -> None:
    batch = BatchRounds(Rules(3), 6, seed=1)
    for _ in range(4):
        batch.step(batch.random_actions())
    rounds = batch._rows.copy()
    mask = batch.legal_mask()
    good = batch.random_actions()
    for illegal in (*np.flatnonzero(~mask[4]), -1, ACTIONS, 2**31):
        actions = good.copy()
        actions[4] = illegal
        actions[5] = -7
        with pytest.raises(IllegalAction) as refused:
            batch.step(actions)
        assert refused.value.code == "batch_action"
        assert refused.value.parameters == {"id": illegal, "round": 4}
        assert np.array_equal(batch._rows, rounds)
    batch.step(good)
    assert not np.array_equal(batch._rows, rounds)


def test_a_leader_may_not_pass_in_a_batch() -> None:
    """R9."""
    batch = BatchRounds(Rules(2), 3)
    assert not batch.legal_mask()[:, 0].any()
    with pytest.raises(IllegalAction):
        batch.step(np.zeros(3, np.int64))


@pytest.mark.parametrize(
    "actions",
    [
        [1, 2],
        1,
        [[1, 2, 3]],
        [1.0, 2.0, 3.0],
        [True, False, True],
        ["1", "2", "3"],
        [None] * 3,
        [[1], [1, 2], 3],
    ],
)  # fmt: skip
def test_what_are_no_actions(actions: Any) -> None:
    batch = BatchRounds(Rules(2), 3)
    with pytest.raises(InvalidInput) as refused:
        batch.step(actions)
    assert refused.value.code == "wrong_array"
    assert refused.value.parameters["name"] == "actions"


def test_actions_may_be_any_whole_numbers() -> None:
    batches = [BatchRounds(Rules(2), 3) for _ in range(3)]
    actions = batches[0].random_actions()
    for batch, kind in zip(batches, (list, np.int32, np.uint8), strict=True):
        batch.step(list(map(int, actions)) if kind is list else actions.astype(kind))
        assert np.array_equal(batch._rows, batches[0]._rows)


def test_every_reset_deals_rounds_not_seen_before() -> None:
    rules = Rules(4)
    batch = BatchRounds(rules, 5, seed=8)
    seen = [[0, 1, 2, 3, 4]]
    batch.reset(np.array([False, True, False, False, True]))
    seen.append([0, 5, 2, 3, 6])
    same(batch, [Round.deal(rules, 8, stream=stream) for stream in seen[-1]])
    batch.reset(np.zeros(5, np.bool_))
    same(batch, [Round.deal(rules, 8, stream=stream) for stream in seen[-1]])
    batch.reset()
    same(batch, [Round.deal(rules, 8, stream=stream) for stream in (7, 8, 9, 10, 11)])


def test_no_deal_uses_the_streams_of_choices() -> None:
    """The last streams of a seed are for other things; a batch that has used up the rest says so."""
    batch = BatchRounds(Rules(2), 3, seed=1)
    batch._streams = STREAM_LIMIT - 2 - 3
    batch.reset()
    rows = batch._rows.copy()
    with pytest.raises(InvalidInput) as refused:
        batch.reset(np.array([False, True, False]))
    assert (refused.value.code, refused.value.parameters) == ("streams_used_up", {"most": STREAM_LIMIT - 2})
    assert np.array_equal(batch._rows, rows)
    batch.reset(np.zeros(3, np.bool_))


def test_rounds_that_are_over_are_dealt_anew() -> None:
    """The loop of a training run: the others go on where they were."""
    batch = BatchRounds(Rules(2), 8, seed=4)
    while not batch.done.any():
        batch.step(batch.random_actions())
    before, done = batch._rows.copy(), batch.done
    batch.reset(done)
    assert not batch.done.any()
    assert np.array_equal(batch._rows[~done], before[~done])
    assert not (batch._rows[done] == before[done]).all(axis=1).any()


@pytest.mark.parametrize("which", [[True], [1, 0, 1], np.ones((3, 1), np.bool_), True, "yes"])
def test_what_is_no_choice_of_rounds(which: Any) -> None:
    batch = BatchRounds(Rules(2), 3)
    with pytest.raises(InvalidInput) as refused:
        batch.reset(which)
    assert refused.value.code == "wrong_array"
    assert refused.value.parameters["name"] == "which"


def test_random_actions_come_again_from_the_same_seed() -> None:
    twins = [BatchRounds(Rules(4), 20, seed=6) for _ in range(2)]
    other = BatchRounds(Rules(4), 20, seed=7)
    differing = 0
    for _ in range(10):
        actions, again = (batch.random_actions() for batch in twins)
        assert np.array_equal(actions, again)
        differing += not np.array_equal(actions, other.random_actions())
        for batch in twins:
            batch.step(actions)
    assert differing


def test_each_legal_action_is_as_likely() -> None:
    """A chi-square over many draws in one position; the bound is passed once in a million times."""
    batch = BatchRounds(Rules(4), 1, seed=2)
    legal = np.flatnonzero(batch.legal_mask()[0])
    draws = 400 * len(legal)
    found = np.bincount([int(batch.random_actions()[0]) for _ in range(draws)], minlength=ACTIONS)
    assert set(np.flatnonzero(found)) == set(legal)
    surprise = ((found[legal] - 400) ** 2 / 400).sum()
    freedom = len(legal) - 1
    assert surprise < freedom + 5 * (2 * freedom) ** 0.5 + 12


def test_what_is_given_out_is_a_copy() -> None:
    batch = BatchRounds(Rules(3), 4)
    for array in (
        batch.turn,
        batch.done,
        batch.winner,
        batch.points(),
        batch.legal_mask(),
        *batch.observe(),
    ):
        array[...] = 1
    same(batch, [Round.deal(Rules(3), 0, stream=i) for i in range(4)])


def test_shapes() -> None:
    seen = BatchRounds(Rules(5), 4).observe()
    assert isinstance(seen, Observations)
    assert [array.shape for array in seen] == [(4, 13), (4, 13), (4,), (4,), (4, 5), (4, 5)]
    assert seen.passed.dtype == np.bool_
