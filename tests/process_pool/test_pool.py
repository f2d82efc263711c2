"""Processes that work is handed to: whatever happens to them, all of it is answered for."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from fivethreefive import FiveThreeFiveError, InvalidInput
from fivethreefive.process_pool import LostTask, ProcessPool, Watchdog
from fivethreefive.process_pool.pool import _Member


def work(task: int, watchdog: Watchdog) -> int:
    if task == 13:
        os._exit(1)
    if task == 17:
        watchdog.start(5)
        os._exit(1)
    if task == 19:
        watchdog.start(3)
        time.sleep(3600)
    if task == 23:
        raise InvalidInput("not_a_seed", seed=task)
    return task * task


def test_all_work_is_done_and_processes_are_kept_for_more() -> None:
    with ProcessPool(2, work) as pool:
        for tasks in (range(10), range(24, 40), range(0)):
            assert sorted(pool.run(tasks)) == [(task, task * task) for task in tasks]


def test_work_that_is_lost_says_how_and_who_and_the_rest_is_done() -> None:
    with ProcessPool(2, work, patience=0.3) as pool:
        found = Counter(pool.run(range(23)))
    bad = {13: LostTask("died", None), 17: LostTask("died", 5), 19: LostTask("hung", 3)}
    assert found == Counter((task, bad.get(task, task * task)) for task in range(23))


def late_then_quick(task: int, watchdog: Watchdog) -> int:
    watchdog.start(task)
    time.sleep(3 if task == 1 else 0.3)
    watchdog.stop()
    return task


def test_an_answer_that_comes_while_its_process_is_ended_blames_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    end, ended = _Member.end, []

    def end_once_it_has_answered(member: _Member[int]) -> None:
        if member.alive and member.hung is not None:
            ended.append(member.hung[0].task)
            assert member.pipe.poll(60)
        end(member)

    monkeypatch.setattr(_Member, "end", end_once_it_has_answered)
    with ProcessPool(1, late_then_quick, patience=1.5) as pool:
        assert [*pool.run([1, 2, 3])] == [(1, 1), (2, 2), (3, 3)]
    assert ended == [1]


def test_what_work_raises_is_raised_where_it_was_asked_for() -> None:
    with ProcessPool(1, work) as pool, pytest.raises(FiveThreeFiveError) as raised:
        list(pool.run([1, 23]))
    assert raised.value.parameters == {"seed": 23}


def test_work_is_taken_only_when_it_is_begun() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for task in range(30, 1000):
            taken.append(task)
            yield task

    with ProcessPool(1, work) as pool:
        for number, _ in enumerate(pool.run(tasks())):
            if number == 5:
                break
    assert len(taken) < 20
