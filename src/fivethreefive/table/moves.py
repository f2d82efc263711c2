"""Every action at a table, kept small: a busy table has tens of thousands, and stays in memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from fivethreefive.state import Acted


class Moves:
    """The actions by turn: seat, written form and seq. They share the events that the games keep anyway."""

    def __init__(self) -> None:
        self._acted: list[Acted] = []
        self._seqs = array("L")

    def __len__(self) -> int:
        return len(self._acted)

    def __getitem__(self, turn: int) -> tuple[int, str, int]:
        acted = self._acted[turn]
        return acted.seat, acted.text, self._seqs[turn]

    def __iter__(self) -> Iterator[tuple[int, str, int]]:
        return (self[turn] for turn in range(len(self)))

    def append(self, acted: Acted, seq: int) -> None:
        """Add the action that comes next."""
        self._acted.append(acted)
        self._seqs.append(seq)

    def copy(self) -> Moves:
        """An independent copy."""
        twin = Moves()
        twin._acted, twin._seqs = self._acted.copy(), self._seqs[:]
        return twin
