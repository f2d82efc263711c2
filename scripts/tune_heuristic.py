"""Tune the heuristic player's weights by cross-entropy search against greedy players.

    python -m scripts.tune_heuristic [--iterations 30] [--seed 535]

Every candidate plays the same deals at each player count, in all rotations of the seats; the score
is the mean of what it takes less than the others. Prints the weights it found; bots/heuristic/bot.py has
them in round numbers.
"""

from __future__ import annotations

import argparse

import numpy as np

from fivethreefive import Rules
from fivethreefive.bots.evaluation.rounds import Tuning, gain
from fivethreefive.bots.heuristic.bot import WEIGHTS
from fivethreefive.bots.heuristic.kernel import Weights

COUNTS = (2, 3, 4, 4, 5, 6)


def score(weights: Weights, deals: int, seed: int, first: int) -> float:
    """Points a round less than greedy players, the mean over the numbers of players."""
    tuning = Tuning(weights=weights)
    gains = [
        gain(Rules(players), "heuristic", "greedy", deals, seed, first, tuning).mean() for players in COUNTS
    ]
    return float(np.mean(gains))


def main() -> None:
    """Search, saying how it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=30)
    parser.add_argument("--candidates", type=int, default=60)
    parser.add_argument("--deals", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=535)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    mean = np.array(WEIGHTS)
    spread = np.maximum(0.15, 0.3 * np.abs(mean))
    best = options.candidates // 5
    for iteration in range(options.iterations):
        drawn = mean + spread * rng.standard_normal((options.candidates, len(mean)))
        # Each iteration has deals of its own, so that no candidate wins by knowing them.
        scores = [
            score(Weights(*row), options.deals, options.seed, iteration * options.deals) for row in drawn
        ]
        elite = drawn[np.argsort(scores)[-best:]]
        mean = 0.3 * mean + 0.7 * elite.mean(axis=0)
        spread = 0.3 * spread + 0.7 * elite.std(axis=0)
        print(f"{iteration}: mean of the best {np.sort(scores)[-best:].mean():.3f}", flush=True)
    fresh = score(Weights(*mean), 10 * options.deals, options.seed + 1, 0)
    print(f"on fresh deals: {fresh:.3f}")
    print(Weights(*(round(float(value), 3) for value in mean)))


if __name__ == "__main__":
    main()
