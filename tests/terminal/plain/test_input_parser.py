"""What a typed line means."""

from __future__ import annotations

import io
import re
import unicodedata

import pytest

from fivethreefive.cards import write_cards
from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.rules.options import Rules
from fivethreefive.state import Round
from fivethreefive.terminal.plain.board import letter
from fivethreefive.terminal.plain.input_parser import Ambiguous, InputParser, NotAPlay
from fivethreefive.terminal.plain.vocabulary import KEYS, Vocabulary
from fivethreefive.terminal.text.console import Console
from fivethreefive.terminal.text.game_text import GameText


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


def test_a_refusal_for_the_same_reason_is_said_once() -> None:
    refused = answers(Rules(4), (1, 2), (2, 2)).read("12-12")
    assert isinstance(refused, NotAPlay)
    assert refused.sentences == ("You cannot play 12-12: missing from your hand: 12-12 (R10, R11).",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_understood_in_english_and_the_own_language(language: str) -> None:
    catalogue = Catalogue.of(language)
    vocabulary = Vocabulary(catalogue)
    for command, key in KEYS.items():
        for word in f"{catalogue.say(key)} {Catalogue.of('en').say(key)}".split():
            assert vocabulary.command(word.upper()) == command
    position = Round(Rules(2), [[1], [2, 3]], table=[1, 2], last=1, turn=0)
    reader = InputParser(position.observe(0), catalogue)
    for word in catalogue.say("play.words_pass").split():
        assert str(reader.read(word)) == "pass"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_means_two_things(language: str) -> None:
    """Neither two commands nor two kinds of play, nor one of each; nor is one a letter of the list."""
    vocabulary = Vocabulary(Catalogue.of(language))
    meanings: dict[str, set[str]] = {}
    for one in (Catalogue.of(language), Catalogue.of("en")):
        for command, key in KEYS.items():
            for word in one.say(key).split():
                meanings.setdefault(word, set()).add(command)
    kinds = {word for _, words in vocabulary.kinds for word in words}
    for word in kinds:
        if (kind := vocabulary.kind(word)) is not None:
            meanings.setdefault(word, set()).add(kind)
    assert {word: found for word, found in meanings.items() if len(found) > 1} == {}
    assert not [word for word in meanings if word.isalpha() and len(word) < 3]
    for kind in ("lead", "overwrite", "add", "pass"):
        assert [found for found in meanings.values() if found == {kind}]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_shown_can_be_typed(language: str) -> None:
    """Each entry of the list, each label before cards, what a hint says, and all of it without accents."""
    catalogue = Catalogue.of(language)
    words = GameText(Console(catalogue, io.StringIO()), ["A", "B", "C", "D"], 0)
    for table, hand in (
        ((3,), (2, 4, 8, 9)),
        ((3, 4), (1, 2, 5, 8)),
        ((), (1, 2, 7, 7, 8, 9)),
        ((9,), (4,)),
    ):
        reader = answers(Rules(4), hand, table)
        reader.catalogue, reader.vocabulary = catalogue, Vocabulary(catalogue)
        for action in reader.listed:
            label = catalogue.say(f"play.label_{action.kind}")
            cards = "" if action.kind == "pass" else f" {write_cards(action.cards)}"
            shown = [words.choice_text(action, len(hand)), words.play_text(action), f"{label}{cards}"]
            name = letter(reader.listed.index(action))
            shown += [f"{name}) {shown[0]}", f"{name})"]
            for text in shown:
                bare = "".join(
                    c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)
                )
                for typed in (text, text.upper(), bare):
                    assert reader.read(typed) == action, typed


def test_the_words_of_the_issue() -> None:
    on_11 = answers(Rules(4), (7, 8, 9, 12), (11,))
    assert str(on_11.read("add 12")) == "+12"
    on_run = answers(Rules(4), (7, 8, 9, 12), (11, 12, 13))
    assert str(on_run.read("overwrite 7-8-9")) == ">7-8-9"
    for language, typed in (("es", "superar 12"), ("nl", "verslaan 12"), ("nl", "overwrite 12")):
        on_11.vocabulary = Vocabulary(Catalogue.of(language))
        assert str(on_11.read(typed)) == ">12"
    on_11.vocabulary = Vocabulary(Catalogue.of("nl"))
    assert str(on_11.read("aanleggen 12")) == "+12"
    assert isinstance(on_11.read("12"), Ambiguous)
    assert str(on_11.read("versla")) == ">12", "the word alone answers the question"


@pytest.mark.parametrize(
    "typed",
    [
        "Hello there",
        "3 x",
        "> 5 , x",
        "ZZ",
        "6-7",
        "+",
        ">",
        "add",
        "pass 3",
        "4,,x",
        "\N{SUPERSCRIPT TWO}",
    ],
)
@pytest.mark.parametrize("table", [(3,), (12, 12), ()])
def test_a_refusal_quotes_nothing_that_nobody_typed(typed: str, table: tuple[int, ...]) -> None:
    meaning = answers(Rules(4), (4, 5, 9), table).read(typed)
    assert isinstance(meaning, NotAPlay)
    for sentence in meaning.sentences:
        for quoted in re.findall('"(.*?)" cannot', sentence):
            assert quoted == typed
        assert "x-" not in sentence
        assert "zz" not in sentence


def test_a_kind_of_play_without_cards_is_asked_for_them() -> None:
    refused = answers(Rules(4), (4, 5, 9), (3,)).read("Add")
    assert refused == NotAPlay(("Say with which cards, as in Add 3-4.",))


NOBODY_LEADS = "13-14-15 lies on the table, so nobody leads: overwrite it, add to it or pass (R9)."
NADIE_SALE = "En la mesa está 13-14-15, así que nadie sale: supéralo, añade cartas o pasa (R9)."


@pytest.mark.parametrize(
    ("language", "typed", "sentences"),
    [
        ("en", "lead", (NOBODY_LEADS, "To stop the game, type quit.")),
        ("en", "lead 1", (NOBODY_LEADS,)),
        ("en", "lead 12", ("13-14-15 lies on the table, so nobody leads: write +12 to add to it (R12).",)),
        ("es", "salir", (NADIE_SALE, "Para dejar la partida, escribe terminar.")),
    ],
)  # fmt: skip
def test_nobody_leads_where_a_meld_lies(language: str, typed: str, sentences: tuple[str, ...]) -> None:
    reader = answers(Rules(4), (1, 12), (13, 14, 15))
    reader.catalogue, reader.vocabulary = Catalogue.of(language), Vocabulary(Catalogue.of(language))
    assert reader.read(typed) == NotAPlay(sentences)


def test_a_word_for_leading_alone_names_the_word_for_leaving() -> None:
    reader = answers(Rules(4), (1, 12))
    reader.catalogue, reader.vocabulary = Catalogue.of("es"), Vocabulary(Catalogue.of("es"))
    said = "Di también con qué cartas, como en salir 3-4; terminar deja la partida."
    assert reader.read("salir") == NotAPlay((said,))


def test_a_word_before_cards_is_called_no_sign() -> None:
    said = "Nothing lies on the table: to lead, write 1 alone (R9)."
    assert answers(Rules(4), (1, 12)).read("add 1") == NotAPlay((said,))


def test_letters_go_on_after_z() -> None:
    assert [letter(place) for place in (0, 25, 26, 27, 51, 52)] == ["a", "z", "aa", "ab", "az", "ba"]
