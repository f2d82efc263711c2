"""A learner in NumPy alone: it finds out which actions pay, and then beats players who play at random.

    python examples/learner.py

Its policy is one number for each action of the catalogue: of those that are legal, an action is the
likelier the higher its number. After every batch of rounds the numbers of what was done move up where a
round paid more than the batch did on average, and down where it paid less (REINFORCE). A minute is more
than it needs. Needs the extra gymnasium.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

import fivethreefive.envs.gymnasium
from fivethreefive.rules.actions import ACTIONS

gymnasium.register_envs(fivethreefive.envs.gymnasium)
SEED = 535
ROUNDS, BATCH, RATE = 2000, 20, 0.3
MEASURED = 1000


def chances(weights: Any, mask: Any) -> Any:
    """How likely each action is: nothing but legal ones."""
    raised = mask * np.exp(np.minimum(weights - weights[mask == 1].max(), 0))
    return raised / raised.sum()


def play(env: Any, weights: Any, rng: np.random.Generator, seed: int) -> tuple[float, Any]:
    """Play a round; what it paid, and which way the weights go to make what was done likelier."""
    seen, _ = env.reset(seed=seed)
    towards, paid, over = np.zeros_like(weights), 0.0, False
    while not over:
        likely = chances(weights, seen["action_mask"])
        action = rng.choice(len(likely), p=likely)
        towards += (np.arange(len(likely)) == action) - likely
        seen, reward, over, _, _ = env.step(action)
        paid += reward
    return paid, towards


def learn(env: Any, rng: np.random.Generator) -> Any:
    weights = np.zeros(ACTIONS)
    for first in range(0, ROUNDS, BATCH):
        rounds = [play(env, weights, rng, SEED + first + i) for i in range(BATCH)]
        paid = np.array([reward for reward, _ in rounds])
        better = (paid - paid.mean()) / (paid.std() + 1e-9)
        weights += RATE * sum(b * towards for b, (_, towards) in zip(better, rounds, strict=True)) / BATCH
    return weights


def measure(env: Any, weights: Any, rng: np.random.Generator) -> str:
    """What rounds pay that it has not learned from, with a 95% interval."""
    paid = np.array([play(env, weights, rng, 10**6 + i)[0] for i in range(MEASURED)])
    half = 1.96 * paid.std(ddof=1) / MEASURED**0.5
    return f"{paid.mean():.2f} ({paid.mean() - half:.2f} to {paid.mean() + half:.2f})"


def main() -> None:
    rng = np.random.default_rng(SEED)
    env = gymnasium.make("FiveThreeFive-v0", players=4, opponents="random", zero_sum=True)
    print("Points a round less than random players:")
    print("before", measure(env, np.zeros(ACTIONS), rng))
    weights = learn(env, rng)
    print("after ", measure(env, weights, rng))
    env.close()


if __name__ == "__main__":
    main()
