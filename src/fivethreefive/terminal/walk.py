"""A game told again event by event, as one seat or a spectator saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fivethreefive.observation import Observation
from fivethreefive.state import Acted, Dealt, Game, GameEvent, Started
from fivethreefive.terminal.words import trick_end


class Step(NamedTuple):
    """One event and what could be seen before and after it; ``game`` goes on with the next step."""

    event: GameEvent
    before: Observation
    after: Observation
    game: Game

    @property
    def ended(self) -> str | None:
        """The rule by which this step ended a trick (R15 to R18) or the round (R19), if it did."""
        if not isinstance(self.event, Acted):
            return None
        return trick_end(self.before, self.after.history[-1].action, self.after)


def steps(events: Sequence[GameEvent], seat: int | None = None) -> Iterator[Step]:
    """The events of a valid game one by one, from the first deal, seen from ``seat``."""
    started, dealt = events[:2]
    assert isinstance(started, Started)
    assert isinstance(dealt, Dealt)
    game = Game(started.rules, seats=started.seats, hands=dealt.hands, leader=dealt.leader)
    before = game.observe(seat)
    yield Step(dealt, before, before, game)
    for event in events[2:]:
        if isinstance(event, Acted):
            game.apply(event.text)
        elif isinstance(event, Dealt):
            game.next_round(event.hands)
        after = game.observe(seat)
        yield Step(event, before, after, game)
        before = after
