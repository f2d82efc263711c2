"""What people write - names, chat, a word for the next deal - made fit to be seen by others.

A name that nobody can see, or that looks just like another's, deceives; marks piled on a letter cover
the lines around it. What Python calls printable still has such characters in it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

import grapheme

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

JOINER = "\u200d"
"""Makes one picture of several, as of a family, and joins letters of some scripts."""
NON_JOINER = "\u200c"
"""Keeps letters of some scripts apart, as in most Persian words of two parts."""
VIRAMA = 9
"""The combining class of the marks that take an Indic letter's vowel away."""

WRITTEN_PICTURES = re.compile(
    "(?<=[0-9#*])\u20e3|"  # A key with a digit on it ...
    "(?<=\U0001f3f4)\U000e0067\U000e0062"  # ... and the flags of England, Scotland and Wales.
    "(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073)"
    "\U000e007f"
)
"""What makes another picture of the character before it, by code points that show nothing by themselves."""

LONGEST_CHARACTER = 12
"""No character that people type has more code points; a family of four in chosen colours has eleven."""


def clean_name(name: str) -> str:
    """A name as it is kept; InvalidInput where it is empty, too long, or not all of it can be seen.

    It is as long as it has characters that a reader counts: a picture joined of several is one.
    """
    cleaned = " ".join(word for word in _composed(name).split(" ") if word)
    characters = list(grapheme.graphemes(cleaned))
    longest = max(map(len, characters), default=0)
    if len(characters) > LONGEST_NAME or longest > LONGEST_CHARACTER or not can_be_seen(cleaned):
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
    seen = _without_joiners(WRITTEN_PICTURES.sub("", text))
    shown = "".join("".join(_pictures(character)) for character in grapheme.graphemes(seen))
    return bool(text) and shown.isprintable() and UNSEEN.isdisjoint(shown) and not _piled(shown)


PALOCHKA = "\u04cf"
"""Unicode's list has it as an i without its dot; most fonts draw it like an l."""


def look_alike(name: str, other: str) -> bool:
    """Whether two names look the same, whatever their case, script and the width of their letters."""
    return not _looks(name).isdisjoint(_looks(other))


def _looks(name: str) -> set[str]:
    """A name in the letters that stand for all that look like them, by its own case and folded.

    Both are needed: ``I`` looks like ``l``, and is the same letter as ``i``.
    """
    wide = unicodedata.normalize("NFKC", name.replace(JOINER, "").replace(NON_JOINER, ""))
    # Twice, since folding the case can make letters that are to be normalized again.
    folded = unicodedata.normalize("NFKC", wide.casefold())
    forms = {form.replace(PALOCHKA, small_l) for form in (folded, wide) for small_l in (PALOCHKA, "l")}
    return {" ".join(_plain_letters(form).casefold().split()) for form in forms}


def _plain_letters(text: str) -> str:
    return "".join(map(_plain_letter, unicodedata.normalize("NFD", text)))


@cache
def _plain_letter(letter: str) -> str:
    """The first of all letters, of any script, that look like this one."""
    # Only now: reading the list takes longer than many a command.
    from confusable_homoglyphs.confusables import confusables_data

    alike, new = {letter}, [letter]
    while new:
        found = {entry["c"] for entry in confusables_data.get(new.pop(), ()) if len(entry["c"]) == 1}
        new += found - alike
        alike |= found
    return min(alike)


def _without_joiners(text: str) -> str:
    """The text without the joiners that can be seen by what they do to the letters beside them.

    These are, as in Unicode's UAX 31, both joiners after a virama, and the one that keeps apart between
    two Arabic letters.
    """
    return "".join(
        letter
        for before, letter, after in zip(" " + text, text, text[1:] + " ", strict=False)
        if not (
            letter in (JOINER, NON_JOINER)
            and unicodedata.category(after) == "Lo"
            and (
                unicodedata.combining(before) == VIRAMA
                or (letter == NON_JOINER and _is_arabic(before) and _is_arabic(after))
            )
        )
    )


def _is_arabic(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("ARABIC LETTER")


def _pictures(character: str) -> list[str]:
    """The pictures that joiners make one of; the character itself where it is no such picture."""
    pictures = character.split(JOINER)
    joined = all(picture and unicodedata.category(picture[0]) in ("So", "Sm") for picture in pictures)
    return pictures if joined else [character]


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
