"""A thousand rounds of 535 at once as arrays, every action chosen at random.

python examples/batch_random.py
"""

from __future__ import annotations

import numpy as np

from fivethreefive import BatchRounds, Rules
from fivethreefive.rules.actions import ACTIONS

SEED = 535
ROUNDS = 1000


def main() -> None:
    rng = np.random.default_rng(SEED)
    batch = BatchRounds(Rules(players=4), ROUNDS, seed=SEED)
    steps = 0
    while not batch.done.all():
        # The legal action with the highest random number; it plays no part where a round is over.
        batch.step(np.argmax(rng.random((ROUNDS, ACTIONS)) * batch.legal_mask(), axis=1))
        steps += 1
    print(f"{ROUNDS} rounds in {steps} steps")
    print("points a round by seat:", batch.points().mean(axis=0).round(2).tolist())


if __name__ == "__main__":
    main()
