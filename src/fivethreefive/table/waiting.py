"""What a table waits for, without saying how long: that is for whoever has a clock."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from fivethreefive.table.state import Table


class Wait(NamedTuple):
    """One thing that happens by itself after a while; equal ones are the same thing."""

    kind: Literal["bot", "away", "slow", "voted", "deal", "reveal"]
    """A bot's play; a bot that takes over from who is absent or has used up the time; a turn that becomes
    slow; the decision of the others that a bot plays it; the next deal; its contributions."""
    seat: int | None
    turn: int
    """How many actions had been played at the table."""
    everybody_ready: bool = False
    """Whether nobody has to be waited for before the next deal."""


def wait_of(table: Table, online: Collection[int]) -> Wait | None:
    """What comes next by itself while the holders of ``online`` seats are there; None where nothing."""
    if table.closed:
        return None
    if table.contributors:
        return Wait("reveal", None, len(table.moves))
    if table.phase == "playing":
        return _turn(table, online)
    if not _deal_follows(table):
        return None
    present = _present(table, online)
    ready = bool(present) and not waits_for(table, online)
    if present and not ready and len(_people(table)) == 1:
        return None  # Whoever plays against bots alone may look at the round for as long as they like.
    return Wait("deal", None, len(table.moves), ready)


def waits_for(table: Table, online: Collection[int]) -> tuple[int, ...]:
    """The seats that a table waits for: to start, to play, or of the people there to be ready."""
    if table.closed or table.contributors:  # Programs reveal, within moments: no person is waited for.
        return ()
    if table.phase == "waiting":
        return () if table.host is None or not table.seats[table.host].held else (table.host,)
    if table.turn is not None:
        return (table.turn,)
    present = _present(table, online) if _deal_follows(table) else []
    return tuple(number for number in present if not table.seats[number].ready)


def _turn(table: Table, online: Collection[int]) -> Wait | None:
    number, turn = table.turn, len(table.moves)
    assert number is not None
    if table.bot_plays(number):
        return Wait("bot", number, turn)
    others = [seat for seat in _present(table, online) if seat != number]
    if 2 * len(table.votes.intersection(others)) > len(others):
        return Wait("voted", number, turn)
    if table.options.clock != "none" or number not in online:
        return Wait("away", number, turn)
    # Whoever is there may think as long as they like, until the others have had enough.
    return Wait("slow", number, turn) if others and not table.slow else None


def _deal_follows(table: Table) -> bool:
    rematch = table.phase == "game_over" and any(seat.ready for seat in table.seats)
    return table.next_round_follows or rematch


def _present(table: Table, online: Collection[int]) -> list[int]:
    return [seat for seat in _people(table) if seat in online]


def _people(table: Table) -> list[int]:
    """The seats of people for whom no bot stands in."""
    return [number for number, seat in enumerate(table.seats) if seat.person_plays]
