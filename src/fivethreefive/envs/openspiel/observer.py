"""What a seat may know of a state, as text and as an array, in the forms that OpenSpiel asks for.

Everything is written from the seat's ``Observation`` and from the hand it was dealt, so nothing else
can be in it. With perfect recall it is the information state: the hand as dealt, who led and all that
was played, in order. Without, it is the array of ``features`` and the position as the seat sees it, with
what each seat has played and passed on. Once the round is over, both have the hands that are shown.

Two texts of one kind are equal exactly where their arrays are: whatever is added to one is added to the
other. In arrays seats are counted from the one that looks, which is itself in them; public information
alone is the same for everybody, and counts from seat 0. Ranks are in the order of ``cards.RANKS``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

import msgspec
import numpy as np
import numpy.typing as npt
import pyspiel

from fivethreefive.cards import NO_CARDS_TEXT, RANKS, rank_counts, write_cards
from fivethreefive.features import feature_layout, features, split_features
from fivethreefive.language import InvalidInput
from fivethreefive.observation import Observation
from fivethreefive.record import write_observed
from fivethreefive.rules.actions import PLAYS, ActionKind
from fivethreefive.rules.options import Rules
from fivethreefive.rules.setup import valid_seat

Array = npt.NDArray[np.float32]
Shapes = dict[str, tuple[int, ...]]

KINDS = get_args(ActionKind)
PRIVATE = {"hand", "unseen"}
"""The features that show the seat's own cards."""
MELD_TEXTS = (*(write_cards(meld.cards) for meld in PLAYS), "larger")
"""The melds of the feature ``passed_on``, by their places."""


def most_turns(rules: Rules) -> int:
    """No round has more turns (R13, R15, R19).

    Whoever does not go out keeps a card, and fewer passes than players lie between two plays.
    """
    others = rules.players - 1
    plays = rules.players * rules.deal - others
    return plays + (plays - 1) * others


