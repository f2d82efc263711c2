"""What actions are worth: of hints and reviews."""

from __future__ import annotations

import msgspec

from fivethreefive.rules.actions import Action


class Advised(msgspec.Struct, frozen=True):
    """What one action is worth to the seat to play, with standard errors; docs/bots/analysis.md."""

    action: Action
    points: float
    """Points of this round that the seat will take on average."""
    points_error: float
    """0 where the end of the round was solved exactly."""
    cost: float
    """Points that it is worth less than the best, 0 for that; by chance slightly below for others."""
    cost_error: float
