"""Round: one round from its deal to the moment somebody goes out, over one kernel row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex

from fivethreefive.cards import holds, size, unpack, valid_cards, write_cards
from fivethreefive.language import IllegalAction
from fivethreefive.observation import History, Laid, Observation, Played, TrickEnd, observe, trick_end
from fivethreefive.rules import kernel
from fivethreefive.rules.actions import ACTIONS, MELDS, Action
from fivethreefive.rules.explain import why_illegal, written_here
from fivethreefive.rules.jit import plain
from fivethreefive.rules.kernel import EMPTY, LAST, NOBODY, PASS_PLAY, PASSED, PLACES, TABLE, TURN, WINNER
from fivethreefive.rules.melds import Cards
from fivethreefive.rules.options import Rules, valid_rules
from fivethreefive.rules.seeding import Seed, deal_row
from fivethreefive.rules.setup import OpenTrick, position_row, valid_seat, valid_seats
from fivethreefive.rules.tables import Tables, compile_rules
from fivethreefive.validation import whole

_step = plain(kernel.step)


class Round:
    """One round from its deal to the moment somebody goes out; any position may be set up.

    ``hands`` are ranks by seat. ``table`` (ranks), ``last`` (the seat that played last) and ``passed``
    (seats) describe a trick under way; ``turn`` is then the next seat that has not passed unless
    given. ``seen`` are further cards known to be out of play. Raises InvalidRules for a position that
    these rules cannot reach, InvalidCards for cards that do not exist.
    """

    __slots__ = ("_history", "_laid", "_row", "_tables", "leader")

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
        tables = compile_rules(valid_rules(rules))
        trick = OpenTrick(valid_cards(table), last, valid_seats(rules, "passed", passed), turn)
        row = position_row(tables, hands, leader, trick, valid_cards(seen))
        laid = tuple((card, row[LAST]) for card in trick.table)
        self._start(tables, row, valid_seat(rules, "leader", leader), laid)

    def _start(
        self, tables: Tables, row: list[int], leader: int, laid: Laid = (), history: History = None
    ) -> None:
        self._tables = tables
        self._row = row
        self._history = history
        self._laid = laid
        self.leader = leader

    @classmethod
    def deal(cls, rules: Rules, seed: Seed, leader: int | None = None, *, stream: int = 0) -> Round:
        """A round dealt from a seed (R3): a whole number below 2^62, or a NumPy generator to draw one.

        ``leader`` None draws the first leader too (R5). Each ``stream`` of a seed is another deal.
        """
        tables = compile_rules(valid_rules(rules))
        if leader is not None:
            leader = valid_seat(rules, "leader", leader)
        return cls._from_row(tables, deal_row(tables, seed, stream, leader))

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
    def laid_by(self) -> tuple[int, ...]:
        """The seat that laid each card of the table, as in ``Observation.laid_by``."""
        return self.observe(None).laid_by

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

    @property
    def last_played(self) -> Played | None:
        """The latest seat and action of this round, None before the first."""
        return None if self._history is None else Played(*self._history[1:])

    @property
    def trick_end(self) -> TrickEnd | None:
        """Why the latest action ended its trick or the round, None where it did not (R15 to R19)."""
        return trick_end(self.rules, self.last_played, self.table, self.turn, over=self.is_over)

    def hand(self, seat: int) -> Cards:
        """The cards of a seat by rank, ascending."""
        return unpack(self._row[valid_seat(self.rules, "seat", seat)])

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
        # One look-up and one subtraction judge what is legal; why something is not is worked out only then.
        try:
            place = tables.on[table].places.get(action)
        except TypeError:  # it cannot be looked up, so it is neither an action nor text
            place = None
        if (
            place is None
            or row[WINNER] != NOBODY
            or (place != PASS_PLAY and not holds(row[turn], tables.lists.need[table * PLACES + place]))
        ):
            raise self.why_illegal(action) or AssertionError(f"{action} is legal")
        # A link, not a list: copies share it, and a search or a replay makes many copies.
        self._history = (self._history, turn, tables.on[table].actions[place])
        _step(tables.lists, row, place)

    def action(self, id_: SupportsIndex) -> Action:
        """The action that a number of the catalogue means on this table, for ``apply`` to judge.

        Raises IllegalAction where it means none that any hand could play here.
        """
        # Quick for plain integers. A truth value, which is equal to one, must not be taken for it.
        action = self._tables.on[self._row[TABLE]].by_id.get(id_) if type(id_) is int else None
        return action or self._action(id_)

    def _action(self, id_: SupportsIndex) -> Action:
        number = whole(id_)
        if number is None or not 0 <= number < ACTIONS:
            raise IllegalAction("not_an_action_number", action=id_, last=ACTIONS - 1)
        on = self._tables.on[self._row[TABLE]]
        if action := on.by_id.get(number):
            return action
        # Once the round is over any text will do, to say so.
        text = "pass" if self.is_over else written_here(number, MELDS[self._row[TABLE]])
        raise self.why_illegal(text) or AssertionError(f"{text} is legal")

    def why_illegal(self, action: Action | str) -> IllegalAction | None:
        """Why an action is not legal now, as the error ``apply`` raises; None where it is legal."""
        if not isinstance(action, Action | str):
            return IllegalAction("not_an_action", action=action)
        if self.is_over:
            return IllegalAction("round_is_over", "R19", seat=self.turn)
        hand, table = unpack(self._row[self.turn]), self._row[TABLE]
        error = why_illegal(self.rules, hand, MELDS[table], str(action))
        if error is None and action not in self._tables.on[table].places:
            return IllegalAction("not_this_table", action=str(action))
        return error

    def observe(self, seat: int | None) -> Observation:
        """What a seat may know of this round; None is a spectator."""
        return self._observe(seat, 1, None)

    def _observe(self, seat: int | None, number: int, scores: tuple[int, ...] | None) -> Observation:
        return observe(
            self._tables, self._row, seat,
            history=self._history, start=self._laid, leader=self.leader, round_=number, scores=scores,
        )  # fmt: skip

    def copy(self) -> Round:
        """An independent copy; the history is shared, so this costs less than a decision."""
        twin = Round.__new__(Round)
        twin._start(self._tables, self._row.copy(), self.leader, self._laid, self._history)
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: Any) -> Round:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_round, (self.rules, self._row, self._history, self._laid, self.leader)

    def __repr__(self) -> str:
        # No hands: what is printed lands in logs. record.write_position writes them on purpose.
        left = "/".join(str(size(self._row[seat])) for seat in range(self.rules.players))
        return f"<Round table={write_cards(self.table)} turn={self.turn} cards_left={left}>"


def _restore_round(rules: Rules, row: list[int], history: History, laid: Laid, leader: int) -> Round:
    round_ = Round.__new__(Round)
    round_._start(compile_rules(rules), row, leader, laid, history)
    return round_
