"""A game told again event by event, as one seat or a spectator saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action
from fivethreefive.rules.melds import add_ends_trick, meld_of, overwrite_ends_trick
from fivethreefive.rules.options import Rules
from fivethreefive.state import Acted, Dealt, Game, GameEvent, Started


def end_rule(rules: Rules, action: Action) -> str | None:
    """The rule by which a play ends its trick at once (R16, R17 or R18), if one does."""
    makes = meld_of(rules, action.makes)
    if not action.ends_trick or makes is None:
        return None
    if action.kind == "overwrite":
        return overwrite_ends_trick(action.cards)
    return add_ends_trick(rules, makes, action.cards)


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
