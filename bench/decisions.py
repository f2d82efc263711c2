"""One decision through the objects (``legal_actions`` and ``apply``), and what surrounds it.

Where OpenSpiel is installed, its dou_dizhu is driven from Python in the same run, by the same loop:
ask for the legal actions, choose one, apply it. Its deal is a chance node a card, each sampled by
its probabilities; both games are timed with their deals and without.
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import random
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

import numba
import numpy as np

from bench._report import report
from fivethreefive import Round, Rules, determinize
from fivethreefive.bots import make_bot
from fivethreefive.bots.evaluation.rounds import play_match
from fivethreefive.cards import RANKS, pack
from fivethreefive.rules.kernel import MOST_CARDS, SEATS, deal_unseen
from fivethreefive.rules.seeding import random_stream

TURNS = 9
ROUNDS = 400


def play_535(rules: Rules, seed: int) -> tuple[int, float, float]:
    """Play rounds at random through ``Round``: decisions, seconds dealing, seconds playing."""
    choose = random.Random(seed).random
    decisions, start = 0, time.perf_counter()
    rounds = [Round.deal(rules, seed, stream=i) for i in range(ROUNDS)]
    dealt = time.perf_counter()
    for round_ in rounds:
        while actions := round_.legal_actions():
            round_.apply(actions[int(choose() * len(actions))])
            decisions += 1
    return decisions, dealt - start, time.perf_counter() - dealt


def play_dou_dizhu(game: Any, seed: int) -> tuple[int, float, float]:
    """The same with OpenSpiel's dou_dizhu."""
    chooser = random.Random(seed)
    choose = chooser.random
    decisions, start = 0, time.perf_counter()
    states = [game.new_initial_state() for _ in range(ROUNDS)]
    for state in states:
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chooser.choices(outcomes, chances)[0])
    dealt = time.perf_counter()
    for state in states:
        while actions := state.legal_actions():
            state.apply_action(actions[int(choose() * len(actions))])
            decisions += 1
    return decisions, dealt - start, time.perf_counter() - dealt


def microseconds(function: Callable[[], Any], times: int = 2000) -> float:
    """The median time of one call, over several runs of many."""
    function()
    runs = []
    for _ in range(TURNS):
        start = time.perf_counter()
        for _ in range(times):
            function()
        runs.append((time.perf_counter() - start) / times * 1e6)
    return median(runs)


def heuristic_microseconds() -> float:
    """A decision of the heuristic player where four of them play in the kernel, dealing included."""
    runs = []
    for seed in range(TURNS):
        start = time.perf_counter()
        decisions = play_match(Rules(4), ["heuristic"] * 4, 20_000, seed).decisions
        runs.append((time.perf_counter() - start) / decisions * 1e6)
    return median(runs)


@numba.njit  # type: ignore[untyped-decorator]
def deal_often(row: Any, sizes: Any, pool: int, deck: Any, rng: Any, times: int) -> None:
    for _ in range(times):
        deal_unseen(row, 0, sizes, 4, pool, deck, rng)


def dealing_microseconds() -> float:
    """The other three hands of a first move at four players, dealt anew from 40 unseen cards."""
    deck = pack(rank for rank in RANKS for _ in range(4))
    hand = pack(RANKS[:12])
    row, sizes = np.zeros(SEATS, np.int64), np.full(SEATS, 12)
    arguments = row, sizes, deck - hand, np.zeros(MOST_CARDS, np.int64), random_stream(1)
    deal_often(*arguments, 1)
    runs = []
    for _ in range(TURNS):
        start = time.perf_counter()
        deal_often(*arguments, 100_000)
        runs.append((time.perf_counter() - start) * 10)
    return median(runs)


def first_prompt_seconds() -> float:
    """From the command to the first question of a game at the terminal, on a set-up machine."""
    runs = []
    for _ in range(TURNS):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "fivethreefive.cli", "play", "--save", f"{folder}/game.jsonl"]
            start = time.perf_counter()
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as game:
                assert game.stdin is not None
                assert game.stdout is not None
                seen = b""
                while b"Your play" not in seen:
                    seen += game.stdout.read(1)
                runs.append(time.perf_counter() - start)
                game.stdin.close()
    return median(runs)


def first_table_seconds() -> float:
    """From the command to the table that fills a terminal."""
    runs = []
    for _ in range(TURNS):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "fivethreefive.cli", "play", "--save", f"{folder}/game.jsonl"]
            end, terminal = os.openpty()
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
            start = time.perf_counter()
            with subprocess.Popen(
                command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment
            ) as game:
                os.close(terminal)
                seen = b""
                while "╰".encode() not in seen:
                    seen += os.read(end, 1 << 16)
                runs.append(time.perf_counter() - start)
                game.kill()
            os.close(end)
    return median(runs)


def main() -> None:
    games: dict[str, Callable[[int], tuple[int, float, float]]] = {
        f"535, {players} players": partial(play_535, Rules(players)) for players in (2, 4, 6)
    }
    if importlib.util.find_spec("pyspiel"):
        import pyspiel

        games["OpenSpiel dou_dizhu"] = partial(play_dou_dizhu, pyspiel.load_game("dou_dizhu"))
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in games}
    for seed in range(TURNS):
        for name, play in games.items():
            decisions, dealing, playing = play(seed)
            runs[name].append((decisions / playing, decisions / (dealing + playing)))
    rows = []
    for name, rates in runs.items():
        play_only, with_deal = (median(each) for each in zip(*rates, strict=True))
        rows.append({"game": name, "decisions/s": play_only, "deal included": with_deal})
    report("decisions", rows)

    round_ = Round.deal(Rules(4), 1)
    observation = round_.observe(round_.turn)
    bot, rng = make_bot("heuristic"), np.random.default_rng(1)
    calls: dict[str, Callable[[], Any]] = {
        "Round.copy": round_.copy,
        "Round.observe": lambda: round_.observe(0),
        "determinize": lambda: determinize(observation, 5),
        "heuristic bot, act": lambda: bot.act(observation, rng),
    }
    calls_inside = {
        "heuristic, in the kernel": heuristic_microseconds(),
        "unseen cards dealt, in the kernel": dealing_microseconds(),
    }
    report(
        "calls",
        [{"call": name, "microseconds": microseconds(f)} for name, f in calls.items()]
        + [{"call": name, "microseconds": cost} for name, cost in calls_inside.items()],
    )
    starts = {"the first prompt of plain lines": first_prompt_seconds(), "the table": first_table_seconds()}
    report("start", [{"from play to": what, "seconds": seconds} for what, seconds in starts.items()])
