"""A table as a fold of its events: pure and synchronous, with no clock, no chance and no I/O.

``Table.from_events`` makes it from the store, ``Table.add`` goes on with one event more. ``commands``
decides which events may come next; ``views`` says what a viewer may know of the result.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from fivethreefive.language import InvalidRecord
from fivethreefive.protocol import (
    BotInvited,
    BotSeated,
    BotTook,
    Closed,
    Committed,
    Contributed,
    GameBegan,
    GameOver,
    Happened,
    Joined,
    Left,
    Moved,
    NewHost,
    Opened,
    Phase,
    Returned,
    Reveal,
    Revealed,
    RoundDealt,
    RoundOver,
    Said,
    SeatKind,
    Shown,
    TableOptions,
    WasReady,
)
from fivethreefive.protocol.presentation import Trick
from fivethreefive.server.events import Aside, Drawn, SetUp, Stored
from fivethreefive.server.fair import commitment_of
from fivethreefive.state import Acted, Dealt, Game, GameEnded, RoundEnded, Started

STORY = 400
"""So many events are kept to tell a client what it missed; one that missed more gets a snapshot."""


@dataclass
class Seat:
    """Who holds a seat."""

    kind: SeatKind = "empty"
    name: str = ""
    level: str | None = None
    left: bool = False
    """The person went away on purpose."""
    away: bool = False
    """The person stayed away too long."""
    shows: bool = False
    ready: bool = False
    contribution: str = ""

    @property
    def held(self) -> bool:
        """Whether a person or a remote bot holds it, there or not."""
        return self.kind in ("person", "remote")

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot stands in for its holder."""
        return self.held and (self.left or self.away)


@dataclass
class PlayedGame:
    """One game of the table, over or not."""

    game: Game
    started: int
    """When, in milliseconds since 1970."""
    seats: tuple[Seat, ...]
    """Who sat there when it began."""
    reveals: list[Reveal] = field(default_factory=list)


class Table:
    """One table: its seats, its games and everything else that follows from its events."""

    def __init__(self) -> None:
        self.seq = 0
        """The number of the last event."""
        self.code = ""
        self.options = TableOptions(rules=None)  # type: ignore[arg-type] # set by Opened, the first event
        self.seats: list[Seat] = []
        self.host: int | None = None
        self.closed = False
        self.asides: list[int] = []
        """By seat, what was said and done beside the game since the last deal or the host's last change."""
        self.set_ups = 0
        """How often hosts changed what sits here since the last deal."""
        self.seen = False
        """Whether spectators were shown a hand of the round that goes on."""
        self.phase: Phase = "waiting"
        self.games: list[PlayedGame] = []
        self.moves: list[tuple[int, str, int]] = []
        """Every action at this table: seat, written form, seq."""
        self.trick = Trick()
        self.drawn: Drawn | None = None
        """The secret of the round that comes next, or of the one that goes on."""
        self.used: tuple[str, ...] = ()
        """What seats contributed to the round that goes on."""
        self.story: deque[tuple[int, tuple[Happened, ...]]] = deque(maxlen=STORY)
        """The latest events as the public may know them, by seq."""

    @property
    def game(self) -> Game | None:
        """The game that goes on, or the last one."""
        return self.games[-1].game if self.games else None

    @property
    def turn(self) -> int | None:
        """The seat to play, None while nobody is."""
        return self.games[-1].game.round.turn if self.phase == "playing" else None

    @classmethod
    def from_events(cls, events: Iterable[tuple[int, Stored]]) -> Table:
        """The table that events tell, each with its time.

        Raises InvalidRecord, with the event's ``index``, where no table has these events.
        """
        table = cls()
        for index, (at, event) in enumerate(events):
            try:
                table.add(at, event)
            except Exception as error:
                raise InvalidRecord("bad_event", index=index, why=str(error)) from error
        return table

    def add(self, at: int, event: Stored) -> None:
        """Make an event happen that is the next one; ``commands`` vouches for it."""
        public = _HANDLERS[type(event)](self, at, event)
        if isinstance(event, Aside):
            self.asides[event.seat] += 1
        elif isinstance(event, SetUp):
            self.set_ups += 1
        self.seq += 1
        self.story.append((self.seq, public))

    def since(self, seq: int) -> tuple[Happened, ...] | None:
        """What happened after ``seq``, None where that is not known any more."""
        if seq > self.seq or (seq < self.seq and self.story[0][0] > seq + 1):
            return None
        return tuple(event for number, public in self.story if number > seq for event in public)


# One function for each event: changes the table, returns what the public may know. This is the
# allow-list: an event without a function here cannot happen, and what is not returned is not told.


def _opened(table: Table, _at: int, event: Opened) -> tuple[Happened, ...]:
    table.code, table.options = event.code, event.options
    table.seats = [Seat() for _ in range(event.options.rules.players)]
    table.asides = [0] * len(table.seats)
    return (event,)


def _joined(table: Table, _at: int, event: Joined) -> tuple[Happened, ...]:
    before = table.seats[event.seat]
    kind: SeatKind = "remote" if event.remote else "person"
    table.seats[event.seat] = Seat(kind, event.name, contribution=before.contribution)
    return (event,)


