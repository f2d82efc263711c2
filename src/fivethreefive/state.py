"""Round, Game and the events a game is made of.

Both are thin: a ``Round`` holds one kernel row and the chain of what was played, a ``Game`` the list
of its events and the scores that follow from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from fivethreefive.cards import holds, unpack, write_cards
from fivethreefive.language import (
    IllegalAction,
    InvalidCards,
    InvalidInput,
    InvalidRecord,
    InvalidRules,
)
from fivethreefive.observation import History, Observation, Played, observe
from fivethreefive.rules import kernel
from fivethreefive.rules.actions import MELDS, Action
from fivethreefive.rules.explain import why_illegal
from fivethreefive.rules.jit import plain
from fivethreefive.rules.kernel import (
    EMPTY,
    LAST,
    NOBODY,
    PASS_PLAY,
    PASSED,
    PLACES,
    TABLE,
    TURN,
    WINNER,
)
from fivethreefive.rules.melds import Cards
from fivethreefive.rules.options import Rules
from fivethreefive.rules.positions import Trick, check_seat, position_row
from fivethreefive.rules.streams import Seed, deal_row, seed_of
from fivethreefive.rules.tables import Tables, compile_rules

_step = plain(kernel.step)


class Round:
    """One round from its deal to the moment somebody goes out; any position may be set up.

    ``hands`` are ranks by seat. ``table`` (ranks), ``last`` (the seat that played last) and ``passed``
    (seats) describe a trick under way; ``turn`` is then the next seat that has not passed unless
    given. ``seen`` are further cards known to be out of play. Raises InvalidRules for a position that
    these rules cannot reach, InvalidCards for cards that do not exist.
    """

    __slots__ = ("_history", "_row", "_tables", "leader")

    def __init__(  # noqa: PLR0913 - a position has so many parts
        self,
        rules: Rules,
        hands: Sequence[Iterable[int]],
        leader: int = 0,
        *,
        table: Iterable[int] = (),
        turn: int | None = None,
        last: int | None = None,
        passed: Iterable[int] = (),
        seen: Iterable[int] = (),
    ) -> None:
        tables = compile_rules(rules)
        trick = Trick(tuple(table), last, tuple(passed), turn)
        row = position_row(tables, hands, leader, trick, tuple(seen))
        self._start(tables, row, leader)

    def _start(self, tables: Tables, row: list[int], leader: int) -> None:
        self._tables = tables
        self._row = row
        self._history: History = None
        self.leader = leader

    @classmethod
    def deal(cls, rules: Rules, seed: Seed, leader: int | None = None, *, stream: int = 0) -> Round:
        """A round dealt from a seed (R3): a whole number below 2^62, or a NumPy generator to draw one.

        ``leader`` None draws the first leader too (R5). Each ``stream`` of a seed is another deal.
        """
        if leader is not None:
            check_seat(rules, "leader", leader)
        return cls._from_row(
            compile_rules(rules), deal_row(compile_rules(rules), seed, stream, leader)
        )

    @classmethod
    def _from_row(cls, tables: Tables, row: list[int]) -> Round:
        round_ = cls.__new__(cls)
        round_._start(tables, row, row[TURN])
        return round_

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._tables.rules

    @property
    def turn(self) -> int:
        """The seat to play; once the round is over, the seat that went out."""
        return self._row[TURN]

    @property
    def table(self) -> Cards:
        """The central meld by rank, ascending; empty when nothing lies there."""
        central = MELDS[self._row[TABLE]]
        return () if central is None else central.cards

    @property
    def last(self) -> int | None:
        """The seat that played last in this trick; None when nothing lies on the table."""
        return None if self._row[TABLE] == EMPTY else self._row[LAST]

    @property
    def passed(self) -> tuple[int, ...]:
        """The seats that have passed in this trick (R13)."""
        return tuple(seat for seat in range(self.rules.players) if self._row[PASSED] >> seat & 1)

    @property
    def is_over(self) -> bool:
        """Whether somebody has gone out (R19)."""
        return self._row[WINNER] != NOBODY

    @property
    def winner(self) -> int | None:
        """The seat that went out, None while the round goes on."""
        return self._row[WINNER] if self.is_over else None

    @property
    def history(self) -> tuple[Played, ...]:
        """The seats and actions of this round so far, in order."""
        return self.observe(None).history

    def hand(self, seat: int) -> Cards:
        """The cards of a seat by rank, ascending."""
        check_seat(self.rules, "seat", seat)
        return unpack(self._row[seat])

    def points(self) -> tuple[int, ...]:
        """The penalty points on the cards each seat holds (R20): the round's score once it is over."""
        values = self.rules.points
        return tuple(sum(values[card] for card in self.hand(s)) for s in range(self.rules.players))

    def legal_actions(self) -> list[Action]:
        """All legal actions: the pass first, then by rain, cloud and sun, each as in the catalogue."""
        row = self._row
        if row[WINNER] != NOBODY:
            return []
        return self._tables.on[row[TABLE]].legal(row[row[TURN]])

    def apply(self, action: Action | str) -> None:
        """Play a legal action, or its written form, for the seat whose turn it is.

        Raises IllegalAction, which says why and by which rule, and then nothing has changed.
        """
        row, tables = self._row, self._tables
        table, turn = row[TABLE], row[TURN]
        place = tables.on[table].places.get(action)
        if (
            place is None
            or row[WINNER] != NOBODY
            or (place != PASS_PLAY and not holds(row[turn], tables.lists.need[table * PLACES + place]))
        ):
            raise self.why_illegal(str(action)) or IllegalAction("not_this_table", action=str(action))
        self._history = (self._history, turn, tables.on[table].actions[place])
        _step(tables.lists, row, place)

    def why_illegal(self, text: str) -> IllegalAction | None:
        """Why a written action is not legal now, as the error ``apply`` raises; None where it is legal."""
        if self.is_over:
            return IllegalAction("round_is_over", "R19", seat=self.turn)
        hand = unpack(self._row[self.turn])
        return why_illegal(self.rules, hand, MELDS[self._row[TABLE]], text)

    def observe(self, seat: int | None) -> Observation:
        """What a seat may know of this round; None is a spectator."""
        return self._observe(seat, 1, None)

    def _observe(
        self, seat: int | None, number: int, scores: tuple[int, ...] | None
    ) -> Observation:
        if seat is not None:
            check_seat(self.rules, "seat", seat)
        return observe(
            self._tables, self._row, seat,
            history=self._history, leader=self.leader, round_=number, scores=scores,
        )  # fmt: skip

    def copy(self) -> Round:
        """An independent copy; the history is shared, so this costs less than a decision."""
        twin = Round.__new__(Round)
        twin._tables = self._tables
        twin._row = self._row.copy()
        twin._history = self._history
        twin.leader = self.leader
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: Any) -> Round:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_round, (self.rules, self._row, self._history, self.leader)

    def __repr__(self) -> str:
        hands = "/".join(write_cards(self.hand(seat)) for seat in range(self.rules.players))
        return f"<Round table={write_cards(self.table)} turn={self.turn} hands={hands}>"


