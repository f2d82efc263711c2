"""A game on this machine in plain lines."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from fivethreefive.protocol import Happened, Moved, RoundDealt, View
from fivethreefive.terminal.plain.narration import play_text
from fivethreefive.terminal.plain.table_lines import TableLines
from fivethreefive.terminal.plain.vocabulary import OF_EVERY_TABLE
from fivethreefive.terminal.sources.background import run_in_thread
from fivethreefive.terminal.sources.local import LocalSource
from fivethreefive.terminal.text.console import Console


def play(source: LocalSource, console: Console) -> bool:
    """Play at a table of this machine; whether to the end, and not until nothing more was typed."""
    return asyncio.run(LocalLines(source, console).run())


class LocalLines(TableLines):
    """A game on this machine: it waits for what is typed, and ends with the game."""

    def __init__(self, source: LocalSource, console: Console) -> None:
        super().__init__(source, console, OF_EVERY_TABLE)
        self.local = source
        source.auto_deal = False
        self._over = False
        self._question = ""  # The key of the question that is open.
        self._line_due = asyncio.Event()
        """Set while a line is waited for, or when there is no more to wait for."""

    async def run(self) -> bool:
        """Play until the game is over, or nobody types any more; whether it is over."""
        following = asyncio.create_task(self.source.run())
        following.add_done_callback(lambda _: self._line_due.set())  # It goes on for ever, or fails.
        try:
            while True:
                await self._line_due.wait()
                self._line_due.clear()
                if following.done():
                    following.result()
                if self._over or await self._next_line():
                    return self._over or self.local.game.is_over
        finally:
            following.cancel()
            self.source.close()

    async def _next_line(self) -> bool:
        """Take one line and do what it says; whether that was to leave."""
        text = await run_in_thread(self.console.read)
        view, turn = self.source.view, self._turn
        if text is None or view is None or await self.handle_line(text, view):
            return True
        if self._turn is turn:  # Nothing has changed: the question is still open.
            self._prompt(self._question)
        return False

    async def go_on(self, view: View) -> bool:
        """Show the table again; between rounds deal the next one, and after the game leave."""
        if self.local.table.next_round_follows:
            self.local.next_round()
        elif view.phase != "playing":
            return True
        else:
            self.show(view)
        return False

    def help(self, view: View) -> None:
        """Also say what can be typed where no round is played."""
        if view.phase == "playing":
            super().help(view)
        elif self.local.local.position is not None:
            self.console.say("play.help_position_over")
        else:
            self.console.say("play.help_game_over" if view.can.rematch else "play.help_round_over")

    def _prompt(self, key: str) -> None:
        self._question = key
        self.console.prompt(self.console.text(key))
        self._line_due.set()

    def table_changed(self, events: Sequence[Happened], view: View) -> None:
        """Say what happened; of a game that goes on first the trick under way."""
        if self._turn is None and view.turn_number:
            self._recap(view)
        super().table_changed(events, view)

    def _recap(self, view: View) -> None:
        assert view.observation is not None
        game_text, said = self._game_text(view), list[str]()
        for event in self.source.log:
            if isinstance(event, RoundDealt):
                said = []  # The log of a resumed game begins earlier.
            elif isinstance(event, Moved):
                said = [play_text(game_text, event)] if event.end else [*said, play_text(game_text, event)]
        self.console.heading(self.console.text("play.round", round=view.observation.round))
        for sentence in said:
            self.console.line(sentence)
        if view.phase != "playing":
            self.show(view)

    def say_what_now(self, events: Sequence[Happened], view: View) -> None:
        """Ask for a play, or for the next round where a person reads; or end."""
        if view.can.act:
            self.show(view)
            self._prompt("play.prompt")
        elif self.local.table.next_round_follows and self.console.interactive:
            self.console.line()
            self._prompt("play.next_round")
        elif self.local.table.next_round_follows:
            asyncio.get_running_loop().call_soon(self.local.next_round)  # Not while it publishes.
        elif view.can.rematch and self.console.interactive:
            self.console.line()
            self._prompt("play.after_game" if self.local.local.position is None else "play.after_position")
        elif view.phase != "playing":
            self._over = True
            self._line_due.set()
