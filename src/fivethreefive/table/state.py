"""A table as a fold of its events: pure and synchronous, with no clock, no chance and no I/O.

``Table.from_events`` makes it from what is stored, ``Table.add`` goes on with one event more.
``commands`` decides which events may come next; ``views`` says what a viewer may know of the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
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
from fivethreefive.rules.melds import Cards
from fivethreefive.state import Acted, Dealt, Game, GameEnded, GameEvent, Round, RoundEnded, Started
from fivethreefive.table.events import Drawn, SeatEvent, SetUp, Stored
from fivethreefive.table.fair_deals import commitment_of
from fivethreefive.table.trick import Laid, Trick

LOG_LENGTH = 400
"""So many of the latest events are sent to who missed them; who missed more gets a snapshot."""


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

    @property
    def bot_plays(self) -> bool:
        """Whether a bot of the house plays it now."""
        return self.kind == "bot" or self.played_by_bot


@dataclass
class PlayedGame:
    """One game of the table, over or not."""

    game: Game
    started: int
    """When, in milliseconds since 1970."""
    seats: tuple[Seat, ...]
    """Who sat there when it began."""
    points: list[tuple[int, ...]] = field(default_factory=list)
    """By round that is over, the points by seat."""
    reveals: list[Reveal] = field(default_factory=list)

    def copy(self) -> PlayedGame:
        """An independent copy."""
        return replace(self, game=self.game.copy(), points=self.points.copy(), reveals=self.reveals.copy())

    @property
    def dealt_before(self) -> Cards:
        """The cards that are known to be out of the next deal: the first round's, in ``two_hands``."""
        if self.game.rules.format != "two_hands":
            return ()
        first = next(event for event in self.game.events if isinstance(event, Dealt))
        return tuple(sorted(card for hand in first.hands for card in hand))


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
        self.seat_events: list[int] = []
        """By seat, what was said and done beside the game since the last deal or the host's last change."""
        self.set_ups = 0
        """How often hosts changed what sits here since the last deal."""
        self.hand_was_shown = False
        """Whether spectators were shown a hand of the round that goes on."""
        self.phase: Phase = "waiting"
        self.games: list[PlayedGame] = []
        self.moves: list[tuple[int, str, int]] = []
        """Every action at this table: seat, written form, seq."""
        self.starting: tuple[int, tuple[Seat, ...]] = (0, ())
        """When a game was begun whose first deal follows at once, and who sits there."""
        self.trick = Trick()
        self.drawn: Drawn | None = None
        """The secret of the round that comes next, or of the one that goes on; None where none is drawn."""
        self.contributions: tuple[str, ...] = ()
        """What seats contributed to the round that goes on."""
        self.following: tuple[GameEvent, ...] = ()
        """The events that follow from the last one by the rules, and come next."""
        self._log: list[tuple[Happened, ...]] = []
        """The latest events as the public may know them: ``LOG_LENGTH`` or more, once there are so many."""

    @property
    def game(self) -> Game | None:
        """The game that goes on, or the last one."""
        return self.games[-1].game if self.games else None

    @property
    def next_round_follows(self) -> bool:
        """Whether a round is over and its game goes on; one that began at a position does not."""
        return self.phase == "round_over" and not self.games[-1].game.is_over

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

    def add(self, at: int, event: Stored) -> tuple[Happened, ...]:
        """Make an event happen that is the next one, and return what the public may know of it.

        ``commands`` vouches for it: what is no event of this table may leave it half changed.
        """
        self.following = ()
        public = _HANDLERS[type(event)](self, at, event)
        if isinstance(event, SeatEvent):
            self.seat_events[event.seat] += 1
        elif isinstance(event, SetUp):
            self.set_ups += 1
        self.seq += 1
        self._log.append(public)
        if len(self._log) >= 2 * LOG_LENGTH:  # Now and then, so that an event costs the same on average.
            del self._log[:-LOG_LENGTH]
        return public

    def copy(self) -> Table:
        """An independent copy."""
        twin = Table()
        vars(twin).update(
            vars(self),
            seats=[replace(seat) for seat in self.seats],
            seat_events=self.seat_events.copy(),
            games=[played.copy() for played in self.games],
            moves=self.moves.copy(),
            trick=self.trick.copy(),
            _log=self._log.copy(),
        )
        return twin

    def begin_at(self, at: int, round_: Round) -> None:
        """Begin a game that is one round, from a position that was set up."""
        seats = _copies(self.seats)
        game = Game.from_round(round_, seats=[seat.name for seat in seats])
        self.games.append(PlayedGame(game, at, seats))
        last = round_.last
        self.phase = "playing"
        self.trick = Trick(() if last is None else [Laid(card, last) for card in round_.table])

    def since(self, seq: int) -> tuple[Happened, ...] | None:
        """What happened after ``seq``, None where that is not known any more."""
        missed = self.seq - seq
        if not 0 <= missed <= min(len(self._log), LOG_LENGTH):
            return None
        return tuple(event for public in self._log[len(self._log) - missed :] for event in public)


