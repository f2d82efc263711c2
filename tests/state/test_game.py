"""Game: rounds, leaders, scores and winners, and the events that tell them."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

from fivethreefive import Game, IllegalAction, InvalidInput, InvalidRules, Round, Rules
from fivethreefive.state import Acted, Dealt, GameEnded, RoundEnded, Started
from support.random_play import EVERY_KIND, choose, play_to_the_end, shown

FOUR = Rules(4)


def one_card(*hands: int, **options: Any) -> dict[str, Any]:
    """A game that is handed one card a seat, so that whoever leads goes out."""
    return {"rules": Rules(len(hands), deal=1, **options), "hands": [[card] for card in hands]}


def lead_out(game: Game) -> None:
    game.apply(str(game.round.hand(game.round.turn)[0]))


def test_the_events_of_a_game() -> None:
    game = Game(**one_card(8, 1, 15, target=3), seats=["Ann", "Ben", "Cleo"], leader=0)
    lead_out(game)
    assert game.events == [
        Started(game.rules, ("Ann", "Ben", "Cleo")),
        Dealt(1, ((8,), (1,), (15,)), 0),
        Acted(0, "8"),
        RoundEnded(0, (0, 1, 3)),
        GameEnded((0, 1, 3), (0,)),
    ]
    assert (game.is_over, game.winners, game.scores, game.rounds) == (True, (0,), (0, 1, 3), 1)


def test_seats_have_names_of_their_own() -> None:
    assert Game(FOUR, 1).seats == ("Seat 0", "Seat 1", "Seat 2", "Seat 3")
    with pytest.raises(InvalidInput) as refused:
        Game(FOUR, 1, seats=["Ann"])
    assert (refused.value.code, refused.value.parameters) == (
        "names_not_players",
        {"names": 1, "players": 4},
    )


@pytest.mark.parametrize("seats", ["Ann", [1, 2, 3, 4], ["Ann", "Ben", "Cleo", None]])
def test_what_are_no_names(seats: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        Game(FOUR, 1, seats=seats)
    assert (refused.value.code, refused.value.parameters) == ("seats_not_names", {"names": seats})


def test_what_are_no_names_is_said() -> None:
    with pytest.raises(InvalidInput) as refused:
        Game(FOUR, 1, seats="Ann")
    assert "Ann" in str(refused.value)


def test_rounds_follow_until_somebody_has_the_target() -> None:
    """R21: the score that reaches the target ends it, one below does not."""
    game = Game(**one_card(8, 1, 15, target=6), leader=0)
    lead_out(game)
    assert (game.is_over, game.winners, game.scores) == (False, None, (0, 1, 3))
    game.next_round([[8], [1], [15]])
    lead_out(game)
    assert (game.is_over, game.scores) == (True, (0, 2, 6))
    assert isinstance(game.events[-1], GameEnded)


def test_a_tie_is_a_shared_win() -> None:
    """R21."""
    game = Game(**one_card(8, 1, 15, target=6, next_leader="left"), leader=0)
    lead_out(game)
    game.next_round([[1], [8], [15]])
    lead_out(game)
    assert game.scores == (1, 1, 6)
    assert game.winners == (0, 1)
    assert game.events[-1] == GameEnded((1, 1, 6), (0, 1))


@pytest.mark.parametrize(("next_leader", "leader"), [("winner", 2), ("left", 3), ("loser", 1)])
def test_who_leads_the_next_round(next_leader: Any, leader: int) -> None:
    """R5: seat 2 led and went out, seat 1 took most points."""
    game = Game(**one_card(1, 15, 8, 2, next_leader=next_leader), leader=2)
    lead_out(game)
    assert game.next_leader() == leader
    assert game.next_round([[1], [1], [1], [1]]).leader == leader
    assert game.round.turn == leader
    assert game.events[-1] == Dealt(2, ((1,),) * 4, leader)


@pytest.mark.parametrize(("leader", "loser"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_a_tie_of_losers_goes_to_the_first_from_the_left(leader: int, loser: int) -> None:
    """R5: everybody but the winner, who led, has the same points."""
    game = Game(**one_card(1, 1, 1, 1, next_leader="loser"), leader=leader)
    lead_out(game)
    assert game.next_leader() == loser


def test_the_previous_leader_comes_last_in_a_tie_of_losers() -> None:
    """R5: seat 0 led, seat 1 went out, seats 0 and 2 keep as much."""
    game = Game(Rules(3, deal=2, next_leader="loser"), hands=[[1, 7], [2, 3], [4, 5]], leader=0)
    game.apply("1")
    game.apply("+2-3")
    assert game.round.points() == (2, 0, 2)
    assert game.next_leader() == 2


def test_the_next_round_waits_for_the_end_of_this_one() -> None:
    game = Game(FOUR, 1)
    events = list(game.events)
    for ask in (game.next_round, game.next_leader):
        with pytest.raises(InvalidInput) as refused:
            ask()
        assert (refused.value.code, refused.value.rule) == ("round_goes_on", "R19")
    assert game.events == events


def test_after_the_game_nothing_follows() -> None:
    game = Game(**one_card(8, 1, target=1), leader=0)
    lead_out(game)
    events = list(game.events)
    with pytest.raises(InvalidInput) as refused:
        game.next_round([[1], [2]])
    assert (refused.value.code, refused.value.rule) == ("game_is_over", "R21")
    with pytest.raises(IllegalAction) as illegal:
        game.apply("pass")
    assert illegal.value.code == "round_is_over"
    assert game.events == events


def test_an_illegal_action_is_no_event() -> None:
    game = Game(FOUR, hands=[[1] * 4 + [2] * 4 + [3] * 4, [4] * 4 + [5] * 4 + [7] * 4,
                             [8] * 4 + [9] * 4 + [11] * 4, [12] * 4 + [13] * 4 + [14] * 4])  # fmt: skip
    events, before = list(game.events), shown(game.round)
    with pytest.raises(IllegalAction):
        game.apply("4")
    assert (game.events, shown(game.round), game.scores) == (events, before, (0, 0, 0, 0))


@pytest.mark.parametrize("leader", [-1, 2, True, "0"])
def test_no_such_leader(leader: Any) -> None:
    for source in ({"seed": 1}, {"hands": [[1], [2]]}):
        with pytest.raises(InvalidInput) as refused:
            Game(Rules(2, deal=1), leader=leader, **source)
        assert refused.value.code == "no_such_seat"


def test_hands_are_of_the_size_dealt() -> None:
    """R3."""
    with pytest.raises(InvalidRules) as refused:
        Game(Rules(2, deal=2), hands=[[1, 2], [3]])
    assert (refused.value.code, refused.value.rule) == ("hand_not_dealt", "R3")
    assert refused.value.parameters == {"seat": 1, "cards": 1, "deal": 2}


def test_without_a_seed_hands_are_handed_in() -> None:
    with pytest.raises(InvalidInput) as refused:
        Game(FOUR)
    assert refused.value.code == "no_deal"
    game = Game(**one_card(8, 1), leader=0)
    lead_out(game)
    with pytest.raises(InvalidInput) as refused:
        game.next_round()
    assert refused.value.code == "no_deal"
    assert game.rounds == 1
    assert len(game.events) == 4


def test_hands_handed_in_do_not_move_the_seed() -> None:
    """Round k of a seed is stream k, whatever was dealt before it."""
    game = Game(**one_card(8, 1), leader=0, seed=7)
    lead_out(game)
    game.next_round()
    assert shown(game.round) == shown(Round.deal(game.rules, 7, leader=0, stream=2))


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)
def test_the_same_seed_is_the_same_game(rules: Rules) -> None:
    games = [play_to_the_end(Game(rules, 5), random.Random(5)) for _ in range(2)]
    assert games[0].events == games[1].events


def test_each_round_is_another_deal() -> None:
    game = play_to_the_end(Game(Rules(4, target=100), 5), random.Random(5))
    dealt = [event.hands for event in game.events if isinstance(event, Dealt)]
    assert len(set(dealt)) == game.rounds > 3


def test_a_game_may_draw_its_seed_from_a_generator() -> None:
    drawn = int(np.random.default_rng(3).integers(2**62))
    assert Game(FOUR, np.random.default_rng(3)).events == Game(FOUR, drawn).events
    assert Game(FOUR, drawn).events != Game(FOUR, drawn + 1).events


def test_a_copy_is_the_same_and_independent() -> None:
    """In the middle of a round, of a game that deals on from its seed."""
    game = Game(FOUR, 3)
    for _ in range(5):
        game.apply(choose(game.round, random.Random(3)))
    for twin in (game.copy(), pickle.loads(pickle.dumps(game))):
        events, before = list(game.events), shown(game.round)
        assert (twin.events, shown(twin.round)) == (events, before)
        ends = [play_to_the_end(other, random.Random(1)).events for other in (twin, game.copy())]
        assert ends[0] == ends[1]
        assert (game.events, shown(game.round)) == (events, before)


def test_a_deep_copy_can_be_played_on() -> None:
    game = Game(FOUR, 3)
    game.apply(choose(game.round, random.Random(3)))
    play_to_the_end(copy.deepcopy(game), random.Random(1))


def test_copying_by_the_standard_library_is_copying() -> None:
    game = Game(FOUR, 3)
    twin = copy.copy(game)
    twin.apply(choose(twin.round, random.Random(3)))
    assert len(game.events) == 2
    assert game.round.history == ()


def test_a_round_is_not_played_behind_the_back_of_its_game() -> None:
    game = Game(FOUR, 3)
    game.round.apply(choose(game.round, random.Random(3)))
    with pytest.raises(InvalidInput) as refused:
        game.apply(choose(game.round, random.Random(3)))
    assert refused.value.code == "round_changed"
    while not game.round.is_over:
        game.round.apply(choose(game.round, random.Random(3)))
    with pytest.raises(InvalidInput) as refused:
        game.next_round()
    assert refused.value.code == "round_changed"
    assert len(game.events) == 2


def test_a_seat_sees_the_round_and_the_scores_before_it() -> None:
    game = Game(**one_card(8, 1, 15), leader=0)
    lead_out(game)
    over = game.observe(1)
    assert (over.round, over.scores, over.winner) == (1, (0, 0, 0), 0)
    game.next_round([[1], [7], [15]])
    assert (game.observe(0).round, game.observe(0).scores) == (2, (0, 1, 3))
    assert game.observe(None).hand == ()


# two_hands


@pytest.mark.parametrize("seed", range(20))
def test_the_second_hand_comes_from_the_rest_of_the_deck(seed: int) -> None:
    """Options, two_hands: 24 cards, then 24 of the 28 left; the first 24 are known in the second round."""
    rules = Rules(2, format="two_hands", target=1)
    game = Game(rules, seed)
    first = [*game.round.hand(0), *game.round.hand(1)]
    while not game.round.is_over:
        game.apply(choose(game.round, random.Random(seed)))
    assert not game.is_over
    assert game.scores != (0, 0)
    game.next_round()
    second = [*game.round.hand(0), *game.round.hand(1)]
    assert len(first) == len(second) == 24
    assert all((first + second).count(rank) <= 4 for rank in rules.ranks)
    assert game.observe(0).seen == tuple(sorted(first))
    assert len(game.observe(0).unseen) == 52 - 24 - 12
    play_to_the_end(game, random.Random(seed))
    assert game.rounds == 2
    assert game.winners == tuple(seat for seat in (0, 1) if game.scores[seat] == min(game.scores))


def test_two_hands_handed_in_must_fit_one_deck() -> None:
    """R2: a third 8 of two copies."""
    rules = Rules(2, format="two_hands", ranks=(1, 8), copies=2, deal=1)
    game = Game(rules, hands=[[8], [8]], leader=0)
    lead_out(game)
    events = list(game.events)
    with pytest.raises(InvalidRules) as refused:
        game.next_round([[8], [1]])
    assert (refused.value.code, refused.value.rule) == ("too_many_copies", "R2")
    assert (game.events, game.rounds) == (events, 1)
    game.next_round([[1], [1]])
    lead_out(game)
    assert (game.is_over, game.scores) == (True, (0, 6))


def test_two_hands_of_the_whole_deck() -> None:
    game = Game(Rules(2, format="two_hands", deal=13), 1)
    play_to_the_end(game, random.Random(1))
    dealt = [event.hands for event in game.events if isinstance(event, Dealt)]
    assert sorted(card for hands in dealt for hand in hands for card in hand) == sorted(
        game.rules.ranks * 4
    )


TRICK: dict[str, Any] = {"table": (3, 4), "last": 1, "passed": [0], "turn": 2}


def test_a_game_goes_on_from_a_round_in_the_middle_of_a_trick() -> None:
    round_ = Round(Rules(3), [[1, 15], [8, 9], [5, 14]], 1, **TRICK)
    game = Game.from_round(round_, seats=["Ann", "Ben", "Cleo"])
    assert game.events == [
        Started(Rules(3), ("Ann", "Ben", "Cleo")),
        Dealt(1, ((1, 15), (8, 9), (5, 14)), 1),
    ]
    assert (game.rounds, game.is_over, game.scores) == (1, False, (0, 0, 0))
    assert [game.observe(seat) for seat in (0, 2, None)] == [round_.observe(seat) for seat in (0, 2, None)]
    game.apply("+5")
    assert (round_.table, game.round.table, game.round.laid_by) == ((3, 4), (3, 4, 5), (1, 1, 2))


def test_a_game_of_one_round_is_over_with_it() -> None:
    game = Game.from_round(Round(Rules(2), [[5], [15, 15]], table=(3, 4), last=1))
    with pytest.raises(InvalidInput) as refused:
        game.next_round([[1], [2]])
    assert refused.value.code == "round_goes_on"
    game.apply("+5")
    assert game.events[2:] == [Acted(0, "+5"), RoundEnded(0, (0, 6))]
    assert (game.is_over, game.scores, game.winners) == (True, (0, 6), None)
    assert game.observe(1).scores == (0, 0)
    with pytest.raises(InvalidInput) as refused:
        game.next_round([[1], [2]])
    assert refused.value.code == "game_is_over"


@pytest.mark.parametrize("target", [1, 100])
def test_a_game_of_one_round_has_no_target(target: int) -> None:
    game = play_to_the_end(Game.from_round(Round.deal(Rules(2, target=target), 5)), random.Random(1))
    assert [type(event) for event in (game.events[0], game.events[-1])] == [Started, RoundEnded]
    assert game.copy().is_over


def test_no_game_goes_on_from_a_round_that_is_over() -> None:
    round_ = Round(Rules(2), [[5], [15]])
    round_.apply("5")
    with pytest.raises(InvalidInput) as refused:
        Game.from_round(round_)
    assert (refused.value.code, refused.value.rule) == ("round_is_over", "R19")


def test_what_is_printed_of_a_game_shows_no_hand() -> None:
    game = Game(Rules(2, ranks=(1, 2, 3), copies=5, deal=5), seed=1)
    assert repr(game) == "<Game round=1 scores=0/0 <Round table=. turn=0 cards_left=5/5>>"
