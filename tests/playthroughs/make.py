"""Write the playthroughs anew: only after a change that is meant to change them, and says so.

A playthrough is a whole game of random choices with everything that can be seen of it, for people to
read and for the test to compare: one changed letter is a changed game.

    python tests/playthroughs/make.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fivethreefive import Game, Round, Rules
from fivethreefive.cards import write_cards
from fivethreefive.rules.kernel import below
from fivethreefive.rules.seeding import STREAM_LIMIT, random_stream

FOLDER = Path(__file__).parent
SEED = 535

GAMES = {
    "four_players": Rules(4),
    "two_hands": Rules(2, format="two_hands"),
    "six_players_larger": Rules(6, overwrite="larger"),
    "study_deck": Rules(2, ranks=(1, 2, 3, 7, 8, 9), copies=2, deal=4, next_leader="loser", target=15),
}


def playthrough(rules: Rules) -> str:
    """The whole game as text."""
    return "\n".join(game_lines(rules)) + "\n"


def game_lines(rules: Rules) -> Iterator[str]:
    yield f"535, seed {SEED}"
    for option, value in rules.changes().items():
        yield f"{option}: {value}"
    game = Game(rules, SEED)
    rng = random_stream(SEED, STREAM_LIMIT - 1)
    while True:
        yield ""
        yield f"ROUND {game.rounds}: seat {game.round.leader} leads"
        while not game.round.is_over:
            yield from decision_lines(game.round)
            actions = game.round.legal_actions()
            action = actions[below(rng, len(actions))]
            seat = game.round.turn
            game.apply(action)
            makes = f", on the table {write_cards(action.makes)}" if action.kind == "add" else ""
            ends = ", ends the trick" if action.ends_trick else ""
            yield f"seat {seat}: {action}{makes}{ends}"
        yield ""
        yield f"seat {game.round.winner} goes out, hands {hands(game.round)}"
        yield f"points {numbers(game.round.points())}, scores {numbers(game.scores)}"
        if game.winners is not None:
            yield f"won by {numbers(game.winners)}"
            return
        game.next_round()


def decision_lines(round_: Round) -> Iterator[str]:
    """The position and what may be done in it."""
    last = "" if round_.last is None else f" by seat {round_.last}"
    passed = f", passed {numbers(round_.passed)}" if round_.passed else ""
    yield ""
    yield f"table {write_cards(round_.table)}{last}{passed}"
    yield f"hands {hands(round_)}"
    yield f"known {write_cards(round_.observe(None).seen)}"
    yield f"legal {' '.join(map(str, round_.legal_actions()))}"


def hands(round_: Round) -> str:
    return " / ".join(write_cards(round_.hand(seat)) for seat in range(round_.rules.players))


def numbers(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


if __name__ == "__main__":
    for name, rules in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(rules), "utf-8")
