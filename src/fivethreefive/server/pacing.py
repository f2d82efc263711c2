"""What a table waits for next, and how long: a bot's play, an absent person, the next deal."""

from __future__ import annotations

from typing import Literal, NamedTuple

from fivethreefive.server.levels import AWAY_MS, PACE_MS, ROUND_MS, TURN_MS
from fivethreefive.server.table import Table


class Plan(NamedTuple):
    """One thing that happens by itself after a while."""

    kind: Literal["bot", "away", "deal"]
    seat: int | None
    key: str
    """Names what is waited for: as long as it is the same, time runs on."""
    delay: int
    """In milliseconds."""


class Timer(NamedTuple):
    """What a table waits for, and until when."""

    plan: Plan
    deadline: int
    """In milliseconds since 1970."""


def plan(table: Table, online: frozenset[int]) -> Plan | None:
    """What comes next by itself; None where only people can go on."""
    if table.closed:
        return None
    if table.phase == "playing":
        return _turn(table, online)
    if table.phase == "round_over" or (
        table.phase == "game_over" and any(seat.ready for seat in table.seats)
    ):
        return _next_deal(table, online)
    return None


def wait(
    planned: Plan | None, timer: Timer | None, paused: tuple[str, int] | None, now: int
) -> Timer | None:
    """The timer for what comes next: the one that runs, one that goes on from a pause, or a new one."""
    if planned is None or (timer is not None and timer.plan.key == planned.key):
        return timer if planned else None
    goes_on = timer is None and paused is not None and paused[0] == planned.key
    return Timer(planned, now + (paused[1] if goes_on and paused else planned.delay))


def bot_plays(table: Table, seat: int) -> bool:
    """Whether a bot of the house plays a seat now."""
    return table.seats[seat].kind == "bot" or table.seats[seat].played_by_bot


def _turn(table: Table, online: frozenset[int]) -> Plan | None:
    seat, number = table.turn, len(table.moves)
    assert seat is not None
    if bot_plays(table, seat):
        return Plan("bot", seat, f"bot:{seat}:{number}", PACE_MS[table.options.pace])
    limit = TURN_MS[table.options.clock]
    if limit is None and seat in online:
        return None
    return Plan("away", seat, f"away:{seat}:{number}", AWAY_MS if limit is None else limit)


def _next_deal(table: Table, online: frozenset[int]) -> Plan:
    number = len(table.moves)
    waited_for = [
        seat for i, seat in enumerate(table.seats)
        if seat.kind == "person" and i in online and not seat.played_by_bot
    ]  # fmt: skip
    if waited_for and all(seat.ready for seat in waited_for):
        return Plan("deal", None, f"deal-now:{number}", 0)
    return Plan("deal", None, f"deal:{number}", ROUND_MS)
