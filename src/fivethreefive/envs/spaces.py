"""The spaces of observations and actions, and an observation in them; needs Gymnasium."""

from __future__ import annotations

from functools import cache

import numpy as np
from gymnasium import spaces

from fivethreefive.envs.base import Episode
from fivethreefive.features import Int8Array, feature_layout, features
from fivethreefive.rules.actions import ACTIONS
from fivethreefive.state import Round


def observation_space(players: int) -> spaces.Dict:
    """A seat's features (``fivethreefive.features``) and the mask of its legal actions."""
    low, high = _bounds(players)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def action_space() -> spaces.Discrete[np.int64]:
    """The numbers of the catalogue of actions."""
    return spaces.Discrete(ACTIONS)


@cache
def _bounds(players: int) -> tuple[Int8Array, Int8Array]:
    layout = feature_layout(players)
    sizes = [feature.size for feature in layout]
    low = np.repeat(np.array([feature.low for feature in layout], np.int8), sizes)
    high = np.repeat(np.array([feature.high for feature in layout], np.int8), sizes)
    return low, high


def action_mask(round_: Round | None) -> Int8Array:
    """(132,) of int8: 1 at the legal actions of the seat to play; all 0 for None, or once it is over."""
    mask = np.zeros(ACTIONS, np.int8)
    if round_ is not None:
        for action in round_.legal_actions():
            mask[action.id] = 1
    return mask


def seen_by(seat: int, episode: Episode) -> Int8Array:
    """(feature_size,) of int8: what a seat may know."""
    return features(episode.observe(seat))
