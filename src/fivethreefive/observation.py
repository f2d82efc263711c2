"""What one seat may know of a round, and nothing else: the redaction of a round, as an allow-list.

``observe`` names every field it lets through; whatever is added to a round later stays hidden until
it is named here. It works on kernel rows, so that it can be used for a round, a batch and a search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import itemgetter
from typing import Any, NamedTuple, Protocol, cast

import msgspec
import numpy as np

from fivethreefive.cards import pack, size, unpack
from fivethreefive.language import InvalidInput
from fivethreefive.rules.actions import MELD_NUMBER, MELDS, Action
from fivethreefive.rules.explain import end_rule
from fivethreefive.rules.kernel import EMPTY, LAST, NOBODY, PASSED, PLAYED, TABLE, TURN, WIDTH, WINNER
from fivethreefive.rules.melds import Cards, meld_of
from fivethreefive.rules.options import Rules
from fivethreefive.rules.seeding import Seed, deal_unseen
from fivethreefive.rules.setup import valid_seat
from fivethreefive.rules.tables import Tables


class Played(NamedTuple):
    """One action of a round, as everybody saw it."""

    seat: int
    action: Action


History = tuple[Any, int, Action] | None
"""A round's actions as a chain from the latest back (what was before, seat, action): copies of a round
share it, and one more costs the same however long it is."""


Laid = tuple[tuple[int, int], ...]
"""Cards on the table, ascending, each with the seat that laid it."""


class TrickEnd(msgspec.Struct, frozen=True):
    """Why a trick ended (R15 to R19) and the seat that leads next; with R19 the seat that went out."""

    rule: str
    seat: int


class Player(Protocol):
    """Whatever sits at a seat and answers observations: a bot, or a person behind a screen."""

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        """One of ``observation.legal``, for the seat whose turn it is; draws only from ``rng``."""


class Observation(msgspec.Struct, frozen=True):
    """All that one seat may know of a round and its game; seat None is a spectator.

    Cards are tuples of ranks, ascending; whatever is by seat is in seat order.
    """

    rules: Rules
    seat: int | None
    hand: Cards
    """The seat's own cards; empty for a spectator."""
    table: Cards
    """The central meld, empty when nothing lies there."""
    start: Laid
    """What lay on the table when the round was set up in the middle of a trick, before ``history``."""
    turn: int
    """The seat to play; the seat that went out once the round is over."""
    last: int | None
    """The seat that played last in this trick; None when nothing lies on the table."""
    passed: tuple[int, ...]
    cards_left: tuple[int, ...]
    """How many cards each seat holds."""
    history: tuple[Played, ...]
    """Everything played in this round, in order."""
    seen: Cards
    """Cards that everybody knows are in no hand: played, or dealt in an earlier round of two_hands."""
    leader: int
    """The seat that led the round."""
    round: int
    """The number of the round in its game, from 1."""
    scores: tuple[int, ...]
    """Points before this round."""
    legal: tuple[Action, ...]
    """The seat's own legal actions; empty when it is not its turn."""
    winner: int | None
    """The seat that went out, once the round is over."""
    shown: tuple[Cards, ...] | None
    """Every seat's cards left, shown once the round is over (R20)."""

    @property
    def laid_by(self) -> tuple[int, ...]:
        """The seat that laid each card of the central meld; of two equal cards the first laid comes first.

        What lay there when a position was set up counts as laid by its ``last``.
        """
        if not self.table:
            return ()
        # Only from the last meld that was laid whole: nothing before it is left on the table.
        first = max(len(self.history) - 1, 0)
        while first > 0 and self.history[first].action.kind not in ("lead", "overwrite"):
            first -= 1
        return tuple([seat for _, seat in reduce(lay_cards, self.history[first:], self.start)])

    @property
    def last_played(self) -> Played | None:
        """The latest action of the round, None before the first."""
        return self.history[-1] if self.history else None

    @property
    def trick_end(self) -> TrickEnd | None:
        """Why the latest action ended its trick or the round, None where it did not (R15 to R19)."""
        return trick_end(self.rules, self.last_played, self.table, self.turn, over=self.winner is not None)

    @property
    def unseen(self) -> Cards:
        """The cards this seat cannot place: in other hands or set aside.

        Raises InvalidInput where more cards are seen or held than the deck has.
        """
        known, copies = self.seen + self.hand, self.rules.copies
        left = [(rank, copies - known.count(rank)) for rank in self.rules.ranks]
        fits = sum(count for _, count in left) == self.rules.deck_size - len(known)
        if not fits or any(count < 0 for _, count in left):
            raise InvalidInput("more_than_the_deck")
        return tuple(rank for rank, count in left for _ in range(count))


