"""A table that is played at: the table, who deals, and the events that are not yet stored."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from fivethreefive.protocol import BotSeated, Joined, NewHost, Opened, TableOptions
from fivethreefive.record import Seat
from fivethreefive.rules.options import Rules
from fivethreefive.state import GameEvent
from fivethreefive.table.deals.dealers import Dealer
from fivethreefive.table.events import SeatEvent, SetUp, Stored
from fivethreefive.table.quotas import check_seat_quota, check_set_up_quota
from fivethreefive.table.state import Table


@dataclass
class Session:
    """A table, with what commands need to go on with it."""

    table: Table
    dealer: Dealer
    levels: Collection[str] = ()
    """The levels of bots that may be asked for."""
    bot_names: Sequence[str] = ()
    """What bots are called, in order; as many as there can be seats."""
    new_events: list[tuple[int, Stored]] = field(default_factory=list)
    """Events added and not yet taken, each with its time."""

    def drain_events(self) -> list[tuple[int, Stored]]:
        """The events added since they were last taken."""
        new, self.new_events = self.new_events, []
        return new

    def add(self, now: int, event: Stored) -> None:
        """Add an event to the table."""
        self.table.add(now, event)
        self.new_events.append((now, event))  # After it: an event that the table refuses is never stored.

    def add_seat_event(self, now: int, event: SeatEvent) -> None:
        """Add what is not part of the game, as long as the seat's quota lasts."""
        check_seat_quota(self.table, event.seat)
        self.add(now, event)

    def add_set_up(self, now: int, event: SetUp) -> None:
        """Add what the host sets up, as long as the quota lasts."""
        check_set_up_quota(self.table)
        self.add(now, event)


def local_session(
    rules: Rules, seats: Sequence[Seat], person: int | None, dealer: Dealer, level_of: Mapping[str, str]
) -> Session:
    """A table before its first game; ``person`` is the host's seat, None where nobody plays.

    ``level_of`` names the level of a bot by its specification, which stands for itself where it has none.
    """
    table = Table()
    for event in _opening_events(rules, seats, person, level_of):
        table.add(0, event)
    return Session(table, dealer)


def _opening_events(
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
