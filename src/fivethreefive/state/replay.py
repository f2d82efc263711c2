"""A game played again event by event, as one seat or a spectator saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fivethreefive.observation import Observation
from fivethreefive.state import Acted, Dealt, Game, GameEvent, Started

FIRST = 2
"""A game can be looked at from its second event on, the first deal."""


class Step(NamedTuple):
    """One event and what could be seen before and after it; ``game`` goes on with the next step."""

    event: GameEvent
    before: Observation
    after: Observation
    game: Game

    @property
    def ended(self) -> str | None:
        """The rule by which this step ended a trick (R15 to R18) or the round (R19), if it did."""
        end = self.after.trick_end if isinstance(self.event, Acted) else None
        return None if end is None else end.rule


def steps(events: Sequence[GameEvent], seat: int | None = None) -> Iterator[Step]:
    """The events of a valid game one by one, from the first deal, seen from ``seat``."""
    started, dealt = events[:FIRST]
    assert isinstance(started, Started)
    assert isinstance(dealt, Dealt)
    game = Game(started.rules, seats=started.seats, hands=dealt.hands, leader=dealt.leader)
    before = game.observe(seat)
    yield Step(dealt, before, before, game)  # Before the first deal there is nothing to see.
    for event in events[FIRST:]:
        # The end of a round and of the game follow by themselves.
        if isinstance(event, Acted):
            game.apply(event.text)
        elif isinstance(event, Dealt):
            game.next_round(event.hands)
        after = game.observe(seat)
        yield Step(event, before, after, game)
        before = after
