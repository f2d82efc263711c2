"""A server's table in plain lines: others act at any time, and so can what is typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from math import ceil
from typing import get_args

from fivethreefive import protocol
from fivethreefive.protocol import Bye, Happened, Phrase, Request, View
from fivethreefive.terminal.plain.table_lines import TableLines
from fivethreefive.terminal.plain.vocabulary import Command
from fivethreefive.terminal.sources.background import start_thread
from fivethreefive.terminal.sources.base import MEDIUM
from fivethreefive.terminal.sources.remote import RemoteSource
from fivethreefive.terminal.text.console import Console
from fivethreefive.terminal.text.view_text import ViewText


def join(source: RemoteSource, console: Console, name: str | None) -> Bye | None:
    """Sit or watch at a server's table until it is left; what the server said if it ended that."""
    lines = RemoteLines(source, console, name or console.text("play.default_name"))
    asyncio.run(lines.run())
    return lines.bye


class RemoteLines(TableLines):
    """A server's table: others act at any time, and so can what is typed."""

    def __init__(self, source: RemoteSource, console: Console, name: str) -> None:
        super().__init__(source, console, get_args(Command))
        self.name = name
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._known: View | None = None
        self.bye: Bye | None = None

    async def run(self) -> None:
        """Tell what happens and do what is typed, until the person leaves or there is no table."""
        following = asyncio.create_task(self.source.run())
        # It goes on for ever, or fails: where nobody reads on, or at what is no message of a table.
        following.add_done_callback(lambda _: self._typed.put_nowait(None))
        try:
            while (line := await self._typed.get()) is not None:
                assert self._known is not None
                if await self.handle_line(line, self._known):
                    break
                self.console.out.flush()
            if following.done():
                following.result()
        finally:
            self.source.close()
            following.cancel()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(OSError):  # A terminal that has gone away reads like the end of a file.
            for line in iter(self.console.source.readline, ""):
                loop.call_soon_threadsafe(self._typed.put_nowait, line)
        with suppress(RuntimeError):  # The loop is closed: nobody waits.
            loop.call_soon_threadsafe(self._typed.put_nowait, None)

    def table_changed(self, events: Sequence[Happened], view: View) -> None:
        """Say what happened, and who sits there before the game."""
        before, self._known = self._known, view
        if before is None:  # What is typed earlier would be meant for a table that nobody has seen.
            start_thread(partial(self._read, asyncio.get_running_loop()))
        super().table_changed(events, view)
        if view.phase == "waiting" and (before is None or before.seats != view.seats):
            self.show(view)
            self.console.out.flush()

    def say_what_now(self, events: Sequence[Happened], view: View) -> None:
        """Say what can be done."""
        if view.can.act:
            self.show(view)
            self.console.say("play.prompt")
        elif view.phase == "game_over":
            if not any(isinstance(event, protocol.GameOver) for event in events):
                self.console.line(ViewText(view, self.console.catalogue).winners_text())
            self.console.say("join.after_game" if view.can.rematch else "join.watched")
        elif view.can.ready:
            self.console.say("play.next_round")
            if view.clock_ms is not None:
                self.console.say("page.next_in", count=ceil(view.clock_ms / 1000))
        elif view.can.back:
            self.console.say("page.bot_stands_in")
            self.console.say("join.back")
        for can, key in ((view.can.vote_bot, "join.vote"), (view.can.take_over, "join.replace")):
            if can:
                self.console.say(key)

    def closed_by_server(self, bye: Bye) -> None:
        """Say why the table is over, and end."""
        super().closed_by_server(bye)
        self.bye = bye
        self._typed.put_nowait(None)

    def show(self, view: View) -> None:
        """Show the table as it stands; before the game who sits where, and what can be done."""
        if view.observation is not None:
            super().show(view)
            return
        say, view_text = self.console.text, ViewText(view, self.console.catalogue)
        self.console.heading(say("page.waiting"))
        self.console.line(f"{say('page.link')}: {self.source.address}")
        for number, seat in enumerate(view.seats):
            who = say("page.seat_free") if seat.kind == "empty" else view_text.name(number)
            self.console.line(f"{number}: {', '.join(filter(None, (who, view_text.lobby_notes(number))))}")
        for can, key in ((view.you is None and view.can.sit, "join.sit"), (view.can.fill, "join.fill"),
                         (view.can.start, "join.start")):  # fmt: skip
            if can:
                self.console.say(key)

    def help(self, view: View) -> None:
        """Also say what can be asked of the table."""
        super().help(view)
        self.console.say("join.help")
        chat_phrases = ", ".join(self.console.text(f"page.phrase_{phrase}") for phrase in get_args(Phrase))
        self.console.say("join.help_say", phrases=chat_phrases)

    async def go_on(self, view: View) -> bool:
        """Ask for the next round, or take the seat back; else show the table again."""
        if view.can.ready:
            if await self.ask(protocol.Ready()):
                self._say_who_is_waited_for()
        elif view.can.back:
            await self.ask(protocol.Back())
        else:
            self.show(view)
        return False

    def _say_who_is_waited_for(self) -> None:
        view = self.source.view
        if view is None or view.phase == "playing":
            return  # The next round has begun already.
        name = ViewText(view, self.console.catalogue).name
        if others := [name(seat) for seat in view.waits_for if seat != view.you]:
            self.console.say("page.waits_for", names=", ".join(others))

    async def run_command(self, command: Command, rest: str, view: View) -> None:
        """Do also what only a server's table knows."""
        requests: dict[Command, Callable[[], Request]] = {
            # Who has left still holds the seat.
            "sit": lambda: protocol.Back() if view.can.back else protocol.Sit(rest or self.name),
            "start": protocol.Start,
            "fill": lambda: protocol.Fill(MEDIUM),
            "leave": protocol.Leave,
            "back": protocol.Back,
            "open": lambda: protocol.Show(not (view.you is not None and view.seats[view.you].shows_hand)),
            "say": lambda: self._say_request(rest),
            "vote": protocol.VoteBot,
            "replace": protocol.TakeOver,
        }
        if command in requests:
            request = requests[command]()
            if await self.ask(request) and isinstance(request, protocol.Show):
                self.console.say("join.hand_shown" if request.spectators else "join.hand_hidden")
        else:
            await super().run_command(command, rest, view)

    def _say_request(self, text: str) -> Request:
        for phrase in get_args(Phrase):
            if text.lower() in (phrase, self.console.text(f"page.phrase_{phrase}").lower()):
                return protocol.Say(phrase=phrase)
        return protocol.Say(text=text or None)
