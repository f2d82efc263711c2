"""A recorded game told again: step by step to a person, all at once to a pipe."""

from __future__ import annotations

from fivethreefive.protocol import Moved, RoundDealt, View
from fivethreefive.state.replay import FIRST
from fivethreefive.terminal.plain.board import Board
from fivethreefive.terminal.plain.narration import narrate
from fivethreefive.terminal.sources.record import RecordSource
from fivethreefive.terminal.text.console import Console
from fivethreefive.terminal.text.game_text import GameText


class ReplayLines:
    """Shows a record as its source does: hands lie open as that says."""

    def __init__(self, source: RecordSource, console: Console) -> None:
        self.source = source
        self.console = console
        self.record = source.record
        self.game_text = GameText(console, source.record.header.names, None)
        self.board = Board(self.game_text)

    def show(self) -> None:
        """Show the game: a step at a time where a person is at a terminal."""
        names = self.game_text.joined(self.game_text.names)
        header = self.record.header
        if header.timed:
            self.console.say("replay.head", names=names, started=header.started)
        else:
            self.console.line(names)
        if self.console.interactive:
            self._step_through()
            return
        for place in range(FIRST, self.source.last + 1):
            self._show_step(place, still=False)
        if not self.record.complete:
            self.console.line()
            self.console.say("replay.unfinished")

    def _step_through(self) -> None:
        place, last = FIRST, self.source.last
        while True:
            self._show_step(place, still=True)
            self.console.line()
            if place == last:
                self.console.say("replay.end" if self.record.complete else "replay.unfinished")
            back = self._ask_back(place - 1, last - 1)
            if back is None or (place == last and not back):
                return
            place = max(FIRST, place - 1) if back else place + 1

    def _ask_back(self, step: int, last: int) -> bool | None:
        """Whether to go back, or None to stop; what is neither of them nor empty moves nothing."""
        text = self.console.text
        while True:
            self.console.prompt(text("replay.prompt", step=step, last=last))
            answer = self.console.read()
            if answer is None or (answer := answer.strip().lower()) in text("replay.words_quit").split():
                return None
            if not answer or answer in text("replay.words_back").split():
                return bool(answer)
            self.console.say("replay.help")

    def _show_step(self, place: int, *, still: bool) -> None:
        self.source.go(place)
        view = self.source.view
        assert view is not None
        for event in self.source.latest:
            narrate(self.game_text, event, view)
            if isinstance(event, RoundDealt | Moved) and still:
                self.board.show(view)
                self._hands(view)
            elif isinstance(event, RoundDealt):
                self._hands(view)
            elif isinstance(event, Moved) and event.end is not None and event.end.rule != "R19":
                self.console.line()

    def _hands(self, view: View) -> None:
        for seat in self.source.open_seats:
            if cards := view.hands[seat]:
                self.board.hand_of(seat, cards)
