"""What OpenSpiel's algorithms do with the game: resampling, search, CFR, learning, playthroughs."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.algorithms.generate_playthrough import playthrough

from fivethreefive.envs.openspiel import deal_state
from support.openspiel_games import EVERY_GAME, load, moments
from support.paths import TESTS

GOLDEN = TESTS / "playthroughs" / "openspiel" / "study_deck.txt"
"""``python tests/envs/test_openspiel_algorithms.py`` writes it anew."""
GOLDEN_GAME = "python_535(players=2,ranks=7 8 9,copies=3,deal=3,zero_sum=True)"
GOLDEN_SEED = 49

CFR_GAME = GOLDEN_GAME
"""Its 3696 information states have every kind of decision: leads, both meanings of the same cards (R12),
passes, sets that a third card ends, runs, and 8s."""


# Resampling


@pytest.mark.parametrize("name", EVERY_GAME)
def test_what_is_resampled_fits_all_that_the_seat_knows(name: str) -> None:
    game = EVERY_GAME[name]
    rng = np.random.default_rng(2)
    for number, state in enumerate(moments(deal_state(game, 2), 2)):
        acted = [(entry.player, entry.action) for entry in state.full_history() if entry.player >= 0]
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, rng.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.current_player() == state.current_player()
            assert [(e.player, e.action) for e in other.full_history() if e.player >= 0] == acted
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
            if number % 8 == 0:
                *_, over = moments(other, number)
                assert over.is_terminal()


@pytest.mark.parametrize("name", EVERY_GAME)
def test_resampling_never_peeks(name: str) -> None:
    """States with other hidden hands give the same sample for the same random numbers."""
    game = EVERY_GAME[name]
    rng = np.random.default_rng(4)
    compared = 0
    for number, state in enumerate(moments(deal_state(game, 4), 4)):
        if number % 5 or state.is_terminal():
            continue
        for seat in range(game.num_players()):
            twin = state.resample_from_infostate(seat, rng.random)
            compared += str(twin) != str(state)
            drawn = rng.random()
            samples = [s.resample_from_infostate(seat, lambda drawn=drawn: drawn) for s in (state, twin)]
            assert str(samples[0]) == str(samples[1])
            assert samples[0].history() == samples[1].history()
    assert compared > 0


def test_every_hidden_hand_is_as_likely_as_its_cards_are_many() -> None:
    state: Any = deal_state(load(players=2, ranks="7-8-9", copies=3, deal=3), 1)
    own, ranks = state.round.hand(0), (7, 8, 9)
    rng = np.random.default_rng(1)
    samples = 6000
    found = Counter(state.resample_from_infostate(0, rng.random).round.hand(1) for _ in range(samples))
    left = [3 - own.count(rank) for rank in ranks]
    chances = {}
    for sevens in range(left[0] + 1):
        for eights in range(left[1] + 1):
            nines = 3 - sevens - eights
            if 0 <= nines <= left[2]:
                ways = comb(left[0], sevens) * comb(left[1], eights) * comb(left[2], nines)
                chances[(7,) * sevens + (8,) * eights + (9,) * nines] = ways / comb(sum(left), 3)
    assert set(found) == set(chances)
    assert sum(chances.values()) == pytest.approx(1)
    distance = sum((found[hand] - samples * p) ** 2 / (samples * p) for hand, p in chances.items())
    assert distance < 30  # chi-squared with at most 9 degrees of freedom: one seed in a thousand is above


def test_while_cards_are_dealt_nobody_knows_anything() -> None:
    state = load(players=2).new_initial_state()
    state.apply_action(1)
    state.apply_action(2)
    other = state.resample_from_infostate(0, lambda: 0.5)
    assert other.history() == []
    assert other.information_state_string(0) == state.information_state_string(0) == "seat 0 dealing"


# Search


def searcher(game: Any, seed: int, simulations: int, **options: Any) -> ismcts.ISMCTSBot:
    """OpenSpiel's search of information sets, which repeats itself."""
    random = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, random), 5, simulations, random_state=random, **options
    )
    # Unless told otherwise it starts a generator for each sample from the clock.
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, random.uniform))
    return bot


@pytest.mark.parametrize("name", EVERY_GAME)
def test_its_search_plays_whole_rounds(name: str) -> None:
    game = EVERY_GAME[name]
    state = deal_state(game, 3)
    bots = [searcher(game, seat, 6) for seat in range(game.num_players())]
    while not state.is_terminal():
        action = int(bots[state.current_player()].step(state))
        assert action in state.legal_actions()
        state.apply_action(action)
    assert len(state.returns()) == game.num_players()


def test_its_search_as_it_comes_against_others() -> None:
    game = load(players=3)
    rng = np.random.RandomState(1)
    for options in ({}, {"use_observation_string": True}, {"max_world_samples": 3}):
        bots = [ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 5, 8, **options)]
        bots += [pyspiel.make_uniform_random_bot(seat, seat) for seat in (1, 2)]
        returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)
        assert max(returns) == 0 > min(returns)


def test_its_search_finds_the_play_that_goes_out() -> None:
    game = load(players=2, ranks="7-8-9", copies=3, deal=3)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.deal.towards([(7, 8, 9), (7, 8, 8)], 0))
    action = int(searcher(game, 1, 200).step(state))
    assert state.action_to_string(action) == "7-8-9"


def test_its_compiled_search_cannot_resample_a_game_written_in_python() -> None:
    """Of no game: if this fails, OpenSpiel has learned to, and docs/research/openspiel.md should say so."""
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 5.0, 10)
    with pytest.raises(pyspiel.SpielError, match="ResampleFromInfostate"):
        bot.get_policy(deal_state(load(players=2), 1))


# Solving and learning


def test_cfr_comes_near_equilibrium() -> None:
    """Within 0.05 points by 30 iterations of CFR+, and within 0.005 by 100."""
    game = pyspiel.load_game_as_cached_tree(CFR_GAME)
    solver = pyspiel.CFRPlusSolver(game)
    found = []
    for iteration in range(1, 101):
        solver.evaluate_and_update_policy()
        if iteration in (10, 30, 100):
            found.append(pyspiel.exploitability(game, solver.average_policy()))
    assert found == sorted(found, reverse=True)
    assert (found[1] < 0.05, found[2] < 0.005) == (True, True), found


def test_cfr_in_python_on_the_game_itself() -> None:
    game = pyspiel.load_game("python_535(players=2,ranks=7 8 9,copies=2,deal=2,zero_sum=True)")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.05


def test_its_environment_for_learners() -> None:
    environment = rl_environment.Environment(load(players=3))
    environment.seed(1)
    time_step = environment.reset()
    rng = np.random.default_rng(1)
    while not time_step.last():
        player = time_step.observations["current_player"]
        legal = time_step.observations["legal_actions"][player]
        time_step = environment.step([int(rng.choice(legal))])
    assert max(time_step.rewards) == 0 > min(time_step.rewards)


# Records


def test_a_playthrough_is_to_the_letter_what_it_was() -> None:
    now = playthrough(GOLDEN_GAME, action_sequence=None, seed=GOLDEN_SEED)
    assert now.splitlines() == GOLDEN.read_text("utf-8").splitlines()


def test_a_playthrough_of_the_whole_game_repeats_itself() -> None:
    runs = [playthrough("python_535(players=2)", action_sequence=None, seed=1) for _ in range(2)]
    assert runs[0] == runs[1]
    assert "IsTerminal() = True" in runs[0]


if __name__ == "__main__":
    GOLDEN.write_text(playthrough(GOLDEN_GAME, action_sequence=None, seed=GOLDEN_SEED), "utf-8")
