"""What a batch refuses: illegal actions, and what is no batch, choice, seed or array."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fivethreefive import IllegalAction, InvalidInput, Rules
from fivethreefive.batch import BatchRounds, play_out
from fivethreefive.batch.batch_kernel import ROW
from fivethreefive.features import feature_size
from fivethreefive.rules.actions import ACTIONS
from fivethreefive.rules.kernel import DEAL_STREAMS


def test_an_illegal_action_names_its_row_and_changes_nothing() -> None:
    batch = BatchRounds(Rules(3), 6, seed=1, threads=3)
    for _ in range(4):
        batch.step(batch.random_actions())
    rows = batch._batch.rows.copy()
    mask = batch.legal_mask().copy()
    good = batch.random_actions().copy()
    for illegal in (*np.flatnonzero(~mask[4]), -1, ACTIONS, 2**31):
        actions = good.copy()
        actions[4] = illegal
        actions[5] = -7
        with pytest.raises(IllegalAction) as refused:
            batch.step(actions)
        assert refused.value.code == "batch_action"
        assert refused.value.parameters == {"id": illegal, "row": 4}
        rows[:, ROW - 4 :] = batch._batch.rows[:, ROW - 4 :]  # random_actions went on
        assert np.array_equal(batch._batch.rows, rows)
    batch.step(good)
    assert not np.array_equal(batch._batch.rows, rows)


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
        np.ones(3, "m8[s]"),
        [[1], [1, 2], 3],
    ],
)  # fmt: skip
def test_what_are_no_actions(actions: Any) -> None:
    batch = BatchRounds(Rules(2), 3)
    with pytest.raises(InvalidInput) as refused:
        batch.step(actions)
    assert refused.value.code == "wrong_array"
    assert refused.value.parameters["name"] == "actions"


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint8, np.uint64, list, "strided", "read-only"])
def test_actions_may_be_any_whole_numbers(kind: Any) -> None:
    batch, twin = (BatchRounds(Rules(2), 3) for _ in range(2))
    actions = batch.random_actions()
    match kind:
        case "strided":
            given: Any = np.repeat(actions, 2)[::2]
        case "read-only":
            given = actions.copy()
            given.flags.writeable = False
        case _:
            given = actions.tolist() if kind is list else actions.astype(kind)
    batch.step(given)
    twin.step(actions)
    assert np.array_equal(batch.observe(), twin.observe())


@pytest.mark.parametrize(
    "options",
    [
        {"n": 0},
        {"n": 1.0},
        {"n": "5"},
        {"n": True},
        {"n": DEAL_STREAMS + 1},
        {"threads": 0},
        {"threads": 10**6},
        {"seed": -1},
        {"seed": 1.5},
        {"seed": "x"},
        {"seed": None},
        {"seed": b"1234"},
        {"episode": "match"},
    ],
)
def test_what_is_no_batch(options: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        BatchRounds(Rules(4), **({"n": 4} | options))
    (value,) = options.values()
    assert ("true" if value is True else str(value)) in str(refused.value)


@pytest.mark.parametrize("rules", [None, 4, {"players": 4}])
def test_what_are_no_rules(rules: Any) -> None:
    for make in (BatchRounds, play_out):
        with pytest.raises(InvalidInput, match=r"Rules\(players=4\)"):
            make(rules, 4)


@pytest.mark.parametrize("which", [[True], [1, 0, 1], np.ones((3, 1), np.bool_), True, "yes"])
def test_what_is_no_choice_of_rows(which: Any) -> None:
    batch = BatchRounds(Rules(2), 3)
    with pytest.raises(InvalidInput) as refused:
        batch.reset(which)
    assert refused.value.code == "wrong_array"
    assert refused.value.parameters["name"] == "which"


@pytest.mark.parametrize("seed", [-1, 2**62, 1.5, "x", True])
def test_what_is_no_seed_of_a_reset(seed: Any) -> None:
    batch = BatchRounds(Rules(2), 3)
    before = batch.observe().copy()
    with pytest.raises(InvalidInput) as refused:
        batch.reset(seed=seed)
    assert refused.value.code == "not_a_seed"
    with pytest.raises(InvalidInput) as refused:
        batch.reset(np.ones(3, np.bool_), seed=1)
    assert refused.value.code == "which_and_seed"
    assert np.array_equal(batch.observe(), before)


def test_what_cannot_be_written_to() -> None:
    batch = BatchRounds(Rules(2), 3)
    size = feature_size(2)
    fixed = np.zeros((3, size), np.int8)
    fixed.flags.writeable = False
    wrong: list[tuple[Any, Any]] = [
        (batch.observe, np.zeros((3, size), np.int16)),
        (batch.observe, np.zeros((2, size), np.int8)),
        (batch.observe, np.zeros((3, 2 * size), np.int8)[:, ::2]),
        (batch.observe, fixed),
        (batch.observe, [0]),
        (batch.legal_mask, np.zeros((3, ACTIONS), np.int8)),
        (batch.random_actions, np.zeros(3, np.int32)),
    ]
    for method, out in wrong:
        with pytest.raises(InvalidInput) as refused:
            method(out=out)
        assert refused.value.code in ("wrong_array", "not_writable")
    for array in (
        batch.turn,
        batch.done,
        batch.returns,
        batch.rewards,
        batch.legal_words,
        batch.episode_number,
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
