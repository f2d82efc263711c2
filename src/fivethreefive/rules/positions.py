"""Kernel rows for hands that were not dealt here: the one way in for any position, checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fivethreefive.cards import pack, write_cards
from fivethreefive.language import InvalidInput, InvalidRules
from fivethreefive.rules import kernel
from fivethreefive.rules.actions import MELD_NUMBER
from fivethreefive.rules.jit import plain
from fivethreefive.rules.kernel import LAST, PASSED, SEATS, TABLE, TURN, WIDTH
from fivethreefive.rules.melds import LONGEST_RUN, MOST_CARDS_A_TURN, Cards, Meld, meld_of
from fivethreefive.rules.options import Rules
from fivethreefive.rules.tables import Tables

_start_round = plain(kernel.start_round)


@dataclass(frozen=True)
class Trick:
    """A trick under way: the meld on the table, who played last, who passed and who is to play."""

    table: Cards = ()
    last: int | None = None
    passed: tuple[int, ...] = ()
    turn: int | None = None


def check_seat(rules: Rules, name: str, seat: Any) -> None:
    """Refuse what is no seat of these rules; ``name`` says what it was given as. Raises InvalidInput."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < rules.players:
        raise InvalidInput("no_such_seat", "R9a", name=name, seat=seat, last=rules.players - 1)


def position_row(
    tables: Tables, hands: Sequence[Iterable[int]], leader: int, trick: Trick, seen: Cards
) -> list[int]:
    """The kernel row of a position: hands by seat, a trick, and further cards known to be out of play.

    Raises InvalidRules for a position that the rules cannot reach, InvalidCards for cards that do not
    exist, InvalidInput for seats that do not.
    """
    rules = tables.rules
    given = [tuple(hand) for hand in hands]
    if len(given) != rules.players:
        raise InvalidRules("hands_not_players", "R3", hands=len(given), players=rules.players)
    for seat, hand in enumerate(given):
        if not hand:
            raise InvalidRules("empty_hand", "R19", seat=seat)
    _check_deck(rules, [card for cards in (*given, trick.table, seen) for card in cards])
    check_seat(rules, "leader", leader)
    row = [0] * WIDTH
    row[: rules.players] = map(pack, given)
    _start_round(tables.lists, row, leader, pack(trick.table + seen))
    if trick.table:
        _put_trick(tables, row, trick)
    elif trick.last is not None or trick.passed:
        raise InvalidRules("trick_without_table", "R9")
    elif trick.turn is not None:
        check_seat(rules, "turn", trick.turn)
        row[TURN] = row[LAST] = trick.turn
    return row


def _check_deck(rules: Rules, cards: list[int]) -> None:
    pack(set(cards))  # refuses what is no rank of any deck
    for card in cards:
        if card not in rules.ranks:
            raise InvalidRules("rank_not_in_deck", "R1", card=card)
        if cards.count(card) > rules.copies:
            raise InvalidRules("too_many_copies", "R2", card=card, copies=rules.copies)


def _central(rules: Rules, table: Cards) -> Meld:
    meld = meld_of(rules, table)
    if meld is None:
        raise InvalidRules("not_a_meld", "R6", cards=write_cards(table))
    full = meld.size == (LONGEST_RUN if meld.kind == "run" else rules.copies)
    if full and meld.size > MOST_CARDS_A_TURN:
        rule = "R17" if meld.kind == "run" else "R16"
        raise InvalidRules("trick_had_ended", rule, cards=write_cards(table))
    return meld


def _put_trick(tables: Tables, row: list[int], trick: Trick) -> None:
    rules = tables.rules
    central = _central(rules, trick.table)
    last, turn = trick.last, trick.turn
    if last is None:
        raise InvalidRules("table_without_last", "R9")
    for name, seat in (("last", last), *(("passed", seat) for seat in trick.passed)):
        check_seat(rules, name, seat)
    mask = sum(1 << seat for seat in set(trick.passed))
    if turn is None:
        turn = tables.lists.after[mask * SEATS + last]
    check_seat(rules, "turn", turn)
    if last in trick.passed or turn in trick.passed or turn == last:
        raise InvalidRules("trick_had_ended_or_passed", "R13", turn=turn, last=last)
    row[TABLE], row[TURN], row[LAST], row[PASSED] = MELD_NUMBER[central], turn, last, mask
