"""The vector environment is, row by row, the single environment."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from fivethreefive import IllegalAction, InvalidInput, Rules
from fivethreefive.envs.gymnasium import FiveThreeFiveEnv
from fivethreefive.envs.vector import FiveThreeFiveVectorEnv
from fivethreefive.features import features
from fivethreefive.state import Game, Round

ROWS = 12
PLAYED: dict[str, dict[str, Any]] = {
    "greedy": {"opponents": "greedy"},
    "levels by seat": {"opponents": ["easy", "medium", "hard"], "seat": 2},
    "policy, two players": {"players": 2, "opponents": "policy", "zero_sum": True},
    "games": {"players": 3, "opponents": "heuristic", "episode": "game", "target": 12},
    "games, zero-sum, any seat": {"episode": "game", "target": 8, "zero_sum": True, "seat": "random"},
    "two hands": {"players": 2, "format": "two_hands", "episode": "game", "opponents": "greedy"},
    "over before the first turn": {"ranks": (1, 2, 3), "deal": 3, "seat": "random", "opponents": "greedy"},
    "games of tiny rounds": {"ranks": (1, 2, 3), "deal": 3, "episode": "game", "target": 6},
}
EACH = pytest.mark.parametrize("options", PLAYED.values(), ids=PLAYED)


def same_seen(seen: dict[str, Any], row: int, single: dict[str, Any]) -> None:
    for name, array in single.items():
        assert seen[name].dtype == array.dtype
        assert np.array_equal(seen[name][row], array)


def choose(seen: dict[str, Any], chooser: np.random.Generator) -> Any:
    """A legal action for each row, 0 where there is none."""
    mask = seen["action_mask"]
    return (mask * (chooser.random(mask.shape) + 1)).argmax(axis=1)


@EACH
def test_each_row_is_the_single_environment(options: dict[str, Any]) -> None:
    """From its seed to the end of its first episode, whoever plays the other seats."""
    envs = FiveThreeFiveVectorEnv(ROWS, **options)
    singles = [FiveThreeFiveEnv(**options) for _ in range(ROWS)]
    seen, info = envs.reset(seed=40)
    for row, single in enumerate(singles):
        own, own_info = single.reset(seed=40 + row)
        same_seen(seen, row, own)
        assert info["seat"][row] == own_info["seat"]
    chooser = np.random.default_rng(1)
    over = np.zeros(ROWS, bool)
    while not over.all():
        actions = choose(seen, chooser)
        seen, rewards, terminations, truncations, info = envs.step(actions)
        for row in map(int, np.flatnonzero(~over)):
            own, reward, terminated, truncated, own_info = singles[row].step(actions[row])
            same_seen(seen, row, own)
            assert rewards[row] == pytest.approx(reward)
            assert (terminations[row], truncations[row]) == (terminated, truncated)
            assert tuple(info["scores"][row]) == own_info["scores"]
            assert np.array_equal(info["action_mask"][row], own_info["action_mask"])
        over |= terminations
        assert envs.observation_space.contains(seen)
        assert rewards.dtype == np.float64


def test_the_rows_are_those_of_a_vector_of_single_environments() -> None:
    """Seeds as a number and as a list, and Gymnasium's own spaces."""
    ours = gymnasium.make_vec("FiveThreeFive-v0", 3, opponents="greedy")
    theirs = gymnasium.make_vec("FiveThreeFive-v0", 3, "sync", opponents="greedy")
    assert isinstance(ours, FiveThreeFiveVectorEnv)
    assert isinstance(theirs, SyncVectorEnv)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    seeds: list[Any] = [5, [9, 8, 9]]
    for seed in seeds:
        seen, again = ours.reset(seed=seed)[0], theirs.reset(seed=seed)[0]
        for name in seen:
            assert np.array_equal(seen[name], again[name])


