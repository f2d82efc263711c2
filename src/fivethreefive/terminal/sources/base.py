"""Where the views of a table come from: a game on this machine, a server's table, a record.

A source speaks the protocol's words (requests in, views and events out), so that the table is drawn and
played one way whoever keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from fivethreefive import protocol
from fivethreefive.protocol import Bye, Happened, Request, Review, View
from fivethreefive.record import GameRecord

Answer = (
    protocol.Done | protocol.Refused | protocol.Why | protocol.Hinted | protocol.Welcome | protocol.Invited
)

LogItem = Happened | str
"""An entry of the log: what happened at the table, or a sentence about what happened beside it."""

MOST_EVENTS = 600  # Of the log: a sheet draws all of it, and a table may be played at for days.

MEDIUM = "medium"  # The level of the bots on seats that nobody has chosen one for.

Progress = Callable[[int, int], None]


class Listener(Protocol):
    """Who is told what a source has to tell."""

    def table_changed(self, events: Sequence[Happened], view: View) -> None:
        """Something happened; ``view`` is all there is to know now."""

    def connection_changed(self, away: bool) -> None:
        """The server does not answer, or answers again."""

    def notice(self, text: str) -> None:
        """A sentence beside the game, which is in the log too."""

    def closed_by_server(self, bye: Bye) -> None:
        """The server wants nobody back."""


class Source:
    """What gives the views of one table and takes the requests of one viewer."""

    view: View | None = None
    listener: Listener | None = None
    address = ""  # Where others find the table, if they can.
    levels: tuple[str, ...] = ()  # Of the bots that can be seated.
    pace: float | None = None
    """Seconds before a bot's play is shown; None where that is not for the viewer to say."""

    is_one_round = False  # Whether nothing follows the round, as from a position.

    delay = ""  # Why something takes longer than usual; it goes with the next view or answer.

    def __init__(self) -> None:
        self.log: list[LogItem] = []

    async def run(self) -> None:
        """Keep the views coming until the source is closed."""
        raise NotImplementedError

    async def ask(self, request: Request) -> Answer:
        """Have a request done, or refused; its id is the source's to give."""
        raise NotImplementedError

    async def review(self, progress: Progress) -> Review:
        """The review of the game that is over; a FiveThreeFiveError where there is none."""
        raise NotImplementedError

    async def recorded(self) -> GameRecord:
        """The record of the game that is over; a FiveThreeFiveError where there is none."""
        raise NotImplementedError

    async def download(self, *, fair: bool) -> str:
        """Keep the finished game, or with ``fair`` what proves its deals, in a new file; its name."""
        raise NotImplementedError

    def reconnect(self) -> None:
        """Connect again to a server that has ended the connection, as when the seat is used elsewhere."""

    def close(self) -> None:
        """Let go of everything at once; ``run`` is cancelled by who started it."""

    def add_note(self, text: str) -> None:
        """Put a sentence into the log, and pass it on."""
        self.log = [*self.log, text][-MOST_EVENTS:]  # A new list: open sheets hold the old one.
        if self.listener is not None:
            self.listener.notice(text)

    def explain_delay(self, text: str) -> None:
        """Say why something takes longer than usual, for as long as it does."""
        self.delay = text
        if self.listener is not None:
            self.listener.notice(text)

    def publish(self, events: Sequence[Happened], view: View) -> None:
        """Keep a new view and what led to it, and pass both on."""
        self.view, self.delay = view, ""
        self.log = [*self.log, *events][-MOST_EVENTS:]
        if self.listener is not None:
            self.listener.table_changed(events, view)
