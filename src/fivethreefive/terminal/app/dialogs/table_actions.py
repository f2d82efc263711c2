"""What is done around a table of a server: sitting down, beginning, talking, leaving."""

from __future__ import annotations

from typing import cast, get_args

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
)
from fivethreefive.terminal.app.dialogs.dialog_base import Desk
from fivethreefive.terminal.app.dialogs.sheet import paragraphs
from fivethreefive.terminal.sources.base import MEDIUM
from fivethreefive.terminal.text.phrases import as_sentence


class Around(Desk):
    """Has the table do what is not play."""

    def do_begin(self) -> None:
        """What Enter means before the game: take a seat, or begin."""
        if self._view.can.start:
            self.do_start()
        elif self._view.you is None and self._view.can.sit:
            self.do_sit()

    def do_sit(self, seat: str = "") -> None:
        """Take a seat under a name."""
        if not self._view.can.sit:
            return
        name = self.screen.settings.name or self._text("play.default_name")

        def sit(name: str) -> None:
            self.screen.settings.name = name
            self.screen.settings.save()
            self.player.request(Sit(name, int(seat) if seat else None, self.player.next_id()))

        self.type_line(self._text("page.sit"), self._text("page.your_name"), LONGEST_NAME, sit, name)

    def do_copy(self) -> None:
        """Copy the table's address, where the terminal lets programs do that."""
        if self.screen.source.address:
            self.screen.app.copy_to_clipboard(self.screen.source.address)
            self.screen.source.note(f"{self._text('page.copied')}: {self.screen.source.address}")

    def do_start(self) -> None:
        """Begin the game."""
        if self._view.can.start:
            self.player.request(Start(self.player.next_id()))

    def do_fill(self) -> None:
        """Put bots on all free seats."""
        if self._view.can.fill:
            self.player.request(Fill(MEDIUM, self.player.next_id()))

    def do_places(self) -> None:
        """Choose a seat whose bot is to change."""
        self._choose(
            self._text("app.who_sits"),
            [(f"seat:{seat}", self._text("page.seat", seat=seat + 1)) for seat in self._view.can.seat_bot],
        )

    def do_seat(self, seat: str) -> None:
        """Choose who is to sit at a seat."""
        levels = [
            (f"put:{seat}:{level}", self._telling.level_named(level)) for level in self.screen.source.levels
        ]
        friend = (f"put:{seat}:", self._text("page.friend"))
        remote = (f"invite:{seat}", self._text("page.remote_bot"))
        self._choose(self._text("page.who_at", seat=int(seat) + 1), [friend, *levels, remote])

    def do_put(self, what: str) -> None:
        """Put a bot of a level on a seat, or leave it to a friend."""
        seat, _, level = what.partition(":")
        self.player.request(SeatBot(int(seat), level or None, self.player.next_id()))

    def do_invite(self, seat: str) -> None:
        """Keep a seat for a bot from outside, and say how it comes."""
        self.screen.start(self._invite(int(seat)))

    async def _invite(self, seat: int) -> None:
        answer = await self.player.ask(InviteBot(seat, self.player.next_id()))
        if isinstance(answer, Invited):
            command = f"fivethreefive bot --connect {self.screen.source.address} --token {answer.token}"
            texts = [(self._text("page.invited", seat=seat + 1), "$ink"), ("", ""), (command, "bold $mark")]
            self._open(self._text("page.remote_bot"), lambda _, canvas: paragraphs(canvas, 0, texts))
        elif isinstance(answer, Refused):
            self.player.problem = as_sentence(answer.sentence)
            self.screen.redraw()

    def do_say(self) -> None:
        """Choose something to say."""
        if not self._view.can.say:
            return
        entries = [(f"phrase:{phrase}", self._text(f"page.phrase_{phrase}")) for phrase in get_args(Phrase)]
        if self._view.can.chat:
            entries.insert(0, ("message", f"{self._text('page.message')}\N{HORIZONTAL ELLIPSIS}"))
        self._choose(self._text("page.say"), entries)

    def do_phrase(self, phrase: str) -> None:
        """Say a phrase."""
        self.player.request(Say(phrase=cast(Phrase, phrase), id=self.player.next_id()))

    def do_message(self) -> None:
        """Say something of one's own."""

        def say(text: str) -> None:
            self.player.request(Say(text=text, id=self.player.next_id()))

        self.type_line(self._text("page.message"), "", LONGEST_SAY, say)

    def do_show(self) -> None:
        """Let spectators see the hand, or no more."""
        view = self._view
        if view.can.show and view.you is not None:
            self.player.request(Show(not view.seats[view.you].shows_hand, self.player.next_id()))

    def do_contribute(self) -> None:
        """Add a word to the next deal."""

        def contribute(text: str) -> None:
            self.player.request(Contribute(text, self.player.next_id()))

        fixed = f"{self._text('page.shuffle_hash')} {self._view.fair.commitment}"
        note = f"{self._text('page.contribute_note')} {fixed}"
        self.type_line(self._text("app.contribute"), note, LONGEST_CONTRIBUTION, contribute)

    def do_leave(self) -> None:
        """Leave the seat."""
        if self._view.can.leave:
            self.player.request(Leave(self.player.next_id()))
