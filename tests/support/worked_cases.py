"""The worked cases of RULES.md as data, row by row, for the naive referee and the engine alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Cards = tuple[int, ...]

GOES_ON, ENDS = "goes on", "ends"


@dataclass(frozen=True)
class Row:
    """A row of the table: `on_table` is the central meld, or the `opening` led to it.

    Seat 0 put the central meld down, seat 1 holds `hand` and is to play.
    """

    name: str
    hand: list[int]
    on_table: Cards = ()
    opening: str = ""
    allowed: Mapping[str, tuple[Cards, str]] = field(default_factory=dict)
    """What may be played, the meld it makes, and what becomes of the trick."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """What may not be played, and by which rule."""
    everything: frozenset[str] | None = None
    """All that may be played, where the row says so."""
    next_hand: Cards = (1, 15)
    next_must_have: frozenset[str] = frozenset()
    next_everything: frozenset[str] | None = None
    players: int = 4

    def hands(self) -> list[list[int]]:
        """The hands by seat before the opening, if any, is led."""
        opened = [int(card) for card in self.opening.split("-")] if self.opening else []
        spare = [[5, 14] for _ in range(self.players - 3)]
        return [[*opened, 5, 14], self.hand, list(self.next_hand), *spare]


ROWS = (
    Row(
        "single 3 | >4 | single 4 on the table",
        on_table=(3,),
        hand=[4, 15],
        allowed={">4": ((4,), GOES_ON)},
    ),
    Row(
        "single 3 | +4 | run 3-4",
        on_table=(3,),
        hand=[4, 15],
        allowed={"+4": ((3, 4), GOES_ON)},
    ),
    Row(
        "single 3 | +3-3-3, four players | set of 4, trick ends, player leads",
        on_table=(3,),
        hand=[3, 3, 3, 15],
        allowed={"+3-3-3": ((3, 3, 3, 3), ENDS)},
    ),
    Row(
        "single 3 | +3-3-3, five players | stays, open to a fifth 3, nobody can overwrite",
        players=5,
        on_table=(3,),
        hand=[3, 3, 3, 15],
        allowed={"+3-3-3": ((3, 3, 3, 3), GOES_ON)},
        next_hand=(3, 4, 5, 13, 14, 15, 15, 15, 15),
        next_everything=frozenset({"+3", "pass"}),
    ),
    Row(
        "single 3 | +2-4 | run 2-3-4",
        on_table=(3,),
        hand=[2, 4, 15],
        allowed={"+2-4": ((2, 3, 4), GOES_ON)},
    ),
    Row(
        "single 3 | +2-4-5 | run 2-3-4-5",
        on_table=(3,),
        hand=[2, 4, 5, 15],
        allowed={"+2-4-5": ((2, 3, 4, 5), GOES_ON)},
    ),
    Row(
        "single 5 | 7 as an add | refused, 5-7 is no run",
        on_table=(5,),
        hand=[7, 15],
        refused={"+7": "R11"},
        everything=frozenset({">7", ">15", "pass"}),
    ),
    Row(
        "set 3-3 | +3 | set 3-3-3",
        on_table=(3, 3),
        hand=[3, 15],
        allowed={"+3": ((3, 3, 3), GOES_ON)},
    ),
    Row(
        "set 3-3 | 4-5 in any way | refused",
        on_table=(3, 3),
        hand=[4, 5, 15],
        refused={
            **dict.fromkeys(("4-5", "4", "5"), "R9"),
            **dict.fromkeys((">4-5", ">4", ">5"), "R10"),
            **dict.fromkeys(("+4-5", "+4", "+5"), "R11"),
        },
        everything=frozenset({"pass"}),
    ),
    Row(
        "set 3-3 | >12-12 | set 12-12",
        on_table=(3, 3),
        hand=[12, 12, 15],
        allowed={">12-12": ((12, 12), GOES_ON)},
    ),
    Row(
        "set 12-12 | >3-3 | refused, lower",
        on_table=(12, 12),
        hand=[3, 3, 15],
        refused={">3-3": "R7"},
    ),
    Row(
        "run 3-4 | >2-3 | run 2-3, the lower run is stronger",
        on_table=(3, 4),
        hand=[2, 3, 15],
        allowed={">2-3": ((2, 3), GOES_ON)},
    ),
    Row(
        "run 3-4 | >4-5 | refused, weaker",
        on_table=(3, 4),
        hand=[4, 5, 15],
        refused={">4-5": "R7"},
    ),
    Row(
        "run 3-4 | +1-2 or >1-2 | run 1-2-3-4 or run 1-2, the player's choice",
        on_table=(3, 4),
        hand=[1, 2, 15],
        allowed={"+1-2": ((1, 2, 3, 4), GOES_ON), ">1-2": ((1, 2), GOES_ON)},
    ),
    Row(
        "run 2-3-4 | +1-5 | five in a row, trick ends, player leads",
        on_table=(2, 3, 4),
        hand=[1, 5, 15],
        allowed={"+1-5": ((1, 2, 3, 4, 5), ENDS)},
    ),
    Row(
        "run 11-12-13 | >7-8-9 | Rule of 8s, trick ends",
        on_table=(11, 12, 13),
        hand=[7, 8, 9, 15],
        allowed={">7-8-9": ((7, 8, 9), ENDS)},
    ),
    Row(
        "lead | 8 | nothing ends, a 9 may overwrite it, a 7 or a 9 be added",
        hand=[8, 15],
        allowed={"8": ((8,), GOES_ON)},
        next_hand=(7, 9, 15),
        next_must_have=frozenset({">9", "+7", "+9"}),
    ),
    Row(
        "opening 8 | +8 | Rule of 8s, trick ends",
        opening="8",
        hand=[8, 15],
        allowed={"+8": ((8, 8), ENDS)},
    ),
    Row(
        "opening 7-8 | +9 | run 7-8-9, the trick goes on",
        opening="7-8",
        hand=[9, 15],
        allowed={"+9": ((7, 8, 9), GOES_ON)},
    ),
    Row(
        "single 7 | >8 or +8 | trick ends either way",
        on_table=(7,),
        hand=[8, 15],
        allowed={">8": ((8,), ENDS), "+8": ((7, 8), ENDS)},
    ),
    Row(
        "single 9 | >8 | refused, lower; +8 is fine and ends the trick",
        on_table=(9,),
        hand=[8, 15],
        allowed={"+8": ((8, 9), ENDS)},
        refused={">8": "R7"},
    ),
    Row(
        "set 8-8 opening | +8 | Rule of 8s, trick ends",
        opening="8-8",
        hand=[8, 15],
        allowed={"+8": ((8, 8, 8), ENDS)},
    ),
    Row(
        "run 1-2-3-4 | any three cards as overwrite | refused, sizes differ",
        on_table=(1, 2, 3, 4),
        hand=[1, 2, 3, 4, 8, 8, 8, 11, 12, 13],
        refused=dict.fromkeys((">1-2-3", ">2-3-4", ">8-8-8", ">11-12-13"), "R10"),
        everything=frozenset({"pass"}),
    ),
)


@dataclass(frozen=True)
class LastCards:
    """Row `last card | any legal play`: seat 1 plays all it has, with `on_table` by seat 0."""

    on_table: Cards
    text: str

    @property
    def name(self) -> str:
        on_table = "-".join(map(str, self.on_table)) or "lead"
        return f"last card on {on_table} | {self.text} | round over at once"

    def hands(self) -> list[list[int]]:
        """The hands of four seats."""
        last_cards = [int(card) for card in self.text.lstrip(">+").split("-")]
        return [[1, 15], last_cards, [8], [7, 7]]


LAST_CARDS = tuple(
    LastCards(on_table, text)
    for on_table, text in (
        ((), "4"),
        ((), "8"),
        ((), "7-8-9"),
        ((3,), ">4"),
        ((3,), "+4"),
        ((3,), "+3-3-3"),
        ((7,), ">8"),
        ((2, 3, 4), "+1-5"),
    )
)
LAST_CARDS_POINTS = [4, 0, 5, 4]
"""What the others then score (R20)."""
