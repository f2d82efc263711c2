"""An agent that plays 535 at random against bots that do not, in Gymnasium.

    python examples/gymnasium_random.py

Needs the extra gymnasium: ``pip install '.[gymnasium]'``.
"""

from __future__ import annotations

import gymnasium
import numpy as np

import fivethreefive.envs.gymnasium

gymnasium.register_envs(fivethreefive.envs.gymnasium)
SEED = 535
ROUNDS = 100


def main() -> None:
    env = gymnasium.make("FiveThreeFive-v0", players=4, opponents=["greedy", "heuristic", "policy"])
    env.action_space.seed(SEED)
    returns = []
    for i in range(ROUNDS):
        observation, _ = env.reset(seed=SEED + i)
        total, over = 0.0, False
        while not over:
            action = env.action_space.sample(observation["action_mask"])
            observation, reward, over, _, _ = env.step(action)
            total += float(reward)
        returns.append(total)
    env.close()
    print(f"{ROUNDS} rounds, {np.mean(returns):.2f} a round")


if __name__ == "__main__":
    main()
