"""Setting up any position of a round, and every reason why one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from fivethreefive import InvalidCards, InvalidInput, InvalidRules, Round, Rules
from fivethreefive.cards import pack
from fivethreefive.rules.setup import dealt_row
from fivethreefive.rules.tables import compile_rules

FOUR, FIVE = Rules(4), Rules(5)
HANDS = [[1, 15], [2, 14], [3, 13], [4, 12]]


def test_a_round_that_begins() -> None:
    round_ = Round(FOUR, HANDS, 2)
    assert [round_.hand(seat) for seat in range(4)] == [(1, 15), (2, 14), (3, 13), (4, 12)]
    assert (round_.turn, round_.leader) == (2, 2)
    assert (round_.table, round_.last, round_.passed, round_.history) == ((), None, (), ())
    assert (round_.is_over, round_.winner) == (False, None)
    assert round_.rules == FOUR


def test_seat_0_leads_where_nothing_is_said() -> None:
    assert Round(FOUR, HANDS).turn == 0


def test_cards_come_in_any_order_and_from_anything_that_lists() -> None:
    round_ = Round(FOUR, ((15, 1, 8), iter([2]), {3: None}, [4]), table=iter((4, 2, 3)), last=0)
    assert round_.hand(0) == (1, 8, 15)
    assert round_.hand(1) == (2,)
    assert round_.table == (2, 3, 4)


@pytest.mark.parametrize(
    ("last", "passed", "turn"), [(0, (), 1), (3, (), 0), (0, (1,), 2), (2, (3, 0), 1), (1, (0, 2), 3)]
)
def test_the_next_seat_in_the_trick_is_to_play(last: int, passed: tuple[int, ...], turn: int) -> None:
    """R9a."""
    round_ = Round(FOUR, HANDS, table=(8,), last=last, passed=passed)
    assert (round_.turn, round_.last, round_.passed) == (turn, last, tuple(sorted(passed)))


def test_the_turn_may_be_given() -> None:
    round_ = Round(FOUR, HANDS, table=(8,), last=0, passed=[3, 3], turn=2)
    assert (round_.turn, round_.passed) == (2, (3,))
    assert Round(FOUR, HANDS, 0, turn=3).turn == 3


def test_a_turn_without_a_table_is_a_lead() -> None:
    round_ = Round(FOUR, HANDS, 0, turn=3)
    round_.apply("4")
    assert (round_.turn, round_.last, round_.leader) == (0, 3, 0)
    for _ in range(3):
        round_.apply("pass")
    assert (round_.turn, round_.table) == (3, ())


def test_cards_on_the_table_and_those_seen_are_known_to_all() -> None:
    round_ = Round(FOUR, HANDS, table=(7, 8), last=0, seen=[9, 7])
    assert round_.observe(None).seen == (7, 7, 8, 9)


LONGEST = [
    ((3, 3, 3, 3), FIVE),
    ((2, 2, 2), Rules(2, copies=3, deal=4)),
    ((1, 2, 3, 4), FOUR),
    ((11, 12, 13, 14), FOUR),
    ((7, 8, 9), FOUR),
]


@pytest.mark.parametrize(("table", "rules"), LONGEST)
def test_the_largest_melds_that_can_lie(table: tuple[int, ...], rules: Rules) -> None:
    """A set of every copy may lie there only where three cards, one lead, are every copy."""
    round_ = Round(rules, [[15]] * rules.players, table=table, last=0)
    assert (round_.table, round_.turn, round_.last) == (table, 1, 0)


TWELVE = [1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14]
ON_3: dict[str, Any] = {"table": (3,), "last": 0}
REFUSED: list[tuple[type[Exception], str, str, dict[str, Any]]] = [
    (InvalidRules, "hands_not_players", "R3", {"hands": HANDS[:3]}),
    (InvalidRules, "hands_not_players", "R3", {"hands": [*HANDS, [5]]}),
    (InvalidRules, "empty_hand", "R19", {"hands": [[1], [], [3], [4]]}),
    (InvalidRules, "hand_larger_than_dealt", "R3", {"hands": [[*TWELVE, 15], [2], [3], [4]]}),
    (
        InvalidRules,
        "last_has_all_cards",
        "R3",
        {"hands": [TWELVE, [2], [3], [4]], "table": (3,), "last": 0},
    ),
    (InvalidRules, "too_many_copies", "R2", {"hands": [[1, 1, 1], [1, 1], [3], [4]]}),
    (InvalidRules, "too_many_copies", "R2", {"table": (1, 1, 1), "last": 0, "seen": [1]}),
    (InvalidRules, "too_many_copies", "R2", {"seen": [5] * 5}),
    (InvalidCards, "no_such_rank", "R1", {"hands": [[6], [2], [3], [4]]}),
    (InvalidCards, "no_such_rank", "R1", {"hands": [[True], [2], [3], [4]]}),
    (InvalidCards, "no_such_rank", "R1", {"hands": [["7"], [2], [3], [4]]}),
    (InvalidCards, "not_a_list_of_cards", "", {"hands": ["7", [2], [3], [4]]}),
    (InvalidCards, "not_a_list_of_cards", "", {"hands": [1, [2], [3], [4]]}),
    (InvalidCards, "not_a_list_of_cards", "", {"table": "3", "last": 0}),
    (InvalidCards, "not_a_list_of_cards", "", {"seen": 5}),
    (InvalidRules, "not_a_list_of_hands", "R3", {"hands": 5}),
    (InvalidRules, "not_a_list_of_hands", "R3", {"hands": "1/2/3/4"}),
    (InvalidCards, "no_such_rank", "R1", {"seen": [10]}),
    (InvalidCards, "no_such_rank", "R1", {"table": (16,), "last": 0}),
    (InvalidInput, "no_such_seat", "R9a", {"leader": 4}),
    (InvalidInput, "no_such_seat", "R9a", {"leader": -1}),
    (InvalidInput, "no_such_seat", "R9a", {"leader": None}),
    (InvalidInput, "no_such_seat", "R9a", {"leader": True}),
    (InvalidInput, "no_such_seat", "R9a", {"turn": 4}),
    (InvalidInput, "no_such_seat", "R9a", {"turn": -1}),
    (InvalidInput, "no_such_seat", "R9a", {"table": (3,), "last": 4}),
    (InvalidInput, "no_such_seat", "R9a", {"table": (3,), "last": "0"}),
    (InvalidInput, "no_such_seat", "R9a", {"table": (3,), "last": 0, "passed": [4]}),
    (InvalidInput, "no_such_seat", "R9a", {"table": (3,), "last": 0, "passed": [-1]}),
    (InvalidInput, "no_such_seat", "R9a", {"table": (3,), "last": 0, "passed": 1}),
    (InvalidInput, "no_such_seat", "R9a", {"table": (3,), "last": 0, "passed": "1"}),
    (InvalidInput, "no_such_seat", "R9a", {"table": (3,), "last": 0, "turn": 4}),
    (InvalidRules, "trick_without_table", "R9", {"last": 0}),
    (InvalidRules, "trick_without_table", "R9", {"passed": [1]}),
    (InvalidRules, "table_without_last", "R9", {"table": (3,)}),
    (InvalidRules, "not_a_meld", "R6", {"table": (5, 7), "last": 0}),
    (InvalidRules, "not_a_meld", "R6", {"table": (3, 3, 4), "last": 0}),
    (InvalidRules, "trick_had_ended", "R16", {"table": (5,) * 4, "last": 0}),
    (InvalidRules, "trick_had_ended", "R18", {"table": (8,) * 4, "last": 0}),
    (InvalidRules, "trick_had_ended", "R17", {"table": (1, 2, 3, 4, 5), "last": 0}),
    (InvalidRules, "trick_had_ended_or_passed", "R13", {**ON_3, "turn": 0}),
    (
        InvalidRules,
        "trick_had_ended_or_passed",
        "R13",
        {"table": (3,), "last": 0, "passed": [1, 1], "turn": 1},
    ),
    (InvalidRules, "trick_had_ended_or_passed", "R13", {**ON_3, "passed": [0]}),
    (InvalidRules, "trick_had_ended_or_passed", "R13", {**ON_3, "passed": [1, 2, 3]}),
]


@pytest.mark.parametrize(("kind", "code", "rule", "change"), REFUSED)
def test_what_is_refused(kind: type[Exception], code: str, rule: str, change: dict[str, Any]) -> None:
    with pytest.raises(kind) as refused:
        Round(FOUR, **{"hands": HANDS, **change})
    assert type(refused.value) is kind
    assert (refused.value.code, refused.value.rule) == (code, rule)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("change", "name", "seat"),
    [
        ({"leader": 4}, "leader", 4),
        ({"turn": -1}, "turn", -1),
        ({**ON_3, "last": "x"}, "last", "x"),
        ({**ON_3, "passed": [1, 4]}, "passed", 4),
        ({**ON_3, "passed": 1}, "passed", 1),
    ],
)
def test_a_seat_that_does_not_exist_is_named(change: dict[str, Any], name: str, seat: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        Round(FOUR, **{"hands": HANDS, **change})
    assert refused.value.parameters == {"name": name, "seat": seat, "last": 3}


def test_ranks_and_copies_are_those_of_the_deck() -> None:
    rules = Rules(2, ranks=(1, 2, 3), copies=2, deal=2)
    with pytest.raises(InvalidRules) as refused:
        Round(rules, [[1], [4]])
    assert (refused.value.code, refused.value.rule) == ("rank_not_in_deck", "R1")
    with pytest.raises(InvalidRules) as refused:
        Round(rules, [[1, 1], [1]])
    assert refused.value.parameters == {"card": 1, "copies": 2}
    with pytest.raises(InvalidRules) as refused:
        Round(Rules(2, copies=2, deal=2), [[15], [15]], table=(1, 2, 3, 4, 5), last=0)
    assert refused.value.code == "trick_had_ended"


def test_a_hand_has_no_more_cards_than_are_dealt() -> None:
    """R3, R8: cards only leave a hand, so none is ever larger than the deal."""
    Round(FOUR, [TWELVE] * 4)
    Round(Rules(3, deal=16), [[*TWELVE, 1, 2, 3, 15], [1], [2]])
    with pytest.raises(InvalidRules) as refused:
        Round(FOUR, [[1], [*TWELVE, 1], [3], [4]])
    assert refused.value.parameters == {"seat": 1, "cards": 13, "deal": 12}


def test_the_cards_on_the_table_have_left_a_hand() -> None:
    """R3: what lies on the table was dealt, and its last cards to the seat that played last."""
    eleven = TWELVE[:11]
    Round(FOUR, [eleven, TWELVE, TWELVE, TWELVE], table=(15,), last=0)
    Round(FOUR, [eleven, eleven, TWELVE, TWELVE], table=(14, 15), last=1)
    with pytest.raises(InvalidRules) as refused:
        Round(FOUR, [eleven, TWELVE, TWELVE, TWELVE], table=(14, 15), last=0)
    assert refused.value.code == "table_larger_than_played"
    assert refused.value.parameters == {"cards": 2, "played": 1}
    with pytest.raises(InvalidRules) as refused:
        Round(FOUR, [eleven, TWELVE, TWELVE, TWELVE], table=(15,), last=1)
    assert refused.value.parameters == {"seat": 1, "deal": 12}


SMALL = Rules(2, ranks=(1, 2, 3, 8), copies=2, deal=3)


@pytest.mark.parametrize("rules", [SMALL, FOUR, Rules(6)])
@pytest.mark.parametrize("seed", range(3))
def test_a_deal_in_a_row_is_the_round_that_begins_with_it(rules: Rules, seed: int) -> None:
    dealt = Round.deal(rules, seed, leader=1)
    hands = [dealt.hand(seat) for seat in range(rules.players)]
    assert dealt_row(compile_rules(rules), hands, 1) == list(Round(rules, hands, 1)._row)


@pytest.mark.parametrize(
    ("hands", "seen"),
    [
        ([(1, 2, 3)], ()),
        ([(1, 2, 3), (1, 2)], ()),
        ([(1, 2, 3), (2, 1, 8)], ()),
        ([(1, 2, 3), (1, 2, 6)], ()),
        ([(1, 2, 3), (1, 2, 4)], ()),
        ([(1, 1, 1), (2, 2, 3)], ()),
        ([(1, 2, 3), (1, 2, 8)], (8, 8)),
    ],
)
def test_what_is_no_deal_gives_no_row(hands: list[tuple[int, ...]], seen: tuple[int, ...]) -> None:
    """R2, R3; of two hands the cards of the first are gone."""
    assert dealt_row(compile_rules(SMALL), hands, 0, pack(seen)) is None
    if seen:
        assert dealt_row(compile_rules(SMALL), hands, 0) is not None