def _left(table: Table, _at: int, event: Left) -> tuple[Happened, ...]:
    if table.phase == "waiting":
        table.seats[event.seat] = Seat()
    else:
        table.seats[event.seat].left = True
    return (event,)


def _bot_took(table: Table, _at: int, event: BotTook) -> tuple[Happened, ...]:
    table.seats[event.seat].away = True
    return (event,)


def _returned(table: Table, _at: int, event: Returned) -> tuple[Happened, ...]:
    seat = table.seats[event.seat]
    seat.left = seat.away = False
    return (event,)


def _bot_seated(table: Table, _at: int, event: BotSeated) -> tuple[Happened, ...]:
    seat = Seat() if event.level is None else Seat("bot", event.name, event.level)
    table.seats[event.seat], table.asides[event.seat] = seat, 0
    return (event,)


def _bot_invited(table: Table, _at: int, event: BotInvited) -> tuple[Happened, ...]:
    table.seats[event.seat], table.asides[event.seat] = Seat("remote", event.name), 0
    return (event,)


def _new_host(table: Table, _at: int, event: NewHost) -> tuple[Happened, ...]:
    table.host = event.seat
    return (event,)


def _said(_table: Table, _at: int, event: Said) -> tuple[Happened, ...]:
    return (event,)


def _was_ready(table: Table, _at: int, event: WasReady) -> tuple[Happened, ...]:
    table.seats[event.seat].ready = True
    return (event,)


def _shown(table: Table, _at: int, event: Shown) -> tuple[Happened, ...]:
    table.seats[event.seat].shows = event.spectators
    table.seen = table.seen or event.spectators
    return (event,)


def _contributed(table: Table, _at: int, event: Contributed) -> tuple[Happened, ...]:
    table.seats[event.seat].contribution = event.text
    return (event,)


def _closed(table: Table, _at: int, event: Closed) -> tuple[Happened, ...]:
    table.closed = True
    return (event,)


def _drawn(table: Table, _at: int, event: Drawn) -> tuple[Happened, ...]:
    table.drawn = event
    return (Committed(event.game, event.round, commitment_of(bytes.fromhex(event.secret))),)


def _started(table: Table, at: int, _event: Started) -> tuple[Happened, ...]:
    seats = tuple(Seat(seat.kind, seat.name, seat.level) for seat in table.seats)
    # The game itself begins with its first deal, which follows at once.
    table.games.append(PlayedGame(None, at, seats))  # type: ignore[arg-type]
    return (GameBegan(len(table.games)),)


def _dealt(table: Table, _at: int, event: Dealt) -> tuple[Happened, ...]:
    current = table.games[-1]
    if event.round == 1:
        rules, names = table.options.rules, tuple(seat.name for seat in current.seats)
        current.game = Game(rules, seats=names, hands=event.hands, leader=event.leader)
    else:
        current.game.next_round(event.hands)
    table.phase, table.trick = "playing", Trick()
    table.used = tuple(seat.contribution for seat in table.seats)
    table.seen = any(seat.shows for seat in table.seats)
    table.asides, table.set_ups = [0] * len(table.seats), 0
    for seat in table.seats:
        seat.ready, seat.contribution = False, ""
    return (RoundDealt(event.round, event.leader),)


def _acted(table: Table, _at: int, event: Acted) -> tuple[Happened, ...]:
    game = table.games[-1].game
    game.apply(event.text)
    table.moves.append((event.seat, event.text, table.seq + 1))
    played, end = game.round.last_played, game.round.trick_end
    assert played is not None
    table.trick.follow(played, end)
    return (Moved(event.seat, played.action, len(game.round.hand(event.seat)), end),)


def _round_ended(table: Table, _at: int, event: RoundEnded) -> tuple[Happened, ...]:
    table.phase = "round_over"
    drawn = table.drawn
    assert drawn is not None
    commitment = commitment_of(bytes.fromhex(drawn.secret))
    table.games[-1].reveals.append(Reveal(drawn.round, commitment, drawn.secret, table.used))
    return (RoundOver(event.winner, event.points), Revealed(drawn.round, drawn.secret))


def _game_ended(table: Table, _at: int, event: GameEnded) -> tuple[Happened, ...]:
    table.phase = "game_over"
    return (GameOver(event.scores, event.winners),)


_HANDLERS: dict[type, Callable[[Table, int, Any], tuple[Happened, ...]]] = {
    Opened: _opened,
    Joined: _joined,
    Left: _left,
    BotTook: _bot_took,
    Returned: _returned,
    BotSeated: _bot_seated,
    BotInvited: _bot_invited,
    NewHost: _new_host,
    Said: _said,
    WasReady: _was_ready,
    Shown: _shown,
    Contributed: _contributed,
    Closed: _closed,
    Drawn: _drawn,
    Started: _started,
    Dealt: _dealt,
    Acted: _acted,
    RoundEnded: _round_ended,
    GameEnded: _game_ended,
}
