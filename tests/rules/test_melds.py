"""What a meld is, which is stronger, what may be done with it and what ends a trick."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from fivethreefive import IllegalAction, Rules
from fivethreefive.rules.melds import (
    Cards,
    Meld,
    add_ends_trick,
    cards_missing,
    is_stronger,
    meld_of,
    overwrite_ends_trick,
    refuse_add,
    refuse_lead,
    refuse_overwrite,
)

FOUR, FIVE = Rules(4), Rules(5)
LARGER = Rules(4, overwrite="larger")
GAPS = Rules(2, ranks=(1, 2, 4, 5, 7, 9), copies=3, deal=4)


def central(*cards: int) -> Meld:
    meld = meld_of(FIVE, cards)
    assert meld is not None
    return meld


def said(refused: IllegalAction | None) -> tuple[str, str] | None:
    return None if refused is None else (refused.code, refused.rule)


# R6, R14: what a meld is


@pytest.mark.parametrize(
    ("rules", "cards", "meld"),
    [
        (FOUR, (8,), Meld("single", 8, 1)),
        (FOUR, (3, 3), Meld("set", 3, 2)),
        (FOUR, (15,) * 4, Meld("set", 15, 4)),
        (FIVE, (15,) * 5, Meld("set", 15, 5)),
        (FOUR, (4, 5), Meld("run", 4, 2)),
        (FOUR, (9, 7, 8), Meld("run", 7, 3)),
        (FOUR, (1, 2, 3, 4, 5), Meld("run", 1, 5)),
        (FOUR, (11, 12, 13, 14, 15), Meld("run", 11, 5)),
        (FOUR, (), None),
        (FOUR, (15,) * 5, None),
        (FOUR, (1, 3), None),
        (FOUR, (5, 7), None),
        (FOUR, (9, 11), None),
        (FOUR, (3, 3, 4), None),
        (FOUR, (1, 2, 3, 3), None),
        (FOUR, (6,), None),
        (FOUR, (5, 6, 7), None),
        (FOUR, (16,), None),
        (GAPS, (2, 3), None),
        (GAPS, (2, 4), None),
        (GAPS, (8,), None),
        (GAPS, (1,) * 3, Meld("set", 1, 3)),
        (GAPS, (1,) * 4, None),
        (Rules(2, ranks=(1, 2, 3), copies=2, deal=2), (1, 2, 3), Meld("run", 1, 3)),
    ],
)
def test_meld_of(rules: Rules, cards: Cards, meld: Meld | None) -> None:
    assert meld_of(rules, cards) == meld


def test_a_meld_knows_its_cards() -> None:
    for size in range(1, 6):
        for cards in combinations_with_replacement(FIVE.ranks, size):
            meld = meld_of(FIVE, cards)
            assert meld is None or meld.cards == cards


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ((7,), (1,)),
        ((14,), (7,)),
        ((14,) * 3, (1,) * 3),
        ((8, 8), (7, 7)),
        ((1, 2, 3), (11, 12, 13)),
        ((2, 3, 4), (3, 4, 5)),
        ((7, 8), (8, 9)),
    ],
)
def test_higher_singles_and_sets_and_lower_runs_are_stronger(stronger: Cards, weaker: Cards) -> None:
    """R7."""
    assert is_stronger(central(*stronger), central(*weaker))
    assert not is_stronger(central(*weaker), central(*stronger))
    assert not is_stronger(central(*stronger), central(*stronger))


# R8 to R11: what may be done


@pytest.mark.parametrize(
    ("rules", "cards", "refused"),
    [
        (FOUR, (8,), None),
        (FOUR, (4, 4, 4), None),
        (FOUR, (7, 8, 9), None),
        (FOUR, (5, 7), ("not_a_meld", "R6")),
        (FOUR, (3, 3, 4), ("not_a_meld", "R6")),
        (FOUR, (4,) * 4, ("too_many_cards", "R8")),
        (FOUR, (1, 2, 3, 4), ("too_many_cards", "R8")),
        (FOUR, (1, 2, 3, 5), ("not_a_meld", "R6")),
        (GAPS, (2, 4), ("not_a_meld", "R6")),
    ],
)
def test_lead(rules: Rules, cards: Cards, refused: tuple[str, str] | None) -> None:
    assert said(refuse_lead(rules, cards)) == refused


@pytest.mark.parametrize(
    ("on_table", "cards", "refused"),
    [
        ((3,), (4,), None),
        ((3,), (15,), None),
        ((3, 3), (12, 12), None),
        ((3, 4), (2, 3), None),
        ((11, 12, 13), (7, 8, 9), None),
        ((3,), (3,), ("not_higher", "R7")),
        ((9,), (8,), ("not_higher", "R7")),
        ((12, 12), (3, 3), ("not_higher", "R7")),
        ((3, 4), (3, 4), ("run_not_lower", "R7")),
        ((3, 4), (4, 5), ("run_not_lower", "R7")),
        ((3,), (4, 4), ("size_differs", "R10")),
        ((3, 3), (4,), ("size_differs", "R10")),
        ((3, 3), (4, 4, 4), ("size_differs", "R10")),
        ((3, 3), (1, 2), ("kind_differs", "R10")),
        ((3, 4), (5, 5), ("kind_differs", "R10")),
        ((1, 2, 3, 4), (2, 3, 4), ("only_adds", "R10")),
        ((3,) * 4, (15,), ("only_adds", "R10")),
        ((3,) * 4, (15,) * 4, ("too_many_cards", "R8")),
        ((3, 3), (4, 7), ("not_a_meld", "R6")),
    ],
)
def test_overwrite(on_table: Cards, cards: Cards, refused: tuple[str, str] | None) -> None:
    assert said(refuse_overwrite(FOUR, central(*on_table), cards)) == refused


@pytest.mark.parametrize(
    ("on_table", "cards", "refused"),
    [
        ((15,), (1, 1), None),
        ((1, 1), (2, 3, 4), None),
        ((1, 2), (9, 9, 9), None),
        ((1,), (1, 2, 3), None),
        ((3, 3), (1, 2), ("kind_differs", "R10")),
        ((3, 3), (2, 2), ("not_higher", "R7")),
        ((3, 3), (4,), ("size_differs", "R10")),
        ((1, 2, 3), (15, 15), ("size_differs", "R10")),
        ((2, 3, 4), (3, 4, 5), ("run_not_lower", "R7")),
        ((1, 1, 1), (2, 2, 2, 2), ("too_many_cards", "R8")),
        ((1, 2, 3, 4), (15, 15, 15), ("only_adds", "R10")),
        ((1,), (2, 4), ("not_a_meld", "R6")),
    ],
)
def test_overwrite_larger(on_table: Cards, cards: Cards, refused: tuple[str, str] | None) -> None:
    """Options: any meld of more cards, of any type, but still at most three; R10 within one size."""
    assert said(refuse_overwrite(LARGER, central(*on_table), cards)) == refused


@pytest.mark.parametrize(
    ("rules", "on_table", "cards", "refused"),
    [
        (FOUR, (3,), (3, 3, 3), None),
        (FOUR, (3,), (2, 4), None),
        (FOUR, (3,), (1, 2, 4), None),
        (FOUR, (2, 3, 4), (1, 5), None),
        (FOUR, (3, 4), (5,), None),
        (FOUR, (3, 3), (3, 3), None),
        (FIVE, (3,) * 4, (3,), None),
        (FOUR, (5,), (7,), ("add_makes_no_meld", "R11")),
        (FOUR, (9,), (11,), ("add_makes_no_meld", "R11")),
        (FOUR, (3,), (5,), ("add_makes_no_meld", "R11")),
        (FOUR, (3, 3), (4, 5), ("add_makes_no_meld", "R11")),
        (FOUR, (3, 3), (4,), ("add_makes_no_meld", "R11")),
        (FOUR, (3, 4), (3,), ("add_makes_no_meld", "R11")),
        (FOUR, (1, 2, 3), (3, 4), ("add_makes_no_meld", "R11")),
        (FOUR, (3, 3), (3, 3, 3), ("set_is_full", "R14")),
        (GAPS, (1, 1), (1, 1), ("set_is_full", "R14")),
        (GAPS, (2,), (4,), ("add_makes_no_meld", "R11")),
        (FOUR, (3,), (3, 3, 3, 3), ("too_many_cards", "R8")),
        (FOUR, (1,), (2, 3, 4, 5), ("too_many_cards", "R8")),
    ],
)
def test_add(rules: Rules, on_table: Cards, cards: Cards, refused: tuple[str, str] | None) -> None:
    assert said(refuse_add(rules, central(*on_table), cards)) == refused


def test_a_refusal_is_the_error_that_says_it() -> None:
    error = refuse_overwrite(FOUR, central(3, 4), (4, 5))
    assert error is not None
    assert isinstance(error, IllegalAction)
    assert (error.code, error.rule) == ("run_not_lower", "R7")
    assert error.parameters == {"cards": "4-5", "table": "3-4"}


# R16 to R18: what ends a trick


@pytest.mark.parametrize(
    ("rules", "makes", "cards", "rule"),
    [
        (FOUR, (3,) * 4, (3,), "R16"),
        (FOUR, (3,) * 3, (3, 3), None),
        (FIVE, (3,) * 4, (3, 3, 3), None),
        (FIVE, (3,) * 5, (3,), "R16"),
        (GAPS, (1,) * 3, (1,), "R16"),
        (FOUR, (1, 2, 3, 4, 5), (1, 5), "R17"),
        (FOUR, (1, 2, 3, 4), (1,), None),
        (FOUR, (7, 8), (8,), "R18"),
        (FOUR, (7, 8, 9), (7, 8), "R18"),
        (FOUR, (7, 8, 9), (9,), None),
        (FOUR, (8, 8), (8,), "R18"),
        (FOUR, (8,) * 4, (8,), "R18"),
    ],
)
def test_what_an_add_ends(rules: Rules, makes: Cards, cards: Cards, rule: str | None) -> None:
    assert add_ends_trick(rules, central(*makes), cards) == rule


@pytest.mark.parametrize(
    ("cards", "rule"),
    [((8,), "R18"), ((8, 8), "R18"), ((7, 8), "R18"), ((9,), None), ((3, 3, 3), None), ((1, 2, 3), None)],
)
def test_what_an_overwrite_ends(cards: Cards, rule: str | None) -> None:
    assert overwrite_ends_trick(cards) == rule


@pytest.mark.parametrize(
    ("hand", "cards", "missing"),
    [
        ((1, 2, 3), (2,), ()),
        ((1, 2, 3), (2, 2), (2,)),
        ((), (8, 1), (1, 8)),
        ((4, 4), (4, 4, 4, 5), (4, 5)),
    ],
)
def test_cards_missing(hand: Any, cards: Any, missing: Any) -> None:
    assert cards_missing(hand, cards) == missing
