"""An observation as one array of small whole numbers, for programs that learn.

Every feature is a count, a mark (0 or 1) or one mark of several (one-hot), int8, at most 512 bytes in all.
Seats are counted from the one that looks: column 0 is itself, 1 the next to play, and so on. Ranks are in
the order of ``cards.RANKS``, whatever the deck. ``batch.BatchRounds`` writes the same arrays without
observations.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fivethreefive.cards import INDEX, MOST_COPIES, RANKS, rank_counts
from fivethreefive.language import InvalidInput
from fivethreefive.observation import Observation, valid_observation
from fivethreefive.rules.actions import MAKES, PLAYS
from fivethreefive.rules.melds import KINDS, meld_of

Int8Array = npt.NDArray[np.int8]

LARGER = len(PLAYS)
"""The place in ``passed_on`` of all melds larger than can be played at once."""
MOST = 127
"""Counts without a natural bound stop here."""


class Feature(NamedTuple):
    """One part of the array; ``low`` and ``high`` bound its numbers."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return int(np.prod(self.shape))


@cache
def feature_layout(players: int) -> tuple[Feature, ...]:
    """The features of a game with so many players, in the order of the array."""
    ranks, seats = len(RANKS), players
    return (
        Feature("hand", (ranks,), 0, MOST_COPIES),
        Feature("table", (ranks,), 0, MOST_COPIES),
        Feature("table_kind", (len(KINDS),), 0, 1),
        Feature("unseen", (ranks,), 0, MOST_COPIES),
        Feature("cards_left", (seats,), 0, MOST),
        Feature("turn", (seats,), 0, 1),
        Feature("passed", (seats,), 0, 1),
        Feature("last", (seats,), 0, 1),
        Feature("leader", (seats,), 0, 1),
        Feature("scores", (seats,), 0, MOST),
        Feature("round", (1,), 0, MOST),
        Feature("played", (seats, ranks), 0, MOST_COPIES),
        Feature("passed_on", (seats, LARGER + 1), 0, 1),
    )


@cache
def feature_size(players: int) -> int:
    """How many numbers the array has."""
    return sum(feature.size for feature in feature_layout(players))


@cache
def feature_places(players: int) -> Mapping[str, slice]:
    """Where each feature stands in the array, by its name."""
    places, start = {}, 0
    for feature in feature_layout(players):
        places[feature.name] = slice(start, start + feature.size)
        start += feature.size
    return MappingProxyType(places)


def split_features(array: Int8Array, players: int) -> dict[str, Int8Array]:
    """Views of an array of features, or of many, (..., size), by name and each in its own shape."""
    before = array.shape[:-1]
    if array.shape[-1:] != (feature_size(players),):
        wanted = f"(..., {feature_size(players)}) int8"
        raise InvalidInput(
            "wrong_array", name="features", wanted=wanted, got=f"{array.shape} {array.dtype}"
        )
    places = feature_places(players)
    return {
        feature.name: array[..., places[feature.name]].reshape(*before, *feature.shape)
        for feature in feature_layout(players)
    }


def features(observation: Observation) -> Int8Array:
    """The array of a seat's observation, (feature_size(players),) of int8.

    Raises InvalidInput for a spectator's.
    """
    seat, players = valid_observation(observation).seat, observation.rules.players
    if seat is None:
        raise InvalidInput("needs_a_seat")
    at = feature_places(players)
    # From the seat that looks, so that a program learns one game and not one for each seat.
    order = [*range(seat, players), *range(seat)]
    place = {other: i for i, other in enumerate(order)}
    meld = meld_of(observation.rules, observation.table)
    played, passed_on = _history(observation, place)

    array = np.zeros(feature_size(players), np.int8)
    array[at["hand"]] = rank_counts(observation.hand)
    array[at["table"]] = rank_counts(observation.table)
    array[at["table_kind"].start + KINDS.index(None if meld is None else meld.kind)] = 1
    array[at["unseen"]] = rank_counts(observation.unseen)
    array[at["cards_left"]] = [min(observation.cards_left[other], MOST) for other in order]
    array[at["turn"].start + place[observation.turn]] = 1
    array[at["passed"]] = [other in observation.passed for other in order]
    if observation.last is not None:
        array[at["last"].start + place[observation.last]] = 1
    array[at["leader"].start + place[observation.leader]] = 1
    array[at["scores"]] = [min(observation.scores[other], MOST) for other in order]
    array[at["round"]] = min(observation.round, MOST)
    array[at["played"]] = played
    array[at["passed_on"].start :][passed_on] = 1
    return array


def _history(observation: Observation, place: Mapping[int, int]) -> tuple[list[int], list[int]]:
    """The counts of ``played``, and where in ``passed_on`` the marks are.

    A pass is on the meld that was played last. What was laid before the history begins, as in a
    position that was set up, is not known here.
    """
    played = [0] * len(place) * len(RANKS)
    passed_on = []
    lies = None
    for seat, action in observation.history:
        if action.cards:
            # Plays have the first numbers of the melds, from 1.
            lies = min(MAKES[action.id] - 1, LARGER)
            for card in action.cards:
                played[place[seat] * len(RANKS) + INDEX[card]] += 1
        elif lies is not None:
            passed_on.append(place[seat] * (LARGER + 1) + lies)
    return played, passed_on
