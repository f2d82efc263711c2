"""A table on one machine: who sits there as its record has it, and how a game begins or goes on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fivethreefive.protocol import BotSeated, Joined, NewHost, Opened, TableOptions
from fivethreefive.record import Seat
from fivethreefive.rules.options import Rules
from fivethreefive.state import GameEvent
from fivethreefive.table.dealers import Dealer
from fivethreefive.table.events import Stored
from fivethreefive.table.session import Session
from fivethreefive.table.state import Table


def local_session(
    rules: Rules, seats: Sequence[Seat], person: int | None, dealer: Dealer, level_of: Mapping[str, str]
) -> Session:
    """A table before its first game; ``person`` is the host's seat, None where nobody plays.

    ``level_of`` names the level of a bot by its specification, which stands for itself where it has none.
    """
    table = Table()
    for event in _set_up(rules, seats, person, level_of):
        table.add(0, event)
    return Session(table, dealer)


def _set_up(
    rules: Rules, seats: Sequence[Seat], person: int | None, level_of: Mapping[str, str]
) -> Iterable[Stored]:
    assert len(seats) == rules.players
    yield Opened("", TableOptions(rules))
    for number, seat in enumerate(seats):
        if seat.bot is None:
            yield Joined(number, seat.name)
        else:
            yield BotSeated(number, level_of.get(seat.bot, seat.bot), seat.name)
    if person is not None:
        yield NewHost(person)


def resume(session: Session, events: Iterable[GameEvent], now: int) -> None:
    """Go on with a game that was kept; its events are no new ones."""
    for event in events:
        session.table.add(now, event)
