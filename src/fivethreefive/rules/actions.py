"""The fixed catalogue of 132 actions, the same for every deck, number of players and variant.

``pass`` is 0. Then the plays, by the cards they lay down: singles, pairs, triples, runs of 2, runs of
3. Then the adds, by the meld they make: sets of 2 to 5, runs of 2 to 5. Each by size, then by lowest
rank. Records of learned bots depend on these numbers: tests/vectors/actions.json pins them.

The melds that can lie on a table have numbers too: 0 is the empty table and a meld of up to three
cards has the number of the action that plays it; sets and runs of four and five follow.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from fivethreefive.cards import RANKS, write_cards
from fivethreefive.rules.melds import LONGEST_RUN, MOST_CARDS_A_TURN, Cards, Kind, Meld

PASS = 0
LARGEST_SET = 5


def _melds(kind: Kind, size: int) -> list[Meld]:
    if kind != "run":
        return [Meld(kind, rank, size) for rank in RANKS]
    return [Meld(kind, rank, size) for rank in RANKS if set(range(rank, rank + size)) <= set(RANKS)]


PLAYS: tuple[Meld, ...] = (
    *_melds("single", 1),
    *(meld for size in range(2, MOST_CARDS_A_TURN + 1) for meld in _melds("set", size)),
    *(meld for size in range(2, MOST_CARDS_A_TURN + 1) for meld in _melds("run", size)),
)
"""What can be led or overwritten with: action 1 plays the first of these."""

ADDS: tuple[Meld, ...] = (
    *(meld for size in range(2, LARGEST_SET + 1) for meld in _melds("set", size)),
    *(meld for size in range(2, LONGEST_RUN + 1) for meld in _melds("run", size)),
)
"""What can be made by adding: the first of these follows the last play."""

FIRST_PLAY = 1
FIRST_ADD = FIRST_PLAY + len(PLAYS)
ACTIONS = FIRST_ADD + len(ADDS)
"""The size of the catalogue: 132."""

MELDS: tuple[Meld | None, ...] = (None, *PLAYS, *(meld for meld in ADDS if meld not in PLAYS))
"""Every central meld by its number; number 0, None, is the empty table."""

MELD_NUMBER = {meld: number for number, meld in enumerate(MELDS)}

MAKES: tuple[int, ...] = (0, *(MELD_NUMBER[meld] for meld in PLAYS + ADDS))
"""The number of the meld that each action leaves on the table; 0 for a pass, which leaves it alone."""

ActionKind = Literal["pass", "lead", "overwrite", "add"]
PREFIX: dict[ActionKind, str] = {"lead": "", "overwrite": ">", "add": "+"}


class Action(msgspec.Struct, frozen=True, cache_hash=True):  # ``Round.apply`` looks every action up.
    """One legal action on a given table; ``str()`` is its written form.

    ``cards`` leave the hand, ``makes`` is the meld they leave on the table (both by rank, ascending),
    ``ends_trick`` says whether R16, R17 or R18 then ends the trick.
    """

    id: int
    kind: ActionKind
    cards: Cards = ()
    makes: Cards = ()
    ends_trick: bool = False

    def __str__(self) -> str:
        return "pass" if self.kind == "pass" else PREFIX[self.kind] + write_cards(self.cards)


PASS_ACTION = Action(PASS, "pass")


def write_id(id_: int) -> str:
    """What an id says of itself where no table is given: an add by the meld it makes, as in ``+=3-4``."""
    meld = MELDS[MAKES[id_]]
    if meld is None:
        return str(PASS_ACTION)
    return ("+=" if id_ >= FIRST_ADD else "") + write_cards(meld.cards)
