"""Round: what it does and refuses, its copies and its deals."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from fivethreefive import Action, Game, IllegalAction, InvalidInput, Round, Rules
from fivethreefive.observation import Played
from fivethreefive.rules.actions import ACTIONS, PASS_ACTION
from support.random_play import EVERY_KIND, choose, hands_of, positions, shown

FOUR = Rules(4)
HANDS = [[3, 4, 15], [4, 4, 8], [5, 5, 5], [1, 2, 9]]


def action(round_: Round, text: str) -> Action:
    return next(action for action in round_.legal_actions() if str(action) == text)


def test_a_round_played_by_text_and_by_action() -> None:
    round_ = Round(FOUR, HANDS)
    round_.apply("3")
    round_.apply(action(round_, "+4"))
    assert (round_.table, round_.turn, round_.last) == ((3, 4), 2, 1)
    round_.apply("+5")
    round_.apply(PASS_ACTION)
    assert (round_.turn, round_.passed, round_.hand(2)) == (0, (3,), (5, 5))
    assert [(played.seat, str(played.action)) for played in round_.history] == [
        (0, "3"), (1, "+4"), (2, "+5"), (3, "pass"),
    ]  # fmt: skip


def test_history_holds_the_actions_themselves() -> None:
    round_ = Round(FOUR, HANDS)
    lead = action(round_, "3-4")
    round_.apply("3-4")
    assert round_.history == (Played(0, lead),)
    assert round_.history[0].action.makes == (3, 4)


def test_who_laid_the_cards_of_the_table() -> None:
    round_ = Round(Rules(3), [[3, 4, 4, 8], [3, 4, 5, 15], [2, 3, 3, 14]])
    laid = []
    for text in ("4", "+5", "+2-3", "pass", "pass", "14", "pass", ">15"):
        round_.apply(text)
        laid.append(round_.laid_by)
    assert laid == [(0,), (0, 1), (2, 2, 0, 1), (2, 2, 0, 1), (), (2,), (2,), (1,)]


def test_of_two_equal_cards_the_first_laid_comes_first() -> None:
    round_ = Round(Rules(3), [[3, 5], [3, 5], [3, 5]], 2)
    laid = []
    for text in ("3", "+3", "+3"):
        round_.apply(text)
        laid.append(round_.laid_by)
    assert laid == [(2,), (2, 0), (2, 0, 1)]


def test_what_lay_there_when_a_position_was_set_up_is_of_its_last_seat() -> None:
    round_ = Round(Rules(3), [[1, 5], [2, 4, 5], [1, 5, 9]], table=(3,), last=0)
    assert round_.laid_by == (0,)
    round_.apply("+2-4")
    for twin in (round_, round_.copy(), pickle.loads(pickle.dumps(round_))):
        assert twin.laid_by == twin.observe(None).laid_by == (1, 0, 1)
        twin.apply("+1")
        assert twin.laid_by == (2, 1, 0, 1)


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND.keys())
def test_the_cards_of_the_table_are_those_that_their_seats_laid(rules: Rules) -> None:
    for round_ in positions(rules, 20, seed=5):
        played = Counter((card, seat) for seat, action in round_.history for card in action.cards)
        assert Counter(zip(round_.table, round_.laid_by, strict=True)) <= played


def test_the_end_of_a_trick_clears_the_table() -> None:
    """R15: all others have passed."""
    round_ = Round(FOUR, HANDS)
    for text in ("15", "pass", "pass"):
        round_.apply(text)
    assert (round_.table, round_.turn, round_.passed, round_.last) == ((15,), 3, (1, 2), 0)
    round_.apply("pass")
    assert (round_.table, round_.turn, round_.passed, round_.last) == ((), 0, (), None)


def test_going_out_ends_the_round() -> None:
    """R19, R20: the meld stays on the table, the turn with the seat that went out."""
    round_ = Round(FOUR, [[3], *HANDS[1:]])
    round_.apply("3")
    assert (round_.is_over, round_.winner, round_.turn) == (True, 0, 0)
    assert round_.table == (3,)
    assert round_.legal_actions() == []
    assert round_.points() == (0, 7, 3, 4)
    with pytest.raises(IllegalAction) as refused:
        round_.apply("pass")
    assert (refused.value.code, refused.value.rule) == ("round_is_over", "R19")


def test_points_are_what_each_seat_holds_now() -> None:
    round_ = Round(FOUR, HANDS)
    assert round_.points() == (5, 7, 3, 4)
    round_.apply("15")
    assert round_.points() == (2, 7, 3, 4)


@pytest.mark.parametrize("seat", [4, -1, True, None, "0"])
def test_a_seat_that_does_not_exist(seat: Any) -> None:
    round_ = Round(FOUR, HANDS)
    with pytest.raises(InvalidInput) as refused:
        round_.hand(seat)
    assert refused.value.parameters == {"name": "seat", "seat": seat, "last": 3}
    if seat is not None:
        with pytest.raises(InvalidInput):
            round_.observe(seat)


def test_an_action_of_another_table_is_refused() -> None:
    """An add of the same text makes another meld there."""
    three = Round(FOUR, HANDS, table=(3,), last=0)
    pair = Round(FOUR, HANDS, table=(2, 3), last=0)
    before = shown(pair)
    with pytest.raises(IllegalAction) as refused:
        pair.apply(action(three, "+4"))
    assert (refused.value.code, refused.value.parameters) == ("not_this_table", {"action": "+4"})
    assert shown(pair) == before
    pair.apply(action(pair, "+4"))


def test_an_action_of_other_rules_is_refused() -> None:
    """The same play ends a trick under one deck (R16) and not under another."""
    three_copies = Round(Rules(4, copies=3, deal=9), [[3, 3, 9], [4], [4], [5]], table=(3,), last=3)
    round_ = Round(FOUR, [[3, 3, 9], [4], [4], [4]], table=(3,), last=3)
    with pytest.raises(IllegalAction) as refused:
        round_.apply(action(three_copies, "+3-3"))
    assert refused.value.code == "not_this_table"


@pytest.mark.parametrize("id_", [-1, 0, 57, ACTIONS, 10**6])
def test_an_action_that_is_none(id_: int) -> None:
    round_ = Round(FOUR, HANDS)
    before = shown(round_)
    with pytest.raises(IllegalAction):
        round_.apply(Action(id_, "lead", (3,), (3,)))
    assert shown(round_) == before


def test_an_action_without_its_cards_is_refused() -> None:
    round_ = Round(FOUR, HANDS)
    other = Round(FOUR, [[7], *HANDS[1:]])
    with pytest.raises(IllegalAction) as refused:
        round_.apply(action(other, "7"))
    assert (refused.value.code, refused.value.rule) == ("not_in_hand", "R9")


def test_what_is_illegal_changes_nothing() -> None:
    round_ = Round(FOUR, HANDS)
    round_.apply("3")
    before = shown(round_)
    for text in (">3", "4", "+5", "+4-8", ">15", "", "passs", ">4-4-4-4"):
        with pytest.raises(IllegalAction):
            round_.apply(text)
        assert shown(round_) == before


TWINS = {
    "copy": Round.copy,
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda round_: pickle.loads(pickle.dumps(round_)),
}


@pytest.mark.parametrize("twin_of", TWINS.values(), ids=TWINS)
def test_a_copy_is_the_same_and_independent(twin_of: Any) -> None:
    chooser = random.Random(1)
    for round_ in positions(Rules(3), 20, seed=3):
        twin = twin_of(round_)
        before = shown(round_)
        assert shown(twin) == before
        assert twin.legal_actions() == round_.legal_actions()
        twin.apply(choose(twin, chooser))
        assert shown(twin) != before
        assert shown(round_) == before


def test_a_very_long_round_can_be_pickled() -> None:
    """The longest there can be: a lead a card, and everybody passes after each."""
    rules = Rules(6)
    round_ = Round(
        rules,
        [[rank] * 5 + [other] * 5 for rank, other in ((1, 9), (2, 11), (3, 12), (4, 13), (5, 14), (7, 15))],
    )
    for _ in range(9):
        round_.apply(str(round_.hand(round_.turn)[0]))
        for _ in range(5):
            round_.apply("pass")
    assert len(round_.history) == 54
    assert shown(pickle.loads(pickle.dumps(round_))) == shown(round_)


def test_a_round_prints_no_hands() -> None:
    """What is printed lands in logs."""
    assert repr(Round(FOUR, HANDS, table=(2, 3), last=0)) == "<Round table=2-3 turn=1 cards_left=3/3/3/3>"


# Deals


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)
def test_a_deal(rules: Rules) -> None:
    """R2, R3: each seat its cards, no card more often than the deck has it."""
    round_ = Round.deal(rules, 535)
    dealt = [card for seat in range(rules.players) for card in round_.hand(seat)]
    assert {len(round_.hand(seat)) for seat in range(rules.players)} == {rules.deal}
    assert set(dealt) <= set(rules.ranks)
    assert max(map(dealt.count, dealt)) <= rules.copies
    assert (round_.table, round_.passed, round_.leader) == ((), (), round_.turn)


def test_the_same_seed_deals_the_same() -> None:
    seed: Any = np.int64(9)
    assert shown(Round.deal(FOUR, 9)) == shown(Round.deal(FOUR, 9, stream=0))
    assert shown(Round.deal(FOUR, seed)) == shown(Round.deal(FOUR, 9))
    assert len({hands_of(Round.deal(FOUR, 9, stream=stream)) for stream in range(50)}) == 50
    assert len({hands_of(Round.deal(FOUR, seed)) for seed in range(50)}) == 50


def test_a_generator_draws_the_seed() -> None:
    first, second = np.random.default_rng(1), np.random.default_rng(1)
    drawn = int(np.random.default_rng(1).integers(2**62))
    assert shown(Round.deal(FOUR, first)) == shown(Round.deal(FOUR, drawn))
    Round.deal(FOUR, second)
    assert shown(Round.deal(FOUR, first)) == shown(Round.deal(FOUR, second))


def test_the_first_leader_is_drawn() -> None:
    """R5: each seat as likely; 4 sigma around 100 of 400."""
    leaders = [Round.deal(FOUR, 1, stream=stream).leader for stream in range(400)]
    assert all(65 < leaders.count(seat) < 135 for seat in range(4))


def test_the_leader_may_be_given() -> None:
    assert [Round.deal(FOUR, 1, leader=seat).turn for seat in range(4)] == [0, 1, 2, 3]
    assert Round.deal(FOUR, 1, leader=np.int8(3)).leader == 3  # type: ignore[arg-type]
    with pytest.raises(InvalidInput) as refused:
        Round.deal(FOUR, 1, leader=4)
    assert (refused.value.code, refused.value.rule) == ("no_such_seat", "R9a")


@pytest.mark.parametrize("seed", [0, 2**62 - 1])
def test_the_first_and_the_last_seed(seed: int) -> None:
    assert Round.deal(FOUR, seed).hand(0)
    assert Game(FOUR, seed).round.hand(0)


@pytest.mark.parametrize("seed", [-1, 2**62, True, 1.0, "1", None, np.float64(1)])
def test_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        Round.deal(FOUR, seed)
    assert refused.value.code == "not_a_seed"
    assert refused.value.parameters["seed"] is seed
    if seed is not None:
        with pytest.raises(InvalidInput):
            Game(FOUR, seed)


@pytest.mark.parametrize("stream", [-1, 2**32, True, 1.5])
def test_what_is_no_stream(stream: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        Round.deal(FOUR, 1, stream=stream)
    assert refused.value.parameters["option"] == "stream"


@pytest.mark.parametrize("rules", [4, None, {}, "4 players", Rules])
def test_what_are_no_rules(rules: Any) -> None:
    for make in (lambda: Round(rules, [[1], [2]]), lambda: Round.deal(rules, 1), lambda: Game(rules, 1)):
        with pytest.raises(InvalidInput) as refused:
            make()
        assert refused.value.code == "not_rules"
