"""The end of a round: its sheet, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, get_args

from textual.events import Key

from fivethreefive.protocol import Ready, Rematch, View
from fivethreefive.terminal.app.dialogs import sheet_content
from fivethreefive.terminal.app.dialogs.dialog_base import Desk
from fivethreefive.terminal.app.dialogs.sheet import Paint, Sheet
from fivethreefive.terminal.text.view_text import Telling

if TYPE_CHECKING:
    from fivethreefive.terminal.app.screens.table import TableScreen

Asks = Literal["ready", "rematch"]
PASSED_ON = {"?": "rules", "l": "last", "s": "scores", "m": "menu", "c": "say"}
"""Keys of the table, named below the sheet, that mean on it what they mean there."""


class RoundSheet(Sheet):
    """The end of a round: it stays until it is read, and once more is asked for until that comes."""

    screen_below: TableScreen
    is_past = False
    """Whether the next round has begun, while something else lay over the sheet."""

    def on_key(self, event: Key) -> None:
        """Do what a key stands for here, or at the table."""
        command = PASSED_ON.get((event.character or "").lower())
        if command is not None:
            event.stop()
            event.prevent_default()
            self.screen_below.obey(command)

    def on_screen_resume(self) -> None:
        """End where there is no more to be read."""
        if self.is_past:
            self.dismiss(None)

    def obey(self, command: str) -> None:
        """Ask for what comes next and stay, or end."""
        if command in get_args(Asks):
            self.screen_below.obey(command)
        else:
            super().obey(command)


class Ends(Desk):
    """Shows how rounds and games end, and asks for the next."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._ended: View | None = None
        """The table as the round ended whose sheet is open."""
        self._sheet: RoundSheet | None = None
        self._shown: object = None
        self._asked = False

    def follow(self, view: View, seconds: int | None) -> None:
        """Show how a round ended, once; keep an open sheet up to date."""
        over = view.phase in ("round_over", "game_over")
        if not over:
            if self._sheet is not None and (self._asked or view.you is None):
                self._close_sheet()
            self._asked = False
        elif (key := (view.game, view.observation and view.observation.round)) != self._shown:
            self._shown = key
            self._ended, self._asked = view, False
            if self.plays:
                self.do_sheet()
        self.tick(seconds)

    def tick(self, seconds: int | None) -> None:
        """Let an open sheet say what is waited for now."""
        if self._sheet is not None and self._ended is not None:
            self._sheet.renew(*self._sheet_of(Telling(self._ended, self.screen.catalogue), seconds))

    def do_sheet(self) -> None:
        """The sheet of the round that is over."""
        if self._ended is None or self._sheet is not None:
            return
        title, paint, keys = self._sheet_of(Telling(self._ended, self.screen.catalogue), None)
        sheet = RoundSheet(title, paint, keys, self.screen.catalogue)
        sheet.screen_below = self.screen
        self._sheet = sheet

        def closed(command: str | None) -> None:
            self._sheet = None
            self._obey(command)

        self.screen.app.push_screen(sheet, closed)

    def _close_sheet(self) -> None:
        sheet = self._sheet
        if sheet is not None and self.screen.app.screen is sheet:
            sheet.dismiss(None)
        elif sheet is not None:
            sheet.is_past = True

    def _sheet_of(
        self, ended: Telling, seconds: int | None
    ) -> tuple[str, Paint, Sequence[tuple[str, str, str]]]:
        seen = ended.view.observation
        over = ended.view.phase == "game_over"
        title = ended.winners() if over else self._text("play.sheet_round", round=seen.round if seen else 1)
        keys = [("Enter", self.next_word(self._view), self._next(self._view))]
        if over:
            keys += [("W", self._text("page.replay"), "replay"), ("R", self._text("page.review"), "review")]
        return title, sheet_content.round_end(ended, self._waits_for(seconds)), keys

    def _next(self, view: View) -> str:
        return "ready" if view.can.ready else "rematch" if view.can.rematch else "close"

    def next_word(self, view: View) -> str:
        """What comes after the round."""
        key = {"ready": "next_round", "rematch": "rematch", "close": "to_table"}[self._next(view)]
        return self._text(f"page.{key}")

    def _waits_for(self, seconds: int | None) -> str:
        view = self._view
        if view.phase not in ("round_over", "game_over"):
            return ""
        if view.you is not None and view.seats[view.you].ready:
            names = [
                self._telling.name(number)
                for number, seat in enumerate(view.seats)
                if seat.kind == "person" and seat.online and not seat.played_by_bot and not seat.ready
            ]
            if names:
                return self._text("page.waits_for", names=", ".join(names))
            return self._text("page.next_soon")
        if seconds is not None and view.phase == "round_over":
            return self._text("page.next_in", count=seconds)
        return ""

    def do_ready(self) -> None:
        """Ask for the next round."""
        self._asked = True
        if self._view.can.ready:
            self.player.request(Ready(self.player.next_id()))

    def do_rematch(self) -> None:
        """Ask for another game."""
        self._asked = True
        if self._view.can.rematch:
            self.player.request(Rematch(self.player.next_id()))