def beginning(envs: FiveThreeFiveVectorEnv, row: int) -> Round | Game:
    return envs._batch.dealt(row)


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("episode", ["round", "game"])
def test_autoreset(mode: AutoresetMode, episode: Any) -> None:
    """In the next step, in the same step, or by reset_mask: each begins the next episode of its seed."""
    envs = FiveThreeFiveVectorEnv(
        ROWS, players=2, episode=episode, target=5, opponents="greedy", autoreset_mode=mode
    )
    assert envs.metadata["autoreset_mode"] is mode
    seen, _ = envs.reset(seed=3)
    chooser = np.random.default_rng(2)
    over = np.zeros(ROWS, bool)
    ended = 0
    for _ in range(120):
        number = envs._batch.episode_number.copy()
        seen, rewards, terminations, _, info = envs.step(choose(seen, chooser))
        begun = envs._batch.episode_number != number
        if mode is AutoresetMode.NEXT_STEP:
            assert np.array_equal(begun, over)
            assert not rewards[over].any()
            assert not terminations[over].any()
            assert not seen["action_mask"][terminations].any()
        elif mode is AutoresetMode.SAME_STEP:
            assert np.array_equal(begun, terminations)
            assert (info.get("_final_obs", terminations) == terminations).all()
            for row in np.flatnonzero(terminations):
                final = info["final_obs"][row]
                assert not final["action_mask"].any()
                assert not np.array_equal(final["observation"], seen["observation"][row])
                assert info["final_info"]["_scores"][row]
                assert sum(info["final_info"]["scores"][row]) > 0
        else:
            assert not begun.any()
            if terminations.any():
                with pytest.raises(InvalidInput) as refused:
                    envs.step(choose(seen, chooser))
                assert refused.value.code == "episode_over"
                seen, _ = envs.reset(options={"reset_mask": terminations})
                begun = terminations
        for row in np.flatnonzero(begun):
            one = beginning(envs, int(row))
            if (one if isinstance(one, Round) else one.round).turn == 0:
                assert np.array_equal(seen["observation"][row], features(one.observe(0)))
        over = terminations
        ended += int(terminations.sum())
    assert ended > 3 * ROWS
    assert (envs._batch.episode_number > 1).all()


def test_seats_are_drawn_anew_for_each_episode() -> None:
    envs = FiveThreeFiveVectorEnv(200, players=2, seat="random", opponents="greedy")
    seen, _ = envs.reset(seed=1)
    chooser = np.random.default_rng(2)
    begun = changed = 0
    for _ in range(60):
        before, number = envs._seats.copy(), envs._batch.episode_number.copy()
        seen, _, _, _, info = envs.step(choose(seen, chooser))
        new = envs._batch.episode_number != number
        assert np.array_equal(info["seat"][~new], before[~new])
        begun += int(new.sum())
        changed += int((info["seat"] != before)[new].sum())
    assert 0.4 < changed / begun < 0.6


def played(envs: FiveThreeFiveVectorEnv, seen: Any, steps: int = 30) -> list[bytes]:
    chooser = np.random.default_rng(4)
    shown = []
    for _ in range(steps):
        seen, rewards, terminations, _, _ = envs.step(choose(seen, chooser))
        shown += [seen["observation"].tobytes(), rewards.tobytes(), terminations.tobytes()]
    return shown


def test_what_rows_ended_with_is_not_written_over() -> None:
    """The masks of rows that are over are empty, whoever keeps the arrays of a step."""
    envs = FiveThreeFiveVectorEnv(
        ROWS, players=2, opponents="greedy", autoreset_mode="SameStep", copy=False
    )
    seen, _ = envs.reset(seed=3)
    chooser = np.random.default_rng(2)
    ended = 0
    for _ in range(30):
        seen, _, terminations, _, info = envs.step(choose(seen, chooser))
        if terminations.any():
            assert not info["final_info"]["action_mask"][terminations].any()
            assert seen["action_mask"][terminations].any(axis=1).all()
            ended += 1
    assert ended > 3


