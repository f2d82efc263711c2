"""A recorded game as a source: event by event, forwards, backwards, or by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from fivethreefive.language import InvalidInput
from fivethreefive.protocol import Happened, Request, Review
from fivethreefive.record import GameRecord
from fivethreefive.state import Dealt
from fivethreefive.state.replay import FIRST
from fivethreefive.table import Presence, TableReplay, view
from fivethreefive.terminal.sources.base import Answer, Progress, Source
from fivethreefive.terminal.sources.local import LEVEL_OF, review_of

SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)  # Seconds from step to step, where it goes on by itself.


class RecordSource(Source):
    """One recorded game."""

    def __init__(self, record: GameRecord, seat: int | None = None, *, all_hands: bool = False) -> None:
        super().__init__()
        self.record = record
        self.seat = seat
        self.all_hands = all_hands
        self.place = FIRST  # How many events are shown.
        self.speed = 2
        self.running = False
        self.latest: list[Happened] = []  # What happened at this place.
        self._players = range(record.header.rules.players)
        self._replay = TableReplay(record.header.rules, record.header.seats, record.game.events, LEVEL_OF)
        self._changed = asyncio.Event()

    @property
    def last(self) -> int:
        """The place of the last event."""
        return len(self._replay.events)

    async def run(self) -> None:
        """Show the beginning, and go on by itself whenever that is wanted."""
        self.go(self.place)
        while True:
            self._changed.clear()
            if not self.running:
                await self._changed.wait()
                continue
            try:
                async with asyncio.timeout(SPEEDS[self.speed]):
                    await self._changed.wait()
            except TimeoutError:
                self.go(self.place + 1)
                if self.place == self.last:
                    self.running = False
                    self.go(self.place)  # Shown again: the screen says whether it runs.

    def go(self, place: int) -> None:
        """Show the game as it stood after so many events."""
        self.place = min(max(place, FIRST), self.last)
        # The end of a round follows from its last play: it is seen with it.
        shown = self.place + len(self._replay.table_at(self.place).following)
        table = self._replay.table_at(min(shown, self.last))
        before = len(self._replay.happened(self.place - 1))
        self.latest = self._replay.happened(self.place)[before:]  # What this one event added.
        self.log = []  # Made anew: one may have gone back.
        now = view(table, None, Presence(self._players), frozenset(), self.open_seats)
        self.publish(self._replay.happened(shown), now)

    @property
    def open_seats(self) -> Sequence[int]:
        """The seats whose hands lie open."""
        return self._players if self.all_hands else () if self.seat is None else (self.seat,)

    def go_to_round(self, step: int) -> None:
        """Show the next round's deal, or with -1 the one that this round began with, or the one before."""
        deals = self._deals
        if step > 0:
            self.go(next((place for place in deals if place > self.place), self.last))
        else:
            self.go(next((place for place in reversed(deals) if place < self.place), FIRST))

    @property
    def _deals(self) -> list[int]:
        """The place of each round's deal."""
        return [place for place, event in enumerate(self._replay.events, 1) if isinstance(event, Dealt)]

    def go_to_decision(self, round_: int, action: int) -> None:
        """Show the moment before an action of a round, both counted from 1."""
        self.go(self._deals[round_ - 1] + action - 1)

    def set_running(self, *, on: bool) -> None:
        """Go on by itself, or stand still."""
        if on and self.place == self.last:
            self.go(FIRST)  # At the end there is nothing to run through but all of it.
        self.running = on
        self._changed.set()

    def change_speed(self, step: int) -> None:
        """Another speed."""
        self.speed = min(max(self.speed + step, 0), len(SPEEDS) - 1)
        self._changed.set()

    def reveal_next(self) -> None:
        """Open other hands: nobody's, each seat's in turn, all."""
        order = [(None, False), *((seat, False) for seat in self._players), (None, True), (None, False)]
        now = (None, True) if self.all_hands else (self.seat, False)
        self.seat, self.all_hands = order[order.index(now) + 1]
        self.go(self.place)

    async def ask(self, request: Request) -> Answer:
        """Nothing can be asked of a record."""
        raise InvalidInput("not_now")

    async def recorded(self) -> GameRecord:
        """The record itself."""
        return self.record

    async def review(self, progress: Progress) -> Review:
        """Look at every decision of the recorded game."""
        return await review_of(self.record.game, 1, self.record.header.names, progress)
