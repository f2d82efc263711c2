"""A table as a fold of its events: pure and synchronous, with no clock, no chance and no I/O.

``Table.from_events`` makes it from what is stored, ``Table.add`` goes on with one event more.
``commands`` decides which events may come next; ``views`` says what a viewer may know of the result.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from fivethreefive import protocol
from fivethreefive.language import FiveThreeFiveError, InvalidInput, InvalidRecord
from fivethreefive.rules.melds import Cards
from fivethreefive.state import Acted, Dealt, Game, GameEnded, GameEvent, Round, RoundEnded, Started
from fivethreefive.table.deals.fair_deals import REVEALED
from fivethreefive.table.events import (
    ContributionCommitted,
    ContributionRevealed,
    ContributionsClosed,
    SeatEvent,
    SecretDrawn,
    SetUp,
    Stored,
)
from fivethreefive.table.moves import Moves
from fivethreefive.table.trick import Trick, trick_of

LOG_LENGTH = 400
"""So many of the latest events are sent to who missed them; who missed more gets a snapshot."""


@dataclass
class TableSeat:
    """Who holds a seat."""

    kind: protocol.SeatKind = "empty"
    name: str = ""
    level: str | None = None
    left: bool = False
    """The person went away on purpose."""
    away: bool = False
    """The person stayed away too long."""
    shows: bool = False
    ready: bool = False
    commitment: str = ""
    """The hash of what the seat contributes to the next deal; empty where it contributes nothing."""
    contribution: str = ""
    """What the seat contributed to it: 64 hexadecimal digits, a text in tables of earlier versions."""
    withheld: bool = False
    """Whether the seat did not reveal a contribution in this game: it contributes no more to it."""

    @property
    def held(self) -> bool:
        """Whether a person or a remote bot holds it, there or not."""
        return self.kind in ("person", "remote")

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot stands in for its holder."""
        return self.held and (self.left or self.away)

    @property
    def person_plays(self) -> bool:
        """Whether a person holds it and plays themselves."""
        return self.kind == "person" and not self.played_by_bot