def test_threads_and_views_change_nothing() -> None:
    def made(**options: Any) -> list[bytes]:
        envs = FiveThreeFiveVectorEnv(50, opponents=["random", "policy", "heuristic"], **options)
        return played(envs, envs.reset(seed=6)[0])

    alone = made()
    assert made(threads=3) == alone
    assert made(copy=False) == alone


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_a_copy_goes_on_by_itself(copied: Callable[[Any], Any]) -> None:
    envs = FiveThreeFiveVectorEnv(9, opponents="random", seat="random", threads=2)
    seen, _ = envs.reset(seed=6)
    seen = envs.step(choose(seen, np.random.default_rng(1)))[0]
    twin = copied(envs)
    assert played(twin, seen) == played(envs, seen)


def test_what_is_given_out_stays_as_it_is() -> None:
    envs = FiveThreeFiveVectorEnv(5, opponents="greedy")
    seen, info = envs.reset(seed=6)
    kept = copy.deepcopy((seen, info))
    envs.step(choose(seen, np.random.default_rng(1)))
    for now, then in zip((seen, info), kept, strict=True):
        assert all(np.array_equal(now[name], then[name]) for name in then)


def test_a_random_reset_is_another_one() -> None:
    envs = FiveThreeFiveVectorEnv(5, opponents="greedy")
    firsts = [envs.reset()[0]["observation"] for _ in range(2)]
    assert not np.array_equal(firsts[0], firsts[1])
    seeded = [[envs.reset(seed=3)[0], envs.reset()[0]][1]["observation"] for _ in range(2)]
    assert np.array_equal(seeded[0], seeded[1])


def test_a_seed_settles_all_that_follows_in_its_row() -> None:
    """Its deals, where its learner sits and what its bots draw, whatever the other rows are."""

    def first_row(seeds: Any) -> list[Any]:
        envs = FiveThreeFiveVectorEnv(len(seeds), players=2, seat="random", opponents="random")
        seen, info = envs.reset(seed=seeds)
        shown = [info["seat"][0]]
        for _ in range(40):
            seen, rewards, _, _, info = envs.step(seen["action_mask"].argmax(axis=1))
            shown += [info["seat"][0], rewards[0], seen["observation"][0].tobytes()]
        return shown

    assert first_row([5]) == first_row([5, 6, 7]) == first_row(np.array([5, 1])) == first_row((5, None))


def test_seeds_by_row_settle_the_resets_after_them() -> None:
    def later(seeds: Any) -> Any:
        envs = FiveThreeFiveVectorEnv(3, opponents="greedy")
        envs.reset(seed=seeds)
        return envs.reset()[0]["observation"].tobytes()

    assert later([1, 2, 3]) == later(np.array([1, 2, 3])) != later([1, 2, 4])


def test_gymnasiums_wrapper_counts_episodes() -> None:
    envs = RecordEpisodeStatistics(FiveThreeFiveVectorEnv(6, players=2, opponents="greedy"))
    seen, _ = envs.reset(seed=6)
    chooser = np.random.default_rng(1)
    for _ in range(60):
        seen, _, _, _, _ = envs.step(choose(seen, chooser))
    assert envs.episode_count > 6
    assert all(total <= 0 for total in envs.return_queue)


# Illegal actions and other bad input


def test_an_illegal_action_ends_its_row_alone() -> None:
    envs = FiveThreeFiveVectorEnv(4, players=2, opponents="greedy")
    single = FiveThreeFiveEnv(players=2, opponents="greedy")
    seen, _ = envs.reset(seed=6)
    own, _ = single.reset(seed=7)
    actions = choose(seen, np.random.default_rng(1))
    forbidden = int(own["action_mask"].argmin())
    actions[1], actions[3] = forbidden, 999
    seen, rewards, terminations, _, info = envs.step(actions)
    assert terminations.tolist() == [False, True, False, True]
    same_seen(seen, 1, single.step(forbidden)[0])
    assert rewards[1] == rewards[3] == single.lowest_payoff
    assert info["_illegal"].tolist() == terminations.tolist()
    assert info["illegal"][1] == f"action {forbidden} is not legal in row 1 of the batch"
    _, rewards, terminations, _, info = envs.step(choose(seen, np.random.default_rng(1)))
    assert not terminations[[1, 3]].any()
    assert not rewards[[1, 3]].any()
    assert "illegal" not in info
    assert envs._batch.episode_number.tolist() == [0, 1, 0, 1]


