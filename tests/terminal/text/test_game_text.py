"""Melds and plays in words, as the compiled rules have them."""

from __future__ import annotations

import pytest

from fivethreefive.language import Catalogue
from fivethreefive.observation import Observation
from fivethreefive.rules.actions import MELDS, Action
from fivethreefive.rules.melds import meld_of
from fivethreefive.rules.options import Rules
from fivethreefive.state import Round
from fivethreefive.table import beats
from fivethreefive.terminal.text.console import Console
from fivethreefive.terminal.text.game_text import GameText, possible


class Reader:
    def __init__(self) -> None:
        self.words = GameText(Console(Catalogue.of("en")), ["A", "B", "C", "D"], 0)


@pytest.mark.parametrize("rules", [Rules(4), Rules(5), Rules(4, overwrite="larger")])
def test_what_beats_a_meld_is_said_as_the_tables_have_it(rules: Rules) -> None:
    said_by = Reader().words
    for meld in MELDS:
        if meld is None or meld_of(rules, meld.cards) is None:
            continue
        plays = possible(rules, meld.cards)
        beaten = beats(rules, meld.cards)
        assert beaten is not None
        said = said_by.beats_text(beaten)
        same_size = [a for a in plays if a.kind == "overwrite" and len(a.cards) == meld.size]
        assert ("LOWER" in said) == (meld.kind == "run" and bool(same_size))
        assert ("higher" in said) == (meld.kind != "run" and bool(same_size))
        assert ("more cards" in said) == any(
            a.kind == "overwrite" and len(a.cards) > meld.size for a in plays
        )
        assert ("add" in said) == any(a.kind == "add" for a in plays)
        for action in same_size:
            assert (action.cards < meld.cards) == (meld.kind == "run")


def test_four_cards_can_only_be_added_to() -> None:
    for cards in ((2, 3, 4, 5), (15,)):
        beaten = beats(Rules(4), cards)
        assert beaten is not None
        assert Reader().words.beats_text(beaten) == "only added cards"


def test_a_play_says_what_it_makes_and_ends() -> None:
    said_by = Reader().words
    seen: Observation = Round(
        Rules(4), [[1, 5, 9], [1], [1], [1]], table=[2, 3, 4], last=1, turn=0
    ).observe(0)
    said = {str(a): said_by.choice_text(a, len(seen.hand)) for a in seen.legal if isinstance(a, Action)}
    assert said["+1"] == "Add 1: 1-2-3-4"
    assert said["+1-5"] == "Add 1 and 5: 1-2-3-4-5 (ends the trick)"
    assert said["pass"] == "Pass"
