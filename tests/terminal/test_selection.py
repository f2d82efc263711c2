"""What a choice of cards can become, pinned by the vectors that the page's tests read too."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fivethreefive.rules.actions import Action
from fivethreefive.terminal.selection import missing, select
from support.paths import TESTS

VECTORS = json.loads((TESTS / "vectors" / "selection.json").read_text("utf-8"))


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["name"])
def test_a_choice_becomes_what_it_becomes_for_every_client(case: dict[str, Any]) -> None:
    legal = [Action(**{**action, "cards": tuple(action["cards"]), "makes": tuple(action["makes"])})
             for action in case["legal"]]  # fmt: skip
    found = select(case["hand"], legal, case["chosen"])
    assert {str(rank): more for rank, more in found.more.items()} == case["more"]
    assert [str(action) for action in found.completed] == case["completed"]
    assert [*found.dead] == case["dead"]
    for cards in missing(legal, case["chosen"]):
        whole = sorted([*cards, *case["chosen"]])
        assert any(sorted(action.cards) == whole for action in legal)
