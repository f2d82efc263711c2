"""Errors as data and how they become sentences."""

from __future__ import annotations

import copy
import pickle

import pytest

from fivethreefive import (
    FiveThreeFiveError,
    IllegalAction,
    InvalidCards,
    InvalidInput,
    InvalidRecord,
    InvalidRules,
)
from fivethreefive.language import LANGUAGES, Catalogue, environment_language, said_once

KINDS = (FiveThreeFiveError, IllegalAction, InvalidCards, InvalidInput, InvalidRecord, InvalidRules)
NESTED = InvalidRecord("bad_event", index=3, why=IllegalAction("leader_may_not_pass", "R9"))


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_is_its_code_its_rule_and_its_parameters(kind: type[FiveThreeFiveError]) -> None:
    error = kind("no_such_rank", "R1", card=6)
    assert isinstance(error, FiveThreeFiveError)
    assert (error.code, error.rule, error.parameters) == ("no_such_rank", "R1", {"card": 6})
    assert error.args == ("no_such_rank", "R1", {"card": 6})


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_crosses_process_borders(kind: type[FiveThreeFiveError]) -> None:
    error = kind("no_such_rank", "R1", card=6)
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is kind
        assert (twin.code, twin.rule, twin.parameters) == ("no_such_rank", "R1", {"card": 6})
        assert str(twin) == str(error)


def test_a_nested_error_crosses_too() -> None:
    twin = pickle.loads(pickle.dumps(NESTED))
    assert type(twin.parameters["why"]) is IllegalAction
    assert str(twin) == str(NESTED)


def test_a_sentence_ends_with_its_rule() -> None:
    assert str(InvalidCards("no_such_rank", "R1", card=6)).startswith("6 ")
    assert str(InvalidCards("no_such_rank", "R1", card=6)).endswith(" (R1)")
    assert not str(InvalidCards("not_cards", text="x")).endswith(")")


def test_the_error_behind_an_error_speaks_the_same_language() -> None:
    why = NESTED.parameters["why"]
    sentences = {NESTED.sentence(language) for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)
    for language in LANGUAGES:
        assert why.sentence(language) in NESTED.sentence(language)


def test_str_is_english() -> None:
    error = IllegalAction("leader_may_not_pass", "R9")
    assert str(error) == error.sentence("en") != error.sentence("es")


def test_the_number_chooses_the_form() -> None:
    catalogue = Catalogue("en", {"cards_one": "{count} card", "cards_other": "{count} cards"})
    assert [catalogue.say("cards", count=count) for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_a_sentence_with_several_numbers_has_the_form_of_each() -> None:
    catalogue = Catalogue("en", {"played": "{games:game|games} of {rounds:round|rounds}, {name}"})
    said = [catalogue.say("played", games=a, rounds=b, name="x") for a, b in ((1, 2), (0, 1))]
    assert said == ["1 game of 2 rounds, x", "0 games of 1 round, x"]


@pytest.mark.parametrize(("language", "written"), [("en", "-1.50"), ("es", "-1,50"), ("nl", "-1,50")])
def test_numbers_have_the_decimal_sign_of_the_language(language: str, written: str) -> None:
    assert Catalogue.of(language).number(-1.5, ".2f") == written


def test_an_error_without_its_rule_says_the_same() -> None:
    error = IllegalAction("leader_may_not_pass", "R9")
    assert error.sentence() == f"{error.without_rule().sentence()} (R9)"


def test_the_same_refusal_by_two_rules_is_said_once() -> None:
    lacks = [IllegalAction("not_in_hand", rule, cards="1", missing="1") for rule in ("R10", "R11")]
    other = IllegalAction("leader_may_not_pass", "R9")
    said = said_once([*lacks, other], "nl")
    assert said == [f"{lacks[0].without_rule().sentence('nl')} (R10, R11)", other.sentence("nl")]
    assert said_once([InvalidCards("not_cards", text="x")] * 2, "en") == [
        str(InvalidCards("not_cards", text="x"))
    ]


def test_a_key_that_is_missing_is_a_mistake_of_the_program() -> None:
    with pytest.raises(KeyError):
        Catalogue.of("en").say("error.no such code")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_a_catalogue_read_once(language: str) -> None:
    assert Catalogue.of(language).language == language
    assert Catalogue.of(language) is Catalogue.of(language)


@pytest.mark.parametrize("language", ["", "EN", "fr", "../en"])
def test_an_unknown_language(language: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        Catalogue.of(language)
    assert refused.value.code == "unknown_language"
    assert refused.value.parameters == {"language": language, "known": "en, es, nl"}


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "nl"}, "nl"),
        ({"LANG": "nl_BE.UTF-8"}, "nl"),
        ({"LANG": "es-MX"}, "es"),
        ({"LANG": "ES.utf8"}, "es"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "es_ES", "LC_MESSAGES": "nl_NL"}, "nl"),
        ({"LANG": "es_ES", "LC_MESSAGES": "nl_NL", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "es_ES", "LC_MESSAGES": "", "LC_ALL": ""}, "es"),
        ({"LANG": "es_ES", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANGUAGE": "nl"}, "en"),
    ],
)
def test_the_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert environment_language(environment) == language
