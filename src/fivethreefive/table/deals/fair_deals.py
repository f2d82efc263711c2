"""Fair deals: what decides a deal is committed to before it is revealed (docs/host/fair-deals.md).

The draw is that of docs/library/random.md, in the same order; only its random words come from elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import Final, Literal

from fivethreefive.rules.melds import Cards
from fivethreefive.rules.options import Rules

SECRET_BYTES = 32
"""The size of the server's secret, and of what a seat contributes."""
WORD = 1 << 32

Scheme = Literal[1, 2]
"""How seats contribute to a deal."""
OPEN_TEXTS: Final = 1
"""By texts that everybody sees at once, as in records of earlier versions: the last one can choose."""
REVEALED: Final = 2
"""By random bytes that are committed to first, and revealed once no commitment can change any more."""


def commitment_of(secret: bytes) -> str:
    """The hash that is published before the deal, in hexadecimal digits."""
    return sha256(secret).hexdigest()


def bytes_of(digits: str) -> bytes | None:
    """The 32 bytes that 64 lower-case hexadecimal digits mean; None where a text is something else."""
    try:
        value = bytes.fromhex(digits)
    except ValueError:
        return None
    return value if len(value) == SECRET_BYTES and value.hex() == digits else None


def is_revealed(contribution: str, commitment: str) -> bool:
    """Whether a contribution is the one that a seat has committed to."""
    value = bytes_of(contribution)
    return value is not None and commitment_of(value) == commitment


def random_words(secret: bytes, contributions: Sequence[str], scheme: Scheme) -> Iterator[int]:
    """The 32-bit words of a deal, without end: those of the hashes of secret, contributions, counter."""
    start = secret + b"".join(map(_part if scheme == REVEALED else _text, contributions))
    for counter in count():
        block = sha256(start + counter.to_bytes(4, "big")).digest()
        for place in range(0, len(block), 4):
            yield int.from_bytes(block[place : place + 4], "big")


def _text(contribution: str) -> bytes:
    # The zero byte, which no text contains, keeps "ab" and "c" apart from "a" and "bc".
    return contribution.encode() + b"\0"


def _part(contribution: str) -> bytes:
    """One byte that says whether the seat contributed, so that no two lists give the same bytes."""
    return b"\1" + bytes.fromhex(contribution) if contribution else b"\0"


def below(words: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, each exactly as likely (Lemire's method)."""
    product = next(words) * n
    while product % WORD < (WORD - n) % n:
        product = next(words) * n
    return product // WORD


def deal(
    rules: Rules,
    secret: bytes,
    contributions: Sequence[str],
    leader: int | None = None,
    dealt_before: Cards = (),
    *,
    scheme: Scheme,
) -> tuple[int, tuple[Cards, ...]]:
    """The leader and the hands by seat of a round (R3); leader None draws one (R5).

    ``contributions`` are texts or, revealed, 64 hexadecimal digits; empty where a seat added nothing.
    ``dealt_before`` are the cards of the first round, for the second round of ``two_hands``.
    """
    words = random_words(secret, contributions, scheme)
    if leader is None:
        leader = below(words, rules.players)
    whole = Counter(dict.fromkeys(rules.ranks, rules.copies))
    deck = sorted((whole - Counter(dealt_before)).elements())
    hands = [_draw(words, deck, seat * rules.deal, rules.deal) for seat in range(rules.players)]
    return leader, tuple(hands)


def _draw(words: Iterator[int], deck: list[int], top: int, size: int) -> Cards:
    for first in range(top, top + size):  # A Fisher-Yates shuffle, as far as it is needed.
        chosen = first + below(words, len(deck) - first)
        deck[first], deck[chosen] = deck[chosen], deck[first]
    return tuple(sorted(deck[top : top + size]))