def _restore_round(rules: Rules, row: list[int], history: History, leader: int) -> Round:
    round_ = Round._from_row(compile_rules(rules), row)
    round_._history = history
    round_.leader = leader
    return round_


# Events


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """What a game is made of; all else is a fold of the list of these."""


class Started(Event, frozen=True, tag="started"):
    """A game began: its rules and the names of its seats."""

    rules: Rules
    seats: tuple[str, ...]


class Dealt(Event, frozen=True, tag="dealt"):
    """A round was dealt: its number from 1, the hands by seat (ranks, ascending) and who leads."""

    round: int
    hands: tuple[Cards, ...]
    leader: int


class Acted(Event, frozen=True, tag="acted"):
    """A seat acted: the action in its written form."""

    seat: int
    text: str


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """A round ended: who went out, and the penalty points by seat."""

    winner: int
    points: tuple[int, ...]


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The game ended: the scores by seat and the seats that share the win."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


GameEvent = Started | Dealt | Acted | RoundEnded | GameEnded


class Game:
    """Rounds to the target (R21), or the two rounds of ``two_hands``.

    The first round is dealt at once: from ``seed``, each round from its own stream, or as ``hands``
    with ``leader``. Without a seed every round's hands are handed in.
    """

    def __init__(
        self,
        rules: Rules,
        seed: Seed | None = None,
        *,
        seats: Sequence[str] | None = None,
        hands: Sequence[Iterable[int]] | None = None,
        leader: int | None = None,
    ) -> None:
        names = (
            tuple(seats) if seats is not None else tuple(f"Seat {s}" for s in range(rules.players))
        )
        if len(names) != rules.players:
            raise InvalidInput("names_not_players", names=len(names), players=rules.players)
        if leader is not None:
            check_seat(rules, "leader", leader)
        self.rules = rules
        self.seats = names
        self.scores: tuple[int, ...] = (0,) * rules.players
        self.events: list[GameEvent] = [Started(rules, names)]
        self.winners: tuple[int, ...] | None = None
        self.rounds = 0
        """How many rounds were dealt."""
        self._seed = None if seed is None else seed_of(seed)
        self._dealt_before = 0
        self.round = self._deal(hands, leader)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.winners is not None

    def apply(self, action: Action | str) -> None:
        """Play an action in the current round; the events that follow from it are added."""
        seat = self.round.turn
        self.round.apply(action)
        self.events.append(Acted(seat, str(action)))
        if self.round.is_over:
            self._end_round(seat)

    def _end_round(self, winner: int) -> None:
        points = self.round.points()
        self.scores = tuple(map(sum, zip(self.scores, points, strict=True)))
        self.events.append(RoundEnded(winner, points))
        if self.rules.format == "two_hands":
            over = self.rounds == 2
        else:
            over = max(self.scores) >= self.rules.target
        if over:
            fewest = min(self.scores)
            self.winners = tuple(s for s, score in enumerate(self.scores) if score == fewest)
            self.events.append(GameEnded(self.scores, self.winners))

    def next_round(self, hands: Sequence[Iterable[int]] | None = None) -> Round:
        """Deal the next round (R5), from the game's seed or as ``hands``, and return it.

        Raises InvalidInput while a round goes on or once the game is over, InvalidRules for hands
        that cannot be dealt.
        """
        if self.is_over:
            raise InvalidInput("game_is_over", "R21")
        if not self.round.is_over:
            raise InvalidInput("round_goes_on", "R19")
        self.round = self._deal(hands, self.next_leader())
        return self.round

    def next_leader(self) -> int:
        """The seat that leads the round after the current one, which must be over (R5)."""
        winner = self.round.winner
        assert winner is not None
        players = self.rules.players
        left = (self.round.leader + 1) % players
        if self.rules.next_leader == "winner":
            return winner
        if self.rules.next_leader == "left":
            return left
        points = self.round.points()
        return max(((left + i) % players for i in range(players)), key=lambda seat: points[seat])

    def _deal(self, hands: Sequence[Iterable[int]] | None, leader: int | None) -> Round:
        tables = compile_rules(self.rules)
        number = self.rounds + 1
        seen = self._dealt_before if self.rules.format == "two_hands" else 0
        if hands is not None:
            round_ = Round(self.rules, hands, leader or 0, seen=unpack(seen))
            _check_sizes(self.rules, round_)
        elif self._seed is not None:
            round_ = Round._from_row(tables, deal_row(tables, self._seed, number, leader, seen))
        else:
            raise InvalidInput("no_deal")
        self.rounds = number
        self._dealt_before = sum(round_._row[: self.rules.players])
        dealt = tuple(round_.hand(seat) for seat in range(self.rules.players))
        self.events.append(Dealt(number, dealt, round_.leader))
        return round_

    def observe(self, seat: int | None) -> Observation:
        """What a seat may know of the game; None is a spectator."""
        number, scores = self.rounds, self.scores
        if self.round.is_over:
            scores = tuple(a - b for a, b in zip(scores, self.round.points(), strict=True))
        return self.round._observe(seat, number, scores)

    @classmethod
    def from_events(cls, events: Iterable[GameEvent], seed: Seed | None = None) -> Game:
        """The game that a list of events, or any beginning of one, tells; later rounds from ``seed``.

        Events that follow from the last one given are added. Raises InvalidRecord for events that no
        game has: ``index`` is the place of the first wrong one, from 0, ``why`` the error behind it.
        """
        listed = list(events)
        match listed[:2]:
            case [Started() as started, Dealt() as dealt]:
                pass
            case _:
                raise InvalidRecord("no_beginning", index=min(len(listed), 1))
        index = 0
        try:
            game = cls(started.rules, seats=started.seats, hands=dealt.hands, leader=dealt.leader)
            game._seed = None if seed is None else seed_of(seed)
            for index, event in enumerate(listed):
                game._take(index, event)
        except (IllegalAction, InvalidRules, InvalidCards, InvalidInput) as error:
            raise InvalidRecord("bad_event", index=max(index, 1), why=error) from error
        return game

    def _take(self, index: int, event: GameEvent) -> None:
        """Make the event at ``index`` happen, unless it follows from those before, and compare."""
        if index == len(self.events) and isinstance(event, Acted) and event.seat == self.round.turn:
            self.apply(event.text)
        elif index == len(self.events) and isinstance(event, Dealt):
            self.next_round(event.hands)
        if index == len(self.events) or self.events[index] != event:
            expected = type(self.events[index]).__name__ if index < len(self.events) else "Acted"
            rule = {"Dealt": "R5", "Acted": "R9a", "RoundEnded": "R20", "GameEnded": "R21"}.get(
                expected, ""
            )
            raise InvalidInput(
                "unexpected_event", rule, event=type(event).__name__, expected=expected
            )


def _check_sizes(rules: Rules, round_: Round) -> None:
    for seat in range(rules.players):
        if (count := len(round_.hand(seat))) != rules.deal:
            raise InvalidRules("hand_not_dealt", "R3", seat=seat, cards=count, deal=rules.deal)
