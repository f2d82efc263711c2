"""A position as one line of text: table, turn, last, passed and hands (see "Written form").

Some hands may be unseen, as ``?12``: such a position can be observed from a seat whose hand is
known. Reading accepts the one written form and names the field that is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NoReturn

from fivethreefive.cards import NO_CARDS_TEXT, read_cards, write_cards
from fivethreefive.language import FiveThreeFiveError, InvalidCards, InvalidInput, InvalidRules
from fivethreefive.observation import Observation, valid_observation
from fivethreefive.rules.melds import Cards
from fivethreefive.rules.options import Rules
from fivethreefive.state import Round

UNSEEN = "?"
FIELD_ERRORS = {
    "table": "position_table",
    "turn": "position_turn",
    "last": "position_last",
    "passed": "position_passed",
    "hands": "position_hands",
}
"""The fields in their order, and the error of each."""

_FIELD_OF_ERROR = {
    "not_a_meld": "table",
    "trick_had_ended": "table",
    "table_without_last": "last",
    "trick_had_ended_or_passed": "turn",
    "last_has_all_cards": "last",
    "table_larger_than_played": "table",
}


@dataclass(frozen=True)
class Position:
    """A moment of a round: the trick, and each hand as cards or as a number of cards unseen.

    Raises InvalidRules for a position that the rules cannot reach and InvalidInput for a seat that
    does not exist; either names the field. What was played before, and who led the round, are
    not part of a position.
    """

    rules: Rules
    table: Cards
    """The central meld by rank, ascending; empty when nothing lies there."""
    turn: int
    last: int | None
    """The seat that played last; None when nothing lies on the table."""
    passed: tuple[int, ...]
    hands: tuple[Cards | int, ...]

    def __post_init__(self) -> None:
        """Check the whole position: it must be possible with some cards in the unseen hands."""
        try:
            self._with_any_cards()
        except (InvalidRules, InvalidCards, InvalidInput) as error:
            _refuse(self._field_of(error), error)

    def __str__(self) -> str:
        return _write(self, self.hands)

    def round(self) -> Round:
        """The round at this position; InvalidRules where a hand is unseen."""
        for seat, hand in enumerate(self.hands):
            if isinstance(hand, int):
                _refuse("hands", InvalidRules("hand_unseen", seat=seat))
        return self._with_any_cards()

    def observation(self, seat: int | None) -> Observation:
        """What a seat whose hand is known may know here; None is a spectator.

        Raises InvalidRules where the seat's hand is unseen, InvalidInput where there is no seat.
        """
        round_ = self._with_any_cards()
        seen = round_.observe(seat)
        if seat is not None and isinstance(self.hands[seat], int):
            _refuse("hands", InvalidRules("hand_unseen", seat=seat))
        return seen

    def _with_any_cards(self) -> Round:
        """The round here with unseen hands filled from the cards left over, as they come.

        An observation of the position shows none of those cards.
        """
        return self.round_with(_fill(self.rules, self.table, self.hands))

    def round_with(self, hands: Sequence[Cards]) -> Round:
        """The round here with these hands by seat instead of the position's; errors as ``Round`` has."""
        leader = self.turn if self.last is None else self.last  # A position does not say who led the round.
        return Round(
            self.rules, hands, leader, table=self.table, turn=self.turn, last=self.last, passed=self.passed
        )

    def _field_of(self, error: FiveThreeFiveError) -> str:
        if error.code == "no_such_seat":
            name = str(error.parameters["name"])
            return name if name in FIELD_ERRORS else "last"
        if error.code == "trick_without_table":
            return "passed" if self.last is None else "last"
        if error.parameters.get("card") in set(self.table) - set(self.rules.ranks):
            return "table"
        return _FIELD_OF_ERROR.get(error.code, "hands")


def write_position(round_: Round) -> str:
    """The position of a round, every hand shown, as one line; InvalidInput once it is over."""
    if round_.is_over:
        raise InvalidInput("round_is_over", "R19", seat=round_.turn)
    hands = [round_.hand(seat) for seat in range(round_.rules.players)]
    return _write(round_, hands)


