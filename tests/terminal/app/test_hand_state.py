"""The hand in the app, pinned by the vectors that the page's tests read too."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fivethreefive.terminal.app.hand_state import Held, clusters, reconcile
from support.paths import TESTS


def vectors(name: str, field: str) -> list[dict[str, Any]]:
    """The vectors of a file that have a field."""
    found = json.loads((TESTS / "vectors" / f"{name}.json").read_text("utf-8"))
    return [vector for vector in found if field in vector]


@pytest.mark.parametrize("vector", vectors("hands", "after"), ids=lambda vector: vector["name"])
def test_a_hand_that_changes(vector: dict[str, Any]) -> None:
    held = [Held(*card) for card in vector["held"]]
    after = reconcile(held, vector["hand"], frozenset(vector["chosen"]))
    assert after == [Held(*card) for card in vector["after"]]


@pytest.mark.parametrize("vector", vectors("hands", "melds"), ids=lambda vector: vector["name"])
def test_a_hand_that_is_sorted(vector: dict[str, Any]) -> None:
    held = [Held(number, rank) for number, rank in enumerate(vector["hand"])]
    groups = clusters(held, "melds")
    assert [[card.rank for card in group] for group in groups] == vector["melds"]
    assert clusters(held, "rank") == [held]
