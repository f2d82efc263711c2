"""Many rounds or games at once do what single ones do."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from fivethreefive import Game, InvalidInput, Round, Rules
from fivethreefive.batch import BatchRounds
from fivethreefive.batch.batch_kernel import EPISODE, ROW
from fivethreefive.features import features
from fivethreefive.rules.actions import ACTIONS
from fivethreefive.rules.kernel import DEAL_STREAMS, SEED_STEP
from support.random_play import EVERY_KIND

EACH_RULES = pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)
GAMES = {
    "3 players": Rules(3, target=15),
    "the left leads": Rules(4, next_leader="left", target=12),
    "the loser leads": Rules(5, next_leader="loser", target=12),
    "two hands": Rules(2, format="two_hands"),
    "cheap cards, many ties": Rules(
        6, points={8: 1} | dict.fromkeys((*range(1, 6), 7, 9, *range(11, 16)), 0)
    ),
}


def ids(round_: Round) -> list[int]:
    return sorted(action.id for action in round_.legal_actions())


def bits(words: Any) -> list[int]:
    return [a for a in range(ACTIONS) if int(words[a // 44]) >> a % 44 & 1]


def same(batch: BatchRounds, objects: Sequence[Round | Game]) -> None:
    """Everything that the batch shows of each of its rows is what the object shows."""
    mask, seen = batch.legal_mask(), batch.observe()
    assert mask.shape == (batch.n, ACTIONS)
    for i, one in enumerate(objects):
        round_ = one if isinstance(one, Round) else one.round
        assert batch.turn[i] == round_.turn
        assert batch.done[i] == one.is_over
        assert bits(batch.legal_words[i]) == list(np.flatnonzero(mask[i])) == ids(round_)
        assert np.array_equal(seen[i], features(one.observe(round_.turn)))


def apply_id(one: Round | Game, id_: int) -> Round:
    """Apply the legal action with an id; the round it was played in."""
    round_ = one if isinstance(one, Round) else one.round
    one.apply(next(action for action in round_.legal_actions() if action.id == id_))
    return round_


@EACH_RULES
def test_a_batch_is_its_rounds(rules: Rules) -> None:
    """Stepped to the end of every round, with what is over left alone."""
    batch = BatchRounds(rules, 30, seed=3)
    rounds = [Round.deal(rules, 3, stream=i) for i in range(30)]
    same(batch, rounds)
    while not batch.done.all():
        actions = batch.random_actions()
        over = batch.done.copy()
        for round_, id_ in zip(rounds, actions, strict=True):
            if not round_.is_over:
                apply_id(round_, id_)
        batch.step(actions)
        same(batch, rounds)
        for i, round_ in enumerate(rounds):
            paid = [-points for points in round_.points()] if round_.is_over else [0] * rules.players
            assert batch.returns[i].tolist() == paid
            assert batch.rewards[i].tolist() == ([0] * rules.players if over[i] else paid)
    returns = batch.returns.copy()
    batch.step(np.full(30, 131))
    assert np.array_equal(batch.returns, returns)
    assert not batch.rewards.any()
    assert not batch.random_actions().any()


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_a_batch_plays_whole_games(rules: Rules) -> None:
    """R5, R21, ties and more than two players: the rounds that follow are those of ``Game``."""
    batch = BatchRounds(rules, 12, seed=8, episode="game")
    games = [Game(rules, (8 + i * SEED_STEP) % 2**62) for i in range(12)]
    same(batch, games)
    rounds_seen = 0
    while not batch.done.all():
        actions = batch.random_actions()
        paid = np.zeros((12, rules.players), int)
        for i, (game, id_) in enumerate(zip(games, actions, strict=True)):
            if game.is_over:
                continue
            played = apply_id(game, id_)
            if played.is_over:
                paid[i] = [-points for points in played.points()]
                rounds_seen += 1
                if not game.is_over:
                    game.next_round()
        batch.step(actions)
        assert np.array_equal(batch.rewards, paid)
        same(batch, games)
    assert [tuple(-row) for row in batch.returns] == [game.scores for game in games]
    assert rounds_seen > len(games)


@pytest.mark.parametrize("episode", ["round", "game"])
def test_rows_begin_anew_by_themselves(episode: Any) -> None:
    """What the last step ended is in done, rewards and returns; the row is the next episode already."""
    rules = Rules(3, target=6)
    batch = BatchRounds(rules, 5, seed=2, episode=episode, restart=True)
    objects = [batch.dealt(i) for i in range(5)]
    assert batch.episode_number.tolist() == [0, 1, 2, 3, 4]
    ended = 0
    for _ in range(300):
        actions = batch.random_actions()
        batch.step(actions)
        for i, (one, id_) in enumerate(zip(objects, actions, strict=True)):
            played = apply_id(one, id_)
            if isinstance(one, Game) and played.is_over and not one.is_over:
                one.next_round()
            scores = one.scores if isinstance(one, Game) else one.points()
            assert batch.done[i] == one.is_over
            if one.is_over or isinstance(one, Game):
                assert tuple(-batch.returns[i]) == scores
            else:
                assert not batch.returns[i].any()
            if one.is_over:
                objects[i] = batch.dealt(i)
                ended += 1
        seen = batch.observe()
        for i, one in enumerate(objects):
            turn = (one if isinstance(one, Round) else one.round).turn
            assert np.array_equal(seen[i], features(one.observe(turn)))
    assert ended > 15
    assert len(set(batch.episode_number.tolist())) == 5
    assert all(batch.episode_number % 5 == np.arange(5))


def played(batch: BatchRounds, steps: int = 60) -> list[bytes]:
    """All that a batch shows while it is played at random."""
    shown = []
    for _ in range(steps):
        batch.step(batch.random_actions())
        for array in (batch.observe(), batch.legal_mask(), batch.legal_words, batch.turn, batch.returns):
            shown.append(array.tobytes())
        shown += [batch.done.tobytes(), batch.rewards.tobytes(), batch.episode_number.tobytes()]
    return shown


def test_what_a_batch_shows_cannot_be_written_to() -> None:
    batch = BatchRounds(Rules(2), 3)
    returned = (batch.observe(), batch.legal_mask(), batch.random_actions())
    for array in (*returned, batch.turn, batch.done, batch.rewards, batch.returns, batch.legal_words):
        before = array.copy()
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
        assert np.array_equal(array, before)
    own = np.zeros(returned[0].shape, np.int8)
    assert batch.observe(out=own) is own
    own[0] = 1


@pytest.mark.parametrize("episode", ["round", "game"])
def test_threads_change_nothing(episode: Any) -> None:
    def make(threads: int) -> BatchRounds:
        return BatchRounds(Rules(4), 37, seed=5, episode=episode, restart=True, threads=threads)

    alone = played(make(1))
    for threads in (2, 3, 100):
        assert played(make(threads)) == alone


def test_unchecked_rows_may_stay() -> None:
    batch = BatchRounds(Rules(4), 6, seed=5, checked=False)
    before = batch.observe().copy()
    actions = batch.random_actions().copy()
    actions[::2] = -1
    batch.step(actions)
    after = batch.observe()
    assert np.array_equal(after[::2], before[::2])
    assert not (after[1::2] == before[1::2]).all(axis=1).any()


def test_unchecked_is_the_same_for_legal_actions() -> None:
    checked, unchecked = (BatchRounds(Rules(4), 20, seed=5, restart=True, checked=c) for c in (True, False))
    assert played(checked) == played(unchecked)


# Resets and seeds


def test_every_reset_deals_what_was_not_seen_before() -> None:
    """Episode k of row i is number i + k n."""
    rules = Rules(4)
    batch = BatchRounds(rules, 5, seed=8)
    seen = [0, 1, 2, 3, 4]
    for which in ([1, 4], [], [4], [0, 1, 2, 3, 4]):
        batch.reset(np.isin(np.arange(5), which))
        seen = [number + 5 * (i in which) for i, number in enumerate(seen)]
        assert batch.episode_number.tolist() == seen
        same(batch, [Round.deal(rules, 8, stream=stream) for stream in seen])


def test_a_seed_never_runs_out() -> None:
    """Beyond the streams of one seed come those of another; still each episode is its own."""
    rules = Rules(3)
    batch = BatchRounds(rules, 2, seed=2**62 - 1)
    batch._batch.rows[:, EPISODE] = DEAL_STREAMS - 3, DEAL_STREAMS - 2
    batch.reset()
    after = SEED_STEP - 1
    same(batch, [Round.deal(rules, 2**62 - 1, stream=DEAL_STREAMS - 1), Round.deal(rules, after)])
    assert [one.turn for one in map(batch.dealt, range(2)) if isinstance(one, Round)] == list(batch.turn)
    games = BatchRounds(rules, 1, seed=2**62 - 1, episode="game")
    games._batch.rows[:, EPISODE] = 2**32 - 2
    games.reset()
    same(games, [Game(rules, (2**62 - 1 + (2**32 - 1) * SEED_STEP) % 2**62)])


def test_a_reset_with_a_seed_is_a_new_batch() -> None:
    used = BatchRounds(Rules(4), 6, seed=1, restart=True)
    played(used)
    used.reset(seed=77)
    assert not used.done.any()
    assert not used.returns.any()
    assert played(used) == played(BatchRounds(Rules(4), 6, seed=77, restart=True))


@pytest.mark.parametrize("seed", [np.int8(7), np.array(7), np.uint64(7)])
def test_a_seed_may_be_numpys(seed: Any) -> None:
    assert played(BatchRounds(Rules(3), 2, seed), 5) == played(BatchRounds(Rules(3), 2, 7), 5)


def test_a_seed_for_each_row() -> None:
    """Row i begins with the rounds of its own seed, whatever the others are."""
    seeds = [7, 2**62 - 1, 7]
    batch = BatchRounds(Rules(3), 3, seeds, restart=True)
    for number in range(3):
        assert batch.episode_number.tolist() == [number] * 3
        same(batch, [Round.deal(Rules(3), seed, stream=number) for seed in seeds])
        batch.reset()
    batch.reset(seed=np.array(seeds))
    shown = batch.observe()
    for _ in range(40):
        batch.step(batch.random_actions())
        assert np.array_equal(shown[0], shown[2])
        batch.observe()
    for wrong in ([1, 2], [1, 2, -3], [1, 2, "x"], "abc", b"abc", np.array([[1], [2], [3]]), np.array(1.0)):
        with pytest.raises(InvalidInput):
            batch.reset(seed=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_any_seat_may_look(rules: Rules) -> None:
    batch = BatchRounds(rules, 6, seed=8)
    rounds = [Round.deal(rules, 8, stream=i) for i in range(6)]
    while not batch.done.all():
        actions = batch.random_actions()
        for round_, id_ in zip(rounds, actions, strict=True):
            if not round_.is_over:
                apply_id(round_, id_)
        batch.step(actions)
        for seat in range(rules.players):
            seen = batch.observe(seat=seat)
            for i, round_ in enumerate(rounds):
                assert np.array_equal(seen[i], features(round_.observe(seat)))
    seats = np.arange(6) % rules.players
    mixed = batch.observe(seat=seats).copy()
    for i, number in enumerate(seats):
        assert np.array_equal(mixed[i], features(rounds[i].observe(int(number))))
    for wrong in (rules.players, -1, seats[:5], seats - 1, seats.astype(float)):
        with pytest.raises(InvalidInput):
            batch.observe(seat=wrong)


def test_a_round_that_is_reset_is_forgotten() -> None:
    batch = BatchRounds(Rules(2), 8, seed=4)
    while not batch.done.any():
        batch.step(batch.random_actions())
    before, done = batch.observe().copy(), batch.done.copy()
    batch.reset(done)
    assert not batch.done.any()
    assert not batch.returns.any()
    assert np.array_equal(batch.observe()[~done], before[~done])
    assert not (batch.observe()[done] == before[done]).all(axis=1).any()


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


def test_the_rows_draw_their_actions_apart() -> None:
    """The same position in every row, and not the same actions."""
    batch = BatchRounds(Rules(4), 200, seed=2)
    batch._batch.rows[:, : ROW - 4] = batch._batch.rows[0, : ROW - 4]
    legal = np.flatnonzero(batch.legal_mask()[0])
    assert set(batch.random_actions()) == set(legal)


# Copies and processes


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))]
)
def test_a_copy_goes_on_by_itself(copied: Any) -> None:
    batch = BatchRounds(Rules(4), 9, seed=3, episode="game", restart=True, threads=2)
    played(batch, 20)
    twin = copied(batch)
    before = batch.observe().copy()
    shown = played(twin)
    assert np.array_equal(batch.observe(), before)
    assert played(batch) == shown


BATCH = BatchRounds(Rules(4), 9, seed=3, restart=True, threads=2)


def played_there(batch: BatchRounds | None) -> list[bytes]:
    return played(BATCH if batch is None else batch, 20)


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_batch_in_worker_processes() -> None:
    """Forked with threads that ran in the parent, and sent to a new process."""
    expected = played(copy.deepcopy(BATCH), 20)
    BATCH.observe()
    with ProcessPoolExecutor(1, get_context("fork")) as workers:
        assert workers.submit(played_there, None).result(60) == expected
    with ProcessPoolExecutor(1, get_context("spawn")) as workers:
        assert workers.submit(played_there, BATCH).result(60) == expected


def test_an_episode_of_a_row_as_an_object() -> None:
    batch = BatchRounds(Rules(4), 3, seed=5)
    batch.reset()
    same(batch, [one for one in map(batch.dealt, range(3)) if isinstance(one, Round)])
    for row in (-1, 3, 1.0, "x"):
        with pytest.raises(InvalidInput):
            batch.dealt(row)  # type: ignore[arg-type]


def test_a_row_is_small() -> None:
    """At most 512 bytes a row beside the observation."""
    batch = BatchRounds(Rules(6), 4)
    arrays = (batch._batch.rows, batch.legal_words, batch.done, batch.rewards, batch.returns)
    assert sum(array.itemsize * array[0].size for array in arrays) <= 512
    assert batch.observe()[0].nbytes <= 512
