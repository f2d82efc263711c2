"""The OpenSpiel game: what it says of itself, its chance, and what a seat may know."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from multiprocessing import get_context
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python.observation import make_observation

from fivethreefive import FiveThreeFiveError, IllegalAction, InvalidCards, InvalidRules, Round, Rules
from fivethreefive.cards import RANKS, rank_counts
from fivethreefive.envs.openspiel import RoundGame, RoundState, deal_state
from fivethreefive.envs.rewards import payoffs
from fivethreefive.features import features
from fivethreefive.language import InvalidInput, MissingExtra
from fivethreefive.rules.actions import ACTIONS
from support.openspiel_games import EVERY_GAME, SMALL, every_node, load, moments

INFORMATION = pyspiel.IIGObservationType(perfect_recall=True)
PRIVATE = pyspiel.PrivateInfoType


def hands_of(state: Any) -> list[tuple[int, ...]]:
    return [state.round.hand(seat) for seat in range(state.num_players())]


# What the game says of itself


def test_what_kind_of_game_it_is() -> None:
    game = load(players=3)
    kind = game.get_type()
    assert kind.short_name == "python_535"
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL
    assert kind.utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert (kind.min_num_players, kind.max_num_players) == (2, 6)
    assert (game.num_players(), game.num_distinct_actions(), game.utility_sum()) == (3, 132, None)
    paid = load(players=3, zero_sum=True)
    assert paid.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert paid.utility_sum() == 0


def test_it_is_registered_with_its_parameters() -> None:
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    assert set(kinds["python_535"].parameter_specification) == {
        "players", "deal", "overwrite", "points", "ranks", "copies", "zero_sum",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("python_535", Rules(4)),
        ("python_535(players=6,overwrite=larger)", Rules(6, overwrite="larger")),
        ("python_535(players=3,deal=16)", Rules(3, deal=16)),
        (
            "python_535(players=2,ranks=1 2 3 7 8 9,copies=2,deal=4)",
            Rules(2, ranks=(1, 2, 3, 7, 8, 9), copies=2, deal=4),
        ),
        (
            "python_535(players=2,ranks=9 7 8,points=1 4 0,deal=2)",
            Rules(2, ranks=(7, 8, 9), points={7: 1, 8: 4, 9: 0}, deal=2),
        ),
    ],
)
def test_parameters_are_rules(text: str, rules: Rules) -> None:
    game = pyspiel.load_game(text)
    assert game.rules == rules
    again = pyspiel.load_game(str(game))
    assert (again, again.rules, again.zero_sum) == (game, rules, game.zero_sum)


def test_ranks_as_a_hand_is_written_and_a_deck_of_one_rank() -> None:
    game = pyspiel.load_game("python_535", {"ranks": "7-8-9", "deal": 2})
    assert game == pyspiel.load_game("python_535(ranks=7 8 9,deal=2)")
    single = pyspiel.load_game("python_535", {"ranks": "7", "players": 2, "deal": 2})
    assert pyspiel.load_game(str(single)).rules.ranks == (7,)


@pytest.mark.parametrize(
    ("parameters", "code", "rule"),
    [
        ({"players": 7}, "not_in_range", "R2"),
        ({"deal": 14}, "deal_too_large", "R3"),
        ({"deal": -1}, "not_in_range", "R3"),
        ({"copies": 6}, "not_in_range", "R2"),
        ({"overwrite": "any"}, "not_a_choice", "R10"),
        ({"ranks": "1 6"}, "no_such_rank", "R1"),
        ({"ranks": "7 7"}, "rank_twice", "R1"),
        ({"ranks": "low"}, "not_cards", ""),
        ({"points": "1 2 3"}, "points_by_rank", "R4"),
        ({"ranks": "7 8 9", "deal": 2, "points": "1 two 3"}, "points_by_rank", "R4"),
        ({"ranks": "7 8 9", "deal": 2, "points": "1 2 3"}, "eight_not_highest", "R4"),
    ],
)
def test_parameters_that_cannot_be_played(parameters: dict[str, Any], code: str, rule: str) -> None:
    with pytest.raises((InvalidRules, InvalidCards)) as refused:
        pyspiel.load_game("python_535", parameters)
    assert (refused.value.code, refused.value.rule) == (code, rule)
    assert str(refused.value).endswith(f" ({rule})" if rule else "3-4")


def test_parameters_that_do_not_exist() -> None:
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'target'"):
        pyspiel.load_game("python_535(target=20)")
    with pytest.raises(InvalidRules, match='no option "target"'):
        RoundGame({"target": 20})
    with pytest.raises(InvalidRules, match="zero_sum must be one of True, False"):
        RoundGame({"zero_sum": 2})
    with pytest.raises(InvalidRules, match="ranks must be a list"):
        RoundGame({"ranks": 7})


@pytest.mark.parametrize("game", SMALL.values(), ids=SMALL)
def test_the_bounds_hold_and_most_are_met(game: Any) -> None:
    ends = [state for state in every_node(game) if state.is_terminal()]
    paid = [value for state in ends for value in state.returns()]
    assert (min(paid), max(paid)) == (game.min_utility(), game.max_utility())
    chosen = [sum(entry.player >= 0 for entry in state.full_history()) for state in ends]
    assert max(chosen) <= game.max_game_length() <= max(chosen) + 2
    drawn = {sum(entry.player < 0 for entry in state.full_history()) for state in ends}
    assert drawn == {game.max_chance_nodes_in_history()}


@pytest.mark.parametrize("name", EVERY_GAME)
def test_openspiels_own_simulations(name: str) -> None:
    pyspiel.random_sim_test(EVERY_GAME[name], num_sims=3, serialize=True, verbose=False)
    pyspiel.random_sim_test(EVERY_GAME[name], num_sims=3, serialize=False, verbose=False)


def test_returns_are_the_payoffs_of_the_round() -> None:
    for zero_sum in (False, True):
        *_, over = moments(deal_state(load(players=3, zero_sum=zero_sum), 5), 1)
        assert over.returns() == over.rewards() == list(payoffs(over.round.points(), zero_sum))
        assert over.current_player() == pyspiel.PlayerId.TERMINAL


# Chance


def deals(game: Any) -> Iterator[tuple[Any, float]]:
    """Every state just dealt, and how likely it is."""
    reached = [(game.new_initial_state(), 1.0)]
    while reached:
        state, chance = reached.pop()
        if not state.is_chance_node():
            yield state, chance
            continue
        reached += [(state.child(outcome), chance * p) for outcome, p in state.chance_outcomes()]


@pytest.mark.parametrize("game", SMALL.values(), ids=SMALL)
def test_every_deal_comes_once_with_its_exact_chance(game: Any) -> None:
    """Against all ways to take the hands out of the deck, card by card as if no two were equal."""
    rules = game.rules
    deck = [(rank, copy) for rank in rules.ranks for copy in range(rules.copies)]
    ways: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for first in combinations(deck, rules.deal):
        left = [card for card in deck if card not in first]
        for second in combinations(left, rules.deal):
            ways[tuple(tuple(rank for rank, _ in hand) for hand in (first, second))] += 1
    found = {(state.round.leader, *hands_of(state)): chance for state, chance in deals(game)}
    assert len(found) == sum(1 for _ in deals(game)) == 2 * len(ways)
    for hands, count in ways.items():
        for leader in range(2):
            assert found[leader, *hands] == pytest.approx(count / ways.total() / 2, rel=1e-12)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_chance_says_exactly_what_it_can_do(name: str) -> None:
    game = EVERY_GAME[name]
    rng = np.random.default_rng(3)
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        assert list(outcomes) == sorted(set(outcomes)) == state.legal_actions()
        assert max(outcomes) < game.max_chance_outcomes()
        assert sum(chances) == pytest.approx(1, abs=1e-15)
        assert len({state.action_to_string(outcome) for outcome in outcomes}) == len(outcomes)
        state.apply_action(int(rng.choice(outcomes, p=chances)))
    assert all(len(hand) == game.rules.deal for hand in hands_of(state))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_seed_deals_what_it_deals_everywhere(name: str) -> None:
    game = EVERY_GAME[name]
    for seed in range(5):
        state: Any = deal_state(game, seed)
        dealt = Round.deal(game.rules, seed)
        assert hands_of(state) == [dealt.hand(seat) for seat in range(game.num_players())]
        assert state.current_player() == state.round.leader == dealt.leader


# Actions


def test_action_ids_and_texts_are_those_of_the_round() -> None:
    for state in moments(deal_state(load(players=4), 8), 2):
        actions = state.round.legal_actions()
        texts = {action.id: str(action) for action in actions}
        assert state.legal_actions() == sorted(texts)
        assert {id_: state.action_to_string(id_) for id_ in texts} == texts
        assert all(state.string_to_action(text) == id_ for id_, text in texts.items())


def test_every_id_has_a_name_without_a_table() -> None:
    state = load().new_initial_state()
    names = [state.action_to_string(0, id_) for id_ in range(ACTIONS)]
    assert len(set(names)) == ACTIONS
    assert (names[0], names[1], names[-1]) == ("pass", "1", "+=11-12-13-14-15")


@pytest.mark.parametrize(
    ("hands", "before", "id_", "code", "rule"),
    [
        ("3-4/5-7", (), 0, "leader_may_not_pass", "R9"),
        ("3-4/5-7", (), 1, "not_in_hand", "R9"),
        ("3-4/5-7", (), 131, "nothing_to_add_to", "R9"),
        ("3-4/5-7", ("4",), 3, "not_in_hand", "R10"),
        ("3-4/3-7", ("4",), 3, "not_higher", "R7"),
        ("3-4/5-7", ("4",), 131, "not_made_here", "R11"),
        ("3-4/5-7", ("4",), 132, "not_an_action_number", ""),
        ("3-4/5-7", ("4",), -2, "not_an_action_number", ""),
        ("3-4/5-7", ("3-4",), 0, "round_is_over", "R19"),
    ],
)
def test_an_illegal_action_says_why_and_changes_nothing(
    hands: str, before: tuple[str, ...], id_: int, code: str, rule: str
) -> None:
    game = load(players=2, deal=2)
    state = dealt(game, hands)
    for text in before:
        state.apply_action(state.string_to_action(text))
    shown = str(state), state.history()
    with pytest.raises(IllegalAction) as refused:
        state.apply_action(id_)
    assert (refused.value.code, refused.value.rule) == (code, rule)
    assert (str(state), state.history()) == shown


def dealt(game: Any, text: str, leader: int = 0) -> Any:
    """The state in which these hands are dealt and ``leader`` leads."""
    hands = [[int(card) for card in hand.split("-")] for hand in text.split("/")]
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.deal.towards(hands, leader))
    return state


def test_every_illegal_id_is_refused_by_a_rule() -> None:
    for state in moments(deal_state(load(players=3), 4), 3):
        if state.is_terminal():
            break
        for id_ in set(range(ACTIONS)) - set(state.legal_actions()):
            with pytest.raises(IllegalAction) as refused:
                state.apply_action(id_)
            assert refused.value.rule


def test_what_chance_cannot_do_is_refused() -> None:
    state = load(players=2, deal=2).new_initial_state()
    with pytest.raises(IllegalAction, match=r"leader must be a whole number from 0 to 1, not 2 \(R5\)"):
        state.apply_action(2)
    state.apply_action(0)
    with pytest.raises(IllegalAction, match=r"0: 1 must be a whole number from 0 to 2, not 3 \(R3\)"):
        state.apply_action(3)


# What a seat may know


@pytest.mark.parametrize("game", SMALL.values(), ids=SMALL)
def test_information_states_are_told_apart_and_nothing_is_forgotten(game: Any) -> None:
    """Text and array each stand for the hand dealt, the leader and what was played: no more, no less."""
    known: dict[Any, tuple[str, bytes]] = {}
    for state in every_node(game):
        for seat in range(2):
            told = (
                state.information_state_string(seat),
                np.asarray(state.information_state_tensor(seat), np.float32).tobytes(),
            )
            key: Any = seat
            if state.round is not None:
                played = tuple(str(action) for _, action in state.round.history)
                shown = tuple(hands_of(state)) if state.is_terminal() else None
                key = seat, state.deal.hand(seat), state.round.leader, played, shown
            assert known.setdefault(key, told) == told
    assert len({text for text, _ in known.values()}) == len(known)
    assert len({array for _, array in known.values()}) == len(known)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_hidden_hands_show_nowhere(name: str) -> None:
    """Two states that differ in hidden cards only look the same in every text and every array."""
    game = EVERY_GAME[name]
    kinds = [
        pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
        for public in (True, False)
        for recall in (True, False)
        for private in (PRIVATE.NONE, PRIVATE.SINGLE_PLAYER)
    ]
    observers = [make_observation(game, kind) for kind in kinds]
    rng = np.random.default_rng(6)
    differ = 0
    for state in moments(deal_state(game, 6), 6):
        if state.is_terminal():
            break
        for seat in range(game.num_players()):
            twin = state.resample_from_infostate(seat, rng.random)
            differ += str(twin) != str(state)
            assert seen(observers, state, seat) == seen(observers, twin, seat)
            assert state.information_state_tensor(seat) == twin.information_state_tensor(seat)
            assert state.observation_tensor(seat) == twin.observation_tensor(seat)
            assert state.observation_string(seat) == twin.observation_string(seat)
    assert differ > 0


def seen(observers: list[Any], state: Any, seat: int) -> list[Any]:
    found: list[Any] = []
    for observer in observers:
        observer.set_from(state, seat)
        array = None if observer.tensor is None else observer.tensor.tobytes()
        found.append((observer.string_from(state, seat), array))
    return found


KINDS = [
    pyspiel.IIGObservationType(public, recall, private)
    for public in (True, False)
    for recall in (True, False)
    for private in (PRIVATE.NONE, PRIVATE.SINGLE_PLAYER, PRIVATE.ALL_PLAYERS)
]


class Told:
    """Checks that two texts of one kind of observation are equal exactly where their arrays are."""

    def __init__(self, game: Any) -> None:
        self.players = game.num_players()
        self.observers = [game.make_py_observer(kind) for kind in KINDS]
        self.arrays: list[dict[str, bytes]] = [{} for _ in KINDS]
        self.texts: list[dict[bytes, str]] = [{} for _ in KINDS]

    def look(self, state: Any) -> None:
        """See a state from every seat, in every kind."""
        for seat in range(self.players):
            for observer, arrays, texts in zip(self.observers, self.arrays, self.texts, strict=True):
                observer.set_from(state, seat)
                text, array = observer.string_from(state, seat), observer.tensor.tobytes()
                assert arrays.setdefault(text, array) == array
                assert texts.setdefault(array, text) == text


def test_texts_are_equal_exactly_where_arrays_are_in_a_whole_game() -> None:
    game = SMALL["2 cards of 6"]
    told = Told(game)
    for state in every_node(game):
        told.look(state)


@st.composite
def small_decks(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of a game with few cards, in which states come to look alike."""
    players, deal = draw(st.integers(2, 3)), draw(st.integers(1, 3))
    ranks = draw(st.lists(st.sampled_from(RANKS), min_size=3, max_size=6, unique=True))
    copies = max(draw(st.integers(1, 4)), -(-players * deal // len(ranks)))
    written = "-".join(map(str, sorted(ranks)))
    overwrite = draw(st.sampled_from(["same_size", "larger"]))
    return {"players": players, "deal": deal, "ranks": written, "copies": copies, "overwrite": overwrite}


@given(small_decks(), st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_texts_are_equal_exactly_where_arrays_are(parameters: dict[str, Any], seed: int) -> None:
    game = load(**parameters)
    told = Told(game)
    told.look(game.new_initial_state())
    for again in range(8):
        # Few deals, each played in several ways: states that differ in a little are what can be confused.
        for state in moments(deal_state(game, seed + again % 2), seed + again):
            told.look(state)


def test_who_played_what_is_told_by_text_and_array() -> None:
    game = load(players=3, ranks="1-2-3-4-5", copies=2, deal=2)
    states = [dealt(game, "3-5/1-2/1-2", leader=1) for _ in range(2)]
    for state, played in zip(states, (("1", "+2", "pass"), ("2", "+1", "pass")), strict=True):
        for text in played:
            state.apply_action(state.string_to_action(text))
    first, second = states
    assert first.observation_tensor(2) != second.observation_tensor(2)
    assert first.observation_string(2) != second.observation_string(2)


def test_hands_shown_at_the_end_are_told_by_text_and_array() -> None:
    game = load(players=3, ranks="1-2-3-4-5", copies=2, deal=2)
    states = [dealt(game, hands) for hands in ("1-1/2-3/4-5", "1-1/2-4/3-5")]
    for state in states:
        state.apply_action(state.string_to_action("1-1"))
        assert state.is_terminal()
    first, second = states
    assert first.observation_string(0) != second.observation_string(0)
    assert first.observation_tensor(0) != second.observation_tensor(0)


def test_the_observation_begins_with_the_array_of_features() -> None:
    for state in moments(deal_state(load(players=3), 2), 2):
        shown = state.round.observe(0).shown
        for seat in range(3):
            array = state.observation_tensor(seat)
            known = features(state.round.observe(seat)).astype(float).tolist()
            assert array[: len(known)] == known
            order = [(seat + step) % 3 for step in range(3)]
            hands = [rank_counts(shown[other] if shown else ()) for other in order]
            own = [float(other == seat) for other in range(3)]
            assert array[len(known) :] == [count for hand in hands for count in hand] + own


def test_texts_by_hand() -> None:
    state = dealt(load(players=2, deal=3), "3-4-8/5-7-9")
    for text in ("4", "+5", "pass", "7"):
        assert state.information_state_string(0).startswith("seat 0 dealt 3-4-8 leader 0:")
        state.apply_action(state.string_to_action(text))
    assert state.information_state_string(1) == "seat 1 dealt 5-7-9 leader 0: 4 +5 pass 7"
    assert state.observation_string(0) == ("seat 0 7 0 1 . 3-8/?1 leader 0 played 4/5-7 passed on 4-5/.")
    assert texts(state, public=False) == ["seat 1 hand 9", "seat 1 dealt 5-7-9"]
    assert texts(state, private=PRIVATE.NONE) == [
        "7 0 1 . ?2/?1 leader 0 played 4/5-7 passed on 4-5/.", "leader 0: 4 +5 pass 7"
    ]  # fmt: skip
    assert texts(state, public=False, private=PRIVATE.ALL_PLAYERS) == [
        "seat 1 hand 9 hands 3-8/9", "seat 1 dealt 3-4-8/5-7-9"
    ]  # fmt: skip
    state.apply_action(state.string_to_action(">8"))
    state.apply_action(state.string_to_action("3"))
    assert state.information_state_string(1).endswith("4 +5 pass 7 >8 3 shown ./9")
    assert state.observation_string(0) == ("seat 0 3 0 0 . ./9 leader 0 played 3-4-8/5-7 passed on 4-5/.")


def texts(state: Any, public: bool = True, private: Any = PRIVATE.SINGLE_PLAYER) -> list[str]:
    """What seat 1 is told without and with recall."""
    kinds = [pyspiel.IIGObservationType(public, recall, private) for recall in (False, True)]
    return [make_observation(state.get_game(), kind).string_from(state, 1) for kind in kinds]


def test_all_hands_are_shown_only_to_who_asks_for_them() -> None:
    game = load(players=3, deal=2)
    state = dealt(game, "3-4/5-7/8-9")
    kind = pyspiel.IIGObservationType(True, False, PRIVATE.ALL_PLAYERS)
    everything = make_observation(game, kind)
    everything.set_from(state, 1)
    ranks = [np.flatnonzero(row).tolist() for row in everything.dict["hands"]]
    assert ranks == [[4, 5], [6, 7], [2, 3]]
    recall = make_observation(game, pyspiel.IIGObservationType(True, True, PRIVATE.ALL_PLAYERS))
    recall.set_from(state, 1)
    assert [np.flatnonzero(row).tolist() for row in recall.dict["dealt"]] == ranks


def test_the_history_array_by_hand() -> None:
    state = dealt(load(players=2, deal=2), "3-4/5-7")
    for text in ("4", "+5"):
        state.apply_action(state.string_to_action(text))
    observation = make_observation(state.get_game(), INFORMATION)
    observation.set_from(state, 1)
    parts = observation.dict
    assert parts["player"].tolist() == [0, 1]
    assert parts["leader"].tolist() == [0, 1]
    assert parts["seats"][:3].tolist() == [[0, 1], [1, 0], [0, 0]]
    assert parts["kinds"][:2].tolist() == [[0, 1, 0, 0], [0, 0, 0, 1]]
    assert [np.flatnonzero(row).tolist() for row in parts["cards"][:3]] == [[3], [4], []]


def test_observers_have_no_parameters() -> None:
    with pytest.raises(InvalidInput, match="no parameters: depth"):
        make_observation(load(), INFORMATION, {"depth": 3})
    assert load().make_py_observer({}).string_from(load().new_initial_state(), 0) == "seat 0 dealing"


@pytest.mark.parametrize("seat", [-1, 4, 1.0, None])
def test_whoever_has_no_seat_sees_nothing_at_any_moment(seat: Any) -> None:
    game = load()
    for state in (game.new_initial_state(), deal_state(game, 1)):
        observer = game.make_py_observer(INFORMATION)
        observer.set_from(state, 0)
        before = observer.tensor.copy()
        for ask in (observer.set_from, observer.string_from):
            with pytest.raises(InvalidInput, match="no seat"):
                ask(state, seat)
        with pytest.raises(InvalidInput, match="no seat"):
            state.resample_from_infostate(seat, lambda: 0.5)
        assert np.array_equal(observer.tensor, before)


# Copies


@pytest.mark.parametrize("name", EVERY_GAME)
def test_copies_are_equal_and_independent(name: str) -> None:
    game = EVERY_GAME[name]
    for state in moments(deal_state(game, 9), 9):
        copies = [
            state.clone(),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
            game.deserialize_state(state.serialize()),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        ]
        shown = str(state), state.history(), state.returns()
        for twin in copies:
            assert type(twin) is RoundState
            assert (str(twin), twin.history(), twin.returns()) == shown
            if not state.is_terminal():
                twin.apply_action(twin.legal_actions()[0])
        assert (str(state), state.history(), state.returns()) == shown


def test_copies_while_cards_are_dealt() -> None:
    state = load(players=2).new_initial_state()
    while state.is_chance_node():
        twin = pickle.loads(pickle.dumps(state))
        assert (str(twin), twin.chance_outcomes()) == (str(state), state.chance_outcomes())
        state.apply_action(state.legal_actions()[-1])


def play_on(state: Any) -> tuple[Any, list[float]]:
    *_, over = moments(state, 11)
    return over, over.returns()


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:.*fork\\(\\) may lead to deadlocks:DeprecationWarning")
def test_states_cross_to_worker_processes(method: str) -> None:
    states = [deal_state(load(players=3, zero_sum=True), seed) for seed in range(3)]
    expected = [play_on(state.clone())[1] for state in states]
    with ProcessPoolExecutor(1, get_context(method)) as workers:
        for (over, returns), wanted in zip(workers.map(play_on, states), expected, strict=True):
            assert over.is_terminal()
            assert returns == over.returns() == wanted
    assert pickle.loads(pickle.dumps(states[0].get_game())) == states[0].get_game()


# Without OpenSpiel


def test_the_package_does_without_openspiel() -> None:
    program = (
        "import sys; import fivethreefive, fivethreefive.batch, fivethreefive.bots, fivethreefive.cli;"
        "fivethreefive.Round; assert 'pyspiel' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_missing_openspiel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("fivethreefive.envs.openspiel")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(MissingExtra, match=r"pip install '\.\[openspiel\]'") as missing:
        import fivethreefive.envs.openspiel  # noqa: F401
    assert isinstance(missing.value, FiveThreeFiveError)
