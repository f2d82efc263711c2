"""docs/library/random.md, followed to the letter by code that shares nothing with the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from fivethreefive import Game, Round, Rules
from fivethreefive.batch import BatchRounds, play_out
from fivethreefive.features import split_features
from fivethreefive.rules import kernel
from fivethreefive.rules.seeding import random_stream

TWO_32 = 2**32


def words(seed: int, stream: int) -> Iterator[int]:
    """The words of a stream."""
    a, b, c, counter = seed % TWO_32, seed // TWO_32, stream, 1
    number = 0
    while True:
        word = (a + b + counter) % TWO_32
        a, b, c = (
            b ^ (b >> 9),
            (c + 8 * c) % TWO_32,
            ((c << 21) % TWO_32 + (c >> 11) + word) % TWO_32,
        )
        counter = (counter + 1) % TWO_32
        number += 1
        if number > 12:
            yield word


def below(source: Iterator[int], n: int) -> int:
    """A fair number below n."""
    while True:
        product = next(source) * n
        if product % TWO_32 >= (TWO_32 - n) % n:
            return product // TWO_32


def dealt(
    source: Iterator[int], rules: Rules, leader: int | None, without: Counter[int]
) -> tuple[int, list[tuple[int, ...]]]:
    """The leader and the hands of a deal."""
    if leader is None:
        leader = below(source, rules.players)
    deck = sorted((Counter(rank for rank in rules.ranks for _ in range(rules.copies)) - without).elements())
    hands = []
    for _ in range(rules.players):
        hand = []
        for _ in range(rules.deal):
            chosen = below(source, len(deck))
            hand.append(deck[chosen])
            deck[chosen] = deck[0]
            deck.pop(0)
        hands.append(tuple(sorted(hand)))
    return leader, hands


def hands_of(round_: Round) -> list[tuple[int, ...]]:
    return [round_.hand(seat) for seat in range(round_.rules.players)]


@pytest.mark.parametrize("seed", [0, 1, 535, 2**32 - 1, 2**32, 2**61 + 12345, 2**62 - 1])
@pytest.mark.parametrize("stream", [0, 1, 77, 2**32 - 1])
def test_words_and_numbers(seed: int, stream: int) -> None:
    rng, source = random_stream(seed, stream), words(seed, stream)
    assert [kernel.next_word(rng) for _ in range(100)] == [next(source) for _ in range(100)]
    for n in [1, 2, 3, 52, 65, 1_500_000_000, 2**31 - 1] * 20:
        assert kernel.below(rng, n) == below(source, n)


@pytest.mark.parametrize("players", range(2, 7))
def test_a_deal(players: int) -> None:
    rules = Rules(players)
    for seed in range(30):
        round_ = Round.deal(rules, seed, stream=seed % 3)
        leader, hands = dealt(words(seed, seed % 3), rules, None, Counter())
        assert (round_.leader, hands_of(round_)) == (leader, hands)
        given = Round.deal(rules, seed, leader=players - 1)
        assert hands_of(given) == dealt(words(seed, 0), rules, players - 1, Counter())[1]


@pytest.mark.parametrize("rules", [Rules(4), Rules(2, format="two_hands"), Rules(6)])
def test_each_round_of_a_game_has_its_own_stream(rules: Rules) -> None:
    game = Game(rules, 535)
    leader, hands = dealt(words(535, 1), rules, None, Counter())
    assert (game.round.leader, hands_of(game.round)) == (leader, hands)
    while not game.round.is_over:
        game.apply(game.round.legal_actions()[-1])
    known = Counter(card for hand in hands for card in hand)
    game.next_round()
    without = known if rules.format == "two_hands" else Counter[int]()
    assert hands_of(game.round) == dealt(words(535, 2), rules, game.round.leader, without)[1]


def test_batches_use_a_stream_a_round() -> None:
    rules = Rules(3)
    batch = BatchRounds(rules, 4, seed=9)
    for first in (0, 4):
        expected = [dealt(words(9, first + i), rules, None, Counter()) for i in range(4)]
        assert batch.turn.tolist() == [leader for leader, _ in expected]
        counts = [[hands[leader].count(rank) for rank in range(16)] for leader, hands in expected]
        own = split_features(batch.observe(), 3)["hand"].tolist()
        assert own == [[row[r] for r in (1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14, 15)] for row in counts]
        batch.reset()


def test_random_play_goes_on_with_the_stream_of_its_deal() -> None:
    rules = Rules(4)
    results = play_out(rules, 20, "random", seed=3)
    for i in range(20):
        source = words(3, i)
        leader, hands = dealt(source, rules, None, Counter())
        round_ = Round(rules, hands, leader)
        decisions = 0
        while not round_.is_over:
            by_id = sorted(round_.legal_actions(), key=lambda action: action.id)
            round_.apply(by_id[below(source, len(by_id))])
            decisions += 1
        assert decisions == results.decisions[i]
        assert round_.points() == tuple(results.points[i])
