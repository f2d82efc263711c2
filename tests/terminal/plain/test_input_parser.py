"""What a typed line means."""

from __future__ import annotations

import pytest

from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.rules.options import Rules
from fivethreefive.state import Round
from fivethreefive.terminal.plain.board import letter
from fivethreefive.terminal.plain.input_parser import Ambiguous, InputParser, NotAPlay, normalized


def answers(rules: Rules, hand: tuple[int, ...], table: tuple[int, ...] = ()) -> InputParser:
    others = [[rules.ranks[0]]] * (rules.players - 1)
    position = Round(rules, [hand, *others], table=table, turn=0, last=1 if table else None)
    return InputParser(position.observe(0), Catalogue.of("en"))


def test_digits_are_cards_and_letters_places_in_the_list() -> None:
    on_3 = answers(Rules(4), (2, 4, 9, 9), (3,))
    assert str(on_3.read("a")) == ">4"
    assert str(on_3.read(" >9 ")) == ">9"
    assert str(on_3.read("> 9")) == ">9"
    assert str(on_3.read("9")) == ">9", "only one of the two is legal"
    assert str(on_3.read("2 4")) == "+2-4"
    assert str(on_3.read("+4,2")) == "+2-4"
    assert str(on_3.read("4-2")) == "+2-4"
    assert str(on_3.read("PASS")) == "pass"
    lead = answers(Rules(4), (2, 4, 9, 9))
    assert str(lead.read("9 9")) == "9-9"


def test_cards_with_two_meanings_are_asked_about_once() -> None:
    on_3 = answers(Rules(4), (2, 4, 9), (3,))
    which = on_3.read("4")
    assert isinstance(which, Ambiguous)
    assert [str(action) for _, action in which.choices] == [">4", "+4"]
    assert str(on_3.read("+")) == "+4"
    assert isinstance(on_3.read(">"), NotAPlay), "the question was answered"


def test_bare_cards_that_fit_no_way_are_refused_both_ways() -> None:
    refused = answers(Rules(4), (2, 9), (11, 11)).read("9")
    assert isinstance(refused, NotAPlay)
    assert [sentence[-6:] for sentence in refused.sentences] == ["(R10).", "(R11)."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_understood_in_english_and_the_own_language(language: str) -> None:
    position = Round(Rules(2), [[1], [2, 3]], table=[1, 2], last=1, turn=0)
    catalogue = Catalogue.of(language)
    reader = InputParser(position.observe(0), catalogue)
    for command in ("help", "rules", "undo", "quit"):
        for word in f"{catalogue.say(f'play.words_{command}')} {command}".split():
            assert reader.read(word.upper()) == command
    assert reader.read("?") == "help"
    assert reader.read("") == "show"
    for word in catalogue.say("play.words_pass").split():
        assert str(reader.read(word)) == "pass"


def test_tidy_leaves_what_is_no_cards() -> None:
    assert normalized(" 5 , 4") == "4-5"
    assert normalized("+ 04-5") == "+4-5"
    assert normalized("Hello") == "hello"
    assert normalized("6-7") == "6-7"
    assert normalized("") == ""
    assert normalized("²") == "²"


def test_letters_go_on_after_z() -> None:
    assert [letter(place) for place in (0, 25, 26, 27, 51, 52)] == ["a", "z", "aa", "ab", "az", "ba"]
