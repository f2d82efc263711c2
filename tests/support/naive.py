"""A slow and obvious referee of 535, written from RULES.md alone.

It shares nothing with the engine and exists to be compared with it. A card is its rank,
a hand is a sorted list, and the legal plays are found by trying every one to three cards
of a hand and asking the rules about each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple, Protocol

Cards = tuple[int, ...]

LEAD, OVERWRITE, ADD, PASS = "", ">", "+", "pass"
MOST_CARDS_IN_A_TURN = 3  # R8
MOST_CARDS_IN_A_RUN = 5  # R14


class RulesLike(Protocol):
    """What this referee reads of the rules in force."""

    @property
    def players(self) -> int: ...
    @property
    def target(self) -> int: ...
    @property
    def points(self) -> Mapping[int, int]: ...
    @property
    def next_leader(self) -> str: ...
    @property
    def deal(self) -> int: ...
    @property
    def overwrite(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def ranks(self) -> Cards: ...
    @property
    def copies(self) -> int: ...


class Play(NamedTuple):
    """One action: what is done ("", ">", "+" or "pass") and with which cards."""

    action: str
    cards: Cards

    def written(self) -> str:
        """The written form: `3-4`, `>2-3`, `+4`, `pass`."""
        return self.action + "-".join(str(card) for card in self.cards)


def read(text: str) -> Play:
    """The play a text writes; ValueError for anything but the one written form."""
    if text == PASS:
        return Play(PASS, ())
    action = text[:1] if text[:1] in (OVERWRITE, ADD) else LEAD
    cards = sorted(int(word) for word in text[len(action) :].split("-"))
    play = Play(action, tuple(cards))
    if play.written() != text:
        raise ValueError(f"not a written play: {text!r}")
    return play


# --- melds ---------------------------------------------------------------------------


def is_single(cards: Cards) -> bool:
    """R6: one card."""
    return len(cards) == 1


def is_set(cards: Cards, rules: RulesLike) -> bool:
    """R6: two or more cards of equal rank; R14: never more than there are copies."""
    return 2 <= len(cards) <= rules.copies and all(card == cards[0] for card in cards)


def is_run(cards: Cards) -> bool:
    """R6: two or more consecutive ranks, one each; R14: at most five.

    The missing 6 and 10 (and any rank a smaller deck leaves out) break a run because no
    card has that rank.
    """
    each_one_higher = all(high == low + 1 for low, high in pairwise(cards))
    return 2 <= len(cards) <= MOST_CARDS_IN_A_RUN and each_one_higher


def kind(cards: Cards, rules: RulesLike) -> str | None:
    """R6: the type of meld these ascending cards are, None when they are no meld."""
    if any(card not in rules.ranks for card in cards):
        return None
    if is_single(cards):
        return "single"
    if is_set(cards, rules):
        return "set"
    if is_run(cards):
        return "run"
    return None


def is_stronger(cards: Cards, central: Cards, meld_kind: str) -> bool:
    """R7: higher single or set, lower run; equal never beats equal."""
    if meld_kind == "run":
        return cards[0] < central[0]
    return cards[0] > central[0]


def may_lead(cards: Cards, rules: RulesLike) -> bool:
    """R9: a single, a set or a run."""
    return kind(cards, rules) is not None


def may_overwrite(cards: Cards, central: Cards, rules: RulesLike) -> bool:
    """R10: a stronger meld of the same type and size; Options: `larger`, of any type."""
    meld_kind = kind(cards, rules)
    if meld_kind is None:
        return False
    if len(cards) == len(central):
        same_kind = meld_kind == kind(central, rules)
        return same_kind and is_stronger(cards, central, meld_kind)
    return rules.overwrite == "larger" and len(cards) > len(central)


def may_add(cards: Cards, central: Cards, rules: RulesLike) -> bool:
    """R11: the whole is one set or one run; a set stays a set and a run stays a run."""
    before = kind(central, rules)
    after = kind(joined(cards, central), rules)
    if before == "single":
        return after in ("set", "run")
    return after is not None and after == before


def joined(cards: Cards, central: Cards) -> Cards:
    """The cards of an add and of the central meld together, ascending (R11)."""
    return tuple(sorted(central + cards))


# --- a round -------------------------------------------------------------------------


class NaiveRound:
    """One round, from the deal or from any position in it."""

    def __init__(
        self,
        rules: RulesLike,
        hands: Sequence[Iterable[int]],
        leader: int,
        *,
        table: Iterable[int] = (),
        turn: int | None = None,
        last: int | None = None,
        passed: Iterable[int] = (),
    ) -> None:
        self.rules = rules
        self.hands: list[list[int]] = [sorted(hand) for hand in hands]
        self.table: Cards = tuple(sorted(table))
        self.turn: int = leader if turn is None else turn
        self.last: int | None = last
        self.passed: set[int] = set(passed)
        self._refuse_nonsense()
        self.winner: int | None = self._seat_without_cards()

    def _refuse_nonsense(self) -> None:
        """ValueError for a position that says two things at once."""
        seats = range(self.rules.players)
        named = {self.turn} | self.passed | (set() if self.last is None else {self.last})
        if len(self.hands) != len(seats) or not named <= set(seats):
            raise ValueError("hands or seats do not fit the number of players")
        if any(card not in self.rules.ranks for hand in self.hands for card in hand):
            raise ValueError("a hand holds a card that is not in the deck")
        if self.table and (kind(self.table, self.rules) is None or self.last is None):
            raise ValueError("the table needs a meld and the seat that played last")
        if not self.table and (self.passed or self.last is not None):
            raise ValueError("nobody has played or passed before the lead (R9, R9a)")
        if self.turn in self.passed:
            raise ValueError("whoever passed is out until the trick ends (R13)")

    def _seat_without_cards(self) -> int | None:
        """R19: the seat that went out, when the position given is already the end."""
        empty = [seat for seat, hand in enumerate(self.hands) if not hand]
        if len(empty) > 1:
            raise ValueError("only one player can have gone out (R19)")
        return empty[0] if empty else None

    @property
    def is_over(self) -> bool:
        """R19: somebody has no cards left."""
        return self.winner is not None

    def legal(self) -> set[str]:
        """The written forms of everything the seat to play may do (R8 to R13)."""
        plays = [Play(PASS, ())]
        for cards in self._choices():
            plays += [Play(action, cards) for action in (LEAD, OVERWRITE, ADD)]
        return {play.written() for play in plays if self._is_legal(play)}

    def _choices(self) -> set[Cards]:
        """R8: every different one, two or three cards of the hand to play."""
        sizes = range(1, MOST_CARDS_IN_A_TURN + 1)
        hand = self.hands[self.turn]
        return {cards for size in sizes for cards in combinations(hand, size)}

    def _is_legal(self, play: Play) -> bool:
        """Whether the seat to play may do this now."""
        if self.is_over:
            return False
        if play.action == PASS:
            return bool(self.table)  # R9, R13
        return self._has(play.cards) and self._fits_the_table(play)

    def _has(self, cards: Cards) -> bool:
        """R8: one to three cards, and all of them in the hand of the seat to play."""
        in_hand = Counter(cards) <= Counter(self.hands[self.turn])
        return 1 <= len(cards) <= MOST_CARDS_IN_A_TURN and in_hand

    def _fits_the_table(self, play: Play) -> bool:
        """R9 with nothing on the table, R10 and R11 with a central meld; R12: by name."""
        if not self.table:
            return play.action == LEAD and may_lead(play.cards, self.rules)
        if play.action == OVERWRITE:
            return may_overwrite(play.cards, self.table, self.rules)
        return play.action == ADD and may_add(play.cards, self.table, self.rules)

    def _legal_play(self, text: str) -> Play:
        """The play a text writes; ValueError when it is not legal now."""
        play = read(text)
        if not self._is_legal(play):
            raise ValueError(f"not legal here: {text}")
        return play

    def _legal_cards(self, text: str) -> Play:
        """The same, and not a pass."""
        play = self._legal_play(text)
        if play.action == PASS:
            raise ValueError("a pass plays no cards")
        return play

    def makes(self, text: str) -> Cards:
        """The meld on the table right after this play, before any clearing (R9 to R11)."""
        play = self._legal_cards(text)
        return joined(play.cards, self.table) if play.action == ADD else play.cards

    def ends_trick(self, text: str) -> bool:
        """Whether this play itself ends the trick: R16, R17 or R18 (not R15, R19)."""
        play = self._legal_cards(text)
        meld = self.makes(text)
        return (
            self._completes_a_set(play, meld)
            or self._completes_a_run(play, meld)
            or self._brings_an_eight(play)
        )

    def _completes_a_set(self, play: Play, meld: Cards) -> bool:
        """R16: an add (no lead, no overwrite) brings a set to its last copy."""
        full = len(meld) == self.rules.copies
        return play.action == ADD and kind(meld, self.rules) == "set" and full

    def _completes_a_run(self, play: Play, meld: Cards) -> bool:
        """R17: an add brings a run to five cards."""
        full = len(meld) == MOST_CARDS_IN_A_RUN
        return play.action == ADD and kind(meld, self.rules) == "run" and full

    def _brings_an_eight(self, play: Play) -> bool:
        """R18: an overwrite or an add whose own cards include an 8; never a lead."""
        return play.action in (OVERWRITE, ADD) and 8 in play.cards

    def apply(self, text: str) -> None:
        """Do this; ValueError, and nothing changed, when it is not legal."""
        if self._legal_play(text).action == PASS:
            self.passed.add(self.turn)  # R13
            self._end_trick_or_go_on(ends=False)
        else:
            self._play_cards(text)

    def _play_cards(self, text: str) -> None:
        """Put the cards down; R19 comes before everything that can end a trick."""
        ends, meld = self.ends_trick(text), self.makes(text)
        for card in read(text).cards:
            self.hands[self.turn].remove(card)
        self.table = meld
        self.last = self.turn
        if not self.hands[self.turn]:
            self.winner = self.turn
            return
        self._end_trick_or_go_on(ends)

    def _end_trick_or_go_on(self, ends: bool) -> None:
        """R15 to R18: clear the table and let the last to play lead, or R9a: next seat."""
        if ends or self._all_others_passed():
            assert self.last is not None
            self.turn = self.last
            self.table, self.last, self.passed = (), None, set()
        else:
            self.turn = self._next_seat()

    def _all_others_passed(self) -> bool:
        """R15: everybody but the one who played last has passed."""
        others = set(range(self.rules.players)) - {self.last}
        return others <= self.passed

    def _next_seat(self) -> int:
        """R9a: the next seat that has not passed."""
        seat = (self.turn + 1) % self.rules.players
        while seat in self.passed:
            seat = (seat + 1) % self.rules.players
        return seat

    def points(self) -> list[int]:
        """R20: what the cards left in each hand are worth; nothing for who went out."""
        if not self.is_over:
            raise ValueError("the round is not over (R19)")
        return [sum(self.rules.points[card] for card in hand) for hand in self.hands]


# --- a game --------------------------------------------------------------------------


class NaiveGame:
    """The scores over the rounds of a game; the rounds are played elsewhere."""

    def __init__(self, rules: RulesLike, leader: int) -> None:
        self.rules = rules
        self.leader = leader
        self.scores: list[int] = [0] * rules.players
        self.rounds_played = 0
        self.winners: list[int] | None = None

    @property
    def is_over(self) -> bool:
        """R21, or Options: `two_hands`."""
        return self.winners is not None

    def finish_round(self, winner: int, points: list[int]) -> None:
        """Add up a round (R20), end the game (R21) or name the next leader (R5)."""
        if self.is_over:
            raise ValueError("the game is over (R21)")
        if len(points) != self.rules.players or points[winner] != 0:
            raise ValueError("one number for each seat, and 0 for who went out (R20)")
        self.scores = [old + new for old, new in zip(self.scores, points, strict=True)]
        self.rounds_played += 1
        if self._was_the_last_round():
            fewest = min(self.scores)
            self.winners = [seat for seat, score in enumerate(self.scores) if score == fewest]
        else:
            self.leader = self._next_leader(winner, points)

    def _was_the_last_round(self) -> bool:
        """R21: somebody has reached the target; Options: `two_hands` is two rounds."""
        if self.rules.format == "two_hands":
            return self.rounds_played == 2
        return max(self.scores) >= self.rules.target

    def _next_leader(self, winner: int, points: list[int]) -> int:
        """R5: who went out, the seat after the previous leader, or the round's loser."""
        if self.rules.next_leader == "winner":
            return winner
        players = self.rules.players
        from_the_left = [(self.leader + step) % players for step in range(1, players + 1)]
        if self.rules.next_leader == "left":
            return from_the_left[0]
        most = max(points)
        return next(seat for seat in from_the_left if points[seat] == most)