# One function for each event: changes the table, returns what the public may know. This is the
# allow-list: an event without a function here cannot happen, and what is not returned is not told.


def _opened(table: Table, _at: int, event: Opened) -> tuple[Happened, ...]:
    table.code, table.options = event.code, event.options
    table.seats = [Seat() for _ in range(event.options.rules.players)]
    table.seat_events = [0] * len(table.seats)
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
    table.seats[event.seat], table.seat_events[event.seat] = seat, 0
    return (event,)


def _bot_invited(table: Table, _at: int, event: BotInvited) -> tuple[Happened, ...]:
    table.seats[event.seat], table.seat_events[event.seat] = Seat("remote", event.name), 0
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
    table.hand_was_shown = table.hand_was_shown or event.spectators
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
    table.starting = at, _copies(table.seats)
    return (GameBegan(len(table.games) + 1),)


def _dealt(table: Table, _at: int, event: Dealt) -> tuple[Happened, ...]:
    if event.round == 1:
        (started, seats), names = table.starting, [seat.name for seat in table.starting[1]]
        game = Game(table.options.rules, seats=names, hands=event.hands, leader=event.leader)
        table.games.append(PlayedGame(game, started, seats))
    else:
        table.games[-1].game.next_round(event.hands)
    table.phase, table.trick = "playing", Trick()
    table.contributions = tuple(seat.contribution for seat in table.seats)
    table.hand_was_shown = any(seat.shows for seat in table.seats)
    table.seat_events, table.set_ups = [0] * len(table.seats), 0
    for seat in table.seats:
        seat.ready, seat.contribution = False, ""
    return (RoundDealt(event.round, event.leader),)


def _acted(table: Table, _at: int, event: Acted) -> tuple[Happened, ...]:
    game = table.games[-1].game
    known = len(game.events)
    game.apply(event.text)
    table.following = tuple(game.events[known + 1 :])
    table.moves.append((event.seat, event.text, table.seq + 1))
    played, end = game.round.last_played, game.round.trick_end
    assert played is not None
    table.trick.follow(played, end)
    return (Moved(event.seat, played.action, len(game.round.hand(event.seat)), end),)


def _round_ended(table: Table, _at: int, event: RoundEnded) -> tuple[Happened, ...]:
    table.phase, drawn, current = "round_over", table.drawn, table.games[-1]
    current.points.append(event.points)
    over = RoundOver(event.winner, event.points)
    if drawn is None:
        return (over,)
    commitment = commitment_of(bytes.fromhex(drawn.secret))
    current.reveals.append(Reveal(drawn.round, commitment, drawn.secret, table.contributions))
    return (over, Revealed(drawn.round, drawn.secret))


def _game_ended(table: Table, _at: int, event: GameEnded) -> tuple[Happened, ...]:
    table.phase = "game_over"
    return (GameOver(event.scores, event.winners),)


def _copies(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Who sits there now, whatever becomes of the seats."""
    return tuple(Seat(seat.kind, seat.name, seat.level) for seat in seats)


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
