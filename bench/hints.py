"""Whether a hint's expected points are what is taken: 30 positions at 2 to 6 players.

    python -m bench hints

For every action that a hint names, with 1,000, 10,000 and 50,000 simulations, the same action is played
from the same position, the unseen cards dealt anew each time, and bots named ``policy`` play on at all
seats through ``Round`` and ``Bot.act``, each with its own observation only. Two figures agree where they
are within two standard errors of their difference; of figures that mean the same, 95.4% do.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np

from bench._report import report
from fivethreefive import Observation, Round, Rules, determinize
from fivethreefive.analysis import hint
from fivethreefive.bots import make_bot
from fivethreefive.rules.actions import Action

POSITIONS = 6
"""At each number of players."""
SIMULATIONS = (1_000, 10_000, 50_000)
DEALS = 4_000
"""Played for each action."""
REAL = "real play"


def positions(players: int) -> Iterator[Round]:
    """Moments of rounds between policy players, early and late, that leave a choice."""
    rules, bot, rng = Rules(players), make_bot("policy"), np.random.default_rng(players)
    found = seed = 0
    while found < POSITIONS:
        seed += 1
        round_ = Round.deal(rules, seed)
        for _ in range(int(rng.integers(6 * players))):
            if not round_.is_over:
                round_.apply(bot.act(round_.observe(round_.turn), rng))
        if not round_.is_over and len(round_.legal_actions()) > 1:
            found += 1
            # As a position, without its history: what the others hold is then any of the unseen cards.
            yield _set_up(round_.observe(round_.turn), determinize(round_.observe(round_.turn), seed))


def _set_up(seen: Observation, hands: Any) -> Round:
    """A round at what a seat sees, with these hands."""
    gone = Counter(seen.seen) - Counter(seen.table)
    return Round(
        seen.rules,
        hands,
        seen.turn,
        table=seen.table,
        turn=seen.turn,
        last=seen.last,
        passed=seen.passed,
        seen=gone.elements(),
    )


def real_play(position: Round, action: Action, deals: int, seed: int) -> tuple[float, float]:
    """Mean and standard error of what the action is worth to its seat."""
    seen = position.observe(position.turn)
    bots = [make_bot("policy") for _ in range(seen.rules.players)]
    rng = np.random.default_rng(seed)
    ahead = np.zeros(deals)
    for deal in range(deals):
        round_ = _set_up(seen, determinize(seen, rng))
        round_.apply(action)
        while not round_.is_over:
            round_.apply(bots[round_.turn].act(round_.observe(round_.turn), rng))
        ahead[deal] = _worth(round_, position.turn)
    return float(ahead.mean()), float(ahead.std(ddof=1) / deals**0.5)


def _worth(round_: Round, seat: int) -> float:
    """What a round that is over was worth to a seat, with ten points for the game where it ends it."""
    points, players = np.array(round_.points()), round_.rules.players
    worth = (points.sum() - points[seat]) / (players - 1) - points[seat]
    if points.max() >= round_.rules.target:
        winners = points == points.min()
        worth += 10 * (winners[seat] / winners.sum() - 1 / players)
    return float(worth)


def figures(position: Round, seed: int) -> dict[Any, dict[str, tuple[float, float]]]:
    """By number of simulations, or ``REAL``, what each action is worth and the standard error."""
    seen = position.observe(position.turn)
    found: dict[Any, dict[str, tuple[float, float]]] = {
        simulations: {
            str(one.action): (one.ahead, one.ahead_error)
            for one in hint(seen, seed + simulations, simulations).advice
        }
        for simulations in SIMULATIONS
    }
    named = set().union(*found.values())
    found[REAL] = {
        str(action): real_play(position, action, DEALS, seed)
        for action in seen.legal
        if str(action) in named
    }
    return found


def main() -> None:
    agree: dict[Any, list[bool]] = {pair: [] for pair in combinations((*SIMULATIONS, REAL), 2)}
    apart: dict[Any, list[float]] = {pair: [] for pair in agree}
    for players in range(2, 7):
        for seed, position in enumerate(positions(players)):
            found = figures(position, 100 * players + seed)
            for (one, other), agreeing in agree.items():
                for action in found[one].keys() & found[other].keys():
                    (a, error_a), (b, error_b) = found[one][action], found[other][action]
                    agreeing.append(abs(a - b) <= 2 * math.hypot(error_a, error_b))
                    apart[one, other].append(a - b)
    report(
        "hints",
        [
            {
                "simulations": one,
                "beside": other,
                "figures": len(agree[one, other]),
                "within two errors": float(np.mean(agree[one, other])),
                "mean difference": float(np.mean(apart[one, other])),
            }
            for one, other in agree
        ],
    )
