"""A server's table in plain lines: told as it happens, played and talked at by typing.

For a screen reader, a pipe, or a terminal that can do no more. What can be typed besides cards is said by
``?``; the words are those of the catalogue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import get_args

from fivethreefive.language import Catalogue
from fivethreefive.protocol import (
    Act,
    Back,
    Bye,
    Fill,
    Happened,
    Hint,
    Hinted,
    Leave,
    Phrase,
    Ready,
    Refused,
    Rematch,
    Request,
    RoundOver,
    Say,
    Show,
    Sit,
    Start,
    View,
)
from fivethreefive.report.formatting import why, with_error
from fivethreefive.rules.actions import Action
from fivethreefive.state import RoundEnded
from fivethreefive.terminal.plain.board import Board
from fivethreefive.terminal.plain.help import help_now
from fivethreefive.terminal.plain.input_parser import Answers, Which
from fivethreefive.terminal.plain.input_parser import Refused as NoPlay
from fivethreefive.terminal.plain.narration import round_sheet
from fivethreefive.terminal.sources.background import beside
from fivethreefive.terminal.sources.base import MEDIUM
from fivethreefive.terminal.sources.remote import RemoteSource
from fivethreefive.terminal.text.console import Lines, printable
from fivethreefive.terminal.text.phrases import Words, as_sentence
from fivethreefive.terminal.text.rulebook import show_rules
from fivethreefive.terminal.text.view_text import ViewText


def join(table: RemoteSource, lines: Lines, name: str | None) -> int:
    """Sit or watch at a table until it is left; the exit code."""
    asyncio.run(_Sitter(table, lines, name).stay())
    return 0


class _Sitter:
    """A person at a table of a server, behind plain lines."""

    def __init__(self, table: RemoteSource, lines: Lines, name: str | None) -> None:
        self.table = table
        self.lines = lines
        self.name = name or lines.text("play.default_name")
        self.answers: Answers | None = None
        """What reads the cards of this turn."""
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._turn: object = None
        self._known: View | None = None
        table.listener = self

    async def stay(self) -> None:
        """Tell what happens and do what is typed, until the person leaves or there is no table."""
        loop = asyncio.get_running_loop()
        beside(partial(self._read, loop))
        following = asyncio.create_task(self.table.run())
        # It goes on for ever, or fails: where nobody reads on, or at what is no message of a table.
        following.add_done_callback(lambda _: self._typed.put_nowait(None))
        self.lines.say("page.connecting")
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
            for line in iter(self.lines.source.readline, ""):
                loop.call_soon_threadsafe(self._typed.put_nowait, line)
        with suppress(RuntimeError):  # The loop is closed: nobody waits.
            loop.call_soon_threadsafe(self._typed.put_nowait, None)

    # What the table tells

    def table_changed(self, events: Sequence[Happened], view: View) -> None:
        """Say what happened, and at one's turn show the table."""
        telling = ViewText(view, self.lines.catalogue)
        before, self._known = self._known, view
        for event in events:
            for line in telling.tell(event):
                self.lines.line(line.text)
            if isinstance(event, RoundOver) and view.observation is not None and view.observation.shown:
                round_sheet(self._words(view), RoundEnded(event.winner, event.points), view.observation)
        if view.phase == "waiting" and (before is None or before.seats != view.seats):
            self._show_waiting(telling)
        phase = (view.game, view.turn_number, view.phase, view.can.act, view.can.ready, view.can.rematch)
        if phase != self._turn:
            self._turn = phase
            self._say_what_now(telling)
        self.lines.out.flush()

    def _say_what_now(self, telling: ViewText) -> None:
        view = telling.view
        self.answers = None
        if view.can.act:
            self._show(view)
            self.lines.say("play.prompt")
        elif view.phase == "game_over":
            self.lines.line(telling.winners())
            self.lines.say("join.after_game" if view.can.rematch else "join.watched")
        elif view.can.ready:
            self.lines.say("play.next_round")
        elif view.can.back:
            self.lines.say("page.bot_stands_in")
            self.lines.say("join.back")

    def line_changed(self, away: bool) -> None:
        """Say that the server is away, or is back."""
        self.lines.say("page.no_connection" if away else "join.again")
        self.lines.out.flush()

    def told(self, text: str) -> None:
        """Say a sentence."""
        self.lines.line(printable(text))

    def parted(self, bye: Bye) -> None:
        """Say why the table is over, and end."""
        self.lines.line(printable(bye.sentence))
        self._typed.put_nowait(None)

    # What is shown

    def _words(self, view: View) -> Words:
        return Words(self.lines, ViewText(view, self.lines.catalogue).words.names, view.you)

    def _show(self, view: View) -> None:
        """The table as it stands, and at one's turn the plays."""
        if view.observation is None:
            self._show_waiting(ViewText(view, self.lines.catalogue))
            return
        board = Board(self._words(view))
        board.show(view.observation)
        if view.you is None:
            for seat, cards in enumerate(view.hands):
                if cards:
                    board.hand_of(seat, cards)
            return
        board.hand(view.observation)
        if view.can.act:
            board.offer(view.observation)
            self.answers = Answers(view.observation, self.lines.catalogue)

    def _show_waiting(self, telling: ViewText) -> None:
        view, say = telling.view, self.lines.text
        self.lines.heading(say("page.waiting"))
        self.lines.line(f"{say('page.link')}: {self.table.address}")
        for number, seat in enumerate(view.seats):
            who = say("page.seat_free") if seat.kind == "empty" else telling.name(number)
            notes = [say("page.host") if seat.host else "", telling.level(number), telling.note(number)]
            self.lines.line(f"{number + 1}: {', '.join(filter(None, (who, *notes)))}")
        if view.you is None and view.can.sit:
            self.lines.say("join.sit")
        if view.can.fill:
            self.lines.say("join.fill")
        if view.can.start:
            self.lines.say("join.start")

    # What is typed

    async def _obey(self, text: str) -> bool:
        """Do what was typed; whether that was to leave."""
        view = self.table.view
        word, _, rest = text.partition(" ")
        command = self._command(word.lower())
        if command == "quit":
            return True
        if view is None:
            return False
        if command is not None and (not rest or command in ("say", "sit")):
            await self._do(command, rest.strip(), view)
        elif self.answers is not None and view.can.act:
            await self._play(text, view)
        elif not text:
            await self._go_on(view)
        else:
            self.lines.say("join.not_now")
        self.lines.out.flush()
        return False

    def _command(self, word: str) -> str | None:
        """The command a word names, in English or the own language."""
        for command, key in COMMANDS.items():
            if word in f"{self.lines.text(key)} {Catalogue.of('en').say(key)}".split():
                return command
        return None

    async def _do(self, command: str, rest: str, view: View) -> None:
        requests: dict[str, Callable[[], Request]] = {
            "sit": lambda: Sit(rest or self.name),
            "start": Start,
            "fill": lambda: Fill(MEDIUM),
            "leave": Leave,
            "back": Back,
            "again": Rematch,
            "open": lambda: Show(not (view.you is not None and view.seats[view.you].shows_hand)),
            "hint": lambda: Hint(0),
            "say": lambda: self._said(rest),
        }
        if command in requests:
            await self._ask(requests[command]())
        elif command == "rules":
            show_rules(self.lines, view.options.rules)
        elif command == "help":
            self._help(view)
        else:
            self._show(view)

    def _said(self, text: str) -> Request:
        """A phrase where one of them is meant, else the text itself."""
        for phrase in get_args(Phrase):
            if text.lower() in (phrase, self.lines.text(f"page.phrase_{phrase}").lower()):
                return Say(phrase=phrase)
        return Say(text=text or None)

    def _help(self, view: View) -> None:
        if view.observation is not None and view.can.act:
            help_now(self._words(view), view.observation)
        self.lines.say("join.help")
        phrases = ", ".join(self.lines.text(f"page.phrase_{phrase}") for phrase in get_args(Phrase))
        self.lines.say("join.help_say", phrases=phrases)

    async def _play(self, text: str, view: View) -> None:
        assert self.answers is not None
        meaning = self.answers.read(text)
        if isinstance(meaning, Action):
            self.answers = None
            await self._ask(Act(view.turn_number, 0, str(meaning)))
        elif isinstance(meaning, NoPlay):
            for sentence in meaning.sentences:
                self.lines.line(sentence)
        elif isinstance(meaning, Which):
            (first, over), (second, add) = meaning.choices
            self.lines.say(
                "play.which", cards=meaning.cards, over=f"{first}) {over}", add=f"{second}) {add}"
            )
        elif meaning == "undo":
            self.lines.say("play.no_undo")
        else:
            self._show(view)

    async def _go_on(self, view: View) -> None:
        """What Enter means where there is nothing to play."""
        if view.can.ready:
            await self._ask(Ready())
        elif view.can.back:
            await self._ask(Back())
        else:
            self._show(view)

    async def _ask(self, request: Request) -> None:
        """Have something done, and say why where it is not."""
        answer = await self.table.ask(request)
        if isinstance(answer, Refused):
            self.lines.line(as_sentence(printable(answer.sentence)))
            if self.table.view is not None and self.table.view.can.act:
                self._show(self.table.view)
        elif isinstance(answer, Hinted):
            self._show_hint(answer)

    def _show_hint(self, hinted: Hinted) -> None:
        view = self.table.view
        assert view is not None
        telling, best = ViewText(view, self.lines.catalogue), hinted.advice[0]
        reason = why(self.lines.catalogue, hinted.why, hinted.count)
        self.lines.say("hint.best", action=telling.play(best.action), why=reason)
        for one in hinted.advice:
            figure = with_error(one.points, one.points_error)
            self.lines.line(f"{one.action}: {self.lines.text('review.expected', points=figure)}", hang=2)


COMMANDS = {
    **{word: f"play.words_{word}" for word in ("quit", "rules", "help", "show")},
    **{
        word: f"join.words_{word}"
        for word in ("sit", "start", "fill", "leave", "back", "again", "open", "hint", "say")
    },
}
"""What can be typed besides cards, and where the catalogue has its words."""
