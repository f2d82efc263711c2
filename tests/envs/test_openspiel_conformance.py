"""OpenSpiel's own tests of a game's interface, on whole trees of small decks and samples of full ones."""

from __future__ import annotations

from typing import Any

import pytest
from open_spiel.integration_tests import api_test

from support.openspiel_games import EVERY_GAME, SMALL

SIZES = {
    "2 cards of 6": ((49, 352, 270), 138),
    "2 cards of 8": ((187, 1144, 744), 276),
}
"""Of each small game: nodes of chance, of players and at the end; and information states."""


def checked(base: Any, name: str, game: Any) -> list[Any]:
    """OpenSpiel's tests in ``base``, for one game."""
    kind: Any = type(base.__name__, (base,), {"game": game, "game_name": name})
    kind.setUpClass()
    return [getattr(kind(test), test) for test in dir(base) if test.startswith("test_")]


@pytest.mark.parametrize("name", SMALL)
def test_the_whole_tree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, SIZES[name][0])
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, SIZES[name][1])
    tests = checked(api_test.EnforceAPIOnFullTreeBase, name, SMALL[name])
    assert len(tests) > 5
    for test in tests:
        test()


@pytest.mark.parametrize("name", ["2 players", "6 players, larger", "study deck"])
def test_some_states(name: str) -> None:
    tests = checked(api_test.EnforceAPIOnPartialTreeBase, name, EVERY_GAME[name])
    assert len(tests) > 4
    for test in tests:
        test()
