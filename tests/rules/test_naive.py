"""The worked cases of RULES.md, row by row, against the naive referee."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from support.naive import NaiveRound
from support.worked_cases import ENDS, LAST_CARDS, LAST_CARDS_POINTS, ROWS, Cards, LastCards, Row

ALL_RANKS = (1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14, 15)
POINTS = {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 7: 2, 8: 5, 9: 2, 11: 3, 12: 3, 13: 3, 14: 3, 15: 3}


@dataclass(frozen=True)
class PlainRules:
    """The game of RULES.md for four or five players (R2 to R5)."""

    players: int = 4
    target: int = 20
    points: Mapping[int, int] = field(default_factory=lambda: POINTS)
    next_leader: str = "winner"
    deal: int = 12
    overwrite: str = "same_size"
    format: str = "target"
    ranks: Cards = ALL_RANKS
    copies: int = 4


RULES = {4: PlainRules(), 5: PlainRules(players=5, copies=5)}


def at_the_row(row: Row) -> NaiveRound:
    """The position of a row with the player's turn; seat 0 put the central meld down."""
    rules = RULES[row.players]
    if row.on_table:
        return NaiveRound(rules, row.hands(), 0, table=row.on_table, turn=1, last=0)
    round_ = NaiveRound(rules, row.hands(), 0 if row.opening else 1)
    if row.opening:
        round_.apply(row.opening)
    return round_


def check_allowed(row: Row, text: str, meld: Cards, outcome: str) -> None:
    """The play is legal, makes the meld, and ends the trick or does not."""
    round_ = at_the_row(row)
    assert text in round_.legal()
    assert round_.makes(text) == meld
    assert round_.ends_trick(text) == (outcome == ENDS)
    round_.apply(text)
    assert not round_.is_over
    if outcome == ENDS:
        assert (round_.table, round_.turn, round_.last) == ((), 1, None)
        return
    assert (round_.table, round_.turn, round_.last) == (meld, 2, 1)
    assert row.next_must_have <= round_.legal()
    if row.next_everything is not None:
        assert round_.legal() == row.next_everything


def check_refused(row: Row, text: str) -> None:
    """The play is not legal, and trying it changes nothing."""
    round_ = at_the_row(row)
    assert text not in round_.legal()
    with pytest.raises(ValueError, match="not legal"):
        round_.apply(text)
    assert (round_.table, round_.turn) == (row.on_table, 1)
    assert round_.hands[1] == row.hand


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_worked_case(row: Row) -> None:
    """A row of the table of worked cases."""
    for text, (meld, outcome) in row.allowed.items():
        check_allowed(row, text, meld, outcome)
    for text in row.refused:
        check_refused(row, text)
    if row.everything is not None:
        assert at_the_row(row).legal() == row.everything


@pytest.mark.parametrize("case", LAST_CARDS, ids=lambda case: case.name)
def test_last_card_any_legal_play_round_over_at_once(case: LastCards) -> None:
    """Row `last card | any legal play`: over even where the trick would go on (R19, R20)."""
    last = 0 if case.on_table else None
    round_ = NaiveRound(RULES[4], case.hands(), 1, table=case.on_table, turn=1, last=last)
    round_.apply(case.text)
    assert round_.is_over
    assert round_.winner == 1
    assert round_.legal() == set()
    assert round_.points() == LAST_CARDS_POINTS
