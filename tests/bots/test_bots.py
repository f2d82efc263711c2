"""The bots: made by name, always legal, blind to what is hidden, and each what it says it is."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain
from typing import Any

import numpy as np
import pytest

from fivethreefive import Action, InvalidInput, Observation, Round, Rules, determinize
from fivethreefive.bots import BOTS, LEVELS, make_bot
from fivethreefive.bots.evaluation.rounds import gain, play_match
from fivethreefive.cards import RANKS
from support.random_play import EVERY_KIND, hands_of, odd_positions, other_hands, positions

EACH_RULES = pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)
EACH_BOT = pytest.mark.parametrize("name", BOTS)
PLAIN = ["random", "greedy", "heuristic", "policy"]


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def decisions(rules: Rules, count: int, seed: int) -> list[Observation]:
    """What the seat to play sees in dealt rounds and in rounds with hands of any sizes."""
    rounds = chain(positions(rules, count, seed), odd_positions(rules, count, seed))
    return [round_.observe(round_.turn) for round_ in rounds]


# The registry


def test_the_bots_by_name() -> None:
    assert list(BOTS) == ["random", "greedy", "heuristic", "policy", "search"]
    assert [make_bot(name).name for name in BOTS] == [*PLAIN, "search:1000"]


def test_the_levels_by_name() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "expert"]
    assert [make_bot(level).name for level in LEVELS] == list(LEVELS.values())


@pytest.mark.parametrize("name", ["", "Greedy", "seeing", "greedy ", ":greedy", None])
def test_an_unknown_bot(name: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        make_bot(name)
    assert refused.value.code == "unknown_bot"
    assert refused.value.parameters == {
        "bot": str(name).partition(":")[0],
        "known": ", ".join((*BOTS, *LEVELS)),
    }


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("options", ["100", "", "a:b"])
def test_options_that_a_bot_does_not_take(name: str, options: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        make_bot(f"{name}:{options}")
    assert refused.value.code == "bot_takes_no_options"
    assert refused.value.parameters == {"bot": name, "options": options}


# Every bot


@EACH_RULES
@EACH_BOT
def test_a_bot_plays_a_legal_action(name: str, rules: Rules) -> None:
    bot, draws = make_bot(name), rng(3)
    for observation in decisions(rules, 25, seed=13):
        assert bot.act(observation, draws) in observation.legal


@EACH_BOT
def test_a_bot_plays_the_same_whatever_is_hidden(name: str) -> None:
    """The same knowledge of a round with other hidden hands."""
    bot = make_bot(name)
    for rules in (Rules(2), Rules(4), Rules(6, overwrite="larger")):
        for number, round_ in enumerate(positions(rules, 15, seed=14)):
            seat = round_.turn
            observation = round_.observe(seat)
            twin = other_hands(round_, determinize(observation, number))
            assert hands_of(twin) != hands_of(round_)
            assert bot.act(twin.observe(seat), rng(1)) == bot.act(observation, rng(1))


@EACH_BOT
def test_a_bot_plays_the_same_from_the_same_random_state(name: str) -> None:
    bot = make_bot(name)
    for observation in decisions(Rules(4), 20, seed=15):
        assert bot.act(observation, rng(5)) == bot.act(observation, rng(5))


@pytest.mark.parametrize("name", ["greedy", "heuristic", "policy"])
def test_a_bot_that_draws_nothing(name: str) -> None:
    bot, draws = make_bot(name), rng(1)
    for observation in decisions(Rules(4), 10, seed=16):
        bot.act(observation, draws)
    assert draws.bit_generator.state == rng(1).bit_generator.state


@EACH_BOT
def test_a_bot_does_not_act_for_others(name: str) -> None:
    round_ = Round(Rules(2), [[1], [2]], 0)
    over = round_.copy()
    over.apply("1")
    for observation in (round_.observe(1), round_.observe(None), over.observe(0), over.observe(1)):
        with pytest.raises(InvalidInput) as refused:
            make_bot(name).act(observation, rng())
        assert (refused.value.code, refused.value.rule) == ("not_your_turn", "R9a")


# Random


def test_random_plays_each_action_as_likely() -> None:
    """A chi-square over many draws; the bound is passed once in a million times."""
    observation = Round(Rules(4), [[4, 4, 5, 8], [1], [2], [3]], table=(3,), last=3).observe(0)
    assert len(observation.legal) == 6
    draws, found = rng(2), Counter[Action]()
    for _ in range(6000):
        found[make_bot("random").act(observation, draws)] += 1
    assert sum((found[action] - 1000) ** 2 / 1000 for action in observation.legal) < 40


# Greedy


def greedy(observation: Observation) -> Action:
    """Most cards, then the weakest meld made (R7), then the first of the catalogue; else a pass."""

    def liking(action: Action) -> tuple[int, int, int]:
        if action.kind == "pass":
            return 0, 0, 0
        place = RANKS.index(action.makes[0])
        is_run = len(set(action.makes)) > 1
        return len(action.cards), place if is_run else len(RANKS) - place, -action.id

    return max(observation.legal, key=liking)


@EACH_RULES
def test_greedy_is_what_it_says(rules: Rules) -> None:
    bot = make_bot("greedy")
    for observation in decisions(rules, 40, seed=17):
        assert bot.act(observation, rng()) == greedy(observation)


@pytest.mark.parametrize(
    ("table", "hand", "played"),
    [
        ((), [15, 2, 2, 3], "2-2"),
        ((), [2, 3, 4, 1, 1, 1], "1-1-1"),
        ((), [1, 2, 3, 11, 12, 13], "11-12-13"),
        ((), [15, 1], "1"),
        ((3,), [4, 5, 15], "+4-5"),
        ((3,), [9, 15, 1], ">9"),
        ((14,), [1, 2, 9], "pass"),
        ((3,), [3, 4, 9], "+3"),
    ],
)
def test_greedy_by_example(table: tuple[int, ...], hand: list[int], played: str) -> None:
    round_ = Round(Rules(4), [[7], hand, [7], [7]], 1, table=table, last=0 if table else None)
    assert str(make_bot("greedy").act(round_.observe(1), rng())) == played


# Heuristic


@EACH_RULES
def test_heuristic_goes_out_when_it_can(rules: Rules) -> None:
    bot, found = make_bot("heuristic"), 0
    chooser = random.Random(18)
    for _ in range(60):
        deck = [rank for rank in rules.ranks for _ in range(rules.copies)]
        chooser.shuffle(deck)
        hands = [[deck.pop() for _ in range(chooser.randint(1, 2))] for _ in range(rules.players)]
        for observation in moments_of(Round(rules, hands), chooser):
            out = [action for action in observation.legal if sorted(action.cards) == list(observation.hand)]
            if out:
                found += 1
                assert bot.act(observation, rng()) in out
    assert found >= 30


def moments_of(round_: Round, chooser: random.Random) -> list[Observation]:
    """What each seat sees when it is to play."""
    seen = []
    while not round_.is_over:
        seen.append(round_.observe(round_.turn))
        round_.apply(chooser.choice(round_.legal_actions()))
    return seen


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_each_is_stronger_than_the_one_before(players: int) -> None:
    """Every deal is played with it in each seat: it takes fewer points, by five standard errors."""
    assert clear(gain(Rules(players), "heuristic", "greedy", 400, seed=1))
    assert clear(gain(Rules(players), "policy", "heuristic", 1600, seed=1))


def clear(found: Any) -> bool:
    """Whether a mean is above 0 by five standard errors."""
    return bool(found.mean() > 5 * found.std(ddof=1) / len(found) ** 0.5)


@pytest.mark.parametrize("name", ["heuristic", "policy"])
def test_the_compiled_match_plays_as_the_bot_does(name: str) -> None:
    """``play_match`` and the bot are two ways into one choice."""
    for players in range(2, 7):
        rules = Rules(players)
        points = play_match(rules, [name] * players, 5, seed=7).points
        bot = make_bot(name)
        for stream in range(5):
            round_ = Round.deal(rules, 7, stream=stream)
            while not round_.is_over:
                round_.apply(bot.act(round_.observe(round_.turn), rng()))
            assert round_.points() == tuple(points[stream])