def write_observed(observation: Observation) -> str:
    """The position as a seat sees it, as one line: its own hand, and all hands once they are shown."""
    hands: list[Cards | int] = list(valid_observation(observation).shown or observation.cards_left)
    if observation.seat is not None:
        hands[observation.seat] = observation.hand
    return _write(observation, hands)


def read_position(text: str, rules: Rules) -> Position:
    """The position that one line of text writes; ``str`` of it is that line again.

    Raises InvalidInput for text that is not in the one written form, InvalidRules for a position
    that these rules cannot reach; either names the field.
    """
    fields = text.split(" ")
    if len(fields) != len(FIELD_ERRORS):
        raise InvalidInput("position_fields", fields=len(fields), expected=len(FIELD_ERRORS))
    table, turn, last, passed, hands = fields
    return Position(
        rules,
        _read_cards("table", table),
        _read_seat("turn", turn, rules),
        None if last == NO_CARDS_TEXT else _read_seat("last", last, rules),
        () if passed == NO_CARDS_TEXT else _read_passed(passed, rules),
        tuple(_read_hand(hand) for hand in hands.split("/")),
    )


def _write(trick: Position | Round | Observation, hands: Sequence[Cards | int]) -> str:
    written = (f"{UNSEEN}{hand}" if isinstance(hand, int) else write_cards(hand) for hand in hands)
    fields = (
        write_cards(trick.table),
        str(trick.turn),
        NO_CARDS_TEXT if trick.last is None else str(trick.last),
        ",".join(map(str, trick.passed)) or NO_CARDS_TEXT,
        "/".join(written),
    )
    return " ".join(fields)


def _read_cards(name: str, text: str) -> Cards:
    try:
        cards = read_cards(text)
    except InvalidCards as error:
        _refuse(name, error)
    if (written := write_cards(cards)) != text:
        _refuse(name, InvalidInput("not_as_written", text=text, written=written))
    return cards


def _read_seat(name: str, text: str, rules: Rules) -> int:
    if text not in map(str, range(rules.players)):
        _refuse(name, InvalidInput("not_a_seat", "R9a", text=text, last=rules.players - 1))
    return int(text)


def _read_passed(text: str, rules: Rules) -> tuple[int, ...]:
    seats = tuple(_read_seat("passed", word, rules) for word in text.split(","))
    if (written := ",".join(map(str, sorted(set(seats))))) != text:
        _refuse("passed", InvalidInput("not_as_written", text=text, written=written))
    return seats


def _read_hand(text: str) -> Cards | int:
    if not text.startswith(UNSEEN):
        return _read_cards("hands", text)
    number = text.removeprefix(UNSEEN)
    if not (number.isascii() and number.isdigit() and len(number) <= 2) or number.startswith("0"):
        _refuse("hands", InvalidInput("not_a_number_unseen", text=text))
    return int(number)


def _fill(rules: Rules, table: Cards, hands: tuple[Cards | int, ...]) -> list[Cards]:
    """The hands with every unseen one filled from the cards that are in no known place."""
    deck = Counter(dict.fromkeys(rules.ranks, rules.copies))
    known = [card for hand in hands if not isinstance(hand, int) for card in hand]
    left = sorted((deck - Counter([*table, *known])).elements())
    unseen = sum(hand for hand in hands if isinstance(hand, int))
    if unseen > len(left):
        raise InvalidRules("too_many_unseen", "R2", unseen=unseen, left=len(left))
    rest = iter(left)
    # A negative number takes no cards: the empty hand is then refused as any other.
    return [tuple(islice(rest, max(h, 0))) if isinstance(h, int) else h for h in hands]


def _refuse(name: str, error: FiveThreeFiveError) -> NoReturn:
    """Raise ``error`` as one of a field of the position; the rule moves to it, to be said once."""
    kind = InvalidRules if isinstance(error, InvalidRules) else InvalidInput
    raise kind(FIELD_ERRORS[name], error.rule, why=error.without_rule()) from error
