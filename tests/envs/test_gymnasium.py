"""The Gymnasium environment: its official check, and what it must have in common with the engine."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import fivethreefive.envs.gymnasium as adapter
from fivethreefive import Action, Game, IllegalAction, InvalidInput, InvalidRules, Observation, Round, Rules
from fivethreefive.bots import make_bot
from fivethreefive.envs.gymnasium import FiveThreeFiveEnv
from fivethreefive.envs.pettingzoo import raw_env
from fivethreefive.features import feature_places, features
from fivethreefive.language import BotFailed
from fivethreefive.referee import play_game
from fivethreefive.rules.seeding import derive_seed, player_rng
from support.environments import SETTINGS, any_illegal, pick

EVERY = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)


def plain(environment: gymnasium.Env[Any, Any]) -> FiveThreeFiveEnv:
    found = environment.unwrapped
    assert isinstance(found, FiveThreeFiveEnv)
    return found


def play_on(
    environment: gymnasium.Env[Any, Any], mask: Any, rng: np.random.Generator
) -> list[tuple[int, float, bytes]]:
    """The rest of an episode at random: each action, its reward and what was seen then."""
    told = []
    over = False
    while not over:
        action = pick(mask, rng) if mask.any() else 0
        seen, reward, over, truncated, info = environment.step(action)
        assert not truncated
        mask = info["action_mask"]
        told.append((action, float(reward), seen["observation"].tobytes()))
    return told


def episode(environment: gymnasium.Env[Any, Any], seed: int | None) -> list[tuple[int, float, bytes]]:
    _, info = environment.reset(seed=seed)
    return play_on(environment, info["action_mask"], np.random.default_rng(3))


@EVERY
def test_the_official_check(setting: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    both: list[dict[str, Any]] = [{"opponents": "random"}, {"opponents": "greedy", "seat": "random"}]
    for others in both:
        check_env(gymnasium.make("FiveThreeFive-v0", **setting, **others).unwrapped)
    assert ">" in capsys.readouterr().out  # it was shown to people as well


@pytest.mark.parametrize("name", ["FiveThreeFive-v0", "fivethreefive.envs.gymnasium:FiveThreeFive-v0"])
def test_it_is_made_by_its_name(name: str) -> None:
    environment = gymnasium.make(name, players=3, opponents=["greedy", "random"])
    assert plain(environment).rules == Rules(3)
    assert environment.spec is not None
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(environment.spec.to_json()))
    assert episode(environment, 5) == episode(again, 5)
    environment.close()
    again.close()


@EVERY
@pytest.mark.parametrize("seat", [0, 1, "random"])
def test_the_same_seed_gives_the_same_episode_in_every_interface(
    setting: dict[str, Any], seat: Any
) -> None:
    """Gymnasium's learner and its bots, their actions played in PettingZoo and by the engine alone."""
    zero_sum = setting.get("zero_sum", False)
    seats = set()
    for seed in range(4):
        learning = FiveThreeFiveEnv(**setting, opponents="greedy", seat=seat)
        told = episode(learning, seed)
        rules, learner = learning.rules, learning.seat
        seats.add(learner)
        agents = raw_env(**setting)
        agents.reset(seed=seed)
        game = Game(rules, seed) if setting.get("episode") == "game" else None
        round_ = game.round if game else Round.deal(rules, seed)
        rngs = [player_rng(seed, each) for each in range(rules.players)]
        paid, mine = 0.0, [action for action, _, _ in told]
        while agents.agents and not any(agents.terminations.values()):
            observed = game.observe(round_.turn) if game else round_.observe(round_.turn)
            if round_.turn == learner:
                action = round_.action(mine.pop(0))
            else:
                action = make_bot("greedy").act(observed, rngs[round_.turn])
            agents.step(action.id)
            paid += agents.rewards[f"seat_{learner}"]
            (game or round_).apply(action)
            if game and round_.is_over and not game.is_over:
                round_ = game.next_round()
        assert mine in ([], [0])  # [0]: over before the learner's first turn
        assert paid == pytest.approx(sum(reward for _, reward, _ in told))
        scores = game.scores if game else round_.points()
        assert zero_sum or paid == -scores[learner]
        last = game.observe(learner) if game else round_.observe(learner)
        assert (
            told[-1][2]
            == features(last).tobytes()
            == agents.observe(f"seat_{learner}")["observation"].tobytes()
        )
    assert seats == {seat} or (seat == "random" and len(seats) > 1)


