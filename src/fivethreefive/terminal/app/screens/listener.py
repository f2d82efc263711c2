"""What a source reports to a screen, and what no view has: connection, clock, what was just said."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Protocol

from fivethreefive.language import Catalogue
from fivethreefive.protocol import Bye, Happened, Said, View
from fivethreefive.terminal.app.hand_state import HandState
from fivethreefive.terminal.text.view_text import ViewText

SPEECH_SECONDS = 6.0
MANY = 20  # So many events at once are the log so far, or were missed during a break.


class _Display(Protocol):
    """What a listener needs of its screen."""

    def redraw(self) -> None: ...
    def view_changed(self, view: View, *, new_turn: bool) -> None: ...
    def set_timer(self, delay: float, callback: Callable[[], None]) -> object: ...


@dataclass(eq=False)
class SourceListener:
    """The listener of a screen's source."""

    hand: HandState
    catalogue: Catalogue
    display: _Display
    away: bool = False  # Whether the server does not answer.
    bye: Bye | None = None  # Why the server wants nobody back, where it does not.
    speech: Mapping[int, str] = field(default_factory=dict)  # What seats have said in the last seconds.
    _arrived: float = 0.0  # When the newest view came.
    _turn: object = None

    def table_changed(self, events: Sequence[Happened], view: View) -> None:
        """Follow the hand, the clock and what is said, then have the view shown."""
        self._arrived = time.monotonic()
        self.hand.update(view)
        if len(events) < MANY:  # The log so far is no news.
            for event in events:
                if isinstance(event, Said):
                    self._hear(event, ViewText(view, self.catalogue).chat_text(event))
        before, self._turn = self._turn, (view.game, view.turn_number, view.phase, view.you)
        self.display.view_changed(view, new_turn=self._turn != before)

    def _hear(self, event: Said, text: str) -> None:
        self.speech = {**self.speech, event.seat: text}  # A new one: widgets compare it with the last.

        def forget() -> None:
            if self.speech.get(event.seat) == text:  # The seat may have said something else since.
                self.speech = {seat: said for seat, said in self.speech.items() if seat != event.seat}
                self.display.redraw()

        self.display.set_timer(SPEECH_SECONDS, forget)

    def connection_changed(self, away: bool) -> None:
        """Say that the server is away, or is back."""
        self.away = away
        self.display.redraw()

    def notice(self, text: str) -> None:
        """Show a sentence, which the source has put into its log or gives as its delay."""
        self.display.redraw()

    def closed_by_server(self, bye: Bye) -> None:
        """Say why the table is over for us."""
        self.bye = bye
        self.display.redraw()

    def seconds_left(self, view: View | None) -> int | None:
        """What is left on the clock of the newest view; None where it has none."""
        if view is None or view.clock_ms is None:
            return None
        # A view says what was left as it was sent; from then on this machine's clock counts.
        gone = (time.monotonic() - self._arrived) * 1000 if view.clock_running else 0
        return max(0, ceil((view.clock_ms - gone) / 1000))
