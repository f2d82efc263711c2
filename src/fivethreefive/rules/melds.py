"""What a meld is, which is stronger, and what a play may do: reads like the rules.

This is the only place where the rules of a trick are written as code. It is slow and plain on
purpose: ``tables.compile_rules`` asks it once about every meld and play, and a game goes by those
tables. While a game runs it only names melds and gives reasons: why a play is refused, why a trick
ended, why a hint is good. A question is answered by the reason why not: ``None`` means allowed.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

from fivethreefive.cards import write_cards
from fivethreefive.language import IllegalAction
from fivethreefive.rules.options import EIGHT, Rules

Kind = Literal["single", "set", "run"]
KINDS: tuple[Kind | None, ...] = (None, "single", "set", "run")
"""What can lie on a table, None for nothing, in the order of all arrays."""
Cards = tuple[int, ...]

MOST_CARDS_A_TURN = 3
"""R8: at most three cards leave a hand in one turn."""

LONGEST_RUN = 5
"""R14: a run holds at most five cards."""


class Meld(NamedTuple):
    """A single, a set or a run (R6): its kind, its lowest rank and its number of cards."""

    kind: Kind
    low: int
    size: int

    @property
    def cards(self) -> Cards:
        """The ranks of its cards, ascending."""
        if self.kind == "run":
            return tuple(range(self.low, self.low + self.size))
        return (self.low,) * self.size


def meld_of(rules: Rules, cards: Cards) -> Meld | None:
    """The meld that ``cards`` form, or None where they form none (R6, R14).

    No deck has a 6 or a 10, so consecutive ranks of the deck never cross them.
    """
    cards = tuple(sorted(cards))
    if not cards or not set(cards) <= set(rules.ranks):
        return None
    low, size = cards[0], len(cards)
    if size == 1:
        return Meld("single", low, 1)
    if cards == (low,) * size:
        return Meld("set", low, size) if size <= rules.copies else None
    if cards == tuple(range(low, low + size)):
        return Meld("run", low, size) if size <= LONGEST_RUN else None
    return None


def is_stronger(meld: Meld, than: Meld) -> bool:
    """Whether ``meld`` is stronger than another of its kind and size (R7).

    Singles and sets: the higher rank. Runs: the LOWER run. Equal never beats equal.
    """
    return meld.low < than.low if meld.kind == "run" else meld.low > than.low


def refuse_count(cards: Cards) -> IllegalAction | None:
    """Why so many cards may not leave a hand in one turn (R8)."""
    if len(cards) > MOST_CARDS_A_TURN:
        return IllegalAction("too_many_cards", "R8", count=len(cards), cards=write_cards(cards))
    return None


def refuse_lead(rules: Rules, cards: Cards) -> IllegalAction | None:
    """Why ``cards`` may not be led on an empty table (R8, R9)."""
    if meld_of(rules, cards) is None:
        return IllegalAction("not_a_meld", "R6", cards=write_cards(cards))
    return refuse_count(cards)


def refuse_overwrite(rules: Rules, central: Meld, cards: Cards) -> IllegalAction | None:
    """Why ``cards`` may not overwrite the central meld (R7, R8, R10; option ``overwrite``)."""
    names = {"cards": write_cards(cards), "table": write_cards(central.cards)}
    meld = meld_of(rules, cards)
    # The order decides which reason is told: first what is wrong with the cards themselves.
    if meld is None:
        return IllegalAction("not_a_meld", "R6", cards=names["cards"])
    if too_many := refuse_count(cards):
        return too_many
    if rules.overwrite == "larger" and meld.size > central.size:
        return None
    if central.size > MOST_CARDS_A_TURN:
        return IllegalAction("only_adds", "R10", **names, size=central.size)
    if meld.size != central.size:
        return IllegalAction("size_differs", "R10", **names, size=central.size)
    if meld.kind != central.kind:
        return IllegalAction("kind_differs", "R10", **names)
    if not is_stronger(meld, central):
        code = "run_not_lower" if meld.kind == "run" else "not_higher"
        return IllegalAction(code, "R7", **names)
    return None


def refuse_add(rules: Rules, central: Meld, cards: Cards) -> IllegalAction | None:
    """Why ``cards`` may not be added to the central meld (R8, R11, R14)."""
    if too_many := refuse_count(cards):
        return too_many
    names = {"cards": write_cards(cards), "table": write_cards(central.cards)}
    whole = tuple(sorted(central.cards + cards))
    if meld_of(rules, whole) is None:
        if len(set(whole)) == 1 and len(whole) > rules.copies:
            return IllegalAction("set_is_full", "R14", **names, copies=rules.copies)
        return IllegalAction("add_makes_no_meld", "R11", **names, whole=write_cards(whole))
    # A set stays a set and a run a run: two equal cards are in no run, two ranks in no set.
    return None


def add_ends_trick(rules: Rules, result: Meld, cards: Cards) -> str | None:
    """The rule by which adding ``cards``, which makes ``result``, ends the trick, if any does."""
    if EIGHT in cards:  # First, since this rule is the one named where an 8 completes a set.
        return "R18"
    if result.kind == "set" and result.size == rules.copies:
        return "R16"
    if result.kind == "run" and result.size == LONGEST_RUN:
        return "R17"
    return None


def overwrite_ends_trick(cards: Cards) -> str | None:
    """The rule by which overwriting with ``cards`` ends the trick: R18 where they include an 8."""
    return "R18" if EIGHT in cards else None


def cards_missing(hand: Cards, cards: Cards) -> Cards:
    """Those of ``cards`` that ``hand`` does not hold, ascending."""
    return tuple(sorted((Counter(cards) - Counter(hand)).elements()))


def cards_to_add(central: Cards, result: Cards) -> Cards:
    """What must be added to ``central`` to make ``result``; empty where it cannot be made so."""
    cards = list(result)
    for card in central:
        if card not in cards:
            return ()
        cards.remove(card)
    return tuple(cards)
