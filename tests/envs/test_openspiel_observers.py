"""What a seat may know in the OpenSpiel game, as text and as an array."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python.observation import make_observation

from fivethreefive.cards import RANKS, rank_counts
from fivethreefive.envs.openspiel import deal_state
from fivethreefive.features import features
from fivethreefive.language import InvalidInput
from support.openspiel_games import EVERY_GAME, SMALL, dealt, every_node, hands_of, load, moments

INFORMATION = pyspiel.IIGObservationType(perfect_recall=True)
PRIVATE = pyspiel.PrivateInfoType


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