@EVERY
def test_observations_and_masks(setting: dict[str, Any]) -> None:
    environment = FiveThreeFiveEnv(**setting, opponents="random", seat=1)
    rng = np.random.default_rng(8)
    for seed in range(3):
        seen, info = environment.reset(seed=seed)
        over = False
        while not over:
            assert environment.observation_space.contains(seen)
            assert np.array_equal(seen["action_mask"], info["action_mask"])
            masks = environment.action_masks()
            assert masks.dtype == np.bool_
            assert np.array_equal(masks, info["action_mask"] == 1)
            assert info["seat"] == 1
            seen, _, over, _, info = environment.step(pick(info["action_mask"], rng) if masks.any() else 0)
        assert not seen["action_mask"].any()
        assert environment.observation_space.contains(seen)
        assert len(info["scores"]) == environment.rules.players


def test_a_round_that_is_over_before_the_learners_turn() -> None:
    """It is an episode like any other: one step, whatever it asks for, pays and ends it."""
    environment = FiveThreeFiveEnv(ranks=(1, 2, 3, 7, 8), copies=2, deal=2, players=3, opponents="greedy")
    met = 0
    for seed in range(30):
        seen, info = environment.reset(seed=seed)
        if info["action_mask"].any():
            continue
        met += 1
        assert not seen["action_mask"].any()
        assert not environment.action_masks().any()
        _, reward, over, _, info = environment.step(99)
        assert over
        assert reward == -info["scores"][0] < 0
        with pytest.raises(InvalidInput, match="over"):
            environment.step(99)
    assert met


@EVERY
def test_an_illegal_action_ends_the_episode_at_the_lowest_pay(setting: dict[str, Any]) -> None:
    environment = FiveThreeFiveEnv(**setting, opponents="random")
    for seed in range(12):
        seen, info = environment.reset(seed=seed)
        if not info["action_mask"].any():
            continue
        after, reward, over, truncated, told = environment.step(any_illegal(info["action_mask"]))
        assert (over, truncated) == (True, False)
        if any(info["scores"]):  # rounds of a game that were over before the learner's first turn
            assert reward < environment.lowest_payoff
        else:
            assert reward == environment.lowest_payoff
        assert "(R" in told["illegal"]
        assert np.array_equal(after["observation"], seen["observation"])
        assert not after["action_mask"].any()
        with pytest.raises(InvalidInput, match="over"):
            environment.step(0)
        assert sum(reward for _, reward, _ in episode(environment, seed)) >= environment.lowest_payoff


def test_an_illegal_action_can_be_refused_by_its_rule_and_change_nothing() -> None:
    environment = FiveThreeFiveEnv(players=3, illegal="raise", opponents="greedy")
    _, info = environment.reset(seed=6)
    before = pickle.dumps(environment)
    for action in range(132):
        if not info["action_mask"][action]:
            with pytest.raises(IllegalAction) as refused:
                environment.step(action)
            assert refused.value.rule
    odd: list[Any] = [-1, 132, 1.5, None, "1", True]
    for what in odd:
        with pytest.raises(IllegalAction) as refused:
            environment.step(what)
        assert refused.value.code == "not_an_action_number"
    assert pickle.dumps(environment) == before
    assert play_on(environment, info["action_mask"], np.random.default_rng(3)) == episode(environment, 6)


class Noting:
    """A player that keeps what it is shown, and is closed by whoever made it."""

    def __init__(self, choose: int = 0) -> None:
        self.seen: list[Observation] = []
        self.drawn: list[int] = []
        self.closed = False
        self.choose = choose

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        self.seen.append(observation)
        self.drawn.append(int(rng.integers(1 << 62)))
        return observation.legal[self.choose]

    def close(self) -> None:
        self.closed = True


def test_players_of_ones_own_see_their_seat_only_and_draw_apart() -> None:
    """In playing order after the learner; what they draw is of their seat and the seed."""
    first, second = Noting(-1), Noting(-1)
    environment = FiveThreeFiveEnv(players=3, seat=1, opponents=[first, second])
    episode(environment, 4)
    assert {seen.seat for seen in first.seen} == {2}
    assert {seen.seat for seen in second.seen} == {0}
    assert first.drawn[0] != second.drawn[0]
    assert first.drawn[0] == int(player_rng(4, 2).integers(1 << 62))
    environment.close()
    assert not first.closed
    assert len(first.drawn + second.drawn) == len({*first.drawn, *second.drawn})


class Cheating(Noting):
    name = "cheat"

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        return Action(131, "add", (1, 2, 3), (1, 2, 3))


