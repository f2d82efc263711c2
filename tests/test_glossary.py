"""Each thing has one word: the glossary of the manual, and the catalogues that keep to it."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator

import pytest

from fivethreefive.language import LANGUAGES, Catalogue
from support.paths import ROOT

SCRIPT = runpy.run_path(str(ROOT / "scripts" / "glossary.py"))
GLOSSARY = SCRIPT["read_glossary"]()
TERMS = GLOSSARY["term"]
EXCEPTIONS = GLOSSARY["except"]


def forbidden(language: str) -> list[str]:
    return [word for term in TERMS for word in term.get("not", {}).get(language, [])]


def pattern(word: str) -> re.Pattern[str]:
    """A word or words as a whole; ``*`` stands for any ending."""
    words = re.escape(word).replace(r"\*", r"\w*")
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """What a person reads, by key: of the parameters only words that they choose between."""
    for key, sentence in Catalogue.of(language).sentences.items():
        yield key, re.sub(r"{\w+(?:[:!]([^}]*))?}", r" \1 ", sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_use_no_other_word(language: str) -> None:
    allowed = {(exception["word"], key) for exception in EXCEPTIONS for key in exception["keys"]}
    found = {
        (word, f"{language} {key}")
        for word in forbidden(language)
        for key, sentence in sentences(language)
        if pattern(word).search(sentence)
    }
    assert found - allowed == set()
    assert {pair for pair in allowed if pair[1].startswith(f"{language} ")} <= found, "no longer needed"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_glossary_is_forbidden(language: str) -> None:
    text = "\n".join(part for term in TERMS for part in term[language])
    assert [word for word in forbidden(language) if pattern(word).search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_means_one_thing(language: str) -> None:
    words = [term[language][0] for term in TERMS]
    assert len(set(words)) == len(words) >= 40


def test_a_word_is_found_as_a_whole() -> None:
    assert pattern("rang").search("Op rang.")
    assert not pattern("rang").search("rangschikken")
    assert pattern("deling*").search("drie delingen")
    assert not pattern("deling*").search("verdeling")
    assert pattern("frase* hecha*").search("las Frases hechas")


def test_the_page_is_made_of_the_words() -> None:
    """Make it anew with scripts/glossary.py."""
    assert SCRIPT["PAGE"].read_text("utf-8") == SCRIPT["page"](TERMS)
