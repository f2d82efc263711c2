"""Hints and reviews as answers of the server; what is here runs in a worker.

A hint is worked out from the seat's observation alone. A review is worked out a few decisions at a
time, so that hints asked for in between need not wait for the whole of it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from fivethreefive.analysis import Adviser, Decision, build_review, decision_points, hint, review_decision
from fivethreefive.observation import Observation
from fivethreefive.protocol import Hinted, encode
from fivethreefive.report import protocol_messages as messages
from fivethreefive.report.protocol_messages import review_body
from fivethreefive.rules.options import Rules
from fivethreefive.server.workers.background import lower_priority
from fivethreefive.state import Game, GameEvent

AT_ONCE = 4
"""Decisions of a review that are judged before somebody else has a turn."""


class JudgedDecisions(NamedTuple):
    """Some decisions of a game and what they cost."""

    decisions: tuple[Decision, ...]
    all: int
    """How many there are in the game."""


class ReviewTask(NamedTuple):
    """All that a review is made of."""

    game: int
    """Its number at the table."""
    names: tuple[str, ...]
    events: Sequence[GameEvent]
    decisions: tuple[Decision, ...]


def warm_up() -> int:
    """Lower the priority and load what hints need; runs in a worker. Returns the number of its process."""
    lower_priority()
    game = Game(Rules(2), seed=1)
    hint(game.observe(game.round.turn), simulations=2)
    return os.getpid()


@cache
def _adviser() -> Adviser:
    return Adviser()


def make_hint(observation: Observation, turn: int, id_: int) -> Hinted:
    """The answer to who asks for a hint."""
    return messages.hinted(_adviser().recommend(observation), turn, id_)


def judge(events: Sequence[GameEvent], first: int) -> JudgedDecisions:
    """The decisions of a finished game from number ``first`` on, a few of them."""
    # The game is folded anew each time: a judgement takes far longer, and workers keep nothing.
    choices = [choice for choice in decision_points(Game.from_events(events)) if choice.has_choice]
    own = islice(choices, first, first + AT_ONCE)
    return JudgedDecisions(tuple(review_decision(_adviser(), choice) for choice in own), len(choices))


def conclude_review(task: ReviewTask) -> bytes:
    """The review as the body that answers for it."""
    review = build_review(Game.from_events(task.events), task.decisions)
    return encode(review_body(review, task.game, task.names))
