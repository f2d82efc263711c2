"""Kernel rows for hands that were not dealt here: the one way in for any position, checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fivethreefive.cards import BITS, GUARD, INDEX, holds, pack, size, valid_cards, write_cards
from fivethreefive.language import InvalidInput, InvalidRules
from fivethreefive.rules import kernel
from fivethreefive.rules.actions import MELD_NUMBER
from fivethreefive.rules.jit import plain
from fivethreefive.rules.kernel import LAST, PASSED, SEATS, TABLE, TURN, WIDTH
from fivethreefive.rules.melds import Cards, add_ends_trick, meld_of
from fivethreefive.rules.options import Rules
from fivethreefive.rules.tables import Tables
from fivethreefive.validation import whole

_start_round = plain(kernel.start_round)
_PACKED = {rank: 1 << BITS * index for rank, index in INDEX.items()}


@dataclass(frozen=True)
class OpenTrick:
    """A trick under way: the meld on the table, who played last, who passed and who is to play."""

    table: Cards = ()
    last: int | None = None
    passed: tuple[int, ...] = ()
    turn: int | None = None


def valid_seat(rules: Rules, name: str, seat: Any) -> int:
    """A seat that a caller gave, as a plain number; ``name`` says what it was given as.

    Raises InvalidInput where these rules have no such seat.
    """
    number = whole(seat)
    if number is None or not 0 <= number < rules.players:
        raise InvalidInput("no_such_seat", "R9a", name=name, seat=seat, last=rules.players - 1)
    return number


def valid_seats(rules: Rules, name: str, seats: Any) -> tuple[int, ...]:
    """Seats that a caller gave, ascending, each once; InvalidInput where one is no seat, or it no list."""
    if isinstance(seats, str) or not isinstance(seats, Iterable):
        raise InvalidInput("no_such_seat", "R9a", name=name, seat=seats, last=rules.players - 1)
    return tuple(sorted({valid_seat(rules, name, seat) for seat in seats}))


def position_row(
    tables: Tables, hands: Sequence[Iterable[int]], leader: int, trick: OpenTrick, seen: Cards
) -> list[int]:
    """The kernel row of a position: hands by seat, a trick, and further cards known to be out of play.

    Raises InvalidRules for a position that the rules cannot reach, InvalidCards for cards that do not
    exist, InvalidInput for seats that do not.
    """
    rules = tables.rules
    if isinstance(hands, str) or not isinstance(hands, Sequence):
        raise InvalidRules("not_a_list_of_hands", "R3", hands=hands)
    given = [valid_cards(hand) for hand in hands]
    if len(given) != rules.players:
        raise InvalidRules("hands_not_players", "R3", hands=len(given), players=rules.players)
    for seat, hand in enumerate(given):
        if not hand:
            raise InvalidRules("empty_hand", "R19", seat=seat)
        _check_dealt(rules, seat, len(hand))
    _check_deck(rules, [card for cards in (*given, trick.table, seen) for card in cards])
    row = [0] * WIDTH
    row[: rules.players] = map(pack, given)
    # What lies on the table counts as played: everybody sees it.
    _start_round(row, valid_seat(rules, "leader", leader), pack(trick.table + seen))
    if trick.table:
        _put_trick(tables, row, trick)
    elif trick.last is not None or trick.passed:
        raise InvalidRules("trick_without_table", "R9")
    elif trick.turn is not None:
        row[TURN] = row[LAST] = valid_seat(rules, "turn", trick.turn)  # It leads a trick, not the round.
    return row


def dealt_row(tables: Tables, hands: Sequence[Cards], leader: int, seen: int = 0) -> list[int] | None:
    """The kernel row of a deal of ranks, each hand ascending, or None where it is not one (R2, R3).

    Many times as quick as ``position_row``, which says what is wrong. ``seen`` are the packed cards of an
    earlier round from the same deck.
    """
    players, deal = tables.rules.players, tables.rules.deal
    if len(hands) != players:
        return None
    row = [0] * WIDTH
    for seat, hand in enumerate(hands):
        if len(hand) != deal or list(hand) != sorted(hand):
            return None
        try:
            row[seat] = sum(map(_PACKED.__getitem__, hand))
        except KeyError:  # No rank of any deck.
            return None
    dealt = sum(row)
    # The size first: it is too small where a count was too large for its four bits and ran into the next.
    if size(dealt) != players * deal or dealt & GUARD or not holds(tables.lists.deck - seen, dealt):
        return None
    _start_round(row, leader, seen)
    return row


def _check_dealt(rules: Rules, seat: int, cards: int) -> None:
    """Refuse a hand larger than it was dealt: cards only ever leave a hand (R3, R8)."""
    if cards > rules.deal:
        raise InvalidRules("hand_larger_than_dealt", "R3", seat=seat, cards=cards, deal=rules.deal)


def _check_deck(rules: Rules, cards: list[int]) -> None:
    for card in cards:
        if card not in rules.ranks:
            raise InvalidRules("rank_not_in_deck", "R1", card=card)
        if cards.count(card) > rules.copies:
            raise InvalidRules("too_many_copies", "R2", card=card, copies=rules.copies)


def _central(tables: Tables, cards: Cards) -> int:
    meld = meld_of(tables.rules, cards)
    if meld is None:
        raise InvalidRules("not_a_meld", "R6", cards=write_cards(cards))
    number = MELD_NUMBER[meld]
    if number not in tables.lists.leaves:  # No play leaves it there.
        rule = add_ends_trick(tables.rules, meld, cards) or "R18"
        raise InvalidRules("trick_had_ended", rule, cards=write_cards(cards))
    return number


def _put_trick(tables: Tables, row: list[int], trick: OpenTrick) -> None:
    rules = tables.rules
    central = _central(tables, trick.table)
    if trick.last is None:
        raise InvalidRules("table_without_last", "R9")
    last = valid_seat(rules, "last", trick.last)
    mask = sum(1 << seat for seat in trick.passed)
    following = tables.lists.after[mask * SEATS + last] if trick.turn is None else trick.turn
    turn = valid_seat(rules, "turn", following)
    # ``after`` gives ``last`` itself where all others have passed: then this trick had ended.
    if last in trick.passed or turn in trick.passed or turn == last:
        raise InvalidRules("trick_had_ended_or_passed", "R13", turn=turn, last=last)
    _check_laid(rules, [size(hand) for hand in row[: rules.players]], len(trick.table), last)
    row[TABLE], row[TURN], row[LAST], row[PASSED] = central, turn, last, mask


def _check_laid(rules: Rules, hands: list[int], laid: int, last: int) -> None:
    """Refuse cards on the table that cannot have come out of the hands as they were dealt (R3).

    The seat that played last laid at least one of them; any seat may have laid the others.
    """
    played = [rules.deal - cards for cards in hands]
    if not played[last]:
        raise InvalidRules("last_has_all_cards", "R3", seat=last, deal=rules.deal)
    if laid > sum(played):
        raise InvalidRules("table_larger_than_played", "R3", cards=laid, played=sum(played))
