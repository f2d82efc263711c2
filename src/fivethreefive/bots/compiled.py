"""The bots that decide at once, as compiled loops know them."""

from __future__ import annotations

from fivethreefive.bots.compiled_kernel import HEURISTIC, POLICY, Quick
from fivethreefive.bots.heuristic.bot import WEIGHTS, plans_of
from fivethreefive.bots.heuristic.kernel import Weights
from fivethreefive.bots.policy.bot import policy_of
from fivethreefive.bots.policy.kernel import Policy
from fivethreefive.rules.kernel import GREEDY, RANDOM
from fivethreefive.rules.options import Rules

QUICK = {"random": RANDOM, "greedy": GREEDY, "heuristic": HEURISTIC, "policy": POLICY}
"""The kind of each by its name."""


def quick_of(rules: Rules, weights: Weights = WEIGHTS, policy: Policy | None = None) -> Quick:
    """What they need under ``rules``."""
    return Quick(plans_of(weights), weights, policy or policy_of(rules))
