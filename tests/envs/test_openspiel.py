"""The OpenSpiel game: what it says of itself, its chance, its actions and its copies."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from multiprocessing import get_context
from typing import Any

import numpy as np
import pyspiel
import pytest

from fivethreefive import FiveThreeFiveError, IllegalAction, InvalidCards, InvalidRules, Round, Rules
from fivethreefive.envs.openspiel import RoundGame, RoundState, deal_state
from fivethreefive.envs.rewards import payoffs
from fivethreefive.language import MissingExtra
from fivethreefive.rules.actions import ACTIONS
from support.openspiel_games import EVERY_GAME, SMALL, deals, dealt, every_node, hands_of, load, moments

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
