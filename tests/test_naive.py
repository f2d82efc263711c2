"""The worked cases of RULES.md, row by row, against the naive referee."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from naive import NaiveRound

GOES_ON, ENDS = "goes on", "ends"
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
    ranks: tuple[int, ...] = ALL_RANKS
    copies: int = 4


FOUR = PlainRules()
FIVE = PlainRules(players=5, copies=5)


@dataclass(frozen=True)
class Row:
    """A row of the table: `on_table` is the central meld, or the `opening` led to it."""

    name: str
    hand: list[int]
    on_table: tuple[int, ...] = ()
    opening: str = ""
    allowed: Mapping[str, tuple[tuple[int, ...], str]] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    everything: set[str] | None = None
    next_hand: tuple[int, ...] = (1, 15)
    next_must_have: frozenset[str] = frozenset()
    next_everything: set[str] | None = None
    rules: PlainRules = FOUR


ROWS = [
    Row(
        "single 3 | >4 | single 4 on the table",
        on_table=(3,),
        hand=[4, 15],
        allowed={">4": ((4,), GOES_ON)},
    ),
    Row(
        "single 3 | +4 | run 3-4",
        on_table=(3,),
        hand=[4, 15],
        allowed={"+4": ((3, 4), GOES_ON)},
    ),
    Row(
        "single 3 | +3-3-3, four players | set of 4, trick ends, player leads",
        on_table=(3,),
        hand=[3, 3, 3, 15],
        allowed={"+3-3-3": ((3, 3, 3, 3), ENDS)},
    ),
    Row(
        "single 3 | +3-3-3, five players | stays, open to a fifth 3, nobody can overwrite",
        rules=FIVE,
        on_table=(3,),
        hand=[3, 3, 3, 15],
        allowed={"+3-3-3": ((3, 3, 3, 3), GOES_ON)},
        next_hand=(3, 4, 5, 13, 14, 15, 15, 15, 15),
        next_everything={"+3", "pass"},
    ),
    Row(
        "single 3 | +2-4 | run 2-3-4",
        on_table=(3,),
        hand=[2, 4, 15],
        allowed={"+2-4": ((2, 3, 4), GOES_ON)},
    ),
    Row(
        "single 3 | +2-4-5 | run 2-3-4-5",
        on_table=(3,),
        hand=[2, 4, 5, 15],
        allowed={"+2-4-5": ((2, 3, 4, 5), GOES_ON)},
    ),
    Row(
        "single 5 | 7 as an add | refused, 5-7 is no run",
        on_table=(5,),
        hand=[7, 15],
        refused=("+7",),
        everything={">7", ">15", "pass"},
    ),
    Row(
        "set 3-3 | +3 | set 3-3-3",
        on_table=(3, 3),
        hand=[3, 15],
        allowed={"+3": ((3, 3, 3), GOES_ON)},
    ),
    Row(
        "set 3-3 | 4-5 in any way | refused",
        on_table=(3, 3),
        hand=[4, 5, 15],
        refused=("4-5", ">4-5", "+4-5", "4", ">4", "+4", "5", ">5", "+5"),
        everything={"pass"},
    ),
    Row(
        "set 3-3 | >12-12 | set 12-12",
        on_table=(3, 3),
        hand=[12, 12, 15],
        allowed={">12-12": ((12, 12), GOES_ON)},
    ),
    Row(
        "set 12-12 | >3-3 | refused, lower",
        on_table=(12, 12),
        hand=[3, 3, 15],
        refused=(">3-3",),
    ),
    Row(
        "run 3-4 | >2-3 | run 2-3, the lower run is stronger",
        on_table=(3, 4),
        hand=[2, 3, 15],
        allowed={">2-3": ((2, 3), GOES_ON)},
    ),
    Row(
        "run 3-4 | >4-5 | refused, weaker",
        on_table=(3, 4),
        hand=[4, 5, 15],
        refused=(">4-5",),
    ),
    Row(
        "run 3-4 | +1-2 or >1-2 | run 1-2-3-4 or run 1-2, the player's choice",
        on_table=(3, 4),
        hand=[1, 2, 15],
        allowed={"+1-2": ((1, 2, 3, 4), GOES_ON), ">1-2": ((1, 2), GOES_ON)},
    ),
    Row(
        "run 2-3-4 | +1-5 | five in a row, trick ends, player leads",
        on_table=(2, 3, 4),
        hand=[1, 5, 15],
        allowed={"+1-5": ((1, 2, 3, 4, 5), ENDS)},
    ),
    Row(
        "run 11-12-13 | >7-8-9 | Rule of 8s, trick ends",
        on_table=(11, 12, 13),
        hand=[7, 8, 9, 15],
        allowed={">7-8-9": ((7, 8, 9), ENDS)},
    ),
    Row(
        "lead | 8 | nothing ends, a 9 may overwrite it, a 7 or a 9 be added",
        hand=[8, 15],
        allowed={"8": ((8,), GOES_ON)},
        next_hand=(7, 9, 15),
        next_must_have=frozenset({">9", "+7", "+9"}),
    ),
    Row(
        "opening 8 | +8 | Rule of 8s, trick ends",
        opening="8",
        hand=[8, 15],
        allowed={"+8": ((8, 8), ENDS)},
    ),
    Row(
        "opening 7-8 | +9 | run 7-8-9, the trick goes on",
        opening="7-8",
        hand=[9, 15],
        allowed={"+9": ((7, 8, 9), GOES_ON)},
    ),
    Row(
        "single 7 | >8 or +8 | trick ends either way",
        on_table=(7,),
        hand=[8, 15],
        allowed={">8": ((8,), ENDS), "+8": ((7, 8), ENDS)},
    ),
    Row(
        "single 9 | >8 | refused, lower; +8 is fine and ends the trick",
        on_table=(9,),
        hand=[8, 15],
        allowed={"+8": ((8, 9), ENDS)},
        refused=(">8",),
    ),
    Row(
        "set 8-8 opening | +8 | Rule of 8s, trick ends",
        opening="8-8",
        hand=[8, 15],
        allowed={"+8": ((8, 8, 8), ENDS)},
    ),
    Row(
        "run 1-2-3-4 | any three cards as overwrite | refused, sizes differ",
        on_table=(1, 2, 3, 4),
        hand=[1, 2, 3, 4, 8, 8, 8, 11, 12, 13],
        refused=(">1-2-3", ">2-3-4", ">8-8-8", ">11-12-13"),
        everything={"pass"},
    ),
]


def at_the_row(row: Row) -> NaiveRound:
    """The position of a row with the player's turn; seat 0 put the central meld down."""
    opened = [int(card) for card in row.opening.split("-")] if row.opening else []
    spare = [[1, 15] for _ in range(row.rules.players - 3)]
    hands = [[*opened, 1, 15], row.hand, list(row.next_hand), *spare]
    if row.on_table:
        return NaiveRound(row.rules, hands, 0, table=row.on_table, turn=1, last=0)
    round_ = NaiveRound(row.rules, hands, 0 if row.opening else 1)
    if row.opening:
        round_.apply(row.opening)
    return round_


def check_allowed(row: Row, text: str, meld: tuple[int, ...], outcome: str) -> None:
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


@pytest.mark.parametrize(
    ("on_table", "text"),
    [
        ((), "4"),
        ((), "8"),
        ((), "7-8-9"),
        ((3,), ">4"),
        ((3,), "+4"),
        ((3,), "+3-3-3"),
        ((7,), ">8"),
        ((2, 3, 4), "+1-5"),
    ],
    ids=lambda part: part if isinstance(part, str) else "-".join(map(str, part)) or "lead",
)
def test_last_card_any_legal_play_round_over_at_once(on_table: tuple[int, ...], text: str) -> None:
    """Row `last card | any legal play`: over even where the trick would go on (R19, R20)."""
    last_cards = [int(card) for card in text.lstrip(">+").split("-")]
    hands = [[1, 15], last_cards, [8], [7, 7]]
    last = 0 if on_table else None
    round_ = NaiveRound(FOUR, hands, 1, table=on_table, turn=1, last=last)
    round_.apply(text)
    assert round_.is_over
    assert round_.winner == 1
    assert round_.legal() == set()
    assert round_.points() == [4, 0, 5, 4]
