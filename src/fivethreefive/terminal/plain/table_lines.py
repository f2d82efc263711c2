"""A table in plain lines: told as it happens, played by typing.

For a screen reader, a pipe, or a terminal that can do no more. A game on this machine and a server's table
are told and played alike; what can be typed besides cards is said by ``?``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import get_args

from fivethreefive import protocol
from fivethreefive.language import Catalogue
from fivethreefive.protocol import Bye, Happened, Moved, Phrase, Request, View
from fivethreefive.report.formatting import why, with_error
from fivethreefive.rules.actions import Action
from fivethreefive.terminal.plain.board import Board
from fivethreefive.terminal.plain.help import write_help
from fivethreefive.terminal.plain.input_parser import Ambiguous, InputParser, NotAPlay
from fivethreefive.terminal.plain.narration import narrate, play_text
from fivethreefive.terminal.sources.background import run_in_thread, start_thread
from fivethreefive.terminal.sources.base import MEDIUM, Source
from fivethreefive.terminal.sources.local import LocalSource
from fivethreefive.terminal.sources.remote import RemoteSource
from fivethreefive.terminal.text.console import Console, printable
from fivethreefive.terminal.text.game_text import GameText, as_sentence
from fivethreefive.terminal.text.rulebook import show_rules
from fivethreefive.terminal.text.view_text import ViewText


def join(source: RemoteSource, console: Console, name: str | None) -> None:
    """Sit or watch at a server's table until it is left."""
    asyncio.run(JoinedTable(source, console, name or console.text("play.default_name")).stay())


def play(source: LocalSource, console: Console) -> bool:
    """Play at a table of this machine; whether to the end, and not until nothing more was typed."""
    return asyncio.run(OwnTable(source, console).stay())


class PlainTable:
    """One viewer's place at a table."""

    def __init__(self, source: Source, console: Console) -> None:
        self.source = source
        self.console = console
        self.answers: InputParser | None = None
        """What reads the cards of this turn."""
        self._turn: object = None
        source.listener = self

    # What the table tells

    def table_changed(self, events: Sequence[Happened], view: View) -> None:
        """Say what happened, and what can be done now."""
        game_text = self._game_text(view)
        for event in events:
            narrate(game_text, event, view)
        turn = (view.game, view.turn_number, view.phase, view.can.act, view.can.ready, view.can.rematch)
        if turn != self._turn:
            self._turn = turn
            self.answers = None
            self.say_what_now(events, view)
        self.console.out.flush()

    def say_what_now(self, events: Sequence[Happened], view: View) -> None:
        """Say what can be done on another turn."""
        raise NotImplementedError

    def connection_changed(self, away: bool) -> None:
        """Say that the server is away, or is back."""
        self.console.say("page.no_connection" if away else "join.again")
        self.console.out.flush()

    def notice(self, text: str) -> None:
        """Say a sentence."""
        self.console.line(printable(text))

    def closed_by_server(self, bye: Bye) -> None:
        """Say why the table is over."""
        self.console.line(printable(bye.sentence))

    # What is shown

    def _game_text(self, view: View) -> GameText:
        return GameText(self.console, ViewText(view, self.console.catalogue).game_text.names, view.you)

    def show(self, view: View) -> None:
        """Show the table as it stands, and at one's turn the plays."""
        assert view.observation is not None
        board = Board(self._game_text(view))
        board.show(view)
        if view.you is None:
            for seat, cards in enumerate(view.hands):
                if cards:
                    board.hand_of(seat, cards)
            return
        board.hand(view.observation)
        if view.can.act:
            board.offer(view.observation)
            self.console.line()
            if self.answers is None:
                self.answers = InputParser(view.observation, self.console.catalogue)

    def help(self, view: View) -> None:
        """Explain what may be done on the table, and how to say it."""
        if view.observation is not None and view.can.act:
            write_help(self._game_text(view), view.observation)

    # What is typed

    async def play(self, text: str, view: View) -> bool:
        """Play what was typed, or answer it; whether that was to leave."""
        assert self.answers is not None
        meaning = self.answers.read(text)
        if isinstance(meaning, Action):
            self.answers = None
            await self.ask(protocol.Act(view.turn_number, 0, str(meaning)))
        elif isinstance(meaning, NotAPlay):
            for sentence in meaning.sentences:
                self.console.line(sentence)
        elif isinstance(meaning, Ambiguous):
            (first, over), (second, add) = meaning.choices
            over_text, add_text = f"{first}) {over}", f"{second}) {add}"
            self.console.say("play.which", cards=meaning.cards, over=over_text, add=add_text)
        elif meaning == "undo":
            self.console.say("play.no_undo")
        elif meaning == "rules":
            show_rules(self.console, view.options.rules)
        elif meaning == "help":
            self.help(view)
        elif meaning == "show":
            self.show(view)
        return meaning == "quit"

    async def ask(self, request: Request) -> None:
        """Have something done, and say why where it is not."""
        answer = await self.source.ask(request)
        if isinstance(answer, protocol.Refused):
            self.console.line(as_sentence(printable(answer.sentence)))
            if self.source.view is not None and self.source.view.can.act:
                self.show(self.source.view)
        elif isinstance(answer, protocol.Hinted):
            self._show_hint(answer)

    def _show_hint(self, hinted: protocol.Hinted) -> None:
        view = self.source.view
        assert view is not None
        view_text, best = ViewText(view, self.console.catalogue), hinted.advice[0]
        reason = why(self.console.catalogue, hinted.why, hinted.count)
        self.console.say("hint.best", action=view_text.action_label(best.action), why=reason)
        for one in hinted.advice:
            figure = with_error(one.points, one.points_error)
            self.console.line(
                f"{one.action}: {self.console.text('review.expected', points=figure)}", hang=2
            )