def valid_observation(given: Any) -> Observation:
    """An observation; InvalidInput, which says how to get one, for anything else such as a Round."""
    if not isinstance(given, Observation):
        raise InvalidInput("not_an_observation", given=type(given).__name__)
    return given


def lay_cards(laid: Laid, played: Played) -> Laid:
    """The cards on the table once ``played`` is done too; of two equal cards the first laid comes first."""
    seat, action = played
    if action.kind == "pass":
        return laid
    new = tuple([(card, seat) for card in action.cards])
    return tuple(sorted(laid + new, key=itemgetter(0))) if action.kind == "add" else new


def trick_end(
    rules: Rules, played: Played | None, table: Cards, turn: int, *, over: bool
) -> TrickEnd | None:
    """Why the action that led to ``table`` and ``turn`` ended its trick, or the round if ``over``."""
    if played is None or (table and not over):
        return None
    if over:
        return TrickEnd("R19", turn)
    # Only the last pass of a trick clears the table; a play that does so says by which rule.
    return TrickEnd(end_rule(rules, played.action) or "R15", turn)


def observe(  # noqa: PLR0913 - a moment has so many parts
    tables: Tables,
    row: Sequence[int],
    seat: int | None,
    *,
    history: History = None,
    start: Laid = (),
    leader: int = 0,
    round_: int = 1,
    scores: tuple[int, ...] | None = None,
) -> Observation:
    """What ``seat`` may know of a kernel row.

    ``start`` is what lay on the table before the ``history`` began; scores default to zeros.
    """
    rules = tables.rules
    seats = range(rules.players)
    row = [int(number) for number in row]  # A batch's row has NumPy's integers, which no field is to have.
    if seat is not None:
        seat = valid_seat(rules, "seat", seat)
    over = row[WINNER] != NOBODY
    own_turn = seat == row[TURN] and not over
    central = MELDS[row[TABLE]]
    return Observation(
        rules=rules,
        seat=seat,
        hand=() if seat is None else unpack(row[seat]),
        table=() if central is None else central.cards,
        start=start,
        turn=row[TURN],
        last=None if central is None else row[LAST],
        passed=tuple(s for s in seats if row[PASSED] >> s & 1),
        cards_left=tuple(size(row[s]) for s in seats),
        history=tuple(_in_order(history)),
        seen=unpack(row[PLAYED]),
        leader=leader,
        round=round_,
        scores=scores or (0,) * rules.players,
        # Only to the seat itself: what is legal tells of its hand.
        legal=tuple(tables.on[row[TABLE]].legal(row[row[TURN]])) if own_turn else (),
        winner=row[WINNER] if over else None,
        shown=tuple(unpack(row[s]) for s in seats) if over else None,
    )


def _in_order(history: History) -> Iterator[Played]:
    chain = []
    while history is not None:
        history, seat, action = history
        chain.append(Played(seat, action))
    return reversed(chain)


def determinize(observation: Observation, seed: Seed) -> tuple[Cards, ...]:
    """Hands for every seat, the unseen cards dealt at random, consistent with all the seat knows.

    Raises InvalidInput for a spectator's observation, or one whose counts do not fit together.
    """
    pool = unseen_pool(observation)  # It refuses what is no observation.
    hand, sizes = pack(observation.hand), observation.cards_left
    return deal_unseen(seed, cast(int, observation.seat), hand, sizes, pool)


def unseen_pool(observation: Observation) -> int:
    """The packed cards that the seat cannot place, of which the others hold theirs.

    Raises InvalidInput for a spectator's observation, or one whose counts do not fit together.
    """
    seat, sizes = valid_observation(observation).seat, observation.cards_left
    if seat is None:
        raise InvalidInput("needs_a_seat")
    pool = pack(observation.unseen)
    # Less than the pool, perhaps: cards that were not dealt are set aside (R3).
    wanted = sum(sizes) - sizes[seat] if len(sizes) == observation.rules.players else -1
    possible = all(0 <= cards <= observation.rules.deal for cards in sizes)
    if not possible or len(observation.hand) != sizes[seat] or not 0 <= wanted <= size(pool):
        raise InvalidInput("counts_do_not_fit", counts=sizes)
    return pool


def kernel_row(observation: Observation) -> list[int]:
    """The kernel row of what is known: every hand but the seat's own is empty."""
    row = [0] * WIDTH
    if observation.seat is not None:
        row[observation.seat] = pack(observation.hand)
    central = meld_of(observation.rules, observation.table)
    row[TABLE] = EMPTY if central is None else MELD_NUMBER[central]
    row[TURN] = observation.turn
    row[LAST] = observation.turn if observation.last is None else observation.last
    row[PASSED] = sum(1 << seat for seat in observation.passed)
    row[WINNER] = NOBODY if observation.winner is None else observation.winner
    row[PLAYED] = pack(observation.seen)
    return row
