"""Whole games, everything that can be seen of them, are to the letter what they were."""

from __future__ import annotations

import pytest

from playthroughs.make import FOLDER, GAMES, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_as_it_was(name: str) -> None:
    pinned = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert playthrough(GAMES[name]).splitlines() == pinned.splitlines()


def test_every_playthrough_is_compared() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(GAMES)
