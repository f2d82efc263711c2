"""Seeds, checked at the edge, and the kernel's random words and deals for a single round.

Randomness is handed in, never global: one whole number, or a NumPy generator to draw one from. Each
round of a game, of a batch and of a play-out has its own stream of the one seed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fivethreefive.cards import unpack
from fivethreefive.language import InvalidInput
from fivethreefive.rules import kernel
from fivethreefive.rules.kernel import MOST_CARDS, SEATS, WIDTH
from fivethreefive.rules.melds import Cards
from fivethreefive.rules.tables import Tables

Seed = int | np.random.Generator

SEED_LIMIT = 1 << 62
STREAM_LIMIT = 1 << 32


def seed_of(seed: Seed) -> int:
    """The whole number to start from: ``seed`` itself, or one drawn from a NumPy generator.

    Raises InvalidInput where it is not a whole number from 0 to 2^62 - 1.
    """
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(SEED_LIMIT))
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < SEED_LIMIT:
        raise InvalidInput("not_a_seed", seed=seed)
    return int(seed)


def random_stream(seed: Seed, stream: int = 0) -> Any:
    """The kernel's random words of one stream: an array of four words, at its start."""
    rng = np.zeros(4, np.int64)
    kernel.start_stream(rng, seed_of(seed), stream)
    return rng


def deal_row(tables: Tables, seed: Seed, stream: int, leader: int | None, seen: int = 0) -> list[int]:
    """A kernel row just dealt from the cards not in the packed ``seen``; leader None draws one (R5)."""
    row = np.zeros(WIDTH, np.int64)
    deck = np.zeros(MOST_CARDS, np.int64)
    first = kernel.NOBODY if leader is None else leader
    kernel.deal(tables.arrays, row, deck, random_stream(seed, stream), first, seen)
    numbers: list[int] = row.tolist()
    return numbers


def deal_unseen(seed: Seed, seat: int, hand: int, sizes: tuple[int, ...], pool: int) -> tuple[Cards, ...]:
    """Hands by seat: ``hand`` at ``seat``, the packed ``pool`` dealt at random to the others."""
    row = np.zeros(SEATS, np.int64)
    deck = np.zeros(MOST_CARDS, np.int64)
    counts = np.array(sizes, np.int64)
    row[seat] = hand
    kernel.deal_unseen(row, seat, counts, len(sizes), pool, deck, random_stream(seed))
    return tuple(unpack(int(row[s])) for s in range(len(sizes)))
