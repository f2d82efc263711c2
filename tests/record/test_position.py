"""Positions as one line: read and written exactly, seen from one seat, and refused by field."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivethreefive import InvalidInput, InvalidRules, Round, Rules
from fivethreefive.language import LANGUAGES, FiveThreeFiveError
from fivethreefive.record import Position, read_position, write_position

FOUR = Rules(4)
VARIANTS = [
    *map(Rules, range(2, 7)),
    Rules(4, overwrite="larger"),
    Rules(2, ranks=(1, 2, 3, 7, 8, 9), copies=2, deal=3),
]

EXAMPLES = [
    "3-4 1 0 2 1-1-8/2-3-5/4-4/9-9",
    ". 0 . . 1-2-8/?12/?12/?12",
    ". 0 . . 1-2-3/4/7-8/9",
]


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_rules_are_read_and_written(text: str) -> None:
    assert str(read_position(text, FOUR)) == text


def test_a_position_is_what_it_says() -> None:
    position = read_position(EXAMPLES[0], FOUR)
    assert position == Position(FOUR, (3, 4), 1, 0, (2,), ((1, 1, 8), (2, 3, 5), (4, 4), (9, 9)))
    round_ = position.round()
    assert (round_.table, round_.turn, round_.last, round_.passed) == ((3, 4), 1, 0, (2,))
    assert [round_.hand(seat) for seat in range(4)] == [(1, 1, 8), (2, 3, 5), (4, 4), (9, 9)]
    assert write_position(round_) == EXAMPLES[0]
    round_.apply("+2-5")
    assert write_position(round_) == "2-3-4-5 3 1 2 1-1-8/3/4-4/9-9"


def test_a_position_with_unseen_hands_is_seen_from_a_known_one() -> None:
    position = read_position("3-4 1 0 2 ?3/2-3-5/?10/9-9", FOUR)
    seen = position.observation(1)
    assert seen.hand == (2, 3, 5)
    assert seen.cards_left == (3, 3, 10, 2)
    assert (seen.table, seen.turn, seen.last, seen.passed) == ((3, 4), 1, 0, (2,))
    assert seen.seen == (3, 4)
    assert len(seen.unseen) == 52 - 2 - 3
    assert {str(action) for action in seen.legal} == {"pass", ">2-3", "+2", "+5", "+2-5"}
    assert position.observation(3).legal == ()
    assert position.observation(None).hand == ()
    for seat in (0, 2):
        with pytest.raises(InvalidRules, match=f"the hand of seat {seat} is unseen"):
            position.observation(seat)
    with pytest.raises(InvalidInput, match="no seat 4"):
        position.observation(4)
    with pytest.raises(InvalidRules, match="the hand of seat 0 is unseen"):
        position.round()


def test_an_observation_says_nothing_of_other_hands() -> None:
    unseen = read_position("3-4 1 0 2 ?3/2-3-5/?2/?2", FOUR)
    seen = read_position("3-4 1 0 2 1-1-8/2-3-5/4-4/9-9", FOUR)
    assert unseen.observation(1) == seen.observation(1)


@pytest.mark.parametrize("rules", VARIANTS)
def test_every_position_of_a_round_reads_back(rules: Rules) -> None:
    choose = random.Random(8).choice
    round_ = Round.deal(rules, 8)
    while not round_.is_over:
        text = write_position(round_)
        position = read_position(text, rules)
        assert str(position) == text
        again = position.round()
        assert write_position(again) == text
        assert again.legal_actions() == round_.legal_actions()
        assert position.observation(round_.turn).legal == tuple(round_.legal_actions())
        round_.apply(choose(round_.legal_actions()))
    with pytest.raises(InvalidInput, match=r"the round is over.*\(R19\)"):
        write_position(round_)


@pytest.mark.parametrize(
    ("text", "error", "field", "rule", "said"),
    [
        ("", InvalidInput, "5 fields", "", "this has 1"),
        (". 0 . .", InvalidInput, "5 fields", "", "this has 4"),
        (". 0  . . 1/2/3/4", InvalidInput, "5 fields", "", "this has 6"),
        (". 0 . . 1/2/3/4 ", InvalidInput, "5 fields", "", "this has 6"),
        ("6 1 0 . 1/2/3/4", InvalidInput, "the table", "R1", "6 is not a card"),
        ("a 1 0 . 1/2/3/4", InvalidInput, "the table", "", "cannot be read as cards"),
        ("4-3 1 0 . 1/2/3/4", InvalidInput, "the table", "", "must be written 3-4"),
        ("03 1 0 . 1/2/3/4", InvalidInput, "the table", "", "must be written 3"),
        ("5-7 1 0 . 1/2/3/4", InvalidRules, "the table", "R6", "5-7 is not a single"),
        ("1-2-3-4-5 1 0 . 1/2/3/4", InvalidRules, "the table", "R17", "ended the trick"),
        (". . . . 1/2/3/4", InvalidInput, "the seat to play", "R9a", "from 0 to 3"),
        (". 4 . . 1/2/3/4", InvalidInput, "the seat to play", "R9a", '"4" is not a seat'),
        (". 00 . . 1/2/3/4", InvalidInput, "the seat to play", "R9a", '"00" is not a seat'),
        (". -1 . . 1/2/3/4", InvalidInput, "the seat to play", "R9a", '"-1" is not a seat'),
        (". \u0661 . . 1/2/3/4", InvalidInput, "the seat to play", "R9a", "is not a seat"),
        ("3 0 0 . 1/2/3/4", InvalidRules, "the seat to play", "R13", "seat 0"),
        ("3 1 0 1 1/2/3/4", InvalidRules, "the seat to play", "R13", "seat 1"),
        ("3 1 x . 1/2/3/4", InvalidInput, "played last", "R9a", '"x" is not a seat'),
        ("3 1 . . 1/2/3/4", InvalidRules, "played last", "R9", "which seat played last"),
        (". 1 0 . 1/2/3/4", InvalidRules, "played last", "R9", "nothing lies on the table"),
        ("3 1 0 2, 1/2/3/4", InvalidInput, "that passed", "R9a", '"" is not a seat'),
        ("3 1 0 3,2 1/2/3/4", InvalidInput, "that passed", "", "must be written 2,3"),
        ("3 1 0 2,2 1/2/3/4", InvalidInput, "that passed", "", "must be written 2"),
        (". 1 . 2 1/2/3/4", InvalidRules, "that passed", "R9", "nothing lies on the table"),
        (". 1 . . 1/2/3", InvalidRules, "the hands", "R3", "3 hands for 4"),
        (". 1 . . 1/2/3/4/5", InvalidRules, "the hands", "R3", "5 hands for 4"),
        (". 1 . . 1/./3/4", InvalidRules, "the hands", "R19", "seat 1 has no cards"),
        (". 1 . . 1//3/4", InvalidInput, "the hands", "", "cannot be read as cards"),
        (". 1 . . 2-1/2/3/4", InvalidInput, "the hands", "", "must be written 1-2"),
        (". 1 . . 1-1/1-1/1/4", InvalidRules, "the hands", "R2", "more than 4"),
        (". 1 . . 1/2/?13/4", InvalidRules, "the hands", "R3", "seat 2 has 13 cards"),
        ("3 1 0 . ?12/2/3/4", InvalidRules, "played last", "R3", "all of its 12 cards"),
        ("3-3 1 0 . ?11/?12/?12/?12", InvalidRules, "the table", "R3", "only 1 "),
        (". 1 . . 1/2/3/?", InvalidInput, "the hands", "", "not a number of unseen"),
        (". 1 . . 1/2/3/?0", InvalidInput, "the hands", "", "not a number of unseen"),
        (". 1 . . 1/2/3/?012", InvalidInput, "the hands", "", "not a number of unseen"),
        (". 1 . . 1/2/3/?50", InvalidRules, "the hands", "R2", "50 cards are unseen"),
        (". 1 . . ?13/?13/?13/?14", InvalidRules, "the hands", "R2", "only 52 more"),
    ],
)  # fmt: skip
def test_a_wrong_position_names_the_field(
    text: str, error: type[FiveThreeFiveError], field: str, rule: str, said: str
) -> None:
    with pytest.raises(error) as refused:
        read_position(text, FOUR)
    assert type(refused.value) is error
    assert field in str(refused.value)
    assert said in str(refused.value)
    assert refused.value.rule == rule
    assert str(refused.value).count("(R") == bool(rule)
    for language in LANGUAGES:
        assert refused.value.sentence(language)


def test_a_rank_that_the_deck_lacks_is_named_where_it_stands() -> None:
    rules = Rules(2, ranks=(1, 2, 3, 7, 8, 9), copies=2, deal=3)
    with pytest.raises(InvalidRules, match=r"the table: rank 15 .*\(R1\)"):
        read_position("15 1 0 . 1/2", rules)
    with pytest.raises(InvalidRules, match=r"the hands: rank 15 .*\(R1\)"):
        read_position("1 1 0 . 1/15", rules)


@given(st.text("0123456789 .-/,?", max_size=30))
def test_any_text_is_read_exactly_or_refused(text: str) -> None:
    with suppress(InvalidInput, InvalidRules):
        assert str(read_position(text, FOUR)) == text


@pytest.mark.parametrize("unseen", [0, -3])
def test_a_hand_of_no_unseen_cards_is_an_empty_one(unseen: int) -> None:
    with pytest.raises(InvalidRules, match=r"the hands: seat 1 has no cards.*\(R19\)"):
        Position(FOUR, (), 0, None, (), ((1,), unseen, 3, 4))
