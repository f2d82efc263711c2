"""A game played again event by event, as one seat or a spectator saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action
from fivethreefive.rules.explain import end_rule
from fivethreefive.rules.options import Rules
from fivethreefive.state import Acted, Dealt, Game, GameEvent, Started

FIRST = 2
"""A game can be looked at from its second event on, the first deal."""

CHECKPOINT = 32
"""A replay keeps the game after every so many events."""


def ended_by(rules: Rules, action: Action, *, over: bool, swept: bool) -> str | None:
    """The rule by which an action ended the round, which is ``over`` then, or the trick (R15 to R19).

    A trick has ended where the table is ``swept``.
    """
    if over:
        return "R19"
    if not swept:
        return None
    return "R15" if action.kind == "pass" else end_rule(rules, action)


def trick_end(before: Observation, action: Action, after: Observation) -> str | None:
    """The rule by which an action ended the trick or the round, as both observations show it."""
    return ended_by(before.rules, action, over=after.winner is not None, swept=not after.table)


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


class GameReplay:
    """A valid game's events, to be looked at in any order.

    It keeps the game as it stood after every ``CHECKPOINT`` events, so that no step is far from the
    nearest one kept.
    """

    def __init__(self, events: Sequence[GameEvent]) -> None:
        self.events = events
        self._kept = [_begin(events)]

    def game(self, place: int) -> Game:
        """The game after its first ``place`` events: a copy, which is the caller's own.

        Raises IndexError where ``place`` is below ``FIRST`` or there are fewer events.
        """
        if not FIRST <= place <= len(self.events):
            raise IndexError(place)
        nearest = min((place - FIRST) // CHECKPOINT, len(self._kept) - 1)
        game = self._kept[nearest].copy()
        for index in range(FIRST + nearest * CHECKPOINT, place):
            _follow(game, self.events[index])
            if index + 1 == FIRST + len(self._kept) * CHECKPOINT:
                self._kept.append(game.copy())
        return game

    def step(self, place: int, seat: int | None = None) -> Step:
        """The step that the last of the first ``place`` events made, seen from ``seat``."""
        game = self.game(place - 1 if place > FIRST else place)
        before = game.observe(seat)
        if place > FIRST:
            _follow(game, self.events[place - 1])
        return Step(self.events[place - 1], before, game.observe(seat), game)


def steps(events: Sequence[GameEvent], seat: int | None = None) -> Iterator[Step]:
    """The events of a valid game one by one, from the first deal, seen from ``seat``."""
    game = _begin(events)
    before = game.observe(seat)
    yield Step(events[1], before, before, game)
    for event in events[FIRST:]:
        _follow(game, event)
        after = game.observe(seat)
        yield Step(event, before, after, game)
        before = after


def _begin(events: Sequence[GameEvent]) -> Game:
    started, dealt = events[:FIRST]
    assert isinstance(started, Started)
    assert isinstance(dealt, Dealt)
    return Game(started.rules, seats=started.seats, hands=dealt.hands, leader=dealt.leader)


def _follow(game: Game, event: GameEvent) -> None:
    """Make an event happen; the end of a round and of the game follow by themselves."""
    if isinstance(event, Acted):
        game.apply(event.text)
    elif isinstance(event, Dealt):
        game.next_round(event.hands)