class RoundObserver:
    """Writes what a seat may know: ``tensor`` and its parts by name in ``dict``, or a string.

    ``kind`` says what to include (``pyspiel.IIGObservationType``). Raises InvalidInput for parameters:
    there are none.
    """

    def __init__(self, rules: Rules, kind: Any = None, parameters: Any = None) -> None:
        if not isinstance(kind, pyspiel.IIGObservationType):  # OpenSpiel leaves it out, or puts the
            kind, parameters = None, kind or parameters  # parameters in its place
        if parameters:
            raise InvalidInput("observer_parameters", given=", ".join(parameters))
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self._rules = rules
        self._recall: bool = kind.perfect_recall
        self._public: bool = kind.public_info
        self._own: bool = kind.private_info != pyspiel.PrivateInfoType.NONE
        self._all: bool = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        shapes = self._recall_shapes() if self._recall else self._feature_shapes()
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor: Array = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1]) if sizes else []
        self.dict: dict[str, Array] = {
            name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }

    def _recall_shapes(self) -> Shapes:
        players, ranks = self._rules.players, len(RANKS)
        shapes: Shapes = {}
        if self._own:
            shapes["player"] = (players,)
            shapes["dealt"] = (players, ranks) if self._all else (1, ranks)
        if self._public:
            turns = most_turns(self._rules)
            shapes |= {"leader": (players,), "seats": (turns, players), "kinds": (turns, len(KINDS))}
            shapes |= {"cards": (turns, ranks), "shown": (players, ranks)}
        return shapes

    def _feature_shapes(self) -> Shapes:
        shapes: Shapes = {}
        players, ranks = self._rules.players, len(RANKS)
        if self._public:
            layout = feature_layout(players)
            shapes = {f.name: f.shape for f in layout if self._own or f.name not in PRIVATE}
            shapes["shown"] = (players, ranks)
        elif self._own:
            shapes["hand"] = (ranks,)
        if self._own:
            shapes["player"] = (players,)
        if self._all:
            shapes["hands"] = (players, ranks)
        return shapes

    def set_from(self, state: Any, player: int) -> None:
        """Write what ``player`` may know of ``state`` into the array; zeros for what is not dealt yet.

        Raises InvalidInput for what is no seat, and then the array is as it was.
        """
        valid_seat(self._rules, "player", player)
        self.tensor.fill(0)
        if "player" in self.dict:
            self.dict["player"][player] = 1
        if state.round is None:
            return
        players = self._rules.players
        first = player if self._own else 0
        order = [(first + i) % players for i in range(players)]
        observation = state.round.observe(first)
        if "shown" in self.dict and observation.shown is not None:
            self.dict["shown"][:] = [rank_counts(observation.shown[seat]) for seat in order]
        if self._recall:
            self._set_recall(state, observation, order)
            return
        found = split_features(features(observation), players)
        for name in self.dict.keys() & found.keys():
            self.dict[name][:] = found[name]
        if self._all:
            self.dict["hands"][:] = [rank_counts(state.round.hand(seat)) for seat in order]

    def _set_recall(self, state: Any, observation: Observation, order: list[int]) -> None:
        parts = self.dict
        if self._own:
            seats = order if self._all else order[:1]
            parts["dealt"][:] = [rank_counts(state.deal.hand(seat)) for seat in seats]
        if not self._public:
            return
        parts["leader"][order.index(observation.leader)] = 1
        for turn, (seat, action) in enumerate(observation.history):
            parts["seats"][turn, order.index(seat)] = 1
            parts["kinds"][turn, KINDS.index(action.kind)] = 1
            parts["cards"][turn] = rank_counts(action.cards)

    def string_from(self, state: Any, player: int) -> str:
        """What ``player`` may know of ``state`` as text; public information alone is the same for all.

        Raises InvalidInput for what is no seat.
        """
        valid_seat(self._rules, "player", player)
        words = [f"seat {player}"] if self._own else []
        if state.round is None:
            return " ".join([*words, *self._dealing_words()])
        observation = state.round.observe(player if self._own else None)
        words += (self._recall_words if self._recall else self._seen_words)(state, observation)
        return " ".join(words)

    def _dealing_words(self) -> list[str]:
        """What is said before a hand is dealt; a seat that is told of its hand alone has an empty one."""
        if self._public or (self._recall and self._own):
            return ["dealing"]
        words = ["hand " + _write_hands([()])] if self._own else []
        return [*words, "hands " + _write_hands([()] * self._rules.players)] if self._all else words

    def _recall_words(self, state: Any, observation: Observation) -> list[str]:
        words = []
        if self._own:
            seats = range(self._rules.players) if self._all else [observation.seat]
            words.append("dealt " + _write_hands(state.deal.hand(seat) for seat in seats))
        if self._public:
            words.append(f"leader {observation.leader}:")
            words += [str(action) for _, action in observation.history]
            if observation.shown is not None:
                words.append("shown " + _write_hands(observation.shown))
        return words

    def _seen_words(self, state: Any, observation: Observation) -> list[str]:
        words = []
        if self._public:
            words = [write_observed(observation), f"leader {observation.leader}"]
            words.append("played " + _write_hands(_played(observation)))
            words.append("passed on " + "/".join(_passed_on(observation)))
        elif self._own:
            words.append("hand " + write_cards(observation.hand))
        if self._all:
            words.append("hands " + _write_hands(state.round.hand(s) for s in range(self._rules.players)))
        return words


def _write_hands(hands: Iterable[Iterable[int]]) -> str:
    return "/".join(map(write_cards, hands))


def _played(observation: Observation) -> list[list[int]]:
    """The cards that each seat has played, ascending."""
    played: list[list[int]] = [[] for _ in range(observation.rules.players)]
    for seat, action in observation.history:
        played[seat] += action.cards
    return [sorted(cards) for cards in played]


def _passed_on(observation: Observation) -> Iterator[str]:
    """The melds that each seat has passed on, each once, by their places in the array of features."""
    players, seat = observation.rules.players, observation.seat or 0
    as_seen = msgspec.structs.replace(observation, seat=seat)
    marks = split_features(features(as_seen), players)["passed_on"]
    for other in range(players):
        places = np.flatnonzero(marks[(other - seat) % players])
        yield ",".join(MELD_TEXTS[place] for place in places) or NO_CARDS_TEXT
