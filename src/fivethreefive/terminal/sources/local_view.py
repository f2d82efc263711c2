"""The view of a game on this machine: what one seat, or whoever watches, may know of it.

It is the message that a server would send, built of the same parts; a hand gets into it through an
``Observation``, once its round is over (R20), or where a record is looked at with open hands.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from fivethreefive.bots import LEVELS
from fivethreefive.observation import Observation
from fivethreefive.protocol import (
    Can,
    Fairness,
    GameOver,
    Happened,
    Moved,
    Phase,
    RoundDealt,
    RoundOver,
    SeatView,
    TableOptions,
    View,
)
from fivethreefive.record import Seat
from fivethreefive.rules.actions import Action
from fivethreefive.rules.options import Rules
from fivethreefive.state import Acted, Dealt, Game, GameEnded, GameEvent, Round, RoundEnded, Started
from fivethreefive.table.trick import Laid, Trick, beats, trick_of

_LEVEL_OF = {bot: level for level, bot in LEVELS.items()}
"""What people call the bots that levels stand for."""

Hands = tuple[tuple[int, ...] | None, ...]


class Lone:
    """A single round in place of a game: nothing comes after it."""

    is_over = False
    winners = None
    rounds = 1

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.rules = round_.rules
        self.events: list[GameEvent] = []

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of the round, once it is over."""
        return self.round.points() if self.round.is_over else (0,) * self.rules.players

    def observe(self, seat: int | None) -> Observation:
        """What a seat may know."""
        return self.round.observe(seat)

    def apply(self, action: Action | str) -> None:
        """Play an action; IllegalAction where it is none."""
        seat = self.round.turn
        self.round.apply(action)
        self.events.append(Acted(seat, str(action)))
        if self.round.is_over:
            self.events.append(RoundEnded(seat, self.round.points()))


@dataclass
class Onlooker:
    """Follows a game and gives the views and the events of one viewer."""

    game: Game | Lone
    seats: tuple[SeatView, ...]
    you: int | None
    number: int = 1
    """Of the game at this table, from 1."""
    turn_number: int = 0
    trick: Trick = field(default_factory=Trick)
    _known: int = 0

    def follow(self) -> list[Happened]:
        """What has happened in the game since the last time, as everybody may know it."""
        events = self.game.events[self._known :]
        self._known = len(self.game.events)
        happened: list[Happened] = []
        for event in events:
            happened.extend(self._follow(event))
        return happened

    def catch_up(self) -> None:
        """Know a game under way, or a position, without its story."""
        self.trick = trick_of(self.game.observe(None))
        table = self.game.round.table
        if not self.trick.plays and table and self.game.round.last is not None:
            self.trick = Trick(Laid(card, self.game.round.last) for card in table)
        self.turn_number = sum(isinstance(event, Acted) for event in self.game.events)
        self._known = len(self.game.events)

    def _follow(self, event: GameEvent) -> list[Happened]:
        match event:
            case Dealt():
                self.trick = Trick()
                return [RoundDealt(event.round, event.leader)]
            case Acted():
                return [self._moved(event)]
            case RoundEnded():
                return [RoundOver(event.winner, event.points)]
            case GameEnded():
                return [GameOver(event.scores, event.winners)]
            case Started():
                return []

    def _moved(self, event: Acted) -> Moved:
        """An action that was just played: events are followed one at a time."""
        round_ = self.game.round
        seat, action = round_.history[-1]
        end = round_.trick_end
        self.trick.follow(round_.history[-1], end)
        self.turn_number += 1
        return Moved(seat, action, len(round_.hand(seat)), end)

    def view(self, can: Can, opened: Collection[int] = ()) -> View:
        """All that the viewer may know now; the hands of ``opened`` seats lie open."""
        game, round_ = self.game, self.game.round
        seen = game.observe(self.you)
        over = isinstance(game, Game) and game.is_over
        phase: Phase = "game_over" if over else "round_over" if round_.is_over else "playing"
        return View(
            code="",
            phase=phase,
            options=TableOptions(game.rules),
            seats=self.seats,
            you=self.you,
            watchers=0,
            game=self.number,
            turn_number=self.turn_number,
            points=tuple(event.points for event in game.events if isinstance(event, RoundEnded)),
            scores=game.scores,
            winners=game.winners,
            clock_ms=None,
            clock_running=False,
            fair=Fairness(None, game.rounds, ()),
            observation=seen,
            beats=beats(game.rules, seen.table),
            laid_by=tuple(seat for _, seat in self.trick.laid),
            trick=tuple(self.trick.plays),
            last_trick=self.trick.last_plays,
            last_trick_end=self.trick.last_end,
            last_table=tuple(card for card, _ in self.trick.last_laid),
            last_laid_by=tuple(seat for _, seat in self.trick.last_laid),
            hands=self._hands(opened),
            can=can,
        )

    def _hands(self, opened: Collection[int]) -> Hands:
        round_ = self.game.round
        return tuple(
            round_.hand(seat) if round_.is_over or seat == self.you or seat in opened else None
            for seat in range(round_.rules.players)
        )


def retold(
    events: Sequence[GameEvent], seats: tuple[SeatView, ...], you: int | None
) -> tuple[Onlooker, list[Happened]]:
    """A game played once more up to the last of its ``events``: its onlooker, and what there was to see."""
    started, dealt = events[:2]
    assert isinstance(started, Started)
    assert isinstance(dealt, Dealt)
    game = Game(started.rules, seats=started.seats, hands=dealt.hands, leader=dealt.leader)
    eyes = Onlooker(game, seats, you)
    story = eyes.follow()
    for event in events[2:]:
        if isinstance(event, Acted):
            game.apply(event.text)
        elif isinstance(event, Dealt):
            game.next_round(event.hands)
        # The end of a round and of the game follow by themselves.
        story.extend(eyes.follow())
    return eyes, story


def seat_views(rules: Rules, seats: Sequence[Seat], person: int | None) -> tuple[SeatView, ...]:
    """The seats of a game on this machine, or of a record."""
    assert len(seats) == rules.players
    return tuple(
        SeatView(
            "person" if seat.bot is None else "bot",
            seat.name,
            seat.bot and _LEVEL_OF.get(seat.bot, seat.bot),
            online=True,
            host=n == person,
        )
        for n, seat in enumerate(seats)
    )