class OwnTable(PlainTable):
    """A game on this machine: it waits for what is typed, and ends with the game."""

    def __init__(self, source: LocalSource, console: Console) -> None:
        super().__init__(source, console)
        self.local = source
        source.auto_deal = False
        self._over = False
        self._due = asyncio.Event()
        """Set while a line is waited for, or when there is no more to wait for."""

    async def stay(self) -> bool:
        """Play until the game is over, or nobody types any more; whether it is over."""
        following = asyncio.create_task(self.source.run())
        following.add_done_callback(lambda _: self._due.set())  # It goes on for ever, or fails.
        try:
            while True:
                await self._due.wait()
                self._due.clear()
                if following.done():
                    following.result()
                if self._over or await self._take_line():
                    return self._over
        finally:
            following.cancel()
            self.source.close()

    async def _take_line(self) -> bool:
        """Take one line and do what it says; whether that was to leave."""
        text = await run_in_thread(self.console.read)
        if text is None:
            return True
        view, asked = self.source.view, self.answers
        assert view is not None
        if asked is None:
            self.local.next_round()
        elif await self.play(text, view):
            return True
        elif self.answers is asked:  # Nothing was played.
            self._prompt("play.prompt")
        return False

    def _prompt(self, key: str) -> None:
        self.console.prompt(self.console.text(key))
        self._due.set()

    def table_changed(self, events: Sequence[Happened], view: View) -> None:
        """Say what happened; of a game that goes on first the trick under way."""
        if self._turn is None and view.turn_number:
            self._recall(view)
        super().table_changed(events, view)

    def _recall(self, view: View) -> None:
        """Say where a game stands: its round and what was played in the trick under way."""
        assert view.observation is not None
        game_text, said = self._game_text(view), list[str]()
        for event in self.source.log:
            if isinstance(event, protocol.RoundDealt):
                said = []
            elif isinstance(event, Moved):
                said = [play_text(game_text, event)] if event.end else [*said, play_text(game_text, event)]
        self.console.heading(self.console.text("play.round", round=view.observation.round))
        for sentence in said:
            self.console.line(sentence)

    def say_what_now(self, events: Sequence[Happened], view: View) -> None:
        """Ask for a play, or for the next round where a person reads; or end."""
        if view.can.act:
            self.show(view)
            self._prompt("play.prompt")
        elif self.local.table.next_round_follows and self.console.interactive:
            self.console.line()
            self._prompt("play.next_round")
        elif self.local.table.next_round_follows:
            asyncio.get_running_loop().call_soon(self.local.next_round)
        elif view.phase != "playing":
            self._over = True
            self._due.set()


