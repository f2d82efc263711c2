"""What people write - names, chat, a word for the next deal - made fit to be seen by others.

A name that nobody can see, or that looks just like another's, deceives; marks piled on a letter cover
the lines around it. What Python calls printable still has such characters in it.
"""

from __future__ import annotations

import unicodedata

from fivethreefive.language import InvalidInput
from fivethreefive.validation import LONGEST_NAME

UNSEEN = frozenset(
    chr(code)
    for start, end in (
        *((0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2800, 0x2800)),
        *((0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0x16FE4, 0x16FE4)),
        *((0x1D159, 0x1D159), (0x1D173, 0x1D17A), (0xE0100, 0xE01EF)),
    )
    for code in range(start, end + 1)
)
"""Printable characters that show nothing: Unicode's Default_Ignorable_Code_Point, and blank symbols."""

STYLES = str.maketrans(dict.fromkeys("\ufe0e\ufe0f"))
"""Choose between a letter's look as text and as picture, and stand after most pictures: dropped."""

MOST_MARKS = 2
"""So many marks may stand on one letter."""


def clean_name(name: str) -> str:
    """A name as it is kept; InvalidInput where it is empty, too long, or not all of it can be seen."""
    cleaned = " ".join(word for word in _composed(name).split(" ") if word)
    if len(cleaned) > LONGEST_NAME or not can_be_seen(cleaned):
        raise InvalidInput("bad_name", most=LONGEST_NAME)
    return cleaned


def clean_text(text: str) -> str:
    """A text of one line as it is said; InvalidInput where it is empty or not all of it can be seen."""
    cleaned = _composed(text).strip()
    if not can_be_seen(cleaned):
        raise InvalidInput("bad_text")
    return cleaned


def can_be_seen(text: str) -> bool:
    """Whether a text has letters, shows all of them, and piles no marks up."""
    return bool(text) and text.isprintable() and UNSEEN.isdisjoint(text) and not _piled(text)


def skeleton(name: str) -> str:
    """What two names share that look the same, whatever their case and the width of their letters."""
    # Twice, since folding the case can make letters that are to be normalized again.
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text.translate(STYLES))


def _piled(text: str) -> bool:
    marks = MOST_MARKS  # At the beginning, as after a space, there is no letter for a mark.
    for letter in text:
        kind = unicodedata.category(letter)
        if kind == "Me":
            return True
        marks = marks + 1 if kind == "Mn" else 0
        if letter == " ":  # So that a mark after it is one too many: it would stand on nothing.
            marks = MOST_MARKS
        if marks > MOST_MARKS:
            return True
    return False
