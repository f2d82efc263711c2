"""How much may be said and done at a table beside its games, which would else write events without end.

What people say and do counts for their seat. What the host sets up counts apart, so that nobody who comes
and goes can keep the host from filling the table and starting. Leaving counts, but is never refused:
coming back is.
"""

from __future__ import annotations

from fivethreefive.language import InvalidInput
from fivethreefive.server.table import Table

MOST_ASIDES = 200
"""So much may be said and done at one seat, beside the game, from one deal to the next ..."""

MOST_SET_UPS = 200
"""... and so often may hosts change what sits at a waiting table."""

MOST_EVENTS = 50_000
"""At a table with so long a history a game can be finished, and no more."""


def may_go_on(table: Table) -> bool:
    """Whether the table's history is short enough for more than the game that goes on."""
    return table.seq < MOST_EVENTS


def may_add(table: Table, seat: int) -> bool:
    """Whether more may be said and done at a seat beside the game."""
    return may_go_on(table) and table.asides[seat] < MOST_ASIDES


def check_length(table: Table) -> None:
    """InvalidInput where the history is too long for more than the game that goes on."""
    if not may_go_on(table):
        raise InvalidInput("table_used_up", most=MOST_EVENTS)


def check_more(table: Table, seat: int) -> None:
    """InvalidInput where no more may be said and done at a seat."""
    check_length(table)
    if not may_add(table, seat):
        raise InvalidInput("too_many_asides", most=MOST_ASIDES)


def check_set_up(table: Table, changes: int = 1) -> None:
    """InvalidInput where hosts have used up what they may set up."""
    check_length(table)
    if table.set_ups + changes > MOST_SET_UPS:
        raise InvalidInput("too_many_asides", most=MOST_SET_UPS)
