"""How much may be said and done at a table beside its games, which would else write events without end.

What people say and do counts for their seat. What the host sets up counts apart, so that nobody who comes
and goes can keep the host from filling the table and starting. Leaving counts, but is never refused:
coming back is.
"""

from __future__ import annotations

from fivethreefive.language import InvalidInput
from fivethreefive.table.state import Table

SEAT_QUOTA = 200
"""So much may be said and done at one seat, beside the game, from one deal to the next ..."""

SET_UP_QUOTA = 200
"""... and so often may hosts change what sits at a waiting table."""

EVENT_QUOTA = 50_000
"""At a table with so long a history a game can be finished, and no more ..."""

LAST_EVENT = 60_000
"""... but its rounds come to an end too: after so many events the table is closed when a round is over."""


def has_event_quota(table: Table) -> bool:
    """Whether the table's history is short enough for more than the game that goes on."""
    return table.seq < EVENT_QUOTA


def is_used_up(table: Table) -> bool:
    """Whether the table's history is too long for another round, also of the game that goes on."""
    return table.seq >= LAST_EVENT


def has_seat_quota(table: Table, seat: int) -> bool:
    """Whether more may be said and done at a seat beside the game."""
    return has_event_quota(table) and table.seat_events[seat] < SEAT_QUOTA


def check_event_quota(table: Table) -> None:
    """InvalidInput where the history is too long for more than the game that goes on."""
    if not has_event_quota(table):
        raise InvalidInput("table_used_up", most=EVENT_QUOTA)


def check_seat_quota(table: Table, seat: int) -> None:
    """InvalidInput where no more may be said and done at a seat."""
    check_event_quota(table)
    if not has_seat_quota(table, seat):
        raise InvalidInput("too_many_asides", most=SEAT_QUOTA)


def check_set_up_quota(table: Table, changes: int = 1) -> None:
    """InvalidInput where hosts have used up what they may set up."""
    check_event_quota(table)
    if table.set_ups + changes > SET_UP_QUOTA:
        raise InvalidInput("too_many_asides", most=SET_UP_QUOTA)
