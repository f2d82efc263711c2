"""A recorded game told again: step by step to a person, all at once to a pipe."""

from __future__ import annotations

from collections.abc import Sequence

from fivethreefive.record import GameRecord
from fivethreefive.state import Acted, Dealt, GameEvent
from fivethreefive.state.replay import Step, steps
from fivethreefive.terminal.plain.board import Board
from fivethreefive.terminal.plain.narration import tell
from fivethreefive.terminal.text.console import InputEnded, Lines
from fivethreefive.terminal.text.phrases import Words

FIRST = 2
"""The fewest events that can be shown: the start and the first deal."""


class Replay:
    """Shows a record as ``seat`` saw it, or a spectator; with ``all_hands`` every hand lies open."""

    def __init__(self, lines: Lines, record: GameRecord, seat: int | None, *, all_hands: bool) -> None:
        self.lines = lines
        self.record = record
        self.seat = seat
        self.all_hands = all_hands
        self.words = Words(lines, record.header.names, None)
        self.board = Board(self.words)

    def show(self) -> None:
        """Show the game: a step at a time where a person is at a terminal."""
        names = self.words.joined(self.words.names)
        header = self.record.header
        if header.timed:
            self.lines.say("replay.head", names=names, started=header.started)
        else:
            self.lines.line(names)
        events = self.record.game.events
        if self.lines.interactive:
            self._step_through(events)
            return
        for step in steps(events, self.seat):
            self._show_step(step, still=False)
        if not self.record.complete:
            self.lines.line()
            self.lines.say("replay.unfinished")

    def _step_through(self, events: Sequence[GameEvent]) -> None:
        place = FIRST
        while True:
            *_, step = steps(events[:place], self.seat)
            self._show_step(step, still=True)
            self.lines.line()
            if place == len(events):
                self.lines.say("replay.end" if self.record.complete else "replay.unfinished")
            back = self._ask_back(place - 1, len(events) - 1)
            if back is None or (place == len(events) and not back):
                return
            place = max(FIRST, place - 1) if back else place + 1

    def _ask_back(self, step: int, last: int) -> bool | None:
        """Whether to go back, or None to stop."""
        try:
            answer = self.lines.ask(self.lines.text("replay.prompt", step=step, last=last))
        except InputEnded:
            return None
        answer = answer.strip().lower()
        if answer in self.lines.text("replay.words_quit").split():
            return None
        return answer in self.lines.text("replay.words_back").split()

    def _show_step(self, step: Step, *, still: bool) -> None:
        """Tell a step; where the game stands still on it, show the table as well."""
        tell(self.words, step.event, step.before, step.after)
        if isinstance(step.event, Dealt) and not still:
            self._hands(step)
        elif isinstance(step.event, Dealt | Acted) and still:
            self.board.show(step.after)
            self._hands(step)
        elif step.ended and step.ended != "R19":
            self.lines.line()

    def _hands(self, step: Step) -> None:
        seats = range(self.record.header.rules.players)
        for seat in seats if self.all_hands else [self.seat]:
            if seat is not None and (cards := step.game.round.hand(seat)):
                self.board.hand_of(seat, cards)
