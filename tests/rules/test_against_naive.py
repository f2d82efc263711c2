"""The engine against the naive referee: thousands of random rounds, every player count and variant."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fivethreefive import Game, Round, Rules
from support.naive import NaiveGame, NaiveRound

STUDY_DECK: dict[str, Any] = {"ranks": (1, 2, 3, 7, 8, 9), "copies": 2, "deal": 4}

OWN_POINTS = {rank: rank for rank in (1, 2, 3, 4, 5, 7)} | {8: 40} | dict.fromkeys((9, *range(11, 16)), 0)

VARIANTS: dict[str, list[Rules]] = {
    "plain": [Rules(players) for players in range(2, 7)],
    "larger": [Rules(players, overwrite="larger") for players in range(2, 7)],
    "extra deal": [Rules(3, deal=16)],
    "two hands": [Rules(2, format="two_hands"), Rules(2, format="two_hands", next_leader="loser")],
    "left leads": [Rules(players, next_leader="left", target=10) for players in range(2, 7)],
    "loser leads": [Rules(players, next_leader="loser", target=10) for players in range(2, 7)],
    "study deck": [
        Rules(2, **STUDY_DECK),
        Rules(3, **{**STUDY_DECK, "deal": 3}),
        Rules(2, ranks=(7, 8, 9, 11, 12), copies=1, deal=2),
        Rules(2, ranks=(1, 3, 4, 8, 9, 11, 13, 14), copies=3, deal=8, overwrite="larger"),
        Rules(4, ranks=(2, 3, 4, 5, 12, 13, 14, 15), copies=5, deal=10),
        Rules(6, copies=2, deal=4),
    ],
    "own points": [Rules(4, points=OWN_POINTS)],
}  # fmt: skip

CASES = [
    pytest.param(rules, id=f"{name}, {rules.players} players, number {number}")
    for name, variants in VARIANTS.items()
    for number, rules in enumerate(variants)
]


def same(round_: Round, naive: NaiveRound) -> None:
    """Everything the two say about a position is equal."""
    actions = round_.legal_actions()
    assert {str(action) for action in actions} == naive.legal()
    assert len(actions) == len(naive.legal())
    assert round_.is_over == naive.is_over
    assert round_.winner == naive.winner
    assert [list(round_.hand(seat)) for seat in range(round_.rules.players)] == naive.hands
    assert round_.turn == naive.turn
    assert round_.table == tuple(naive.table)
    if not round_.is_over:
        assert round_.last == naive.last
        assert set(round_.passed) == set(naive.passed)
    for action in actions:
        if action.kind != "pass":
            assert action.makes == naive.makes(str(action))
            assert action.ends_trick == naive.ends_trick(str(action))


def play(side: Game | Round, naive: NaiveRound, chooser: random.Random) -> None:
    """Play a round out at random with both, comparing after every action."""
    round_ = side.round if isinstance(side, Game) else side
    same(round_, naive)
    while not round_.is_over:
        # Passing less often than at random keeps more melds on the table.
        actions = round_.legal_actions()
        action = chooser.choice(actions[1:] if len(actions) > 1 and chooser.random() < 0.4 else actions)
        side.apply(action if chooser.random() < 0.5 else str(action))
        naive.apply(str(action))
        same(round_, naive)
    assert list(round_.points()) == naive.points()


@pytest.mark.parametrize("rules", CASES)
def test_rounds_and_whole_games(rules: Rules) -> None:
    chooser = random.Random(repr(rules))
    rounds = 0
    seed = 0
    while rounds < 60:
        seed += 1
        game = Game(rules, seed)
        naive_game = NaiveGame(rules, game.round.leader)
        while True:
            assert game.round.leader == naive_game.leader
            hands = [list(game.round.hand(seat)) for seat in range(rules.players)]
            naive = NaiveRound(rules, hands, naive_game.leader)
            play(game, naive, chooser)
            rounds += 1
            naive_game.finish_round(game.round.turn, naive.points())
            assert list(game.scores) == naive_game.scores
            assert game.is_over == naive_game.is_over
            if game.is_over:
                break
            game.next_round()
        assert list(game.winners or ()) == naive_game.winners


@pytest.mark.parametrize("overwrite", ["same_size", "larger"])
@pytest.mark.parametrize("players", range(2, 7))
def test_positions_with_odd_hands(players: int, overwrite: Any) -> None:
    """Hands of any size up to a whole deck, which deals of the plain game never reach."""
    chooser = random.Random(players)
    rules = Rules(players, overwrite=overwrite, deal=Rules(players).deck_size // players)
    deck = [rank for rank in rules.ranks for _ in range(rules.copies)]
    for _ in range(40):
        chooser.shuffle(deck)
        sizes = [chooser.randint(1, rules.deal) for _ in range(players)]
        hands = [sorted(deck[sum(sizes[:s]) :][: sizes[s]]) for s in range(players)]
        leader = chooser.randrange(players)
        play(Round(rules, hands, leader), NaiveRound(rules, hands, leader), chooser)
