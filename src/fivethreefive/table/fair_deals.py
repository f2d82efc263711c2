"""Fair deals: a secret is committed to before each round and revealed after it (docs/host/fair-deals.md).

The draw is that of docs/library/random.md, in the same order; only its random words come from elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count

from fivethreefive.rules.melds import Cards
from fivethreefive.rules.options import Rules

SECRET_BYTES = 32
WORD = 1 << 32


def commitment_of(secret: bytes) -> str:
    """The hash that is published before the deal, in hexadecimal digits."""
    return sha256(secret).hexdigest()


def random_words(secret: bytes, contributions: Sequence[str]) -> Iterator[int]:
    """The 32-bit words of a deal, without end: those of the hashes of secret, contributions, counter."""
    # The zero byte, which no text contains, keeps "ab" and "c" apart from "a" and "bc".
    start = secret + b"".join(text.encode() + b"\0" for text in contributions)
    for counter in count():
        block = sha256(start + counter.to_bytes(4, "big")).digest()
        for place in range(0, len(block), 4):
            yield int.from_bytes(block[place : place + 4], "big")


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
) -> tuple[int, tuple[Cards, ...]]:
    """The leader and the hands by seat of a round (R3); leader None draws one (R5).

    ``dealt_before`` are the cards of the first round, for the second round of ``two_hands``.
    """
    words = random_words(secret, contributions)
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
