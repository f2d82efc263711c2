"""What people write is shown to others: nothing unseen, nothing piled up, no twin of another's name."""

from __future__ import annotations

from itertools import combinations

import pytest

from fivethreefive import InvalidInput
from fivethreefive.protocol import LONGEST_NAME
from fivethreefive.table.text_validation import clean_name, clean_text, look_alike

UNSEEN = [
    *("\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\u034f", "\u17b4", "\u180b", "\u200b", "\u200d"),
    *("\u2060", "\u00ad", "\ufeff", "\u061c", "\u2066", "\ufe00", "\U000e0041", "\U000e0100"),
    *("\U0001d159", "\U0001d173", "\u2028", "\u00a0", "\u3000", "\n", "\0", "\ud800"),
]
PILED = [
    "z" + "\u0301" * 4,
    "\u0e01" + "\u0e47" * 3,
    "A\u20dd",
    "1a\u20e3",
    "a\u0488",
    "\u0301a",
    "a \u0301",
]


@pytest.mark.parametrize("letter", UNSEEN, ids=ascii)
def test_what_cannot_be_seen_is_refused_alone_and_among_letters(letter: str) -> None:
    for text in (letter, f"a{letter}b"):
        with pytest.raises(InvalidInput, match="visible"):
            clean_name(text)
        with pytest.raises(InvalidInput, match="visible"):
            clean_text(text)


@pytest.mark.parametrize("text", PILED, ids=ascii)
def test_piled_and_stray_marks_are_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        clean_name(text)
    with pytest.raises(InvalidInput):
        clean_text(text)


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * (LONGEST_NAME + 1), "\U0001f468\u200d\U0001f680" * (LONGEST_NAME + 1)]
)
def test_names_have_a_length(name: str) -> None:
    with pytest.raises(InvalidInput):
        clean_name(name)


SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
KEPT = {
    "Ana": "Ana",
    "  Ana   Li ": "Ana Li",
    "e\u0301": "\u00e9",
    "Nguy\u1ec5n": "Nguy\u1ec5n",
    "\u0939\u093f\u0928\u094d\u0926\u0940": "\u0939\u093f\u0928\u094d\u0926\u0940",
    "\u0e1b\u0e39\u0e48": "\u0e1b\u0e39\u0e48",
    "\uae40\ucca0\uc218": "\uae40\ucca0\uc218",
    "\u2764\ufe0f": "\u2764",
    "\U0001f600": "\U0001f600",
    "deep.535": "deep.535",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 Ana": "\U0001f468\u200d\U0001f469\u200d\U0001f467 Ana",
    "\U0001f44d\U0001f3fd": "\U0001f44d\U0001f3fd",
    "\U0001f468\U0001f3fd\u200d\U0001f680" * 20: "\U0001f468\U0001f3fd\u200d\U0001f680" * 20,
    "\U0001f1f3\U0001f1f1": "\U0001f1f3\U0001f1f1",
    SCOTLAND: SCOTLAND,
    "1\ufe0f\u20e3#\u20e3": "1\u20e3#\u20e3",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\u0dc1\u0dca\u200d\u0dbb\u0dd3": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "\u0939\u093f\u0928\u094d\u0926\u0940" * 10: "\u0939\u093f\u0928\u094d\u0926\u0940" * 10,
}


@pytest.mark.parametrize(("typed", "kept"), KEPT.items(), ids=ascii)
def test_names_of_all_the_world_are_kept(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept
    assert clean_name(kept) == clean_name(typed)


@pytest.mark.parametrize(
    "twin", ["\u0410na", "An\u0430", "\u0391NA", "ANA", "\uff21na", "\U0001d400na", "\u24b6na"]
)
def test_names_that_look_the_same(twin: str) -> None:
    assert look_alike(twin, "Ana")


def test_names_that_look_different() -> None:
    for name, other in combinations(("Ana", "Anna", "\u00c1na", "An a", "Ana 2"), 2):
        assert not look_alike(name, other)


def test_a_joiner_that_joins_no_pictures_is_refused() -> None:
    for name in ("A\u200dna", "Ana\u200d", "\u200dAna", "\U0001f468\u200d", "\U0001f468\u200dA"):
        with pytest.raises(InvalidInput):
            clean_name(name)


def test_a_letter_that_looks_like_two_others_looks_like_both() -> None:
    assert look_alike("Al", "\u0410\u04cf")
    assert look_alike("Ai", "\u0410\u04cf")
    assert not look_alike("Al", "Ai")


def test_pictures_that_are_joined_or_not_look_alike() -> None:
    assert look_alike("\U0001f468\u200d\U0001f680", "\U0001f468\U0001f680")


@pytest.mark.parametrize(
    "name",
    [
        "A\u200cna", "\u0645\u200c", "\u200c\u0645", "\u0645\u200c\u200c\u06cc",
        "\u0645\u200cA", "\u0dc1\u200d\u0dbb",
        "\u0645\u200d\u06cc", SCOTLAND[1:], SCOTLAND[:-1],
        SCOTLAND[0] + "\U000e0061" * 3 + "\U000e007f", "\u20e3",
    ],
    ids=ascii,
)  # fmt: skip
def test_code_points_that_show_nothing_where_they_stand_are_refused(name: str) -> None:
    with pytest.raises(InvalidInput):
        clean_name(name)
    with pytest.raises(InvalidInput):
        clean_text(name)


def test_a_joiner_makes_no_other_name() -> None:
    assert look_alike(
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u062e\u0648\u0627\u0647\u0645"
    )
    assert look_alike("\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\u0dc1\u0dca\u0dbb\u0dd3")
