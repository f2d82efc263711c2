"""The bots that decide at once, as compiled loops know them."""

from __future__ import annotations

from fivethreefive.bots.compiled.kernel import HEURISTIC, POLICY, CompiledBots
from fivethreefive.bots.heuristic.bot import WEIGHTS, plans_of
from fivethreefive.bots.heuristic.kernel import Weights
from fivethreefive.bots.policy.bot import policy_of
from fivethreefive.bots.policy.kernel import Policy
from fivethreefive.rules.kernel import GREEDY, RANDOM
from fivethreefive.rules.options import Rules

COMPILED = {"random": RANDOM, "greedy": GREEDY, "heuristic": HEURISTIC, "policy": POLICY}
"""The kind of each by its name."""


def compiled_bots(rules: Rules, weights: Weights = WEIGHTS, policy: Policy | None = None) -> CompiledBots:
    """What they need under ``rules``."""
    return CompiledBots(plans_of(weights), weights, policy or policy_of(rules))
