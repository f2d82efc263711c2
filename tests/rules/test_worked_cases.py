"""The worked cases of RULES.md, row by row, against the engine."""

from __future__ import annotations

import pytest

from fivethreefive import Action, IllegalAction, Round, Rules
from support.random_play import shown
from support.worked_cases import ENDS, LAST_CARDS, LAST_CARDS_POINTS, ROWS, Cards, LastCards, Row


def at_the_row(row: Row) -> Round:
    """The position of a row with the player's turn; seat 0 put the central meld down."""
    rules = Rules(row.players)
    if row.on_table:
        return Round(rules, row.hands(), 0, table=row.on_table, last=0)
    round_ = Round(rules, row.hands(), 0 if row.opening else 1)
    if row.opening:
        round_.apply(row.opening)
    return round_


def legal(round_: Round) -> dict[str, Action]:
    return {str(action): action for action in round_.legal_actions()}


def check_allowed(row: Row, text: str, meld: Cards, outcome: str) -> None:
    """The play is legal, makes the meld, and ends the trick or does not."""
    round_ = at_the_row(row)
    assert round_.turn == 1
    action = legal(round_)[text]
    assert action.makes == meld
    assert action.ends_trick == (outcome == ENDS)
    assert round_.why_illegal(text) is None
    round_.apply(text)
    assert not round_.is_over
    if outcome == ENDS:
        assert (round_.table, round_.turn, round_.last) == ((), 1, None)
        return
    assert (round_.table, round_.turn, round_.last) == (meld, 2, 1)
    assert row.next_must_have <= legal(round_).keys()
    if row.next_everything is not None:
        assert legal(round_).keys() == row.next_everything


def check_refused(row: Row, text: str, rule: str) -> None:
    """The play is refused by its rule, and trying it changes nothing."""
    round_ = at_the_row(row)
    assert text not in legal(round_)
    with pytest.raises(IllegalAction) as refused:
        round_.apply(text)
    assert refused.value.rule == rule
    assert shown(round_) == shown(at_the_row(row))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_worked_case(row: Row) -> None:
    """A row of the table of worked cases."""
    for text, (meld, outcome) in row.allowed.items():
        check_allowed(row, text, meld, outcome)
    for text, rule in row.refused.items():
        check_refused(row, text, rule)
    if row.everything is not None:
        assert legal(at_the_row(row)).keys() == row.everything


@pytest.mark.parametrize("case", LAST_CARDS, ids=lambda case: case.name)
def test_last_card_any_legal_play_round_over_at_once(case: LastCards) -> None:
    """Row `last card | any legal play`: over even where the trick would go on (R19, R20)."""
    last = 0 if case.on_table else None
    round_ = Round(Rules(4), case.hands(), 1, table=case.on_table, turn=1, last=last)
    round_.apply(case.text)
    assert round_.is_over
    assert round_.winner == 1
    assert round_.legal_actions() == []
    assert list(round_.points()) == LAST_CARDS_POINTS
