"""Why a written action is not legal: every reason with its rule, and None exactly where it is legal."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from itertools import chain, combinations_with_replacement
from typing import Any

import numpy as np
import pytest

from fivethreefive import IllegalAction, Round, Rules
from fivethreefive.cards import RANKS, read_cards, write_cards
from fivethreefive.language import LANGUAGES
from fivethreefive.rules import explain, melds
from fivethreefive.rules.actions import ACTIONS, ADDS, FIRST_ADD, FIRST_PLAY, PLAYS
from fivethreefive.rules.explain import read_action
from fivethreefive.rules.melds import meld_of
from support.random_play import EVERY_KIND, odd_positions, positions

GAPS: dict[str, Any] = {"players": 2, "ranks": (1, 2, 4, 5, 7, 8, 9), "copies": 3, "deal": 4}


def position(hand: list[int], table: tuple[int, ...] = (), **options: Any) -> Round:
    """Seat 1 is to play ``hand`` on ``table``."""
    rules = Rules(**options)
    others = [[rules.ranks[-1]] for _ in range(rules.players - 1)]
    last = 0 if table else None
    return Round(rules, [others[0], hand, *others[1:]], 1, table=table, last=last)


REASONS = [
    ((), [3, 4], "", "not_cards", ""),
    ((), [3, 4], "paas", "not_cards", ""),
    ((), [3, 4], "PASS", "not_cards", ""),
    ((), [3, 4], ">", "not_cards", ""),
    ((), [3, 4], "+.", "not_cards", ""),
    ((), [3, 4], ".", "not_cards", ""),
    ((), [3, 4], "3,4", "not_cards", ""),
    ((), [3, 4], "3 ", "not_cards", ""),
    ((3,), [3, 4], "> 4", "not_cards", ""),
    ((), [3, 4], "6", "no_such_rank", "R1"),
    ((), [3, 4], "4-4-4-4-4-4", "too_many_copies", "R2"),
    ((), [3, 4], "pass", "leader_may_not_pass", "R9"),
    ((), [3, 4], ">3", "nothing_on_table", "R9"),
    ((), [3, 4], "+3", "nothing_on_table", "R9"),
    ((), [3, 4], "+9", "nothing_to_follow", "R9"),
    ((), [3, 4, 9], ">4-9", "nothing_to_follow", "R9"),
    ((3,), [3, 4], "4", "say_which", "R12"),
    ((3,), [4, 9], "9", "say_overwrite", "R12"),
    ((9,), [4, 7, 8], "7-8", "say_add", "R12"),
    ((13, 14, 15), [1], "1", "nobody_leads", "R9"),
    ((), [3, 4], "5", "not_in_hand", "R9"),
    ((), [3, 4], "3-3", "not_in_hand", "R9"),
    ((3,), [3, 4], ">5", "not_in_hand", "R10"),
    ((3,), [3, 4], "+2-4", "not_in_hand", "R11"),
    ((), [3, 5, 7], "5-7", "not_a_meld", "R6"),
    ((3, 4), [3, 5, 7], ">5-7", "not_a_meld", "R6"),
    ((), [4, 4, 4, 4], "4-4-4-4", "too_many_cards", "R8"),
    ((2,), [3, 4, 5, 5], "+3-4-5-5", "too_many_cards", "R8"),
    ((1, 2), [1, 2, 3, 4], ">1-2-3-4", "too_many_cards", "R8"),
    ((1, 2, 3, 4), [1, 2, 3], ">1-2-3", "only_adds", "R10"),
    ((3, 3), [4], ">4", "size_differs", "R10"),
    ((3, 3), [4, 5], ">4-5", "kind_differs", "R10"),
    ((3, 4), [4, 5], ">4-5", "run_not_lower", "R7"),
    ((9,), [8], ">8", "not_higher", "R7"),
    ((3, 3, 3), [3], "+3", "", ""),
    ((3, 3), [3, 3, 4], "+3-4", "add_makes_no_meld", "R11"),
    ((5,), [7], "+7", "add_makes_no_meld", "R11"),
]


@pytest.mark.parametrize(("table", "hand", "text", "code", "rule"), REASONS)
def test_each_reason(table: tuple[int, ...], hand: list[int], text: str, code: str, rule: str) -> None:
    round_ = position(hand, table)
    error = round_.why_illegal(text)
    if not code:
        assert error is None
        return
    assert error is not None
    assert (error.code, error.rule) == (code, rule)
    with pytest.raises(IllegalAction) as refused:
        round_.apply(text)
    assert refused.value.args == error.args


NUMBERS = [
    ((), "7-8-9", "not_in_hand", "R9"),
    ((), "+3-3", "nothing_to_add_to", "R9"),
    ((), "pass", "leader_may_not_pass", "R9"),
    ((4,), ">3", "not_higher", "R7"),
    ((4,), ">3-4", "size_differs", "R10"),
    ((4,), "+7-7", "not_made_here", "R11"),
    ((4, 4), "+4-4", "not_made_here", "R11"),
    ((4,), "+4-5", "not_in_hand", "R11"),
]
"""On a table, an action of the catalogue: of an add, the whole that it makes."""


def number_of(text: str) -> int:
    if text == "pass":
        return 0
    meld = meld_of(Rules(), read_cards(text.lstrip("+>")))
    assert meld is not None
    return FIRST_ADD + ADDS.index(meld) if text[0] == "+" else FIRST_PLAY + PLAYS.index(meld)


@pytest.mark.parametrize(("table", "text", "code", "rule"), NUMBERS)
def test_why_a_number_of_the_catalogue_is_not_legal(
    table: tuple[int, ...], text: str, code: str, rule: str
) -> None:
    round_ = position([3, 3, 4], table)
    with pytest.raises(IllegalAction) as refused:
        round_.apply(round_.action(number_of(text)))
    assert (refused.value.code, refused.value.rule) == (code, rule)


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)
def test_every_number_is_the_legal_action_or_refused_by_a_rule(rules: Rules) -> None:
    for round_ in chain(positions(rules, 2, seed=8), odd_positions(rules, 2, seed=8)):
        legal = {action.id: action for action in round_.legal_actions()}
        for id_ in range(ACTIONS):
            if id_ in legal:
                assert round_.action(id_) == round_.action(np.int64(id_)) == legal[id_]
                continue
            with pytest.raises(IllegalAction) as refused:
                round_.apply(round_.action(id_))
            assert refused.value.rule


@pytest.mark.parametrize("id_", [-1, ACTIONS, 1.0, True, None, "1", "pass", [1], np.array([1, 2])])
def test_what_is_no_number_of_an_action(id_: Any) -> None:
    with pytest.raises(IllegalAction) as refused:
        position([3]).action(id_)
    assert refused.value.code == "not_an_action_number"


SMALLER_DECK = [
    ((), [4, 5], "3-4", "rank_not_in_deck", "R1"),
    ((4,), [4, 5], "+3", "rank_not_in_deck", "R1"),
    ((1,), [2, 4], "+2-4", "add_makes_no_meld", "R11"),
    ((1, 1), [1, 2], "+1-1", "not_in_hand", "R11"),
]


@pytest.mark.parametrize(("table", "hand", "text", "code", "rule"), SMALLER_DECK)
def test_reasons_of_a_smaller_deck(
    table: tuple[int, ...], hand: list[int], text: str, code: str, rule: str
) -> None:
    error = position(hand, table, **GAPS).why_illegal(text)
    assert error is not None
    assert (error.code, error.rule) == (code, rule)


def test_every_reason_has_its_case() -> None:
    """A set cannot be too full for a player: the cards that would fill it over do not exist (R14)."""
    sources = "".join(map(inspect.getsource, (explain, melds)))
    codes = set(re.findall(r'(?:refusal|IllegalAction)\(\s*"(\w+)"', sources))
    cases = {code for *_, code, _ in REASONS + SMALLER_DECK} | {"not_as_written", "set_is_full"}
    cases |= {code for *_, code, _ in NUMBERS} | {"not_an_action_number"}
    assert len(codes) > 10
    assert codes <= cases


def test_once_the_round_is_over_nothing_is_legal() -> None:
    round_ = position([3])
    round_.apply("3")
    for text in ("3", "pass", ">4", "nonsense"):
        error = round_.why_illegal(text)
        assert error is not None
        assert (error.code, error.rule, error.parameters) == ("round_is_over", "R19", {"seat": 1})
    for id_ in (0, 1, ACTIONS - 1):
        with pytest.raises(IllegalAction) as refused:
            round_.apply(round_.action(id_))
        assert refused.value.code == "round_is_over"


@pytest.mark.parametrize("action", [None, 3, [], ("3",), b"3"])
def test_what_is_neither_an_action_nor_text(action: Any) -> None:
    round_ = position([3])
    error = round_.why_illegal(action)
    assert error is not None
    assert (error.code, error.parameters) == ("not_an_action", {"action": action})
    with pytest.raises(IllegalAction) as refused:
        round_.apply(action)
    assert refused.value.args == error.args


def test_why_an_action_of_another_table_is_not_legal() -> None:
    """The error that ``apply`` raises."""
    here, there = position([4], (3,)), position([4], (2, 3))
    (action,) = (action for action in there.legal_actions() if str(action) == "+4")
    error = here.why_illegal(action)
    assert error is not None
    assert error.code == "not_this_table"


def test_why_an_action_is_not_legal_or_that_it_is() -> None:
    round_ = position([4], (3,))
    for action in round_.legal_actions():
        assert round_.why_illegal(action) is None
        error = position([4]).why_illegal(action)
        assert error is not None
        assert error.rule == "R9"


def test_reading_a_written_action() -> None:
    assert read_action("pass") == ("pass", ())
    assert read_action("3-4") == ("lead", (3, 4))
    assert read_action(">11") == ("overwrite", (11,))
    assert read_action("+1-5") == ("add", (1, 5))


@pytest.mark.parametrize(
    ("table", "text", "written"),
    [((), "4-3", "3-4"), ((), "03", "3"), ((), "4-03", "3-4"), ((3,), ">09", ">9"), ((5,), "+4-3", "+3-4")],
)
def test_only_the_written_form_is_an_action(table: tuple[int, ...], text: str, written: str) -> None:
    """Cards that could be played, but not in ascending order or with a 0 before them."""
    round_ = position([3, 4, 9], table)
    error = round_.why_illegal(text)
    assert error is not None
    assert (error.code, error.parameters) == ("not_as_written", {"text": text, "written": written})
    with pytest.raises(IllegalAction) as refused:
        round_.apply(text)
    assert refused.value.args == error.args
    assert round_.why_illegal(written) is None


def test_what_is_wrong_with_the_cards_comes_before_how_they_are_written() -> None:
    error = position([3, 4, 9]).why_illegal("9-3")
    assert error is not None
    assert error.code == "not_a_meld"


def written_forms() -> Iterator[str]:
    """Every text that writes a pass, or one to three cards to lead, overwrite or add."""
    melds = chain.from_iterable(combinations_with_replacement(RANKS, size) for size in (1, 2, 3))
    return chain(["pass"], (sign + write_cards(cards) for cards in melds for sign in ("", ">", "+")))


TEXTS = tuple(written_forms())


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)
def test_why_illegal_is_none_exactly_for_legal_texts(rules: Rules) -> None:
    for round_ in chain(positions(rules, 8, seed=1), odd_positions(rules, 8, seed=2)):
        legal = {str(action) for action in round_.legal_actions()}
        assert {text for text in TEXTS if round_.why_illegal(text) is None} == legal


def test_every_reason_is_a_sentence_in_every_language() -> None:
    for table, hand, text, code, rule in REASONS:
        error = position(hand, table).why_illegal(text)
        for language in LANGUAGES if error is not None else ():
            assert error is not None
            sentence = error.sentence(language)
            assert "{" not in sentence
            assert sentence.endswith(f" ({rule})") == bool(rule), code
