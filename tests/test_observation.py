"""What a seat may know: nothing that it sees depends on a card it may not know."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import msgspec
import numpy as np
import pytest

from fivethreefive import Game, InvalidInput, Observation, Round, Rules, determinize
from fivethreefive.analysis import hint
from fivethreefive.bots import make_bot
from fivethreefive.cards import pack, unpack
from fivethreefive.features import features
from fivethreefive.observation import kernel_row
from fivethreefive.record import write_observed
from fivethreefive.rules.kernel import LAST, NOBODY, PASSED, PLAYED, TABLE, TURN, WINNER
from support.random_play import EVERY_KIND, choose, moments, odd_positions, positions

RULES = pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)
FOUR = Rules(4)


def deck(rules: Rules) -> Counter[int]:
    return Counter(dict.fromkeys(rules.ranks, rules.copies))


def hands(round_: Round) -> list[tuple[int, ...]]:
    return [round_.hand(seat) for seat in range(round_.rules.players)]


def deal_hidden_anew(
    round_: Round, seat: int | None, out: Counter[int], chooser: random.Random
) -> list[Any]:
    """Hands by seat as good as the round's for all that ``seat`` may know.

    ``out`` are cards known to be out of play; others' hands and what is set aside are shuffled.
    """
    own = Counter() if seat is None else Counter(round_.hand(seat))
    pool = list((deck(round_.rules) - out - own).elements())
    chooser.shuffle(pool)
    dealt = []
    for other, hand in enumerate(hands(round_)):
        cut = 0 if other == seat else len(hand)
        dealt.append(hand if other == seat else tuple(sorted(pool[:cut])))
        del pool[:cut]
    return dealt


def played_by(round_: Round) -> list[Counter[int]]:
    """The cards that each seat has played."""
    played: list[Counter[int]] = [Counter() for _ in range(round_.rules.players)]
    for seat, action in round_.history:
        played[seat].update(action.cards)
    return played


def other_start(round_: Round, seat: int | None, chooser: random.Random, seen: Any = ()) -> list[list[int]]:
    """Hands that the round could have been dealt for all that ``seat`` may know.

    ``seen`` are cards known from before the round. Everything played stays legal with them, since each
    seat is dealt what it has played and as many cards more as it holds.
    """
    played = played_by(round_)
    held = deal_hidden_anew(round_, seat, sum(played, Counter(seen)), chooser)
    return [[*cards, *more.elements()] for cards, more in zip(held, played, strict=True)]


def play_again(round_: Round, twin: Round | Game) -> None:
    """Play in ``twin`` what was played in ``round_``."""
    for _, action in round_.history:
        twin.apply(action)


def twin_of(round_: Round, seat: int | None, chooser: random.Random, seen: Any = ()) -> Round:
    """A round that was dealt other hidden cards, played as ``round_`` was up to now."""
    twin = Round(round_.rules, other_start(round_, seat, chooser, seen), round_.leader, seen=seen)
    play_again(round_, twin)
    return twin


def play_round(game: Game, chooser: random.Random) -> None:
    while not game.round.is_over:
        game.apply(choose(game.round, chooser))


def play_a_little(game: Game, chooser: random.Random) -> None:
    """Some actions of a round, but not the last."""
    for _ in range(chooser.randrange(20)):
        if min(game.observe(None).cards_left) > 3:
            game.apply(choose(game.round, chooser))


def encoded(observation: Observation) -> bytes:
    return msgspec.json.encode(observation)


@RULES
def test_nothing_seen_depends_on_what_is_hidden(rules: Rules) -> None:
    """Non-interference: hidden cards dealt anew, the same play, and each seat sees the same bytes."""
    chooser = random.Random(1)
    differing = 0
    for round_ in positions(rules, 25, seed=6):
        for seat in (*range(rules.players), None):
            twin = twin_of(round_, seat, chooser)
            differing += hands(twin) != hands(round_)
            assert encoded(twin.observe(seat)) == encoded(round_.observe(seat))
    assert differing > 25


def test_nothing_seen_in_the_second_hand_depends_on_what_is_hidden() -> None:
    """Options, two_hands: only the cards of the first round are known besides."""
    rules = Rules(2, format="two_hands")
    for seed in range(40):
        chooser = random.Random(seed)
        game = Game(rules, seed)
        play_round(game, chooser)
        first = game.next_round().observe(None).seen
        play_a_little(game, chooser)
        for seat in (0, 1, None):
            twin = twin_of(game.round, seat, chooser, first)
            assert encoded(twin.observe(seat)) == encoded(game.round.observe(seat))


def test_nothing_seen_of_a_game_depends_on_what_is_hidden() -> None:
    """The scores and the number of the round too: the game is told anew with other hidden cards."""
    rules = Rules(4, target=100)
    for seed in range(20):
        chooser = random.Random(seed)
        game = Game(rules, seed)
        play_round(game, chooser)
        first_round = list(game.events)
        game.next_round()
        play_a_little(game, chooser)
        for seat in (*range(4), None):
            twin = Game.from_events(first_round)
            twin.next_round(other_start(game.round, seat, chooser))
            play_again(game.round, twin)
            assert encoded(twin.observe(seat)) == encoded(game.observe(seat))
            assert game.observe(seat).round == 2
            assert game.observe(seat).scores == game.scores != (0, 0, 0, 0)


def test_other_hands_show_where_they_may() -> None:
    """The tests above can fail: the seat itself sees other bytes when its own hand changes."""
    round_ = Round(FOUR, [[1], [2], [3], [4]])
    twin = Round(FOUR, [[1], [5], [3], [4]])
    assert encoded(round_.observe(1)) != encoded(twin.observe(1))
    assert encoded(round_.observe(2)) == encoded(twin.observe(2))


@RULES
def test_each_field_says_what_it_should(rules: Rules) -> None:
    for round_ in positions(rules, 10, seed=7):
        for seat in range(rules.players):
            check_fields(round_, seat, round_.observe(seat))
        spectator = round_.observe(None)
        assert (spectator.seat, spectator.hand, spectator.legal) == (None, (), ())
        own = round_.observe(round_.turn)
        assert msgspec.structs.replace(own, seat=None, hand=(), legal=()) == spectator


def check_fields(round_: Round, seat: int, observation: Observation) -> None:
    assert (observation.rules, observation.seat) == (round_.rules, seat)
    assert observation.hand == round_.hand(seat)
    assert (observation.table, observation.turn, observation.last) == (
        round_.table,
        round_.turn,
        round_.last,
    )
    assert (observation.laid_by, len(observation.laid_by)) == (round_.laid_by, len(round_.table))
    assert (observation.passed, observation.history) == (round_.passed, round_.history)
    assert observation.cards_left == tuple(map(len, hands(round_)))
    assert (observation.leader, observation.round) == (round_.leader, 1)
    assert observation.scores == (0,) * round_.rules.players
    assert (observation.winner, observation.shown) == (None, None)
    assert list(observation.legal) == (round_.legal_actions() if seat == round_.turn else [])
    seen = Counter(observation.seen)
    assert seen == sum(played_by(round_), Counter())
    assert Counter(observation.unseen) == deck(round_.rules) - seen - Counter(observation.hand)


@RULES
def test_once_the_round_is_over_every_hand_is_shown(rules: Rules) -> None:
    """R20."""
    chooser = random.Random(2)
    for stream in range(5):
        *_, over = moments(Round.deal(rules, 8, stream=stream), chooser)
        for seat in (*range(rules.players), None):
            observation = over.observe(seat)
            assert observation.shown == tuple(hands(over))
            assert (observation.winner, observation.turn, observation.legal) == (over.winner, over.turn, ())


@pytest.mark.parametrize("seat", [-1, 4, True, "0"])
def test_a_seat_that_does_not_exist_sees_nothing(seat: Any) -> None:
    for side in (Round(FOUR, [[1], [2], [3], [4]]), Game(FOUR, 1)):
        with pytest.raises(InvalidInput):
            side.observe(seat)


def test_an_observation_cannot_be_changed() -> None:
    observation = Round(FOUR, [[1], [2], [3], [4]]).observe(0)
    with pytest.raises(AttributeError):
        observation.hand = (2,)  # type: ignore[misc]


def test_an_observation_survives_json() -> None:
    for round_ in positions(FOUR, 10, seed=9):
        observation = round_.observe(round_.turn)
        assert msgspec.json.decode(encoded(observation), type=Observation) == observation


@RULES
def test_the_kernel_row_holds_what_is_known_and_no_more(rules: Rules) -> None:
    for round_ in positions(rules, 10, seed=10):
        for seat in (*range(rules.players), None):
            row = kernel_row(round_.observe(seat))
            assert [unpack(hand) for hand in row[:6]] == [
                round_.hand(other) if other == seat else () for other in range(6)
            ]
            assert row[TABLE:] == round_._row[TABLE:]


def test_the_kernel_row_of_a_round_that_is_over() -> None:
    round_ = Round(FOUR, [[1], [2], [3], [4]])
    round_.apply("1")
    row = kernel_row(round_.observe(2))
    assert (row[WINNER], row[TURN], row[LAST], row[PASSED]) == (0, 0, 0, 0)
    assert kernel_row(Round(FOUR, [[1], [2], [3], [4]]).observe(2))[WINNER] == NOBODY
    assert unpack(row[PLAYED]) == (1,)


# determinize


def check_determinized(observation: Observation, dealt: tuple[tuple[int, ...], ...]) -> None:
    assert observation.seat is not None
    assert dealt[observation.seat] == observation.hand
    assert tuple(map(len, dealt)) == observation.cards_left
    assert all(tuple(sorted(hand)) == hand for hand in dealt)
    held = sum(map(Counter, dealt), Counter())
    assert held + Counter(observation.seen) <= deck(observation.rules)


@RULES
def test_determinized_hands_fit_what_is_known(rules: Rules) -> None:
    for number, round_ in enumerate(positions(rules, 15, seed=11)):
        for seat in range(rules.players):
            observation = round_.observe(seat)
            check_determinized(observation, determinize(observation, number))


def test_determinized_hands_of_any_sizes() -> None:
    for players in range(2, 7):
        for number, round_ in enumerate(odd_positions(Rules(players), 30, seed=12)):
            observation = round_.observe(round_.turn)
            check_determinized(observation, determinize(observation, number))


def test_in_the_second_hand_no_card_of_the_first_is_dealt() -> None:
    """Options, two_hands: with the whole deck dealt, the other hand is known for certain."""
    rules = Rules(2, format="two_hands", deal=13)
    for seed in range(30):
        chooser = random.Random(seed)
        game = Game(rules, seed)
        play_round(game, chooser)
        game.next_round()
        for seat in (0, 1):
            assert determinize(game.observe(seat), seed) == (game.round.hand(0), game.round.hand(1))


def test_the_same_seed_determinizes_the_same() -> None:
    observation = Round.deal(FOUR, 1).observe(0)
    assert determinize(observation, 5) == determinize(observation, 5)
    assert determinize(observation, np.random.default_rng(5)) == determinize(
        observation, np.random.default_rng(5)
    )
    assert len({determinize(observation, seed) for seed in range(50)}) == 50
    with pytest.raises(InvalidInput, match="seed"):
        determinize(observation, -1)


def test_hands_of_a_round_that_is_over_can_be_determinized() -> None:
    """Who went out has none, even if nobody else held a card to deal."""
    round_ = Round(Rules(2), [[1], [2, 3]])
    round_.apply("1")
    assert determinize(round_.observe(1), 1) == ((), (2, 3))
    assert len(determinize(round_.observe(0), 1)[1]) == 2


def test_a_spectator_cannot_determinize() -> None:
    with pytest.raises(InvalidInput) as refused:
        determinize(Round.deal(FOUR, 1).observe(None), 1)
    assert refused.value.code == "needs_a_seat"


@pytest.mark.parametrize(
    "cards_left", [(12, 12, 12), (12,) * 5, (11, 12, 12, 12), (12, 12, 12, 17), (12, -1, 12, 12)]
)
def test_counts_that_do_not_fit_together(cards_left: tuple[int, ...]) -> None:
    observation = msgspec.structs.replace(Round.deal(FOUR, 1).observe(0), cards_left=cards_left)
    with pytest.raises(InvalidInput) as refused:
        determinize(observation, 1)
    assert (refused.value.code, refused.value.parameters) == ("counts_do_not_fit", {"counts": cards_left})


@pytest.mark.parametrize("seen", [(8,) * 3, (6,), (16,)])
def test_more_cards_seen_than_the_deck_has(seen: tuple[int, ...]) -> None:
    observation = msgspec.structs.replace(Round(FOUR, [[8, 8], [1], [2], [3]]).observe(0), seen=seen)
    for ask in (lambda: observation.unseen, lambda: determinize(observation, 1)):
        with pytest.raises(InvalidInput) as refused:
            ask()
        assert refused.value.code == "more_than_the_deck"


def test_each_way_to_deal_is_as_likely() -> None:
    """Seat 0 holds a 1; a 2, 3, 4 and 5 are left, of which seats 1 and 2 hold one each: twelve ways.

    The bound is what chi-square with 11 degrees of freedom passes once in ten million times.
    """
    rules = Rules(3, ranks=(1, 2, 3, 4, 5), copies=1, deal=1)
    observation = Round(rules, [[1], [2], [3]]).observe(0)
    draws = 6000
    found = Counter(determinize(observation, seed)[1:] for seed in range(draws))
    ways = [((first,), (second,)) for first, second in permutations((2, 3, 4, 5), 2)]
    assert set(found) == set(ways)
    expected = draws / len(ways)
    assert sum((found[way] - expected) ** 2 / expected for way in ways) < 56


def test_each_card_is_as_likely_to_be_in_a_hand() -> None:
    """Of four 2s and one 3 unseen, seat 1 holds two: the 3 is among them two times out of five."""
    rules = Rules(2, ranks=(2, 3), copies=4, deal=2)
    observation = Round(rules, [[3, 3], [2, 2]], seen=[3]).observe(0)
    assert observation.unseen == (2, 2, 2, 2, 3)
    draws = 5000
    with_3 = sum(3 in determinize(observation, seed)[1] for seed in range(draws))
    assert abs(with_3 - 0.4 * draws) < 5 * (draws * 0.4 * 0.6) ** 0.5


def test_cards_are_packed_once() -> None:
    """The row of an observation is read by bots: its hand is the seat's, packed."""
    observation = Round(FOUR, [[1], [8, 8], [3], [4]]).observe(1)
    assert kernel_row(observation)[1] == pack((8, 8))


def test_a_round_is_no_observation() -> None:
    """Who hands one in is told how to get what is wanted."""
    round_ = Round.deal(Rules(3), seed=1, leader=0)
    wanted: list[Callable[[], object]] = [
        lambda: make_bot("greedy").act(round_, np.random.default_rng(1)),  # type: ignore[arg-type]
        lambda: make_bot("search:10").act(round_, np.random.default_rng(1)),  # type: ignore[arg-type]
        lambda: determinize(round_, 1),  # type: ignore[arg-type]
        lambda: features(round_),  # type: ignore[arg-type]
        lambda: hint(round_),  # type: ignore[arg-type]
        lambda: write_observed(round_),  # type: ignore[arg-type]
    ]
    for call in wanted:
        with pytest.raises(InvalidInput, match="an Observation is needed, not a Round: the method observe"):
            call()
