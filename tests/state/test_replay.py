"""The last action of a round and how it ended a trick, and the steps of a game in any order."""

from __future__ import annotations

import random

import pytest

from fivethreefive import Game, Round, Rules
from fivethreefive.observation import Played, TrickEnd
from fivethreefive.state import Acted
from fivethreefive.state.replay import steps
from support.random_play import EVERY_KIND, moments, play_to_the_end


@pytest.mark.parametrize(
    ("actions", "end"),
    [
        (("3",), None),
        (("4", "+5"), None),
        (("15", "pass"), TrickEnd("R15", 0)),
        (("3", "+3-3", "+3"), TrickEnd("R16", 0)),
        (("3-4", "+5", "+1-2"), TrickEnd("R17", 0)),
        (("3", ">8"), TrickEnd("R18", 1)),
        (("3", ">5", "pass", "15", "pass", "8", "pass", "3-3"), TrickEnd("R19", 1)),
    ],
    ids=lambda value: value[-1] if isinstance(value, tuple) and isinstance(value[0], str) else "",
)
def test_how_an_action_ended_its_trick(actions: tuple[str, ...], end: TrickEnd | None) -> None:
    """R15 to R19: the seat leads next, or went out."""
    round_ = Round(Rules(2), [[1, 2, 3, 3, 4, 15], [3, 3, 5, 8, 15]])
    assert (round_.last_played, round_.trick_end) == (None, None)
    for text in actions:
        round_.apply(text)
    assert round_.last_played == round_.history[-1]
    assert str(round_.last_played[1]) == actions[-1]
    assert round_.trick_end == end


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND.keys())
def test_everybody_is_told_the_same_end(rules: Rules) -> None:
    """A trick ends where the table was cleared or the round is over, and nowhere else."""
    for round_ in moments(Round.deal(rules, 3), random.Random(1)):
        ended = round_.is_over or not (round_.table or round_.last_played is None)
        assert (round_.trick_end is not None) == ended
        for seat in (0, None):
            seen = round_.observe(seat)
            assert (seen.last_played, seen.trick_end) == (round_.last_played, round_.trick_end)


def test_a_position_has_no_last_action() -> None:
    round_ = Round(Rules(2), [[1], [2]], table=[3], last=0)
    assert (round_.last_played, round_.trick_end) == (None, None)
    round_.apply("pass")
    assert isinstance(round_.last_played, Played)
    assert round_.trick_end == TrickEnd("R15", 0)


def test_the_steps_of_a_game() -> None:
    game = play_to_the_end(Game(Rules(4), seed=8), random.Random(8))
    found = [*steps(game.events, 1)]
    assert [step.event for step in found] == game.events[1:]
    assert [step.before for step in found[1:]] == [step.after for step in found[:-1]]
    assert found[-1].after == game.observe(1)
    ends = [step.ended for step in found if isinstance(step.event, Acted)]
    assert ends.count("R19") == game.rounds
    assert {step.ended for step in found if not isinstance(step.event, Acted)} == {None}
