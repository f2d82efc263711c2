"""The end of a round or a game: its sheet, which stays until it is read, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from textual.events import Key

from fivethreefive.language import Catalogue
from fivethreefive.protocol import View
from fivethreefive.terminal.app.dialogs import sheet_content
from fivethreefive.terminal.app.dialogs.manager import DialogManager
from fivethreefive.terminal.app.dialogs.sheet import Paint, Sheet
from fivethreefive.terminal.app.widgets.canvas import Command, KeyEntries
from fivethreefive.terminal.text.standings import rematch_text
from fivethreefive.terminal.text.view_text import ViewText

OVER = ("round_over", "game_over")


class RoundEndCommands(NamedTuple):
    """What can be done from the sheet."""

    ready: Command
    rematch: Command
    replay: Command
    review: Command
    table: Mapping[str, Command]  # Keys of the table that mean on the sheet what they mean there.


class RoundEndSheet(Sheet):
    """The end of a round."""

    def __init__(
        self, title: str, paint: Paint, keys: KeyEntries, catalogue: Catalogue, commands: RoundEndCommands
    ) -> None:
        self.actions = commands
        super().__init__(title, paint, keys, catalogue)
        self.is_outdated = False  # The next round has begun, while something else lay over the sheet.

    def choose(self, command: Command) -> None:
        """Ask for what comes next and stay until it comes, or end."""
        if command in (self.actions.ready, self.actions.rematch):
            command()
        else:
            super().choose(command)

    def on_key(self, event: Key) -> None:
        """Do what a key stands for at the table; the others are those of every sheet."""
        command = self.actions.table.get((event.character or "").lower())
        if command is not None:
            event.stop()
            event.prevent_default()  # Textual also calls the handler of the class below, Sheet.on_key.
            command()

    def on_screen_resume(self) -> None:
        """End where there is no more to be read."""
        if self.is_outdated:
            self.close()


@dataclass(eq=False)
class RoundEnd:
    """Shows how rounds and games end, each once, and keeps the open sheet up to date."""

    dialogs: DialogManager
    catalogue: Catalogue
    commands: RoundEndCommands
    next_requested: bool = False  # Whether the next round or game was asked for.
    _ended: View | None = None  # The table as the round ended that was the last to end.
    _now: View | None = None
    _sheet: RoundEndSheet | None = None
    _shown: object = None  # The game and round whose end was shown: it is not opened a second time.

    def update(self, view: View, seconds: int | None) -> None:
        """Show how a round ended, and close its sheet when the next one comes that was asked for."""
        self._now = view
        if view.phase not in OVER:
            # Who has asked for the next round, or only watches, has read the sheet; others read on.
            if self._sheet is not None and (self.next_requested or view.you is None):
                self._close(self._sheet)
            self.next_requested = False
        elif (key := (view.game, view.observation and view.observation.round)) != self._shown:
            self._shown = key
            self._ended, self.next_requested = view, False
            self.open()
        self.tick(seconds)

    def tick(self, seconds: int | None) -> None:
        """Let an open sheet say what is waited for now."""
        if self._sheet is not None and self._ended is not None:
            self._sheet.set_content(*self._content(self._ended, seconds))

    @property
    def has_ended(self) -> bool:
        """Whether a round has ended here."""
        return self._ended is not None

    def open(self) -> None:
        """Show the sheet of the round that ended last."""
        if self._ended is None or self._sheet is not None:
            return
        self._sheet = RoundEndSheet(*self._content(self._ended, None), self.catalogue, self.commands)

        def closed() -> None:
            self._sheet = None

        self.dialogs.push(self._sheet, closed)

    def _close(self, sheet: RoundEndSheet) -> None:
        if sheet.app.screen is sheet:
            sheet.close()  # Only the topmost screen can be dismissed.
        else:
            sheet.is_outdated = True

    def _content(self, ended: View, seconds: int | None) -> tuple[str, Paint, KeyEntries]:
        assert self._now is not None
        view_text, say = ViewText(ended, self.catalogue), self.catalogue.say
        over = ended.phase == "game_over"
        seen = ended.observation
        title = (
            view_text.winners_text() if over else say("play.sheet_round", round=seen.round if seen else 1)
        )
        keys = [("Enter", *self.next_step(self._now))]
        if over:
            keys += [
                ("W", say("page.replay"), self.commands.replay),
                ("R", say("page.review"), self.commands.review),
            ]
        paint = partial(sheet_content.draw_round_end, view_text, self._waits_for(self._now, seconds))
        return title, paint, keys

    def next_step(self, view: View) -> tuple[str, Command]:
        """What comes after the round, as a key says it, and the command for it."""
        say = self.catalogue.say
        if view.can.ready:
            return say("page.next_round"), self.commands.ready
        if view.can.rematch:
            return say("page.rematch"), self.commands.rematch
        return say("page.to_table"), lambda: None  # Only the sheet is closed.

    def _waits_for(self, view: View, seconds: int | None) -> str:
        say = self.catalogue.say
        if view.phase not in OVER:
            return ""
        is_seen = seconds is not None and view.phase == "round_over"
        soon = say("page.next_in", count=seconds) if is_seen else ""
        if asking := rematch_text(ViewText(view, self.catalogue).game_text, view):
            return asking
        if view.you is not None and view.seats[view.you].ready:
            names = [*map(ViewText(view, self.catalogue).name, view.waits_for)]
            waits = say("page.waits_for", names=", ".join(names)) if names else say("page.next_soon")
            return f"{waits} {soon}".strip()
        return soon
