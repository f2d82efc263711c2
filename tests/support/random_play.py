"""Rules of every kind, and rounds played at random under them, for the tests that want many."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from fivethreefive import Action, Game, Round, Rules

PLAIN = {f"{players} players": Rules(players) for players in range(2, 7)}
LARGER = {f"{players} players, larger": Rules(players, overwrite="larger") for players in range(2, 7)}
STUDY = {
    "study deck": Rules(2, ranks=(1, 2, 3, 7, 8, 9), copies=2, deal=4),
    "study deck without 8": Rules(3, ranks=(1, 2, 3, 11, 12), copies=3, deal=4),
    "study deck of clouds, larger": Rules(2, ranks=(7, 8, 9), copies=5, deal=7, overwrite="larger"),
    "study deck of one copy": Rules(2, copies=1, deal=6),
}
OTHERS = {
    "extra deal": Rules(3, deal=16),
    "two hands": Rules(2, format="two_hands"),
    "whole deck": Rules(5, deal=13),
}
EVERY_KIND: dict[str, Rules] = PLAIN | LARGER | STUDY | OTHERS
"""By name: every number of players, ``larger``, and decks and deals of other sizes."""


def choose(round_: Round, chooser: random.Random) -> Action:
    """A legal action at random, a pass less often than that, so that more melds lie on the table."""
    actions = round_.legal_actions()
    if len(actions) > 1 and chooser.random() < 0.4:
        actions = [action for action in actions if action.kind != "pass"]
    return chooser.choice(actions)


def moments(round_: Round, chooser: random.Random) -> Iterator[Round]:
    """Play ``round_`` to its end and yield it, the same object, before every action and when it is over."""
    yield round_
    while not round_.is_over:
        round_.apply(choose(round_, chooser))
        yield round_


def positions(rules: Rules, count: int, seed: int) -> Iterator[Round]:
    """Rounds that go on, each dealt and played up to some moment at random."""
    chooser = random.Random(seed)
    for stream in range(count):
        reached = [moment.copy() for moment in moments(Round.deal(rules, seed, stream=stream), chooser)]
        yield chooser.choice(reached[:-1])


def odd_positions(rules: Rules, count: int, seed: int) -> Iterator[Round]:
    """The same with hands of any sizes up to the deal, of which some together are never reached."""
    chooser = random.Random(seed)
    deck = [rank for rank in rules.ranks for _ in range(rules.copies)]
    for _ in range(count):
        chooser.shuffle(deck)
        most = min(rules.deal, len(deck) // rules.players)
        sizes = [chooser.randint(1, most) for _ in range(rules.players)]
        hands = [deck[seat * most :][:size] for seat, size in enumerate(sizes)]
        start = Round(rules, hands, chooser.randrange(rules.players))
        reached = [moment.copy() for moment in moments(start, chooser)]
        yield chooser.choice(reached[:-1])


def play_to_the_end(game: Game, chooser: random.Random) -> Game:
    """Play a game on at random until it is over."""
    while True:
        while not game.round.is_over:
            game.apply(choose(game.round, chooser))
        if game.is_over:
            return game
        game.next_round()


def hands_of(round_: Round) -> tuple[tuple[int, ...], ...]:
    """The hands by seat."""
    return tuple(round_.hand(seat) for seat in range(round_.rules.players))


def shown(round_: Round) -> Any:
    """All that a round shows, to compare it with another or with itself later."""
    return hands_of(round_), round_.observe(None), round_.leader, round_.points()


def other_hands(round_: Round, dealt: Any) -> Round:
    """The round played again from hands with which it ends in ``dealt``."""
    played: list[Counter[int]] = [Counter() for _ in dealt]
    for seat, action in round_.history:
        played[seat].update(action.cards)
    start = [[*hand, *cards.elements()] for hand, cards in zip(dealt, played, strict=True)]
    twin = Round(round_.rules, start, round_.leader)
    for _, action in round_.history:
        twin.apply(action)
    return twin
