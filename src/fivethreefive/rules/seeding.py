"""Seeds, checked at the edge, and the kernel's random words and deals for a single round.

Randomness is given, never global: one whole number, or a NumPy generator to draw one from. Each
round of a game, of a batch and of a play-out has its own stream of the one seed.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from fivethreefive.cards import unpack
from fivethreefive.language import InvalidInput
from fivethreefive.rules import kernel
from fivethreefive.rules.kernel import DEAL_STREAMS, MOST_CARDS, SEATS, SEED_LIMIT, WIDTH
from fivethreefive.rules.melds import Cards
from fivethreefive.rules.tables import Tables
from fivethreefive.validation import valid_count, whole

Seed = int | np.random.Generator

STREAM_LIMIT = 1 << 32

UNSEEN_STREAM = DEAL_STREAMS
"""What unseen cards are dealt from: a stream of no deal, or the same seed would deal the true hands."""
CHOICES_STREAM = DEAL_STREAMS + 1
"""What ``BatchRounds.random_actions`` draws from."""


def seed_of(seed: Seed) -> int:
    """The whole number to start from: ``seed`` itself, or one drawn from a NumPy generator.

    Raises InvalidInput where it is not a whole number from 0 to 2^62 - 1.
    """
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(SEED_LIMIT))
    number = whole(seed)
    if number is None or not 0 <= number < SEED_LIMIT:
        raise InvalidInput("not_a_seed", seed=seed)
    return number


def derive_seed(seed: Seed, *path: int | str) -> int:
    """A seed of its own for what ``path`` names, from which nobody can get back to ``seed``.

    The first 62 bits of SHA-256 of the seed and the path as text, joined by ``/``. Whoever is handed
    random numbers made from it, as a bot is, learns nothing of the deals made from ``seed``.
    """
    text = "/".join(map(str, (seed_of(seed), *path)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 2


def player_rng(seed: Seed, *path: int | str) -> np.random.Generator:
    """A generator to hand to a player: one for each ``path``, telling nothing of the deals."""
    return np.random.default_rng(derive_seed(seed, *path, "player"))


def random_stream(seed: Seed, stream: int = 0) -> Any:
    """The kernel's random words of one stream: an array of four words, at its start.

    Raises InvalidInput for a stream that is not a whole number from 0 to 2^32 - 1.
    """
    number = valid_count("stream", stream, 0, STREAM_LIMIT - 1)
    rng = np.zeros(4, np.int64)
    kernel.start_stream(rng, seed_of(seed), number)
    return rng


def deal_row(tables: Tables, seed: Seed, stream: int, leader: int | None, seen: int = 0) -> list[int]:
    """A kernel row just dealt from the cards not in the packed ``seen``; leader None draws one (R5)."""
    row = np.zeros(WIDTH, np.int64)
    deck = np.zeros(MOST_CARDS, np.int64)
    first = kernel.NOBODY if leader is None else leader
    kernel.deal(tables.arrays, row, deck, random_stream(seed, stream), first, seen)
    numbers: list[int] = row.tolist()  # Plain integers: NumPy's would slow down every later step.
    return numbers


def deal_unseen(seed: Seed, seat: int, hand: int, sizes: tuple[int, ...], pool: int) -> tuple[Cards, ...]:
    """Hands by seat: ``hand`` at ``seat``, the packed ``pool`` dealt at random to the others."""
    row = np.zeros(SEATS, np.int64)
    deck = np.zeros(MOST_CARDS, np.int64)
    counts = np.array(sizes, np.int64)
    row[seat] = hand
    kernel.deal_unseen(row, seat, counts, len(sizes), pool, deck, random_stream(seed, UNSEEN_STREAM))
    return tuple(unpack(int(row[s])) for s in range(len(sizes)))
