"""A game of 535 between agents that play at random, in PettingZoo.

    python examples/pettingzoo_random.py

Needs the extra pettingzoo: ``pip install '.[pettingzoo]'``.
"""

from __future__ import annotations

import numpy as np

from fivethreefive.envs import pettingzoo

SEED = 535


def main() -> None:
    rng = np.random.default_rng(SEED)
    env = pettingzoo.env(players=4, episode="game")
    env.reset(seed=SEED)
    returns = dict.fromkeys(env.possible_agents, 0.0)
    decisions = 0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        returns[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            decisions += 1
            env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    env.close()
    print(f"{decisions} decisions")
    for agent, total in returns.items():
        print(agent, total)


if __name__ == "__main__":
    main()
