"""A table that is played at: the table, who deals, and the events that are not yet stored."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from fivethreefive.table.dealers import Dealer
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

    def take_new(self) -> list[tuple[int, Stored]]:
        """The events added since they were last taken."""
        new, self.new_events = self.new_events, []
        return new

    def add(self, now: int, event: Stored) -> None:
        """Add an event to the table."""
        self.table.add(now, event)
        self.new_events.append((now, event))

    def add_seat_event(self, now: int, event: SeatEvent) -> None:
        """Add what is not part of the game, as long as the seat's quota lasts."""
        check_seat_quota(self.table, event.seat)
        self.add(now, event)

    def add_set_up(self, now: int, event: SetUp) -> None:
        """Add what the host sets up, as long as the quota lasts."""
        check_set_up_quota(self.table)
        self.add(now, event)
