"""Ranks, packed hands and card text.

A hand is one integer: thirteen counts of four bits, the lowest rank in the lowest bits. Equal ranks
are the same card (R1), so a count is all there is to know. Whether a hand holds some cards is then
one subtraction: with a guard bit set above every count, a count that is too small borrows its guard.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fivethreefive.language import InvalidCards
from fivethreefive.validation import whole

RANKS = (1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14, 15)
"""The ranks of the full deck, ascending (R1)."""

MOST_COPIES = 5
"""No deck holds more cards of one rank (R2)."""

INDEX = {rank: index for index, rank in enumerate(RANKS)}
"""The place of a rank among ``RANKS``, which is also its count's place in a packed hand."""

BITS = 4
"""Bits of one count in a packed hand."""

GUARD = sum(8 << BITS * index for index in range(len(RANKS)))
"""The top bit of every count: clear in every hand, since no count reaches eight."""

EVERY_OTHER = sum(15 << 2 * BITS * pair for pair in range((len(RANKS) + 1) // 2))
"""The counts of every other rank, from the lowest on."""

WEATHER = {"rain": RANKS[0:5], "cloud": RANKS[5:8], "sun": RANKS[8:13]}
"""The three groups of ranks by their published names; no run leaves its group (R6)."""

NO_CARDS_TEXT = "."


def rank_counts(cards: Sequence[int]) -> list[int]:
    """How many of each rank there are, in the order of ``RANKS``."""
    return [cards.count(rank) for rank in RANKS]


def pack(cards: Iterable[int]) -> int:
    """The packed hand that holds ``cards``, given by rank.

    Raises InvalidCards for a rank that does not exist (R1) or more copies than any deck has (R2).
    """
    hand = 0
    for card in cards:
        index = INDEX.get(whole(card) or 0)
        if index is None:
            raise InvalidCards("no_such_rank", "R1", card=card)
        place = BITS * index
        if hand >> place & 15 == MOST_COPIES:
            raise InvalidCards("too_many_copies", "R2", card=card, copies=MOST_COPIES)
        hand += 1 << place
    return hand


def unpack(hand: int) -> tuple[int, ...]:
    """The cards of a packed hand by rank, ascending."""
    cards: list[int] = []
    for rank in RANKS:
        cards += [rank] * (hand & 15)
        hand >>= BITS
    return tuple(cards)


def size(hand: int) -> int:
    """How many cards a packed hand holds."""
    # Counts of two ranks fit a byte, and all bytes together stay below 255: no deck has more than 65 cards.
    return ((hand & EVERY_OTHER) + (hand >> BITS & EVERY_OTHER)) % 255


def holds(hand: int, cards: int) -> bool:
    """Whether a packed hand holds all of some packed cards."""
    return ((hand | GUARD) - cards) & GUARD == GUARD


def valid_cards(cards: Any) -> tuple[int, ...]:
    """Cards that a caller gave in any order and kind of list, as ranks, ascending.

    Raises InvalidCards where it is no list of ranks of the full deck. How many of a rank there may
    be depends on the rules, and is not asked here.
    """
    if isinstance(cards, str | bytes) or not isinstance(cards, Iterable):
        raise InvalidCards("not_a_list_of_cards", cards=cards)
    given = tuple(cards)
    for card in given:
        if whole(card) not in INDEX:
            raise InvalidCards("no_such_rank", "R1", card=card)
    return tuple(sorted(map(int, given)))


def write_cards(cards: Iterable[int]) -> str:
    """Cards in the written form: ranks in ascending order joined by ``-``, ``.`` for none."""
    return "-".join(map(str, sorted(cards))) or NO_CARDS_TEXT


def read_cards(text: str) -> tuple[int, ...]:
    """The cards that ``text`` writes, in any order, returned ascending; ``.`` is none.

    Raises InvalidCards for anything that is not ranks of the full deck joined by ``-``.
    """
    if text == NO_CARDS_TEXT:
        return ()
    cards = []
    for word in text.split("-"):
        # ``int`` alone would also take signs, spaces, underscores and the digits of other scripts.
        if not (word.isascii() and word.isdigit() and len(word) <= 2):
            raise InvalidCards("not_cards", text=text)
        cards.append(int(word))
    pack(cards)  # It refuses ranks and numbers of copies that no deck has.
    return tuple(sorted(cards))
