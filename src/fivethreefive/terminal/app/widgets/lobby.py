"""Before the game: the address to send to friends, who sits where, and what can be done about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from textual.message import Message

from fivethreefive.terminal.app.widgets.canvas import Canvas, CanvasWidget, KeyEntries, cut, wrapped
from fivethreefive.terminal.app.widgets.central_meld import RECENT_STYLES
from fivethreefive.terminal.text.console import printable
from fivethreefive.terminal.text.view_text import ViewText


class Lobby(CanvasWidget):
    """A table that has not begun, or is not there yet."""

    @dataclass
    class SeatPressed(Message):
        """A seat was pressed, by its number."""

        seat: int

    view_text: ViewText | None

    def show_message(self, text: str) -> None:
        """Show nothing but a sentence."""
        self.view_text, self.text = None, text
        self.refresh_if_changed(text)

    def set(
        self, view_text: ViewText, address: str, problem: str, log: Sequence[tuple[str, str]],
        entries: KeyEntries,
    ) -> None:  # fmt: skip
        """Show a table that is being set, what was said there, and as ``entries`` what can be done."""
        self.view_text, self.address, self.problem, self.log_lines = view_text, address, problem, log
        self.entries = entries
        self.refresh_if_changed(
            (view_text.view, view_text.catalogue.language, address, problem, log, tuple(entries))
        )

    def draw(self, canvas: Canvas) -> None:
        """Draw it from the top."""
        if self.view_text is None:
            for row, line in enumerate(wrapped(self.text, canvas.width - 4, canvas.height)):
                canvas.centred(canvas.height // 2 - 1 + row, line, "$ink")
            return
        y = self._head(canvas, self.view_text)
        y = self._seats(canvas, y, self.view_text)
        self._foot(canvas, y + 1, self.view_text)

    def _head(self, canvas: Canvas, view_text: ViewText) -> int:
        say = view_text.say
        canvas.put(2, 1, say("page.waiting"), "bold $ink")
        y = 2
        for line in wrapped(say("page.share_text"), canvas.width - 4, 2):
            canvas.put(2, y, line, "$quiet")
            y += 1
        canvas.put(4, y, self.address, "bold $mark")
        return y + 2

    def _seats(self, canvas: Canvas, y: int, view_text: ViewText) -> int:
        say, view = view_text.say, view_text.view
        for number, seat in enumerate(view.seats):
            name = say("page.seat_free") if seat.kind == "empty" else printable(seat.name)
            if number == view.you:
                name = f"{name} ({say('play.you')})"
            x = canvas.put(2, y, f"{number} ", "$quiet")
            x = canvas.put(x + 1, y, name, "$quiet" if seat.kind == "empty" else "bold $ink")
            x = canvas.put(x + 2, y, view_text.lobby_notes(number), "$quiet")
            if number in view.can.sit or number in view.can.seat_bot:
                press = partial(self.SeatPressed, number)
                self.make_clickable(range(2, canvas.width), range(y, y + 1), press)
            y += 1
        return y

    def _foot(self, canvas: Canvas, y: int, view_text: ViewText) -> None:
        say, view = view_text.say, view_text.view
        free = sum(seat.kind == "empty" for seat in view.seats)
        y = self.draw_key_rows(canvas, 2, y, len(self.entries), self.entries)
        if view.you is None and not view.can.sit:
            canvas.put(2, y, say("page.table_full"), "$quiet")
        elif view.you is not None and not (view.can.start or view.can.fill):
            host = next((printable(seat.name) for seat in view.seats if seat.host), "")
            canvas.put(2, y, say("page.waits_for_host", name=host), "$quiet")
        if free and view.can.fill:
            canvas.put(2, y, say("page.seats_free", count=free), "$quiet")
        y += 2
        for line in wrapped(self.problem, canvas.width - 4, 3):
            canvas.put(2, y, line, "bold $alert")
            y += 1
        for row, (text, kind) in enumerate(self.log_lines[-max(0, canvas.height - y) :]):
            canvas.put(2, y + row, cut(text, canvas.width - 4), RECENT_STYLES[kind])
