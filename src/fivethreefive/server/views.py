"""What each viewer may know and do: the one redaction of the server, as an allow-list.

Cards reach a view by ``Observation``, which shows a seat its own, and by ``_hands``: those a seat
shows to spectators, and all once a round is over (R20).
"""

from __future__ import annotations

from dataclasses import dataclass

from fivethreefive.protocol import Can, Fairness, SeatView, Summary, View
from fivethreefive.protocol.presentation import beats
from fivethreefive.rules.melds import Cards
from fivethreefive.server import commands
from fivethreefive.server.asides import may_add, may_go_on
from fivethreefive.server.fair import commitment_of
from fivethreefive.server.hints import may_hint
from fivethreefive.server.table import Table
from fivethreefive.state import Game, RoundEnded


@dataclass(frozen=True)
class Around:
    """What a view shows of the world outside the table's events."""

    online: frozenset[int] = frozenset()
    """Seats whose holder is connected."""
    watchers: int = 0
    clock_ms: int | None = None
    clock_running: bool = False


def view(table: Table, viewer: int | None, around: Around) -> View:
    """The table as a seat, or with None a spectator, may know it."""
    game = table.game
    observation = None if game is None else game.observe(viewer)
    laid = table.trick.laid
    return View(
        code=table.code,
        phase=table.phase,
        options=table.options,
        seats=seats(table, around.online),
        you=viewer,
        watchers=around.watchers,
        game=len(table.games),
        turn_number=len(table.moves),
        points=() if game is None else _points(game),
        scores=(0,) * len(table.seats) if game is None else game.scores,
        winners=None if game is None else game.winners,
        clock_ms=around.clock_ms,
        clock_running=around.clock_running,
        fair=_fairness(table),
        observation=observation,
        beats=None if observation is None else beats(table.options.rules, observation.table),
        laid_by=tuple(seat for _card, seat in laid),
        trick=tuple(table.trick.plays),
        last_trick=table.trick.last,
        last_trick_end=table.trick.end,
        hands=_hands(table, viewer),
        can=_can(table, viewer),
    )


def seats(table: Table, online: frozenset[int]) -> tuple[SeatView, ...]:
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
            contributed=bool(seat.contribution),
        )
        for number, seat in enumerate(table.seats)
    )


def summary(table: Table, online: frozenset[int]) -> Summary:
    """What somebody with the code may know before coming in."""
    return Summary(table.code, table.phase, table.options, seats(table, online))


def _points(game: Game) -> tuple[tuple[int, ...], ...]:
    return tuple(event.points for event in game.events if isinstance(event, RoundEnded))


def _fairness(table: Table) -> Fairness:
    drawn = table.drawn
    reveals = tuple(table.games[-1].reveals) if table.games else ()
    if drawn is None:
        return Fairness(None, 1, reveals)
    return Fairness(commitment_of(bytes.fromhex(drawn.secret)), drawn.round, reveals)


def _hands(table: Table, viewer: int | None) -> tuple[Cards | None, ...]:
    game = table.game
    if game is None:
        return (None,) * len(table.seats)
    round_, watching = game.round, viewer is None
    return tuple(
        round_.hand(number) if round_.is_over or number == viewer or (watching and seat.shows) else None
        for number, seat in enumerate(table.seats)
    )


def _can(table: Table, viewer: int | None) -> Can:
    if table.closed:
        return Can()
    if viewer is None:
        return Can(sit=commands.may_sit(table))
    seat = table.seats[viewer]
    person = seat.kind == "person"
    more = may_add(table, viewer)
    return Can(
        act=table.turn == viewer,
        hint=may_hint(table, viewer),
        start=commands.may_start(table, viewer),
        fill=commands.may_set_up(table, viewer) and any(other.kind == "empty" for other in table.seats),
        seat_bot=commands.may_change(table, viewer),
        leave=not seat.left,
        back=commands.may_come_back(table, viewer),
        ready=table.phase == "round_over" and not seat.ready,
        rematch=table.phase == "game_over" and not seat.ready and may_go_on(table),
        show=person and more,
        contribute=person and more and commands.may_contribute(table, seat),
        say=person and more,
        chat=person and more and table.options.chat,
    )