def test_a_bot_that_fails_ends_the_episode() -> None:
    environment = FiveThreeFiveEnv(players=2, opponents=Cheating(), illegal="raise")

    def until_the_bot_plays(seed: int) -> None:
        _, info = environment.reset(seed=seed)
        environment.step(int(np.flatnonzero(info["action_mask"])[-1]))

    for seed in range(8):
        with pytest.raises(BotFailed, match="cheat"):
            until_the_bot_plays(seed)
        with pytest.raises(InvalidInput, match="over"):
            environment.step(0)


def code_of(call: Any) -> str:
    with pytest.raises(InvalidInput) as refused:
        call()
    return refused.value.code


def test_what_is_out_of_order() -> None:
    environment = FiveThreeFiveEnv(players=2, opponents="random")
    for call in (environment.render, lambda: environment.step(0), environment.action_masks):
        assert code_of(call) == "environment_not_reset"
    episode(environment, 1)
    assert code_of(lambda: environment.step(0)) == "episode_over"
    environment.close()
    environment.close()
    for closed in (environment.reset, lambda: environment.step(0), environment.render):
        assert code_of(closed) == "environment_closed"


def test_what_cannot_be_made() -> None:
    make = FiveThreeFiveEnv
    assert code_of(lambda: make(episode="hand")) == "not_a_choice"  # type: ignore[arg-type]
    assert code_of(lambda: make(illegal="ignore")) == "not_a_choice"  # type: ignore[arg-type]
    assert code_of(lambda: make(render_mode="rgb_array")) == "not_a_choice"  # type: ignore[arg-type]
    assert code_of(lambda: make(Rules(2), players=2)) == "rules_and_options"
    assert code_of(lambda: make(opponents=["greedy"])) == "opponents_not_seats"
    assert code_of(lambda: make(opponents="nobody")) == "unknown_bot"
    assert code_of(lambda: make(opponents=[1, 2, 3])) == "not_an_opponent"  # type: ignore[list-item]
    assert code_of(lambda: make(opponents=7)) == "not_an_opponent"  # type: ignore[arg-type]
    assert code_of(lambda: make(4)) == "not_rules"  # type: ignore[arg-type]
    for seat in (4, -1, "left", None, 1.0):
        assert code_of(lambda seat=seat: make(seat=seat)) == "no_such_seat"
    with pytest.raises(InvalidRules, match="no option"):
        make(opponent="greedy")


@pytest.mark.parametrize("seed", [-1, 1 << 62, 1.0, "1", True])
def test_what_is_no_seed(seed: Any) -> None:
    assert code_of(lambda: FiveThreeFiveEnv().reset(seed=seed)) == "not_a_seed"


def test_resets_without_a_seed_follow_from_the_last_one() -> None:
    """The same ones as PettingZoo's."""
    learning, agents = FiveThreeFiveEnv(players=2, opponents="random"), raw_env(players=2)
    dealt = []
    seen, _ = learning.reset(seed=7, options={"anything": 1})
    agents.reset(seed=7)
    for _ in range(3):
        hand = feature_places(2)["hand"]
        dealt.append(seen["observation"][hand].tobytes())
        assert dealt[-1] == agents.observe("seat_0")["observation"][hand].tobytes()
        seen, _ = learning.reset()
        agents.reset()
    assert len(set(dealt)) == 3
    never_seeded = [FiveThreeFiveEnv().reset()[0]["observation"].tobytes() for _ in range(2)]
    assert never_seeded[0] != never_seeded[1]


OWN_BOT = """
closed = []

class Own:
    def act(self, observation, rng):
        return observation.legal[0]

    def close(self):
        closed.append(self)
"""