class JoinedTable(PlainTable):
    """A server's table: others act at any time, and so can what is typed."""

    def __init__(self, source: RemoteSource, console: Console, name: str) -> None:
        super().__init__(source, console)
        self.name = name
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._known: View | None = None

    async def stay(self) -> None:
        """Tell what happens and do what is typed, until the person leaves or there is no table."""
        loop = asyncio.get_running_loop()
        start_thread(partial(self._read, loop))
        following = asyncio.create_task(self.source.run())
        # It goes on for ever, or fails: where nobody reads on, or at what is no message of a table.
        following.add_done_callback(lambda _: self._typed.put_nowait(None))
        self.console.say("page.connecting")
        try:
            while (line := await self._typed.get()) is not None:
                if await self._obey(line.strip()):
                    break
            if following.done():
                following.result()
        finally:
            following.cancel()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read lines in a thread that nobody waits for."""
        with suppress(OSError):  # A terminal that has gone away reads like the end of a file.
            for line in iter(self.console.source.readline, ""):
                loop.call_soon_threadsafe(self._typed.put_nowait, line)
        with suppress(RuntimeError):  # The loop is closed: nobody waits.
            loop.call_soon_threadsafe(self._typed.put_nowait, None)

    def table_changed(self, events: Sequence[Happened], view: View) -> None:
        """Say what happened, and who sits there before the game."""
        before, self._known = self._known, view
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
        elif view.can.back:
            self.console.say("page.bot_stands_in")
            self.console.say("join.back")

    def closed_by_server(self, bye: Bye) -> None:
        """Say why the table is over, and end."""
        super().closed_by_server(bye)
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
            notes = [
                say("page.host") if seat.host else "",
                view_text.bot_level(number),
                view_text.presence_note(number),
            ]
            self.console.line(f"{number + 1}: {', '.join(filter(None, (who, *notes)))}")
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

    async def _obey(self, text: str) -> bool:
        """Do what was typed; whether that was to leave."""
        view = self.source.view
        word, _, rest = text.partition(" ")
        command = self._command(word.lower())
        if command == "quit":
            return True
        if view is None:
            return False
        if command is not None and (not rest or command in ("say", "sit")):
            await self._do(command, rest.strip(), view)
        elif self.answers is not None and view.can.act:
            await self.play(text, view)
        elif text:
            self.console.say("join.not_now")
        elif view.can.ready or view.can.back:
            await self.ask(protocol.Ready() if view.can.ready else protocol.Back())
        else:
            self.show(view)
        self.console.out.flush()
        return False

    def _command(self, word: str) -> str | None:
        """The command a word names, in English or the own language."""
        for command, key in COMMANDS.items():
            if word in f"{self.console.text(key)} {Catalogue.of('en').say(key)}".split():
                return command
        return None

    async def _do(self, command: str, rest: str, view: View) -> None:
        requests: dict[str, Callable[[], Request]] = {
            "sit": lambda: protocol.Sit(rest or self.name),
            "start": protocol.Start,
            "fill": lambda: protocol.Fill(MEDIUM),
            "leave": protocol.Leave,
            "back": protocol.Back,
            "again": protocol.Rematch,
            "open": lambda: protocol.Show(not (view.you is not None and view.seats[view.you].shows_hand)),
            "hint": lambda: protocol.Hint(0),
            "say": lambda: self._said(rest),
        }
        if command in requests:
            await self.ask(requests[command]())
        elif command == "rules":
            show_rules(self.console, view.options.rules)
        elif command == "help":
            self.help(view)
        else:
            self.show(view)

    def _said(self, text: str) -> Request:
        """A phrase where one of them is meant, else the text itself."""
        for phrase in get_args(Phrase):
            if text.lower() in (phrase, self.console.text(f"page.phrase_{phrase}").lower()):
                return protocol.Say(phrase=phrase)
        return protocol.Say(text=text or None)


COMMANDS = {
    **{word: f"play.words_{word}" for word in ("quit", "rules", "help", "show")},
    **{
        word: f"join.words_{word}"
        for word in ("sit", "start", "fill", "leave", "back", "again", "open", "hint", "say")
    },
}
"""What can be typed besides cards, and where the catalogue has its words."""
