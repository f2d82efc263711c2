"""Seeds of their own, derived from one seed; test_random_words.py has the words and the deals."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

from fivethreefive import InvalidInput
from fivethreefive.rules.kernel import DEAL_STREAMS, SEED_LIMIT
from fivethreefive.rules.seeding import (
    CHOICES_STREAM,
    STREAM_LIMIT,
    UNSEEN_STREAM,
    derive_seed,
    player_rng,
    random_stream,
    seed_of,
)


def test_streams_for_other_things_than_deals() -> None:
    assert {UNSEEN_STREAM, CHOICES_STREAM} == set(range(DEAL_STREAMS, STREAM_LIMIT))


def test_a_derived_seed_is_the_first_62_bits_of_a_hash() -> None:
    digest = hashlib.sha256(b"535/7/deal").hexdigest()
    assert derive_seed(535, 7, "deal") == int(digest, 16) >> 256 - 62
    assert derive_seed(535) != 535
    assert all(derive_seed(seed) < SEED_LIMIT for seed in range(50))


def test_a_generator_draws_the_seed_to_derive_from() -> None:
    drawn = seed_of(np.random.default_rng(1))
    assert derive_seed(np.random.default_rng(1), "deal") == derive_seed(drawn, "deal")


def test_every_part_of_the_path_counts() -> None:
    paths: list[tuple[Any, ...]] = [(), (1,), (2,), (1, 2), (12,), ("1", "2x"), ("deal",)]
    assert len({derive_seed(seed, *path) for seed in (0, 1) for path in paths}) == 2 * len(paths)


def test_a_player_draws_from_a_path_of_its_own() -> None:
    expected = np.random.default_rng(derive_seed(5, 3, "player"))
    assert player_rng(5, 3).integers(2**62) == expected.integers(2**62)
    assert player_rng(5, 3).integers(2**62) != player_rng(5, 4).integers(2**62)


@pytest.mark.parametrize("stream", [0, DEAL_STREAMS, STREAM_LIMIT - 1, np.int64(7)])
def test_what_is_a_stream(stream: Any) -> None:
    assert random_stream(1, stream).tolist() != random_stream(1, 1).tolist()


@pytest.mark.parametrize("stream", [-1, STREAM_LIMIT, True, 1.0, "1", None])
def test_what_is_no_stream(stream: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        random_stream(1, stream)
    assert refused.value.code == "not_in_range"
    assert refused.value.parameters == {
        "option": "stream", "value": stream, "least": 0, "most": STREAM_LIMIT - 1,
    }  # fmt: skip
