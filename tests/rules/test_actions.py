"""The catalogue of 132 actions, and what stands in it on each table."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from fivethreefive import Action, Rules
from fivethreefive.cards import INDEX, RANKS
from fivethreefive.rules.actions import (
    ACTIONS,
    ADDS,
    FIRST_ADD,
    FIRST_PLAY,
    MAKES,
    MELD_NUMBER,
    MELDS,
    PASS,
    PASS_ACTION,
    PLAYS,
    write_id,
)
from fivethreefive.rules.melds import Meld
from fivethreefive.rules.tables import compile_rules
from support.random_play import EVERY_KIND, positions


def blocks(melds: tuple[Meld, ...]) -> list[tuple[str, int, int]]:
    """The kinds and sizes in order, each with how many melds of it follow each other."""
    grouped = groupby(melds, key=lambda meld: (meld.kind, meld.size))
    return [(kind, size, len(list(same))) for (kind, size), same in grouped]


def test_the_layout_of_the_catalogue() -> None:
    """Pass, singles, pairs, triples, runs of 2 and 3; then adds by what they make: sets, runs."""
    assert PASS == 0
    assert blocks(PLAYS) == [
        ("single", 1, 13),
        ("set", 2, 13),
        ("set", 3, 13),
        ("run", 2, 10),
        ("run", 3, 7),
    ]
    assert blocks(ADDS) == [
        ("set", 2, 13), ("set", 3, 13), ("set", 4, 13), ("set", 5, 13),
        ("run", 2, 10), ("run", 3, 7), ("run", 4, 4), ("run", 5, 2),
    ]  # fmt: skip
    assert (FIRST_PLAY, FIRST_ADD, ACTIONS) == (1, 57, 132)


@pytest.mark.parametrize("melds", [PLAYS, ADDS], ids=["plays", "adds"])
def test_each_block_goes_up_by_lowest_rank(melds: tuple[Meld, ...]) -> None:
    for _, same in groupby(melds, key=lambda meld: (meld.kind, meld.size)):
        lows = [meld.low for meld in same]
        assert lows == sorted(set(lows))


def test_no_run_of_the_catalogue_crosses_a_group() -> None:
    """R6."""
    for meld in PLAYS + ADDS:
        assert set(meld.cards) <= set(RANKS)
        assert INDEX[meld.cards[-1]] - INDEX[meld.low] == (meld.size - 1 if meld.kind == "run" else 0)


def test_melds_are_numbered_by_the_action_that_plays_them() -> None:
    assert MELDS[0] is None
    assert MELDS[FIRST_PLAY:FIRST_ADD] == PLAYS
    assert set(MELDS) == {None, *PLAYS, *ADDS}
    assert [MELD_NUMBER[meld] for meld in MELDS] == list(range(len(MELDS)))


def test_every_action_knows_what_it_makes() -> None:
    assert len(MAKES) == ACTIONS
    assert MAKES[PASS] == 0
    assert tuple(MELDS[number] for number in MAKES[FIRST_PLAY:]) == PLAYS + ADDS


def test_the_written_form() -> None:
    assert str(PASS_ACTION) == "pass"
    assert str(Action(1, "lead", (1,), (1,))) == "1"
    assert str(Action(4, "overwrite", (3, 4), (3, 4))) == ">3-4"
    assert str(Action(99, "add", (1, 5), (1, 2, 3, 4, 5), True)) == "+1-5"


def central_name(number: int) -> str:
    meld = MELDS[number]
    return "lead" if meld is None else "-".join(map(str, meld.cards))


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)
def test_what_may_be_done_on_each_table(rules: Rules) -> None:
    """On a given table each text and each id means one action; an add's cards and table make its meld."""
    for number, on in enumerate(compile_rules(rules).on):
        texts = [str(action) for action in on.actions]
        ids = [action.id for action in on.actions]
        assert len(set(texts)) == len(texts), central_name(number)
        assert len(set(ids)) == len(ids), central_name(number)
        for action in on.actions:
            check_action(number, action)


def check_action(number: int, action: Action) -> None:
    table = () if (meld := MELDS[number]) is None else meld.cards
    if action.kind == "pass":
        assert action == PASS_ACTION
        assert table
        return
    makes = MELDS[MAKES[action.id]]
    assert makes is not None
    assert action.makes == makes.cards
    assert (action.id >= FIRST_ADD) == (action.kind == "add")
    assert (action.kind == "lead") == (not table)
    if action.kind == "add":
        assert tuple(sorted(table + action.cards)) == action.makes
    else:
        assert action.cards == action.makes


def test_every_action_but_the_pass_can_be_done_somewhere() -> None:
    used = {
        action.id
        for rules in EVERY_KIND.values()
        for on in compile_rules(rules).on
        for action in on.actions
    }
    assert used == set(range(ACTIONS))


def test_the_tables_of_equal_rules_are_the_same_object() -> None:
    assert compile_rules(Rules(3)) is compile_rules(Rules(3, deal=13))
    assert compile_rules(Rules(3)) is not compile_rules(Rules(3, deal=12))


def test_what_is_remembered_of_hands_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of hands are forgotten from time to time, and the legal actions are the same after it."""
    deck: dict[str, Any] = {"ranks": (1, 2, 3, 7, 8, 11), "copies": 5, "deal": 9}
    expected = [round_.legal_actions() for round_ in positions(Rules(2, **deck), 100, seed=20)]
    monkeypatch.setattr("fivethreefive.rules.tables.MOST_PARTS", 10)
    other = Rules(2, **deck, target=19)
    assert [round_.legal_actions() for round_ in positions(other, 100, seed=20)] == expected
    assert max(len(on.by_part) for on in compile_rules(other).on) <= 10 + 3


@pytest.mark.parametrize(
    ("id_", "text"),
    [(0, "pass"), (1, "1"), (14, "1-1"), (56, "13-14-15"), (57, "+=1-1"), (131, "+=11-12-13-14-15")],
)
def test_an_id_without_a_table(id_: int, text: str) -> None:
    assert write_id(id_) == text
