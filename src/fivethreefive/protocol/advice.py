"""What actions are worth, and why one is better than another: of hints and reviews."""

from __future__ import annotations

import msgspec

from fivethreefive.rules.actions import Action


class Advised(msgspec.Struct, frozen=True):
    """What one action is worth to the seat to play, with standard errors; docs/bots/analysis.md.

    Figures have two digits, as they are shown, so that they also add up as they are shown.
    """

    action: Action
    ahead: float
    """Points of this round that the others take on average, less those that the seat takes."""
    ahead_error: float
    """0 where the end of the round was solved exactly."""
    cost: float
    """The best one's ``ahead`` less this one's: 0 for the best, never below."""
    cost_error: float
    as_good: bool
    """Whether the cost is within its error, so that this one may as well be the best."""


class Reason(msgspec.Struct, frozen=True):
    """What decides between two actions, or why there is nothing to decide: a sentence as data."""

    key: str
    """Names the sentence ``why.<key>`` of the catalogues; docs/bots/analysis.md lists them ..."""
    parameters: dict[str, int | str] = {}  # msgspec gives each its own
    """... and what fills it in; cards are written as ``9-9``."""
