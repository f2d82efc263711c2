"""A recorded game as its table stood after any of its events."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from fivethreefive.protocol import GameOver, Happened, Moved, ReplayStep, RoundDealt, RoundOver
from fivethreefive.record import Seat
from fivethreefive.rules.options import Rules
from fivethreefive.state import Dealt, GameEvent
from fivethreefive.table.deals.dealers import SeededDealer
from fivethreefive.table.session import local_session
from fivethreefive.table.state import Table
from fivethreefive.table.trick import beats

MOST_SNAPSHOTS = 64
"""So many tables are kept on the way, so that no step has to be folded from the beginning."""


class TableReplay:
    """The table of one recorded game at any place: the number of the game's events that have happened."""

    def __init__(
        self, rules: Rules, seats: Sequence[Seat], events: Sequence[GameEvent], level_of: Mapping[str, str]
    ) -> None:
        """Fold the whole of a valid game once; ``level_of`` as in ``local_session``."""
        self.events = events
        self._happened: list[Happened] = []
        self._ends = [0]
        """By place, how much of that had happened."""
        table = local_session(rules, seats, None, SeededDealer(0), level_of).table
        self._snapshots = [(0, table.copy())]
        for place, event in enumerate(events, 1):
            self._happened += table.add(0, event)
            self._ends.append(len(self._happened))
            if isinstance(event, Dealt) and place - self._snapshots[-1][0] > len(events) // MOST_SNAPSHOTS:
                self._snapshots.append((place, table.copy()))
        self._table, self._place = table, len(events)

    def table_at(self, place: int) -> Table:
        """The table after the first ``place`` events; it changes with the next call."""
        index = bisect_right(self._snapshots, place, key=lambda snapshot: snapshot[0]) - 1
        start, table = self._snapshots[index]
        if not start <= self._place <= place:  # Else the table that was shown last only has to go on.
            self._table, self._place = table.copy(), start
        for event in self.events[self._place : place]:
            self._table.add(0, event)
        self._place = place
        return self._table

    def happened(self, place: int) -> list[Happened]:
        """What the public saw of the first ``place`` events."""
        return self._happened[: self._ends[place]]


def replay_steps(
    rules: Rules, seats: Sequence[Seat], events: Sequence[GameEvent], level_of: Mapping[str, str]
) -> Iterator[ReplayStep]:
    """Each step of a valid game from its first deal on, all hands open, folded once."""
    table, acts = local_session(rules, seats, None, SeededDealer(0), level_of).table, 0
    for event in events:
        for happened in table.add(0, event):
            if isinstance(happened, RoundDealt):
                acts = 0
            elif isinstance(happened, Moved):
                acts += 1
            if isinstance(happened, RoundDealt | Moved | RoundOver | GameOver):
                yield _step(table, happened, acts)


def _step(table: Table, event: RoundDealt | Moved | RoundOver | GameOver, acts: int) -> ReplayStep:
    played, trick = table.games[-1], table.trick
    round_ = played.game.round
    plays, laid = (tuple(trick.plays), trick.laid) if trick.plays else (trick.last_plays, trick.last_laid)
    return ReplayStep(
        event=event,
        round=played.game.rounds,
        hands=tuple(round_.hand(seat) for seat in range(round_.rules.players)),
        plays=plays,
        first=acts - len(plays),
        table=tuple(card for card, _ in laid),
        laid_by=tuple(seat for _, seat in laid),
        turn=None if round_.is_over else round_.turn,
        passed=round_.passed,
        scores=tuple(map(sum, zip(*played.points, strict=True))) or (0,) * round_.rules.players,
        beats=None if round_.is_over else beats(round_.rules, round_.table),
    )
