"""What is done around a table of a server: sitting down, beginning, talking, leaving."""

from __future__ import annotations

from functools import partial
from typing import get_args

from fivethreefive.language import Catalogue, FiveThreeFiveError
from fivethreefive.protocol import (
    LONGEST_CONTRIBUTION,
    LONGEST_NAME,
    LONGEST_SAY,
    Contribute,
    Fill,
    InviteBot,
    Invited,
    Leave,
    Phrase,
    Refused,
    Say,
    SeatBot,
    Show,
    Sit,
    Start,
    View,
)
from fivethreefive.terminal.app.controller import Controller
from fivethreefive.terminal.app.dialogs.host import DialogHost
from fivethreefive.terminal.app.dialogs.sheet import paragraphs
from fivethreefive.terminal.app.widgets.canvas import Command
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.base import MEDIUM, Source
from fivethreefive.terminal.text.phrases import as_sentence
from fivethreefive.terminal.text.view_text import ViewText


class TableActions:
    """Asks the table for what is not play; each does nothing where the view does not allow it."""

    def __init__(
        self, source: Source, settings: Settings, catalogue: Catalogue, controller: Controller,
        dialogs: DialogHost,
    ) -> None:  # fmt: skip
        self.source = source
        self.settings = settings
        self.catalogue = catalogue
        self.controller = controller
        self.dialogs = dialogs
        self.text = catalogue.say

    @property
    def _view(self) -> View:
        assert self.source.view is not None
        return self.source.view

    def begin(self) -> None:
        """What Enter means before the game: take a seat, or begin."""
        if self._view.can.start:
            self.start()
        elif self._view.you is None and self._view.can.sit:
            self.sit()

    def sit(self, seat: int | None = None) -> None:
        """Take a seat, or the first that is free, under a name."""
        if not self._view.can.sit:
            return
        name = self.settings.name or self.text("play.default_name")

        def sit(name: str) -> None:
            self.settings.name = name
            self.settings.save()
            self.controller.request(Sit(name, seat))

        title, note = self.text("page.sit"), self.text("page.your_name")
        self.dialogs.type_line(title, note, LONGEST_NAME, sit, name)

    def start(self) -> None:
        """Begin the game."""
        if self._view.can.start:
            self.controller.request(Start())

    def fill(self) -> None:
        """Put bots on all free seats."""
        if self._view.can.fill:
            self.controller.request(Fill(MEDIUM))

    def choose_seat(self) -> None:
        """Choose a seat whose player is to change."""
        if not self._view.can.seat_bot:
            return
        entries = [
            (partial(self.choose_player, seat), self.text("page.seat", seat=seat + 1))
            for seat in self._view.can.seat_bot
        ]
        self.dialogs.choose(self.text("app.who_sits"), entries)

    def choose_player(self, seat: int) -> None:
        """Choose who is to sit at a seat: a friend, a bot of a level, or a bot from outside."""
        view_text = ViewText(self._view, self.catalogue)
        entries: list[tuple[Command, str]] = [(partial(self._seat, seat, None), self.text("page.friend"))]
        entries += [
            (partial(self._seat, seat, level), view_text.level_name(level)) for level in self.source.levels
        ]
        entries.append((partial(self._invite, seat), self.text("page.remote_bot")))
        self.dialogs.choose(self.text("page.who_at", seat=seat + 1), entries)

    def _seat(self, seat: int, level: str | None) -> None:
        self.controller.request(SeatBot(seat, level))

    def _invite(self, seat: int) -> None:
        self.controller.display.start(self._invited(seat))

    async def _invited(self, seat: int) -> None:
        """Keep a seat for a bot from outside, and say how it comes."""
        answer = await self.source.ask(InviteBot(seat))
        if isinstance(answer, Invited):
            command = f"fivethreefive bot --connect {self.source.address} --token {answer.token}"
            texts = [(self.text("page.invited", seat=seat + 1), "$ink"), ("", ""), (command, "bold $mark")]
            title = self.text("page.remote_bot")
            self.dialogs.open_sheet(title, lambda _, canvas: paragraphs(canvas, 0, texts))
        elif isinstance(answer, Refused):
            self.controller.display.explain(as_sentence(answer.sentence))

    def say(self) -> None:
        """Choose something to say."""
        if not self._view.can.say:
            return
        entries: list[tuple[Command, str]] = [
            (partial(self.controller.request, Say(phrase)), self.text(f"page.phrase_{phrase}"))
            for phrase in get_args(Phrase)
        ]
        if self._view.can.chat:
            own = f"{self.text('page.message')}\N{HORIZONTAL ELLIPSIS}"
            entries.insert(0, (self.say_message, own))
        self.dialogs.choose(self.text("page.say"), entries)

    def say_message(self) -> None:
        """Say something of one's own."""

        def say(text: str) -> None:
            self.controller.request(Say(text=text))

        self.dialogs.type_line(self.text("page.message"), "", LONGEST_SAY, say)

    def copy_address(self) -> None:
        """Copy the table's address, where the terminal lets programs do that."""
        if self.source.address:
            self.dialogs.copy(self.source.address)
            self.source.add_note(f"{self.text('page.copied')}: {self.source.address}")

    def download(self) -> None:
        """Keep the finished game in a file."""
        self.controller.display.start(self._download(fair=False))

    def download_proof(self) -> None:
        """Keep what proves the deals of the finished game in a file."""
        self.controller.display.start(self._download(fair=True))

    async def _download(self, *, fair: bool) -> None:
        try:
            name = await self.source.download(fair=fair)
        except FiveThreeFiveError as error:
            self.source.add_note(as_sentence(error.sentence(self.catalogue.language)))
        else:
            check = f"fivethreefive {'verify' if fair else 'watch'} {name}"
            self.source.add_note(self.text("app.in_file", file=name, command=check))

    def show_hand(self) -> None:
        """Let spectators see the hand, or no more."""
        view = self._view
        if view.can.show and view.you is not None:
            self.controller.request(Show(not view.seats[view.you].shows_hand))

    def contribute(self) -> None:
        """Add a word to the next deal."""

        def contribute(text: str) -> None:
            self.controller.request(Contribute(text))

        fixed = f"{self.text('page.shuffle_hash')} {self._view.fair.commitment}"
        note = f"{self.text('page.contribute_note')} {fixed}"
        self.dialogs.type_line(self.text("app.contribute"), note, LONGEST_CONTRIBUTION, contribute)

    def leave(self) -> None:
        """Leave the seat."""
        if self._view.can.leave:
            self.controller.request(Leave())
