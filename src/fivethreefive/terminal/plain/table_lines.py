"""A table in plain lines: told as it happens, played by typing.

For a screen reader, a pipe, or a terminal that can do no more. A game on this machine and a server's table
are told and played alike; what can be typed besides cards is said by ``?``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fivethreefive import protocol
from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.protocol import Bye, Happened, Request, View
from fivethreefive.rules.actions import Action
from fivethreefive.terminal.plain.board import Board
from fivethreefive.terminal.plain.help import write_help
from fivethreefive.terminal.plain.input_parser import InputParser, NotAPlay
from fivethreefive.terminal.plain.narration import narrate, write_result
from fivethreefive.terminal.plain.review_lines import write_review
from fivethreefive.terminal.plain.vocabulary import WITH_TEXT, Command, Vocabulary
from fivethreefive.terminal.sources.base import Source
from fivethreefive.terminal.text.analysis_text import advice_rows, best_text
from fivethreefive.terminal.text.console import Console, printable
from fivethreefive.terminal.text.game_text import GameText, as_sentence
from fivethreefive.terminal.text.rulebook import show_rules
from fivethreefive.terminal.text.view_text import ViewText


class TableLines:
    """One viewer's place at a table."""

    def __init__(self, source: Source, console: Console, commands: Collection[Command]) -> None:
        self.source = source
        self.console = console
        self.vocabulary = Vocabulary(console.catalogue, commands)
        self.answers: InputParser | None = None  # What reads the cards of this turn.
        self._turn: object = None
        source.listener = self

    # What the table tells

    def table_changed(self, events: Sequence[Happened], view: View) -> None:
        """Say what happened, and what can be done now."""
        game_text = self._game_text(view)
        for event in events:
            narrate(game_text, event, view)
        can = view.can
        turn = (view.game, view.turn_number, view.phase, can.act, can.ready, can.rematch, can.vote_bot)
        if turn != self._turn:
            self._turn = turn
            self.answers = None
            self.say_what_now(events, view)
        self.console.out.flush()  # What reads along, as a screen reader behind a pipe, must not wait.

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
        self.console.line(printable(bye.sentence))  # A server's text must not steer the terminal.

    # What is shown

    def _game_text(self, view: View) -> GameText:
        return GameText(self.console, ViewText(view, self.console.catalogue).game_text.names, view.you)

    def show(self, view: View) -> None:
        """Show the table as it stands, and at one's turn the plays."""
        assert view.observation is not None
        if view.observation.shown is not None:  # The round is over: nobody plays on this table.
            write_result(self._game_text(view), view)
            return
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

    async def handle_line(self, text: str, view: View) -> bool:
        """Do what was typed; whether that was to leave."""
        text = text.strip()
        word, _, rest = text.partition(" ")
        command = self.vocabulary.command(word)
        if rest and command not in WITH_TEXT:
            command = None
        if command == "quit":
            return True
        if command is not None:
            await self.run_command(command, rest.strip(), view)
        elif not text:
            return await self.go_on(view)
        elif self.answers is not None and view.can.act:
            await self._play(self.answers, text, view)
        else:
            self.console.say("join.not_now")
        return False

    async def go_on(self, view: View) -> bool:
        """What an empty line means; whether that was to leave."""
        self.show(view)
        return False

    async def run_command(self, command: Command, rest: str, view: View) -> None:
        """Do what a word stands for, with what was typed after it."""
        match command:
            case "rules":
                show_rules(self.console, view.options.rules)
            case "help":
                self.help(view)
            case "undo":
                self.console.say("play.no_undo")
            case "hint":
                await self.ask(protocol.Hint(0))
            case "review":
                await self._review(view)
            case "again":
                await self.ask(protocol.Rematch())
            case _:
                self.show(view)

    async def _review(self, view: View) -> None:
        try:
            if view.phase != "game_over":
                raise InvalidInput("game_not_over", "R21")
            self.console.say("page.review_wait")
            self.console.out.flush()
            found = await self.source.review(lambda _done, _all: None)
        except FiveThreeFiveError as error:
            self.console.line(as_sentence(printable(error.sentence(self.console.catalogue.language))))
        else:
            write_review(self.console, found, view.you)

    async def _play(self, answers: InputParser, text: str, view: View) -> None:
        meaning = answers.read(text)
        if isinstance(meaning, Action):
            self.answers = None  # Before the answer: the new view may come first, and make its own.
            await self.ask(protocol.Act(view.turn_number, 0, str(meaning)))
        elif isinstance(meaning, NotAPlay):
            for sentence in meaning.sentences:
                self.console.line(sentence)
        else:
            (first, over), (second, add) = meaning.choices
            name = self._game_text(view).play_text
            over_text, add_text = f"{first}) {name(over)}", f"{second}) {name(add)}"
            self.console.say("play.which", cards=meaning.cards, over=over_text, add=add_text)

    async def ask(self, request: Request) -> bool:
        """Have something done, and say why where it is not; whether it was done."""
        answer = await self.source.ask(request)
        if isinstance(answer, protocol.Refused):
            self.console.line(as_sentence(printable(answer.sentence)))
            if self.source.view is not None and self.source.view.can.act:
                self.show(self.source.view)
        elif isinstance(answer, protocol.Hinted):
            self._show_hint(answer)
        return not isinstance(answer, protocol.Refused)

    def _show_hint(self, hinted: protocol.Hinted) -> None:
        view = self.source.view
        assert view is not None
        game_text = self._game_text(view)
        hand_size = None if view.observation is None else len(view.observation.hand)
        self.console.line(best_text(game_text, hinted))
        for label, ahead, cost in advice_rows(game_text, hinted, hand_size):
            self.console.line(f"{label}: {ahead}{cost and f', {cost}'}", hang=2)
        self.console.say("hint.how")