def test_an_illegal_action_in_the_same_step() -> None:
    envs = FiveThreeFiveVectorEnv(2, players=2, autoreset_mode="SameStep")
    seen, _ = envs.reset(seed=6)
    actions = choose(seen, np.random.default_rng(1))
    actions[1] = -1
    after, _, _, _, info = envs.step(actions)
    assert info["final_info"]["_illegal"].tolist() == [False, True]
    assert np.array_equal(info["final_obs"][1]["observation"], seen["observation"][1])
    assert after["action_mask"][1].any()


def test_an_illegal_action_may_be_an_error() -> None:
    envs = FiveThreeFiveVectorEnv(4, players=2, illegal="raise")
    seen, _ = envs.reset(seed=6)
    actions = choose(seen, np.random.default_rng(1))
    wrong = actions.copy()
    wrong[2] = forbidden = int(seen["action_mask"][2].argmin())
    with pytest.raises(IllegalAction) as refused:
        envs.step(wrong)
    assert refused.value.parameters == {"id": forbidden, "row": 2}
    assert np.array_equal(envs._look()[0]["observation"], seen["observation"])
    envs.step(actions)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"num_envs": 0}, "not_in_range"),
        ({"num_envs": "4"}, "not_in_range"),
        ({"threads": 0}, "not_in_range"),
        ({"opponents": "search:10"}, "not_a_quick_bot"),
        ({"opponents": ["greedy"]}, "opponents_not_seats"),
        ({"opponents": [None] * 3}, "not_a_quick_bot"),
        ({"opponents": None}, "not_an_opponent"),
        ({"opponents": 7}, "not_an_opponent"),
        ({"rules": 4}, "not_rules"),
        ({"autoreset_mode": "NEXT_STEP"}, "not_a_choice"),
        ({"autoreset_mode": None}, "not_a_choice"),
        ({"seat": 4}, "no_such_seat"),
        ({"episode": "match"}, "not_a_choice"),
        ({"illegal": "ignore"}, "not_a_choice"),
        ({"render_mode": "ansi"}, "not_a_choice"),
    ],
)
def test_what_is_no_vector(options: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        FiveThreeFiveVectorEnv(**options)
    assert refused.value.code == code


def test_bad_input() -> None:
    envs = FiveThreeFiveVectorEnv(3, rules=Rules(2))
    asked: list[tuple[str, Callable[[], Any]]] = [
        ("environment_not_reset", lambda: envs.step(np.zeros(3, int))),
        ("environment_not_reset", envs.action_masks),
        ("environment_not_reset", lambda: envs.reset(options={"reset_mask": np.ones(3, bool)})),
        ("not_a_seed", lambda: envs.reset(seed=-1)),
        ("not_a_seed", lambda: envs.reset(seed="x")),  # type: ignore[arg-type]
        ("not_a_seed", lambda: envs.reset(seed=b"abc")),
        ("not_a_seed", lambda: envs.reset(seed=[1, None, "x"])),  # type: ignore[list-item]
        ("seeds_not_rows", lambda: envs.reset(seed=[1, 2])),
    ]
    for code, ask in asked:
        with pytest.raises(InvalidInput) as refused:
            ask()
        assert refused.value.code == code
    envs.reset(seed=1)
    for actions in (np.zeros(2, int), np.zeros(3), [[0] * 3], None):
        with pytest.raises(InvalidInput) as refused:
            envs.step(actions)  # type: ignore[arg-type]
        assert refused.value.code == "wrong_array"
    with pytest.raises(InvalidInput) as refused:
        envs.reset(options={"reset_mask": np.ones(2, bool)})
    assert refused.value.code == "wrong_array"
    with pytest.raises(InvalidInput, match="leave out reset_mask"):
        envs.reset(seed=1, options={"reset_mask": np.ones(3, bool)})
    envs.close()
    for ask in (envs.reset, envs.action_masks, lambda: envs.step(np.zeros(3, int))):
        with pytest.raises(InvalidInput) as refused:
            ask()
        assert refused.value.code == "environment_closed"
