"""The options: what they default to, what they refuse and by which rule, how they are written and read."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from fivethreefive import InvalidRules, Rules
from fivethreefive.cards import RANKS
from fivethreefive.language import LANGUAGES
from fivethreefive.rules.options import LARGEST_NUMBER, LONGEST_TOML, encode_rules, read_toml
from support.random_play import EVERY_KIND

POINTS = {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 7: 2, 8: 5, 9: 2, 11: 3, 12: 3, 13: 3, 14: 3, 15: 3}
SMALL: dict[str, Any] = {"players": 2, "ranks": (1, 7, 8), "copies": 2, "deal": 3}


def refusal(**options: Any) -> InvalidRules:
    with pytest.raises(InvalidRules) as refused:
        Rules(**options)
    return refused.value


# What the plain game is


@pytest.mark.parametrize(
    ("players", "copies", "deal", "deck"),
    [(2, 4, 12, 52), (3, 4, 13, 52), (4, 4, 12, 52), (5, 5, 12, 65), (6, 5, 10, 65)],
)
def test_the_plain_game(players: int, copies: int, deal: int, deck: int) -> None:
    """R2, R3, R4, R5, R10, R21: only the number of players is given."""
    rules = Rules(players)
    assert (rules.players, rules.copies, rules.deal, rules.deck_size) == (players, copies, deal, deck)
    assert (rules.target, rules.next_leader, rules.overwrite) == (20, "winner", "same_size")
    assert (rules.format, rules.ranks, rules.points) == ("target", RANKS, POINTS)
    assert rules.changes() == {"players": players}


def test_four_play_where_nothing_is_said() -> None:
    assert Rules() == Rules(4)


def test_points_default_to_those_of_the_ranks_in_the_deck() -> None:
    assert Rules(**SMALL).points == {1: 1, 7: 2, 8: 5}


def test_the_dearest_cards_are_those_with_the_most_points() -> None:
    """R4: there are as many of each rank as there are copies."""
    rules = Rules(2, ranks=(1, 8, 9), copies=2, deal=2, points={1: 1, 8: 5, 9: 2})
    assert [rules.dearest(cards) for cards in range(8)] == [0, 5, 10, 12, 14, 15, 16, 16]


def test_changes_are_the_options_that_differ() -> None:
    rules = Rules(3, target=10, deal=16)
    assert rules.changes() == {"players": 3, "target": 10, "deal": 16}
    assert Rules.from_options(rules.changes()) == rules


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)
def test_changes_say_all_that_is_needed(rules: Rules) -> None:
    assert Rules.from_options(rules.changes()) == rules


# What is refused


WHOLE_NUMBERS = {
    "players": ("R2", 2, 6),
    "target": ("R21", 1, LARGEST_NUMBER),
    "copies": ("R2", 1, 5),
    "deal": ("R3", 1, 65),
}


@pytest.mark.parametrize("option", WHOLE_NUMBERS)
@pytest.mark.parametrize("value", ["below", "above", True, 2.0, "3", [3], 10**30])
def test_a_whole_number_in_its_range(option: str, value: Any) -> None:
    rule, least, most = WHOLE_NUMBERS[option]
    value = {"below": least - 1, "above": most + 1}.get(value, value) if isinstance(value, str) else value
    error = refusal(**{option: value})
    assert (error.code, error.rule) == ("not_in_range", rule)
    assert error.parameters == {"option": option, "value": value, "least": least, "most": most}


def test_numbers_of_numpy_are_whole_numbers() -> None:
    given: Any = {
        "players": np.int64(3),
        "target": np.int8(10),
        "ranks": np.array([1, 8]),
        "deal": np.array(2),
    }
    plain = Rules(3, target=10, ranks=(1, 8), deal=2)
    assert Rules(**given) == plain
    assert msgspec.json.encode(Rules(**given)) == msgspec.json.encode(plain)


def test_the_ends_of_the_ranges_can_be_played() -> None:
    assert Rules(4, target=1).target == 1
    assert Rules(4, target=LARGEST_NUMBER).target == LARGEST_NUMBER
    assert Rules(2, copies=1, deal=1).deck_size == 13
    assert Rules(5, copies=5, deal=13).deck_size == 65


@pytest.mark.parametrize(
    ("option", "rule", "choices"),
    [
        ("next_leader", "R5", ("winner", "left", "loser")),
        ("overwrite", "R10", ("same_size", "larger")),
        ("format", "R21", ("target", "two_hands")),
    ],
)
@pytest.mark.parametrize("value", ["", "right", "Winner", None, 1, True, ["winner"]])
def test_a_choice_is_one_of_a_few(option: str, rule: str, choices: tuple[str, ...], value: Any) -> None:
    error = refusal(**{option: value})
    assert (error.code, error.rule) == ("not_a_choice", rule)
    assert error.parameters == {"option": option, "value": value, "allowed": ", ".join(choices)}
    for choice in choices:
        assert getattr(Rules(2, **{option: choice}), option) == choice  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ranks", "code", "parameters"),
    [
        ("1-2-3", "not_a_list", {"option": "ranks", "value": "1-2-3"}),
        (8, "not_a_list", {"option": "ranks", "value": 8}),
        ((1, 6, 8), "no_such_rank", {"card": 6}),
        ((1, 10), "no_such_rank", {"card": 10}),
        ((2, True), "no_such_rank", {"card": True}),
        ((1, 2.0), "no_such_rank", {"card": 2.0}),
        (("1", "2"), "no_such_rank", {"card": "1"}),
        ((1, [2]), "no_such_rank", {"card": [2]}),
        ((1, 2, 1), "rank_twice", {"card": 1}),
        ((), "no_ranks", {}),
    ],
)
def test_ranks_are_some_of_the_thirteen(ranks: Any, code: str, parameters: dict[str, Any]) -> None:
    error = refusal(players=2, deal=1, ranks=ranks)
    assert (error.code, error.rule, error.parameters) == (code, "R1", parameters)


def test_ranks_may_be_in_any_order_and_anything_that_lists() -> None:
    assert Rules(2, ranks=iter([9, 1, 7]), deal=2).ranks == (1, 7, 9)
    assert Rules(2, ranks={7, 1, 9}, deal=2) == Rules(2, ranks=[1, 7, 9], deal=2)


@pytest.mark.parametrize(
    ("points", "code", "parameters"),
    [
        ([1, 1, 5], "not_a_mapping", {"option": "points", "value": [1, 1, 5]}),
        ("all", "not_a_mapping", {"option": "points", "value": "all"}),
        ({1: 1, 7: 1, 8: 2, 9: 1}, "points_without_rank", {"card": 9}),
        ({1: 1, 7: 1, 8: 2, "9": 1}, "points_without_rank", {"card": "9"}),
        ({1: 1, 8: 2}, "rank_without_points", {"card": 7}),
        ({1: 1, 7: 2}, "rank_without_points", {"card": 8}),
        ({}, "rank_without_points", {"card": 1}),
        ({1: 0, 7: 0, 8: 0}, "eight_not_highest", {"card": 1, "value": 0, "eight": 0}),
        ({1: 1, 7: 2, 8: 2}, "eight_not_highest", {"card": 7, "value": 2, "eight": 2}),
        ({1: 3, 7: 1, 8: 2}, "eight_not_highest", {"card": 1, "value": 3, "eight": 2}),
    ],
)
def test_points_are_for_each_rank_and_most_for_the_8(
    points: Any, code: str, parameters: dict[str, Any]
) -> None:
    error = refusal(**SMALL, points=points)
    assert (error.code, error.rule, error.parameters) == (code, "R4", parameters)


@pytest.mark.parametrize("rank", [1, 8])
@pytest.mark.parametrize("value", [-1, 1.0, True, "1", None, LARGEST_NUMBER + 1])
def test_points_are_whole_numbers(rank: int, value: Any) -> None:
    error = refusal(**SMALL, points={1: 0, 7: 0, 8: 5} | {rank: value})
    assert (error.code, error.rule) == ("not_in_range", "R4")
    assert error.parameters == {
        "option": f"points.{rank}",
        "value": value,
        "least": 0,
        "most": LARGEST_NUMBER,
    }


def test_without_an_8_any_rank_may_be_worth_most_but_some_must_be_worth_something() -> None:
    """R4: the 8 rules hold where the deck has an 8."""
    deck: dict[str, Any] = {"players": 2, "ranks": (1, 7), "copies": 2, "deal": 2}
    assert Rules(**deck, points={1: 9, 7: 9}).points == {1: 9, 7: 9}
    error = refusal(**deck, points={1: 0, 7: 0})
    assert (error.code, error.rule) == ("no_points", "R4")


def test_points_may_be_0_but_for_the_8() -> None:
    assert Rules(**SMALL, points={1: 0, 7: 0, 8: 1}).points[8] == 1
    assert Rules(**SMALL, points={1: 0, 7: 0, 8: LARGEST_NUMBER}).points[8] == LARGEST_NUMBER


@pytest.mark.parametrize("key", [True, 1.0])
def test_the_keys_of_points_are_whole_numbers(key: Any) -> None:
    error = refusal(**SMALL, points={key: 1, 7: 2, 8: 5})
    assert (error.code, error.rule) == ("points_without_rank", "R4")


@pytest.mark.parametrize(
    ("options", "needed", "deck"),
    [
        ({"players": 4, "deal": 14}, 56, 52),
        ({"players": 6, "deal": 11}, 66, 65),
        ({"players": 4, "copies": 1}, 48, 13),
        ({"players": 2, "ranks": (8,), "copies": 2, "deal": 2}, 4, 2),
    ],
)
def test_a_deal_larger_than_the_deck(options: dict[str, Any], needed: int, deck: int) -> None:
    error = refusal(**options)
    assert (error.code, error.rule) == ("deal_too_large", "R3")
    assert (error.parameters["needed"], error.parameters["deck"]) == (needed, deck)


def test_the_whole_deck_may_be_dealt() -> None:
    assert Rules(4, deal=13).deck_size == 52
    assert Rules(3, deal=16).deal == 16


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_two_hands_is_for_two(players: int) -> None:
    error = refusal(players=players, format="two_hands", deal=1)
    assert (error.code, error.rule) == ("two_hands_players", "R21")
    assert error.parameters == {"players": players}


def test_two_hands_come_from_one_deck() -> None:
    """Options: 4 x `deal` may not exceed the deck."""
    assert Rules(2, format="two_hands", deal=13).deal == 13
    error = refusal(players=2, format="two_hands", deal=14)
    assert (error.code, error.rule) == ("deal_too_large_two_hands", "R3")
    assert error.parameters == {"deal": 14, "players": 2, "needed": 56, "deck": 52}


def test_every_refusal_is_a_sentence_with_its_rule() -> None:
    error = refusal(players=4, deal=14)
    for language in LANGUAGES:
        assert "56" in error.sentence(language)
        assert error.sentence(language).endswith("(R3)")


# Equal, hashed, copied


def test_rules_are_equal_where_every_option_is() -> None:
    assert Rules(3, deal=13) == Rules(3)
    assert len({Rules(3, deal=13), Rules(3), Rules(3, points=dict(POINTS))}) == 1
    for change in ({"target": 10}, {"points": POINTS | {8: 6}}, {"next_leader": "left"}, {"deal": 12}):
        assert Rules.from_options({"players": 3, **change}) != Rules(3)
    assert Rules(3) != Rules(4)
    assert Rules(2, overwrite="larger") != Rules(2) != Rules(2, format="two_hands")


def test_equal_rules_have_equal_hashes() -> None:
    other = Rules(4, points=dict(reversed(POINTS.items())))
    assert other == Rules(4)
    assert hash(other) == hash(Rules(4))


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Rules().players = 5  # type: ignore[misc]


def test_the_points_given_are_copied() -> None:
    points = dict(POINTS)
    rules = Rules(4, points=points)
    points[1] = 4
    assert rules.points == POINTS


def test_points_cannot_be_changed() -> None:
    points = Rules(4).points
    with pytest.raises(TypeError):
        points[8] = 6
    with pytest.raises(TypeError):
        points.update({8: 6})
    assert points == POINTS


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)
def test_rules_survive_copies_pickles_and_json(rules: Rules) -> None:
    for twin in (
        copy.copy(rules),
        copy.deepcopy(rules),
        pickle.loads(pickle.dumps(rules)),
        msgspec.json.decode(msgspec.json.encode(rules), type=Rules),
        msgspec.convert(encode_rules(rules), Rules, strict=False),
        Rules.from_options(encode_rules(rules)),
    ):
        assert twin == rules
        assert hash(twin) == hash(rules)
        assert twin.ranks == rules.ranks


# Written and read


def test_encoded_rules_write_every_option_out() -> None:
    assert encode_rules(Rules(**SMALL, overwrite="larger")) == {
        "players": 2,
        "target": 20,
        "points": {"1": 1, "7": 2, "8": 5},
        "next_leader": "winner",
        "deal": 3,
        "overwrite": "larger",
        "format": "target",
        "ranks": (1, 7, 8),
        "copies": 2,
    }


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": 7}, "not_in_range"),
        ({"deal": 14}, "deal_too_large"),
        ({"ranks": [1, 1]}, "rank_twice"),
        ({"points": {"8": 5}}, "rank_without_points"),
        ({"format": "two_hands"}, "two_hands_players"),
    ],
)
def test_decoded_rules_are_checked_too(change: dict[str, Any], code: str) -> None:
    written = msgspec.json.encode(encode_rules(Rules(4)) | change)
    with pytest.raises(InvalidRules) as refused:
        msgspec.json.decode(written, type=Rules)
    assert refused.value.code == code


def test_decoding_does_not_take_one_type_for_another() -> None:
    written = msgspec.json.encode(encode_rules(Rules(4)) | {"target": 20.5})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(written, type=Rules)


def test_options_may_name_ranks_as_text() -> None:
    rules = Rules.from_options({"players": 2, "ranks": [1, 8], "deal": 2, "points": {"1": 2, "8": 3}})
    assert rules.points == {1: 2, 8: 3}


@pytest.mark.parametrize("key", ["eight", "", "8.0", "-8", "\uff18", "\u00b2"])
def test_text_that_names_no_rank(key: str) -> None:
    with pytest.raises(InvalidRules) as refused:
        Rules.from_options({"points": {**POINTS, key: 1}})
    assert (refused.value.code, refused.value.rule) == ("points_without_rank", "R4")
    assert refused.value.parameters == {"card": key}


@pytest.mark.parametrize("name", ["player", "Players", "", "seed", 3])
def test_an_unknown_option(name: Any) -> None:
    with pytest.raises(InvalidRules) as refused:
        Rules.from_options({"players": 4, name: 1})
    assert refused.value.code == "unknown_option"
    assert refused.value.parameters["option"] == name
    known = refused.value.parameters["known"].split(", ")
    assert sorted(known) == sorted(encode_rules(Rules()))


def test_from_options_leaves_the_options_given_alone() -> None:
    options = {"players": 2, "points": {str(rank): value for rank, value in POINTS.items()}}
    before = copy.deepcopy(options)
    Rules.from_options(options)
    assert options == before


def test_rules_from_toml(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(
        'players = 2\nranks = [1, 2, 8]\ncopies = 3\ndeal = 4\noverwrite = "larger"\n'
        "[points]\n1 = 1\n2 = 1\n8 = 9\n",
        "utf-8",
    )
    expected = Rules(2, ranks=(1, 2, 8), copies=3, deal=4, overwrite="larger", points={1: 1, 2: 1, 8: 9})
    assert Rules.from_toml(file) == Rules.from_toml(str(file)) == expected
    assert read_toml(file)["points"] == {"1": 1, "2": 1, "8": 9}


def test_points_that_a_file_leaves_out_stay(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("[points]\n8 = 9\n")
    assert Rules.from_toml(file) == Rules(4, points=POINTS | {8: 9})
    assert Rules.from_options({"ranks": [1, 8], "copies": 5, "deal": 2, "points": {"8": 9}}).points == {
        1: 1,
        8: 9,
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('players = "3"', "players must be a whole number from 2 to 6, not '3' (R2)"),
        ("points = 5", "points must give the points of each rank, not 5 (R4)"),
        ('[points]\n8 = "x"', "points.8 must be a whole number from 0 to 1000000, not 'x' (R4)"),
        ("ranks = 5", "ranks must be a list of ranks, not 5 (R1)"),
        ("ranks = 5\n[points]\n8 = 9", "ranks must be a list of ranks, not 5 (R1)"),
        ("format = 2", "format must be one of target, two_hands, not 2 (R21)"),
    ],
)
def test_a_wrong_option_of_a_file_is_named_with_the_file(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(text)
    with pytest.raises(InvalidRules) as refused:
        Rules.from_toml(file)
    assert str(refused.value) == f"cannot read rules from {file}: {said}"


@pytest.mark.parametrize("content", [None, b"players = \n", b"\xff\xfe", b"players = 2\nplayers = 3\n"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "rules.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InvalidRules) as refused:
        Rules.from_toml(file)
    assert refused.value.code == "rules_file"
    assert refused.value.parameters["file"] == str(file)
    assert refused.value.parameters["why"]


@pytest.mark.parametrize("keys", [("8", "08"), (8, "8")])
def test_a_rank_written_twice_is_refused(keys: tuple[Any, Any]) -> None:
    points = {rank: 1 for rank in RANKS if rank != 8} | {keys[0]: 5, keys[1]: 4}
    with pytest.raises(InvalidRules, match="rank 8 is listed twice") as refused:
        Rules.from_options({"points": points})
    assert refused.value.rule == "R4"


def test_a_file_of_rules_that_does_not_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_bytes(b"players = 4\n" + b"#" * LONGEST_TOML)
    with pytest.raises(InvalidRules, match="longer than") as refused:
        read_toml(file)
    assert str(file) in str(refused.value)
    assert f"{LONGEST_TOML}" in str(refused.value)