@dataclass
class PlayedGame:
    """One game of the table, over or not."""

    game: Game
    started: int
    """When, in milliseconds since 1970."""
    seats: tuple[TableSeat, ...]
    """Who sat there when it began."""
    points: list[tuple[int, ...]] = field(default_factory=list)
    """By round that is over, the points by seat."""
    reveals: list[protocol.Reveal] = field(default_factory=list)

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
        self.options = protocol.TableOptions(rules=None)  # type: ignore[arg-type] # set by Opened, the first event
        self.seats: list[TableSeat] = []
        self.host: int | None = None
        self.closed = False
        self.seat_events: list[int] = []
        """By seat, what was said and done beside the game since the last deal or the host's last change."""
        self.set_ups = 0
        """How often hosts changed what sits here since the last deal."""
        self.hand_was_shown = False
        """Whether spectators were shown a hand of the round that goes on."""
        self.slow = False  # Whether the turn has lasted so long that the others may let a bot play it.
        self.votes: frozenset[int] = frozenset()  # The seats that want a bot to play this turn.
        self.bot_has_turn = False  # Whether a bot plays this turn, even if the person is back.
        self.phase: protocol.Phase = "waiting"
        self.games: list[PlayedGame] = []
        self.moves = Moves()
        """Every action at this table: seat, written form, seq."""
        self.starting: tuple[int, tuple[TableSeat, ...]] = (0, ())
        """When a game was begun whose first deal follows at once, and who sits there."""
        self.trick = Trick()
        self.drawn: SecretDrawn | None = None
        """The secret of the round that comes next, or of the one that goes on; None where none is drawn."""
        self.contributors: tuple[int, ...] = ()
        """The seats whose contributions to the next deal are being revealed; none at all other times."""
        self.commitments: tuple[str, ...] = ()
        """By seat, the commitments that counted for the round that goes on."""
        self.contributions: tuple[str, ...] = ()
        """What seats contributed to the round that goes on."""
        self.following: tuple[GameEvent, ...] = ()
        """The events that follow from the last one by the rules, and come next."""
        self._log: list[tuple[protocol.Happened, ...]] = []
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

    def bot_plays(self, seat: int) -> bool:
        """Whether a built-in bot plays for a seat now."""
        here = self.seats[seat]
        return here.kind == "bot" or here.played_by_bot or (self.bot_has_turn and seat == self.turn)

    @classmethod
    def from_events(cls, events: Iterable[tuple[int, Stored]]) -> Table:
        """The table that events tell, each with its time.

        Raises InvalidRecord, with the event's ``index``, where no table has these events.
        """
        table = cls()
        table.add_stored(events)
        return table

    def add_stored(self, events: Iterable[tuple[int, Stored]]) -> None:
        """Make further events happen that come from a store; raises as ``from_events`` does."""
        for index, (at, event) in enumerate(events, self.seq):
            try:
                self.add(at, event)
            except Exception as error:  # Events that are damaged in the store can fail in any way.
                why = error if isinstance(error, FiveThreeFiveError) else InvalidInput("misfit_any")
                raise InvalidRecord("bad_event", index=index, why=why) from error

    def add(self, at: int, event: Stored) -> tuple[protocol.Happened, ...]:
        """Make an event happen that is the next one, and return what the public may know of it.

        ``commands`` vouches for it: what is no event of this table may leave it half changed.
        """
        self.following = ()
        public = self._apply(at, event)
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
        seats = self._who_sits()
        game = Game.from_round(round_, seats=[seat.name for seat in seats])
        self.games.append(PlayedGame(game, at, seats))
        self.phase, self.trick = "playing", trick_of(round_.observe(None))

    def since(self, seq: int) -> tuple[protocol.Happened, ...] | None:
        """What happened after ``seq``, None where that is not known any more."""
        missed = self.seq - seq
        if not 0 <= missed <= min(len(self._log), LOG_LENGTH):
            return None
        return tuple(event for public in self._log[len(self._log) - missed :] for event in public)

    def _apply(self, at: int, event: Stored) -> tuple[protocol.Happened, ...]:  # noqa: PLR0912, PLR0915 - a case an event
        """Change the table; what the public may know of the event. What is not returned is not told."""
        match event:
            case protocol.Opened():
                self.code, self.options = event.code, event.options
                self.seats = [TableSeat() for _ in range(event.options.rules.players)]
                self.seat_events = [0] * len(self.seats)
            case protocol.Joined(seat, name, remote):
                kept = self.seats[seat].contribution  # Else one seat could contribute again and again.
                self.seats[seat] = TableSeat("remote" if remote else "person", name, contribution=kept)
            case protocol.Left(seat) if self.phase == "waiting" and not self.contributors:
                self.seats[seat] = TableSeat()  # Once the game has been begun the seat stays theirs.
            case protocol.Left(seat):
                self.seats[seat].left = True
            case protocol.BotTook(seat):
                self.seats[seat].away = True
                self.bot_has_turn = seat == self.turn
            case protocol.SlowTurn():
                self.slow = True
            case protocol.BotVoted(seat):
                self.votes |= {seat}
            case protocol.BotGotTurn():
                self.bot_has_turn = True
            case protocol.Returned(seat):
                self.seats[seat].left = self.seats[seat].away = False
            case protocol.BotSeated(seat, level, name):
                self.seats[seat] = TableSeat() if level is None else TableSeat("bot", name, level)
                self.seat_events[seat] = 0
            case protocol.BotInvited(seat, name):
                self.seats[seat], self.seat_events[seat] = TableSeat("remote", name), 0
            case protocol.NewHost(seat):
                self.host = seat
            case protocol.WasReady(seat):
                self.seats[seat].ready = True
            case protocol.Shown(seat, spectators):
                self.seats[seat].shows = spectators
                self.hand_was_shown = self.hand_was_shown or spectators  # Also once hidden.
            case protocol.Contributed(seat, text):
                self.seats[seat].contribution = text
            case ContributionCommitted() | ContributionsClosed() | ContributionRevealed():
                return self._contribute(event)
            case protocol.Closed():
                self.closed = True
            case protocol.Said():
                pass
            case SecretDrawn():
                self.drawn = event
                return (protocol.Committed(event.game, event.round, event.commitment),)
            case Started():
                self.starting = at, self._who_sits()
                return (protocol.GameBegan(len(self.games) + 1),)
            case Dealt():
                self._deal(event)
                return (protocol.RoundDealt(event.round, event.leader),)
            case Acted():
                return (self._act(event),)
            case RoundEnded():
                return self._end_round(event)
            case GameEnded(scores, winners):
                self.phase = "game_over"
                return (protocol.GameOver(scores, winners),)
        return (event,)  # Its type is public here: the checker refuses an event that is not.

    def _who_sits(self) -> tuple[TableSeat, ...]:
        # Copies: a game keeps who sat there when it began, whatever becomes of the seats.
        return tuple(TableSeat(seat.kind, seat.name, seat.level) for seat in self.seats)

    def _contribute(
        self, event: ContributionCommitted | ContributionsClosed | ContributionRevealed
    ) -> tuple[protocol.Happened, ...]:
        match event:
            case ContributionCommitted(seat, commitment):
                self.seats[seat].commitment = commitment
                return (protocol.Contributed(seat, commitment),)
            case ContributionRevealed(seat, value):
                self.seats[seat].contribution = value
            case ContributionsClosed(seats):
                self.contributors = seats
                for number, other in enumerate(self.seats):
                    other.commitment = other.commitment if number in seats else ""
        return ()  # The view shows the rest.

    def _deal(self, event: Dealt) -> None:
        if event.round == 1:
            started, seats = self.starting
            names = [seat.name for seat in seats]
            game = Game(self.options.rules, seats=names, hands=event.hands, leader=event.leader)
            self.games.append(PlayedGame(game, started, seats))
        else:
            self.games[-1].game.next_round(event.hands)
        self.phase, self.trick = "playing", Trick()
        self._begin_turn()
        # Kept until the round has ended, when they are revealed; the seats are free for the next deal.
        self.contributions = tuple(seat.contribution for seat in self.seats)
        self.commitments = tuple(
            seat.commitment if number in self.contributors else "" for number, seat in enumerate(self.seats)
        )
        self.hand_was_shown = any(seat.shows for seat in self.seats)
        self.seat_events, self.set_ups = [0] * len(self.seats), 0
        for number, seat in enumerate(self.seats):
            withheld = number in self.contributors and not seat.contribution
            seat.withheld = withheld or (seat.withheld and event.round > 1)
            seat.ready, seat.commitment, seat.contribution = False, "", ""
        self.contributors = ()

    def _act(self, event: Acted) -> protocol.Moved:
        game = self.games[-1].game
        known = len(game.events)
        game.apply(event.text)
        # The log keeps what follows too, so that no reader of it needs the rules.
        self.following = tuple(game.events[known + 1 :])
        acted = game.events[known]
        assert isinstance(acted, Acted)
        self.moves.append(acted, self.seq + 1)
        self._begin_turn()
        played, end = game.round.last_played, game.round.trick_end
        assert played is not None
        self.trick.follow(played, end)
        return protocol.Moved(event.seat, played.action, len(game.round.hand(event.seat)), end)

    def _begin_turn(self) -> None:
        self.slow, self.votes, self.bot_has_turn = False, frozenset(), False

    def _end_round(self, event: RoundEnded) -> tuple[protocol.Happened, ...]:
        self.phase, drawn, current = "round_over", self.drawn, self.games[-1]
        current.points.append(event.points)
        over = protocol.RoundOver(event.winner, event.points)
        if drawn is None:
            return (over,)
        reveal = protocol.Reveal(
            drawn.round,
            drawn.commitment,
            drawn.secret,
            self.contributions,
            drawn.scheme,
            self.commitments if drawn.scheme == REVEALED else (),
        )
        current.reveals.append(reveal)
        return (over, protocol.Revealed(drawn.round, drawn.secret))
