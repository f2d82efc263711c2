"""A thousand rounds of 535 at once as arrays, every action chosen at random.

    python examples/batch_random.py

Needs nothing but the package.
"""

from __future__ import annotations

from fivethreefive import BatchRounds, Rules

SEED = 535
ROUNDS = 1000


def main() -> None:
    batch = BatchRounds(Rules(players=4), ROUNDS, seed=SEED)
    steps = 0
    while not batch.done.all():
        batch.step(batch.random_actions())
        steps += 1
    print(f"{ROUNDS} rounds in {steps} steps")
    print("returns by seat:", batch.returns.mean(axis=0).round(2).tolist())


if __name__ == "__main__":
    main()
