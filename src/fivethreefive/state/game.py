"""Game: rounds to the target, as the list of its events and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from sys import intern
from typing import Any

from fivethreefive.cards import unpack
from fivethreefive.language import IllegalAction, InvalidCards, InvalidInput, InvalidRecord, InvalidRules
from fivethreefive.observation import Observation
from fivethreefive.rules import kernel
from fivethreefive.rules.actions import Action
from fivethreefive.rules.jit import plain
from fivethreefive.rules.options import Rules, valid_rules
from fivethreefive.rules.seeding import Seed, deal_row, seed_of
from fivethreefive.rules.setup import valid_seat
from fivethreefive.rules.tables import compile_rules
from fivethreefive.state.events import Acted, Dealt, GameEnded, GameEvent, RoundEnded, Started, difference
from fivethreefive.state.round import Round

_next_leader = plain(kernel.next_leader)
_is_game_over = plain(kernel.is_game_over)


class Game:
    """Rounds to the target (R21), or the two rounds of ``two_hands``.

    The first round is dealt at once: from ``seed``, each round from its own stream, or as ``hands``
    with ``leader`` (seat 0 unless given). Without a seed the hands of every round have to be given.
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
        self._start(valid_rules(rules), seats)
        if leader is not None:
            leader = valid_seat(rules, "leader", leader)
        self._seed = None if seed is None else seed_of(seed)
        self._deal(hands, leader)

    def _start(self, rules: Rules, seats: Sequence[str] | None) -> None:
        names = tuple(f"Seat {s}" for s in range(rules.players)) if seats is None else seats
        self.rules = rules
        self.seats = _check_names(rules, names)
        self.scores: tuple[int, ...] = (0,) * rules.players
        self.events: list[GameEvent] = [Started(rules, self.seats)]
        self.winners: tuple[int, ...] | None = None
        self.rounds = 0
        """How many rounds were dealt."""
        self._dealt_before = 0
        self._one_round = False

    @classmethod
    def from_round(cls, round_: Round, seats: Sequence[str] | None = None) -> Game:
        """A game of one round alone, which goes on from where ``round_`` stands.

        It is over when that round is, with a score but no winners. Its events begin with the hands as
        they are now, so that ``from_events`` does not read them where cards were played before. Raises
        InvalidInput where the round is over.
        """
        if round_.is_over:
            raise InvalidInput("round_is_over", "R19", seat=round_.turn)
        game = cls.__new__(cls)
        game._start(round_.rules, seats)
        game._seed, game._one_round = None, True
        game._begin(round_.copy())
        return game

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.winners is not None or (self._one_round and self.round.is_over)

    def apply(self, action: Action | str) -> None:
        """Play an action in the current round; the events that follow from it are added.

        Raises IllegalAction as ``Round.apply`` does, and InvalidInput where the round was played on
        behind the game's back.
        """
        self._check_round()
        seat = self.round.turn
        self.round.apply(action)
        self._known = self.round._history  # To notice who plays the round on without the game.
        # There are few texts and many actions: each text is kept once.
        self.events.append(Acted(seat, intern(str(action))))
        if self.round.is_over:
            self._end_round(seat)

    def _check_round(self) -> None:
        # Every action adds a link to the chain: with the same last link nothing was played meanwhile.
        if self.round._history is not self._known:
            raise InvalidInput("round_changed")

    def _end_round(self, winner: int) -> None:
        points = self.round.points()
        self.scores = tuple(map(sum, zip(self.scores, points, strict=True)))
        self.events.append(RoundEnded(winner, points))
        if self._one_round:
            return  # It decides no game: nobody has won one.
        if _is_game_over(compile_rules(self.rules).lists, self.scores, self.rounds):
            self.winners = winners_of(self.scores)
            self.events.append(GameEnded(self.scores, self.winners))

    def next_round(self, hands: Sequence[Iterable[int]] | None = None) -> Round:
        """Deal the next round (R5), from the game's seed or as ``hands``, and return it.

        Raises InvalidInput while a round goes on or once the game is over, InvalidRules for hands
        that cannot be dealt.
        """
        self._check_round()
        if self.is_over:
            raise InvalidInput("game_is_over", "R21")
        self._deal(hands, self.next_leader())
        return self.round

    def next_leader(self) -> int:
        """The seat that leads the next round (R5); InvalidInput while the current one goes on."""
        winner = self.round.winner
        if winner is None:
            raise InvalidInput("round_goes_on", "R19")
        tables = compile_rules(self.rules).lists
        return _next_leader(tables, winner, self.round.leader, self.round.points())

    def _deal(self, hands: Sequence[Iterable[int]] | None, leader: int | None) -> None:
        tables = compile_rules(self.rules)
        number = self.rounds + 1
        seen = self._dealt_before if self.rules.format == "two_hands" else 0  # Both come from one deck.
        if hands is not None:
            round_ = Round(self.rules, hands, leader or 0, seen=unpack(seen))
            _check_sizes(self.rules, round_)
        elif self._seed is not None:
            round_ = Round._from_row(tables, deal_row(tables, self._seed, number, leader, seen))
        else:
            raise InvalidInput("no_deal")
        self._dealt_before = sum(round_._row[: self.rules.players])
        self._begin(round_)

    def _begin(self, round_: Round) -> None:
        self.round = round_
        self.rounds += 1
        self._known = round_._history
        hands = tuple(round_.hand(seat) for seat in range(self.rules.players))
        self.events.append(Dealt(self.rounds, hands, round_.leader))

    def copy(self) -> Game:
        """An independent copy."""
        twin = Game.__new__(Game)
        vars(twin).update(vars(self), events=self.events.copy(), round=self.round.copy())
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: Any) -> Game:
        return self.copy()

    def __repr__(self) -> str:
        # No hands, as in the round's: what is printed lands in logs.
        scores = "/".join(map(str, self.scores))
        return f"<Game round={self.rounds} scores={scores} {self.round!r}>"

    def observe(self, seat: int | None) -> Observation:
        """What a seat may know of the game; None is a spectator."""
        number, scores = self.rounds, self.scores
        # An observation has the points before its round, also once those of the round are known.
        if self.round.is_over:
            scores = tuple(a - b for a, b in zip(scores, self.round.points(), strict=True))
        return self.round._observe(seat, number, scores)

    @classmethod
    def from_events(cls, events: Iterable[GameEvent], seed: Seed | None = None) -> Game:
        """The game of a list of events, or of any beginning of one; later rounds come from ``seed``.

        Events that follow from the last one given are added. Raises InvalidRecord for events that no
        game has: ``index`` is the place of the first wrong one, from 0, ``why`` the error behind it.
        """
        listed = list(events)
        match listed[:2]:
            case [Started() as started, Dealt() as dealt]:
                pass
            case [Started(), other]:
                raise InvalidRecord("bad_event", index=1, why=difference(other, Dealt(1, (), 0)))
            case _:
                raise InvalidRecord("bad_event", index=0, why=InvalidInput("no_beginning"))
        later = None if seed is None else seed_of(seed)
        index = 0
        try:
            _check_names(started.rules, started.seats)
            index = 1  # What is wrong from here on is wrong in the deal.
            game = cls(started.rules, seats=started.seats, hands=dealt.hands, leader=dealt.leader)
            game._seed = later
            for index, event in enumerate(listed):
                game._take(index, event)
        except (IllegalAction, InvalidRules, InvalidCards, InvalidInput) as error:
            raise InvalidRecord("bad_event", index=index, why=error) from error
        return game

    def _take(self, index: int, event: GameEvent) -> None:
        """Make the event at ``index`` happen, unless it follows from those before; it must be due."""
        if index == len(self.events):
            if self.is_over:
                raise InvalidInput("game_is_over", "R21")
            if isinstance(event, Dealt):
                self.next_round(event.hands)
            elif isinstance(event, Acted) and event.seat == self.round.turn:
                self.apply(event.text)
        if index < len(self.events):
            due = self.events[index]
        elif self.round.is_over:
            due = Dealt(self.rounds + 1, (), self.next_leader())
        else:
            due = Acted(self.round.turn, event.text if isinstance(event, Acted) else "")
        if event != due:
            raise difference(event, due)


def _check_names(rules: Rules, names: Sequence[str]) -> tuple[str, ...]:
    listed = isinstance(names, Sequence) and not isinstance(names, str)
    if not listed or not all(isinstance(name, str) for name in names):
        raise InvalidInput("seats_not_names", names=names)
    if len(names) != rules.players:
        raise InvalidInput("names_not_players", names=len(names), players=rules.players)
    return tuple(names)


def _check_sizes(rules: Rules, round_: Round) -> None:
    for seat in range(rules.players):
        if (count := len(round_.hand(seat))) != rules.deal:
            raise InvalidRules("hand_not_dealt", "R3", seat=seat, cards=count, deal=rules.deal)


def winners_of(scores: Sequence[int]) -> tuple[int, ...]:
    """The seats with the fewest points, who share the win (R21)."""
    fewest = min(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == fewest)
