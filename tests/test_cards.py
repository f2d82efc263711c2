"""Ranks, packed hands and card text."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivethreefive import InvalidCards
from fivethreefive.cards import (
    GUARD,
    MOST_COPIES,
    RANKS,
    WEATHER,
    holds,
    pack,
    read_cards,
    size,
    unpack,
    valid_cards,
    write_cards,
)
from fivethreefive.validation import whole

hands = st.dictionaries(st.sampled_from(RANKS), st.integers(1, MOST_COPIES)).map(
    lambda counts: list(Counter(counts).elements())
)


def test_ranks_and_their_groups() -> None:
    """R1: no 6, no 10; five, three and five."""
    assert RANKS == (1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14, 15)
    assert WEATHER == {"rain": (1, 2, 3, 4, 5), "cloud": (7, 8, 9), "sun": (11, 12, 13, 14, 15)}


def test_a_hand_is_thirteen_counts_of_four_bits() -> None:
    assert pack(()) == 0
    assert pack([1]) == 0x1
    assert pack([8, 8, 8]) == 0x3000000
    assert pack([15, 1, 15, 1, 1]) == 0x2000000000003


@given(hands)
def test_unpack_gives_back_the_cards_ascending(cards: list[int]) -> None:
    assert unpack(pack(cards)) == tuple(sorted(cards))
    assert size(pack(cards)) == len(cards)
    assert pack(cards) & GUARD == 0


@given(hands, hands)
def test_holds_compares_every_count(hand: list[int], cards: list[int]) -> None:
    assert holds(pack(hand), pack(cards)) == (Counter(cards) <= Counter(hand))


@given(hands, st.data())
def test_a_hand_holds_each_part_of_itself(hand: list[int], data: st.DataObject) -> None:
    part = [card for card in hand if data.draw(st.booleans())]
    assert holds(pack(hand), pack(part))


@pytest.mark.parametrize(
    "card", [0, 6, 10, 16, -1, True, "3", None, 3.5, 3.0, np.float64(3), np.True_, [3]]
)
def test_no_other_rank_exists(card: Any) -> None:
    with pytest.raises(InvalidCards) as refused:
        pack([1, card])
    assert (refused.value.code, refused.value.rule) == ("no_such_rank", "R1")
    assert refused.value.parameters["card"] is card


def test_numbers_of_numpy_are_cards() -> None:
    assert unpack(pack(np.array([8, 1, 8]))) == (1, 8, 8)


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), (-1, -1), (10**30, 10**30), (np.int8(3), 3), (np.array(3), 3), (True, None), (np.True_, None),
     (3.0, None), (np.float64(3), None), ("3", None), (None, None), ([3], None)],
)  # fmt: skip
def test_whole_numbers(value: Any, number: int | None) -> None:
    found = whole(value)
    assert found == number
    assert type(found) in (int, type(None))


def test_an_array_of_numbers_is_no_number() -> None:
    assert whole(np.array([3, 4])) is None


def test_cards_may_be_given_in_any_order_and_list() -> None:
    for cards in ([8, 1, 8], (1, 8, 8), iter([8, 8, 1]), np.array([8, 1, 8])):
        assert valid_cards(cards) == (1, 8, 8)
    assert valid_cards([]) == ()


@pytest.mark.parametrize("cards", ["1", b"1", 1, None])
def test_what_is_no_list_of_cards(cards: Any) -> None:
    with pytest.raises(InvalidCards) as refused:
        valid_cards(cards)
    assert refused.value.code == "not_a_list_of_cards"
    assert refused.value.parameters == {"cards": cards}


def test_no_deck_has_a_sixth_copy() -> None:
    assert unpack(pack([4] * 5)) == (4,) * 5
    with pytest.raises(InvalidCards) as refused:
        pack([4, 7] * 6)
    assert (refused.value.code, refused.value.rule) == ("too_many_copies", "R2")
    assert refused.value.parameters == {"card": 4, "copies": 5}


@given(hands)
def test_written_cards_read_back(cards: list[int]) -> None:
    assert read_cards(write_cards(cards)) == tuple(sorted(cards))


def test_cards_are_written_ascending_and_none_as_a_dot() -> None:
    assert write_cards([11, 2, 9]) == "2-9-11"
    assert write_cards([]) == "."
    assert read_cards("11-2-9") == (2, 9, 11)
    assert read_cards(".") == ()


@pytest.mark.parametrize(
    "text",
    ["", "-", "3-", "-3", "3--4", "a", "3 4", "3, 4", "+3", "\uff13", "\u00b2", "3.0", "100", "..", "3-."],
)
def test_what_is_no_cards(text: str) -> None:
    with pytest.raises(InvalidCards) as refused:
        read_cards(text)
    assert refused.value.code == "not_cards"
    assert refused.value.parameters == {"text": text}


@pytest.mark.parametrize(
    ("text", "code", "rule"), [("3-6", "no_such_rank", "R1"), ("8-8-8-8-8-8", "too_many_copies", "R2")]
)
def test_text_is_held_to_the_deck(text: str, code: str, rule: str) -> None:
    with pytest.raises(InvalidCards) as refused:
        read_cards(text)
    assert (refused.value.code, refused.value.rule) == (code, rule)