def test_bots_made_by_name_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.joinpath("own_opponent.py").write_text(OWN_BOT, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    environment = FiveThreeFiveEnv(players=3, opponents=["own_opponent:Own", "cmd:true"])
    environment.close()
    assert len(sys.modules["own_opponent"].closed) == 1
    with pytest.raises(InvalidInput, match="nobody"):
        FiveThreeFiveEnv(players=3, opponents=["own_opponent:Own", "nobody"])
    assert len(sys.modules["own_opponent"].closed) == 2


def half_way(name: str) -> tuple[FiveThreeFiveEnv, Any]:
    environment = FiveThreeFiveEnv(**SETTINGS[name], opponents="random", seat="random")
    _, info = environment.reset(seed=12)
    for _ in range(3):
        _, _, over, _, info = environment.step(int(np.flatnonzero(info["action_mask"])[-1]))
        assert not over
    return environment, info["action_mask"]


def rest(environment: FiveThreeFiveEnv, mask: Any) -> list[Any]:
    """The rest of this episode, and the next one."""
    return [*play_on(environment, mask, np.random.default_rng(3)), *episode(environment, None)]


@pytest.mark.parametrize("name", ["4 players", "game of 3, zero-sum", "two hands"])
def test_copies_go_on_as_the_original_does(name: str) -> None:
    original, mask = half_way(name)
    twins = [copy.deepcopy(original), pickle.loads(pickle.dumps(original))]
    told = [rest(environment, mask) for environment in (*twins, original)]
    assert told[0] == told[1] == told[2]


# From Python 3.12 on, forking warns wherever there is a second thread, as pytest's workers have.
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worker_processes_go_on_with_it(method: str) -> None:
    original, mask = half_way("game of 3, zero-sum")
    with multiprocessing.get_context(method).Pool(1) as pool:
        told = pool.apply(rest, (original, mask))
    assert told == rest(original, mask)


@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_gymnasiums_own_vectors_step_it(mode: str) -> None:
    many = gymnasium.make_vec("FiveThreeFive-v0", 2, vectorization_mode=mode, players=2, opponents="random")
    seen, info = many.reset(seed=3)
    rng = np.random.default_rng(3)
    ended = 0
    for _ in range(40):
        masks = seen["action_mask"]
        actions = np.array([pick(mask, rng) if mask.any() else 0 for mask in masks])
        seen, _, terminated, _, info = many.step(actions)
        ended += int(terminated.sum())
        assert "illegal" not in info
    many.close()
    assert ended > 1


def test_what_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    environment = FiveThreeFiveEnv(players=2, opponents="greedy", render_mode="ansi")
    environment.reset(seed=1)
    lines = (environment.render() or "").splitlines()
    assert lines[0].startswith("Round 1. On the table: ")
    assert [line[:8] for line in lines[1:]] == ["> seat_0", "  seat_1"]
    assert capsys.readouterr().out == ""
    human = FiveThreeFiveEnv(players=2, opponents="greedy", render_mode="human")
    told = episode(human, 1)
    shown = capsys.readouterr().out
    assert "goes out: the round is over" in shown
    assert shown.count("seat_0:") > len(told)  # every bot's play as well
    assert human.render() is None


def test_a_seat_at_random_is_drawn_from_the_seed() -> None:
    environment = FiveThreeFiveEnv(players=3, opponents="random", seat="random")
    seats = []
    for seed in range(30):
        environment.reset(seed=seed)
        seats.append(environment.seat)
        assert environment.seat == derive_seed(seed, "seat") % 3
    assert set(seats) == {0, 1, 2}


def test_it_is_registered_once() -> None:
    assert gymnasium.spec("FiveThreeFive-v0").entry_point == f"{adapter.__name__}:FiveThreeFiveEnv"


ALONE = """
import sys
sys.modules["{library}"] = None
import fivethreefive.language
try:
    import fivethreefive.envs.gymnasium
except fivethreefive.language.MissingExtra as error:
    print(error)
"""


@pytest.mark.parametrize("library", ["gymnasium"])
def test_without_the_library_it_says_how_to_install_it(library: str) -> None:
    program = ALONE.format(library=library)
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("Gymnasium is not installed; it is in the extra gymnasium: ")


def test_the_package_alone_imports_neither_library() -> None:
    program = (
        "import sys, fivethreefive\n"
        "fivethreefive.Game, fivethreefive.BatchRounds, fivethreefive.make_bot\n"
        "print([name for name in ('gymnasium', 'pettingzoo') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


@pytest.mark.parametrize("action", [np.array([2]), 2.0, "2", None, True])
@pytest.mark.parametrize("illegal", ["end", "raise"])
def test_what_is_no_number_is_an_error_and_no_choice(action: Any, illegal: Any) -> None:
    """A mistake of the program does not cost an episode."""
    env = FiveThreeFiveEnv(players=2, illegal=illegal)
    observation, _ = env.reset(seed=1)
    with pytest.raises(IllegalAction) as refused:
        env.step(action)
    assert refused.value.code == "not_an_action_number"
    assert not env.step(int(observation["action_mask"].argmax()))[2]


def test_a_seat_is_shown_as_bots_see_it() -> None:
    env = FiveThreeFiveEnv(players=3, episode="game", target=9, opponents="greedy")
    observation, _ = env.reset(seed=1)
    bot, rng, over = make_bot("greedy"), np.random.default_rng(1), False
    while not over:
        assert np.array_equal(features(env.observation_of(0)), observation["observation"])
        assert env.round.turn == 0
        observation, _, over, _, info = env.step(bot.act(env.observation_of(0), rng).id)
    # The same bot in every seat: the game is that of greedy players alone.
    game = play_game(Game(env.rules, 1), [bot] * 3, [rng] * 3)
    assert info["scores"] == game.scores
    env.close()
    with pytest.raises(InvalidInput):
        env.observation_of(0)
