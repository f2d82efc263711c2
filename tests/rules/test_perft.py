"""The number of ways to play on from fixed deals, pinned, by the kernel and by the naive referee."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from numba import config

from fivethreefive import Round, Rules
from perft.make import FILE, POSITIONS, perft
from support.naive import NaiveRound

PINNED: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
EACH_POSITION = pytest.mark.parametrize("pinned", PINNED, ids=[pinned["name"] for pinned in PINNED])

MOST_COMPILED, MOST_PLAIN, MOST_NAIVE = 10**9, 10_000, 2_500
"""How far each way of counting gets in its time."""


def position(options: dict[str, Any]) -> Round:
    return Round.deal(Rules.from_options(options), 535)


def naive_position(round_: Round) -> NaiveRound:
    hands = [round_.hand(seat) for seat in range(round_.rules.players)]
    return NaiveRound(round_.rules, hands, round_.leader)


def naive_perft(round_: NaiveRound, depth: int) -> int:
    if round_.is_over:
        return 1
    texts = round_.legal()
    if depth == 1:
        return len(texts)
    total = 0
    for text in texts:
        after = copy.copy(round_)
        after.hands = [list(hand) for hand in round_.hands]
        after.passed = set(round_.passed)
        after.apply(text)
        total += naive_perft(after, depth - 1)
    return total


def test_the_positions_are_those_pinned() -> None:
    assert {pinned["name"]: Rules.from_options(pinned["options"]) for pinned in PINNED} == {
        name: Rules.from_options(options) for name, options in POSITIONS.items()
    }


@EACH_POSITION
def test_the_kernel_counts_what_is_pinned(pinned: dict[str, Any]) -> None:
    most = MOST_PLAIN if config.DISABLE_JIT else MOST_COMPILED
    round_ = position(pinned["options"])
    for depth, count in enumerate(pinned["counts"], 1):
        if count <= most:
            assert perft(round_, depth) == count


@EACH_POSITION
def test_the_naive_referee_counts_the_same(pinned: dict[str, Any]) -> None:
    naive = naive_position(position(pinned["options"]))
    for depth, count in enumerate(pinned["counts"], 1):
        if count <= MOST_NAIVE:
            assert naive_perft(naive, depth) == count


def test_no_action_is_one_way() -> None:
    round_ = Round(Rules(2), [[1], [2]])
    assert perft(round_, 0) == 1
    assert perft(round_, 5) == 1
    round_.apply("1")
    assert perft(round_, 3) == 1
