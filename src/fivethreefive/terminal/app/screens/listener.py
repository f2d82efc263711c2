"""What a source reports to a screen, and what no view has: connection, clock, what was just said."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import ceil
from typing import Protocol

from fivethreefive.language import Catalogue
from fivethreefive.protocol import Bye, Happened, Said, View
from fivethreefive.terminal.app.hand_state import HandState
from fivethreefive.terminal.text.view_text import ViewText

SPEECH_SECONDS = 6.0
MANY = 20  # So many events at once are the log so far.


class Display(Protocol):
    """What a listener needs of its screen."""

    def redraw(self) -> None:
        """Show how it stands now."""

    def view_changed(self, view: View, *, new_turn: bool) -> None:
        """Show a new view."""

    def set_timer(self, delay: float, callback: Callable[[], None]) -> object:
        """Do something after so many seconds."""


class SourceListener:
    """The listener of a screen's source."""

    def __init__(self, hand: HandState, catalogue: Catalogue, display: Display) -> None:
        self.away = False  # Whether the server does not answer.
        self.bye: Bye | None = None  # Why the server wants nobody back, where it does not.
        self.speech: dict[int, str] = {}  # What seats have said in the last seconds.
        self._hand = hand
        self._catalogue = catalogue
        self._display = display
        self._arrived = 0.0
        self._turn: object = None

    def table_changed(self, events: Sequence[Happened], view: View) -> None:
        """Follow the hand, the clock and what is said, then have the view shown."""
        self._arrived = time.monotonic()
        self._hand.update(view)
        if len(events) < MANY:  # The log so far is no news.
            for event in events:
                if isinstance(event, Said):
                    self._hear(event, ViewText(view, self._catalogue).chat_text(event))
        before, self._turn = self._turn, (view.game, view.turn_number, view.phase, view.you)
        self._display.view_changed(view, new_turn=self._turn != before)

    def _hear(self, event: Said, text: str) -> None:
        # A new dict each time: widgets compare what they are to show with what they have shown.
        self.speech = {**self.speech, event.seat: text}

        def forget() -> None:
            if self.speech.get(event.seat) == text:  # The seat may have said something else since.
                self.speech = {seat: said for seat, said in self.speech.items() if seat != event.seat}
                self._display.redraw()

        self._display.set_timer(SPEECH_SECONDS, forget)

    def connection_changed(self, away: bool) -> None:
        """Say that the server is away, or is back."""
        self.away = away
        self._display.redraw()

    def notice(self, text: str) -> None:
        """Show a sentence, which the source has put into its log or gives as its delay."""
        self._display.redraw()

    def closed_by_server(self, bye: Bye) -> None:
        """Say why the table is over for us."""
        self.bye = bye
        self._display.redraw()

    def seconds_left(self, view: View | None) -> int | None:
        """What is left on the clock of the newest view; None where it has none."""
        if view is None or view.clock_ms is None:
            return None
        # A view says what was left as it was sent; from then on this machine's clock counts.
        gone = (time.monotonic() - self._arrived) * 1000 if view.clock_running else 0
        return max(0, ceil((view.clock_ms - gone) / 1000))
