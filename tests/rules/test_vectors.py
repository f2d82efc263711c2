"""What records and learned bots rely on is pinned: ids of actions, random words, deals, games."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from vectors.make import FOLDER, VECTORS


@pytest.mark.parametrize("name", VECTORS)
def test_vectors(name: str) -> None:
    make: Callable[[], list[Any]] = VECTORS[name]
    assert make() == json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def test_every_file_of_vectors_is_compared() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == set(VECTORS)


def test_there_are_132_actions() -> None:
    assert len(VECTORS["actions"]()) == 132
