"""What each viewer may know and do: with ``Observation`` the only redaction, as an allow-list.

Cards reach a view by ``Observation``, which shows a seat its own, and by ``_hands``: those a seat shows
to spectators, those that somebody who looks at a record opens, and all once a round is over (R20).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from fivethreefive.observation import Observation
from fivethreefive.protocol import Can, Fairness, SeatView, Summary, TableOptions, View
from fivethreefive.rules.melds import Cards
from fivethreefive.table.abilities import PERSON, Abilities, can_do
from fivethreefive.table.state import Table
from fivethreefive.table.trick import Trick, beats, trick_of
from fivethreefive.table.waiting import waits_for


@dataclass(frozen=True)
class Presence:
    """What a view shows of the world outside the table's events."""

    online: Collection[int] = ()
    """Seats whose holder is connected."""
    watchers: int = 0
    clock_ms: int | None = None
    clock_running: bool = False


def view(
    table: Table,
    viewer: int | None,
    presence: Presence,
    abilities: Abilities = PERSON,
    open_hands: Collection[int] = (),
) -> View:
    """The table as a seat, or with None a spectator, may know it; the hands of ``open_hands`` lie open."""
    played = table.games[-1] if table.games else None
    observation = None if played is None else played.game.observe(viewer)
    return View(
        code=table.code,
        phase=table.phase,
        options=table.options,
        seats=seats(table, presence.online),
        you=viewer,
        watchers=presence.watchers,
        game=len(table.games),
        turn_number=len(table.moves),
        points=() if played is None else tuple(played.points),
        scores=(0,) * len(table.seats) if played is None else played.game.scores,
        winners=None if played is None else played.game.winners,
        clock_ms=presence.clock_ms,
        clock_running=presence.clock_running,
        fair=_fairness(table),
        observation=observation,
        beats=None if observation is None else beats(table.options.rules, observation.table),
        **_trick_fields(table.trick),
        hands=_hands(table, viewer, open_hands),
        can=can_do(table, viewer, abilities),
        waits_for=waits_for(table, presence.online),
    )


def decision_view(observation: Observation, turn_number: int, clock_ms: int) -> View:
    """What a seat that is to decide may know, of its observation alone; all seats are nameless bots."""
    players = range(observation.rules.players)
    return View(
        code="",
        phase="playing",
        options=TableOptions(observation.rules),
        seats=tuple(SeatView("bot", online=True) for _ in players),
        you=observation.seat,
        watchers=0,
        game=1,
        turn_number=turn_number,
        points=(),
        scores=observation.scores,
        winners=None,
        clock_ms=clock_ms,
        clock_running=True,
        fair=Fairness(None, observation.round, ()),
        observation=observation,
        beats=beats(observation.rules, observation.table),
        **_trick_fields(trick_of(observation)),
        hands=tuple(observation.hand if seat == observation.seat else None for seat in players),
        can=Can(act=True),
        waits_for=(observation.turn,),
    )


def _trick_fields(trick: Trick) -> dict[str, Any]:
    return {
        "laid_by": tuple(seat for _, seat in trick.laid),
        "trick": tuple(trick.plays),
        "last_trick": trick.last_plays,
        "last_trick_end": trick.last_end,
        "last_table": tuple(card for card, _ in trick.last_laid),
        "last_laid_by": tuple(seat for _, seat in trick.last_laid),
    }


def seats(table: Table, online: Collection[int]) -> tuple[SeatView, ...]:
    """The seats as everybody sees them."""
    return tuple(
        SeatView(
            kind=seat.kind,
            name=seat.name,
            level=seat.level,
            online=seat.kind == "bot" or number in online,
            played_by_bot=seat.played_by_bot,
            host=number == table.host,
            shows_hand=seat.shows,
            ready=seat.ready,
            contributed=bool(seat.commitment or seat.contribution),
        )
        for number, seat in enumerate(table.seats)
    )


def summary(table: Table, online: Collection[int]) -> Summary:
    """What somebody with the code may know before coming in."""
    return Summary(table.code, table.phase, table.options, seats(table, online))


def _fairness(table: Table) -> Fairness:
    drawn, played = table.drawn, table.games[-1] if table.games else None
    reveals = () if played is None else tuple(played.reveals)
    if drawn is None:
        return Fairness(None, 1 if played is None else played.game.rounds, reveals)
    dealt = table.phase == "playing"
    return Fairness(
        drawn.commitment,
        drawn.round,
        reveals,
        drawn.scheme,
        table.commitments if dealt else tuple(seat.commitment for seat in table.seats),
        closed=dealt or bool(table.contributors),
    )


def _hands(table: Table, viewer: int | None, open_hands: Collection[int]) -> tuple[Cards | None, ...]:
    game = table.game
    if game is None:
        return (None,) * len(table.seats)
    round_, shown = game.round, {viewer, *open_hands}
    if viewer is None:  # Only to spectators: whoever plays may not see what they see.
        shown.update(number for number, seat in enumerate(table.seats) if seat.shows)
    return tuple(
        round_.hand(number) if round_.is_over or number in shown else None
        for number in range(len(table.seats))
    )
