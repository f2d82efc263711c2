"""The PettingZoo environment: its official tests, and what it must have in common with the engine."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel
from pettingzoo.utils.env_logger import EnvLogger

from fivethreefive import Game, IllegalAction, InvalidInput, InvalidRules, Round, Rules
from fivethreefive.bots import make_bot
from fivethreefive.envs.pettingzoo import env, raw_env
from fivethreefive.envs.render import seat_name
from fivethreefive.features import features
from fivethreefive.referee import play_game
from support.environments import SETTINGS, any_illegal, pick

EVERY = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
# api_test gives these for every environment whose observations are dictionaries with a mask, but for
# those of PettingZoo itself, which it knows by name.
WARNED = (
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
)


def play_on(environment: Any, rng: np.random.Generator) -> Iterator[tuple[str, int | None]]:
    """Play to the end at random; yields each agent and its action before the step."""
    for agent in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        action = None if terminated or truncated else pick(observation["action_mask"], rng)
        yield agent, action
        environment.step(action)


def returns(environment: Any, rng: np.random.Generator) -> dict[str, float]:
    """What every agent is paid in all, as ``last`` tells it, when the rest is played at random."""
    paid = dict.fromkeys(environment.possible_agents, 0.0)
    for agent, _ in play_on(environment, rng):
        paid[agent] += environment.last(observe=False)[1]
    return paid


def actions_of(environment: Any, rng: np.random.Generator) -> list[tuple[str, int | None]]:
    return list(play_on(environment, rng))


@EVERY
def test_the_official_tests(setting: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(**setting), num_cycles=200)
    api_test(raw_env(**setting), num_cycles=200)
    seed_test(lambda: env(**setting), num_cycles=100)
    render_test(lambda render_mode: env(**setting, render_mode=render_mode))
    assert "Passed API test" in capsys.readouterr().out


for mark in WARNED:
    test_the_official_tests = mark(test_the_official_tests)


@EVERY
def test_observations_and_masks_are_the_engines(setting: dict[str, Any]) -> None:
    """Of every seat at any time, and what is paid in all is minus the points of all rounds."""
    setting = {**setting, "zero_sum": False}
    whole_game = setting.get("episode") == "game"
    rng = np.random.default_rng(4)
    for seed in range(3):
        environment = raw_env(**setting)
        environment.reset(seed=seed)
        rules = environment.rules
        game = Game(rules, seed) if whole_game else None
        round_ = game.round if game else Round.deal(rules, seed)
        paid = dict.fromkeys(environment.agents, 0.0)
        for agent, action in play_on(environment, rng):
            paid[agent] += environment.last(observe=False)[1]
            if action is None:
                continue
            assert agent == seat_name(round_.turn)
            for seat in range(rules.players):
                seen = environment.observe(seat_name(seat))
                observed = game.observe(seat) if game else round_.observe(seat)
                assert np.array_equal(seen["observation"], features(observed))
                assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(a.id for a in observed.legal)
                assert np.array_equal(
                    environment.infos[seat_name(seat)]["action_mask"], seen["action_mask"]
                )
                assert environment.observation_space(seat_name(seat)).contains(seen)
            (game or round_).apply(round_.action(action))
            if game and round_.is_over and not game.is_over:
                round_ = game.next_round()
        assert game.is_over if game else round_.is_over
        scores = game.scores if game else round_.points()
        assert paid == {seat_name(seat): -score for seat, score in enumerate(scores)}
        assert environment.agents == []


def test_what_is_paid_where_a_game_is_tied_and_zero_sum() -> None:
    rules = Rules(3, target=4, ranks=(1, 2, 3, 7, 8), copies=2, deal=3)
    tied = 0
    for seed in range(40):
        plain, zero = raw_env(rules, episode="game"), raw_env(rules, episode="game", zero_sum=True)
        plain.reset(seed=seed)
        zero.reset(seed=seed)
        paid = returns(plain, np.random.default_rng(seed))
        points = {agent: -total for agent, total in paid.items()}
        tied += sorted(points.values())[0] == sorted(points.values())[1]
        assert max(points.values()) >= rules.target
        for agent, total in returns(zero, np.random.default_rng(seed)).items():
            others = [points[other] for other in points if other != agent]
            assert total == pytest.approx(sum(others) / 2 - points[agent])
    assert 0 < tied < 40


def test_a_round_pays_when_it_ends_and_all_end_together() -> None:
    environment = raw_env(Rules(2))
    environment.reset(seed=1)
    for _ in play_on(environment, np.random.default_rng(1)):
        if all(environment.terminations.values()):
            break
        assert set(environment.rewards.values()) == {0.0}
    assert sorted(environment.rewards.values()) < [0.0, 0.0]
    assert environment.terminations == {"seat_0": True, "seat_1": True}
    assert environment.truncations == {"seat_0": False, "seat_1": False}
    for agent in environment.possible_agents:
        assert not environment.observe(agent)["action_mask"].any()


@EVERY
def test_an_illegal_action_ends_the_wrapped_environment(
    setting: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    environment = env(**setting)
    environment.reset(seed=3)
    acting = environment.agent_selection
    environment.step(any_illegal(environment.last()[0]["action_mask"]))
    assert "Illegal move" in caplog.text
    EnvLogger.flush()
    assert all(environment.terminations.values())
    lowest = environment.unwrapped.lowest_payoff
    assert environment.rewards == {
        agent: lowest if agent == acting else 0.0 for agent in environment.possible_agents
    }
    assert not environment.observe(acting)["action_mask"].any()
    for _ in environment.agent_iter():
        environment.step(None)
    assert environment.agents == []
    environment.reset(seed=3)
    assert not any(environment.terminations.values())


@EVERY
def test_no_legal_play_is_paid_less_than_an_illegal_one(setting: dict[str, Any]) -> None:
    environment = raw_env(**setting)
    rng = np.random.default_rng(9)
    for seed in range(10):
        environment.reset(seed=seed)
        assert min(returns(environment, rng).values()) >= environment.lowest_payoff


def test_an_illegal_action_is_refused_by_its_rule_and_changes_nothing() -> None:
    environment = raw_env(players=3)
    environment.reset(seed=5)
    before = pickle.dumps(environment)
    with pytest.raises(IllegalAction) as refused:
        environment.step(0)
    assert (refused.value.code, refused.value.rule) == ("leader_may_not_pass", "R9")
    odd: list[Any] = [132, -1, 1.5, None, "7", True]
    for action in odd:
        with pytest.raises(IllegalAction) as refused:
            environment.step(action)
        assert refused.value.code == "not_an_action_number"
    assert pickle.dumps(environment) == before


def code_of(call: Any) -> str:
    with pytest.raises(InvalidInput) as refused:
        call()
    return refused.value.code


def test_what_is_out_of_order() -> None:
    environment = raw_env(players=2)
    for call in (environment.render, lambda: environment.step(1), lambda: environment.observe("seat_0")):
        assert code_of(call) == "environment_not_reset"
    environment.reset(seed=1)
    for agent in ("seat_2", 0, None):
        for ask in (environment.observe, environment.observation_space, environment.action_space):
            assert code_of(lambda ask=ask, agent=agent: ask(agent)) == "no_such_agent"
    for _ in play_on(environment, np.random.default_rng(1)):
        if environment.terminations[environment.agent_selection]:
            with pytest.raises(ValueError, match="when an agent is dead"):
                environment.step(1)
    assert code_of(lambda: environment.step(None)) == "episode_over"
    environment.close()
    environment.close()
    for call in (environment.reset, lambda: environment.step(1), environment.render):
        assert code_of(call) == "environment_closed"


def test_what_pettingzoos_wrappers_refuse() -> None:
    environment = env(players=2)
    with pytest.raises(AssertionError, match="reset"):
        environment.step(1)
    environment.reset(seed=1)
    for action in (132, None, 1.5, "7"):
        with pytest.raises(AssertionError, match="not in action space"):
            environment.step(action)


def test_there_is_no_parallel_form() -> None:
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(env())


def test_what_cannot_be_made() -> None:
    assert code_of(lambda: env(episode="rounds")) == "not_a_choice"  # type: ignore[arg-type]
    assert code_of(lambda: env(render_mode="rgb_array")) == "not_a_choice"  # type: ignore[arg-type]
    assert code_of(lambda: env(Rules(2), players=2)) == "rules_and_options"
    with pytest.raises(InvalidRules, match="no option"):
        env(zero_sums=True)
    with pytest.raises(InvalidRules, match="R3"):
        env(players=3, deal=40)


@pytest.mark.parametrize("seed", [-1, 1 << 62, 1.0, "1", True, [1]])
def test_what_is_no_seed(seed: Any) -> None:
    environment = raw_env()
    assert code_of(lambda: environment.reset(seed=seed)) == "not_a_seed"
    assert code_of(environment.render) == "environment_not_reset"


def test_resets_without_a_seed_follow_from_the_last_one() -> None:
    first: Any = raw_env(players=4)
    second: Any = raw_env(players=4)
    dealt = []
    for environment in (first, second):
        environment.reset(seed=np.int64(7), options={"anything": 1})
        for _ in range(3):
            dealt.append(environment.observe("seat_0")["observation"].tobytes())
            environment.reset()
    assert dealt[:3] == dealt[3:]
    assert len(set(dealt)) == 3
    one, other = raw_env(), raw_env()
    one.reset()
    other.reset()
    hands = {e.observe("seat_0")["observation"].tobytes() for e in (one, other)}
    assert len(hands) == 2  # what was never seeded deals as the system's randomness has it


def half_way(setting: dict[str, Any], make: Any = env) -> Any:
    environment = make(**setting)
    environment.reset(seed=11)
    rng = np.random.default_rng(2)
    for _ in range(9):
        environment.step(pick(environment.last()[4]["action_mask"], rng))
    return environment


@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("name", ["4 players", "game of 3, zero-sum", "two hands"])
def test_copies_go_on_as_the_original_does(name: str, make: Any) -> None:
    original = half_way(SETTINGS[name], make)
    twins = [copy.deepcopy(original), pickle.loads(pickle.dumps(original))]
    told = [(actions_of(e, np.random.default_rng(6)), e.unwrapped._cumulative_rewards) for e in twins]
    assert (
        told[0]
        == told[1]
        == (
            actions_of(original, np.random.default_rng(6)),
            original.unwrapped._cumulative_rewards,
        )
    )
    for environment in (original, *twins):
        environment.reset()
    later = [actions_of(e, np.random.default_rng(6)) for e in (original, *twins)]
    assert later[0] == later[1] == later[2]


def rest(environment: Any) -> list[tuple[str, int | None]]:
    """What a worker process makes of an environment that was sent to it."""
    return actions_of(environment, np.random.default_rng(6))


# From Python 3.12 on, forking warns wherever there is a second thread, as pytest's workers have.
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worker_processes_go_on_with_it(method: str) -> None:
    environment = half_way(SETTINGS["game of 3, zero-sum"])
    with multiprocessing.get_context(method).Pool(1) as pool:
        told = pool.apply(rest, (environment,))
    assert told == rest(environment)


def test_what_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    environment = raw_env(
        players=2, ranks=(1, 2, 7, 8), copies=2, deal=2, episode="game", render_mode="ansi"
    )
    environment.reset(seed=2)
    assert environment.render() == (
        "Round 1. On the table: nothing, seat_0 leads\n> seat_0: 1-8  Points 0\n  seat_1: 7-7  Points 0"
    )
    monkeypatch.setenv("LC_ALL", "nl")
    assert "Op tafel" in (environment.render() or "")
    assert capsys.readouterr().out == ""
    human = raw_env(players=2, render_mode="human")
    human.reset(seed=2)
    before = capsys.readouterr().out
    human.step(int(np.flatnonzero(human.last()[4]["action_mask"])[0]))
    assert "Op tafel" in before
    assert before != capsys.readouterr().out != ""
    silent = raw_env(players=2)
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None


ALONE = """
import sys
sys.modules["{library}"] = None
import fivethreefive.language
try:
    import fivethreefive.envs.pettingzoo
except fivethreefive.language.MissingExtra as error:
    print(error)
"""


@pytest.mark.parametrize("library", ["pettingzoo", "gymnasium"])
def test_without_the_library_it_says_how_to_install_it(library: str) -> None:
    program = ALONE.format(library=library)
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("PettingZoo is not installed; it is in the extra pettingzoo: ")


def test_bots_can_sit_in() -> None:
    own = raw_env(players=3, episode="game", target=9)
    own.reset(seed=1)
    bot, rng = make_bot("greedy"), np.random.default_rng(1)
    for agent in own.agent_iter():
        assert own.observation_of(agent).seat == own.possible_agents.index(agent)
        over = own.terminations[agent]
        own.step(None if over else bot.act(own.observation_of(agent), rng).id)
    assert own._under_way().scores == play_game(Game(own.rules, 1), [bot] * 3, [rng] * 3).scores
