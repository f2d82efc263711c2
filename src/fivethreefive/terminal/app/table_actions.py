"""What is done around a table of a server: sitting down, beginning, talking, leaving."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import get_args

from fivethreefive import protocol
from fivethreefive.language import Catalogue, FiveThreeFiveError
from fivethreefive.program import command_to_type
from fivethreefive.protocol import LONGEST_SAY, Phrase, View
from fivethreefive.terminal.app.controller import Controller
from fivethreefive.terminal.app.dialogs.manager import DialogManager
from fivethreefive.terminal.app.dialogs.sheet import text_paint
from fivethreefive.terminal.app.widgets.canvas import Command
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.base import MEDIUM, Source
from fivethreefive.terminal.text.game_text import as_sentence
from fivethreefive.terminal.text.view_text import level_name
from fivethreefive.validation import LONGEST_NAME_TEXT


@dataclass(eq=False)
class TableActions:
    """Asks the table for what is not play, or says that the view does not allow it."""

    source: Source
    settings: Settings
    catalogue: Catalogue
    controller: Controller
    dialogs: DialogManager

    @property
    def _view(self) -> View:
        assert self.source.view is not None
        return self.source.view

    def refuse(self, code: str) -> None:
        """Say why a key means nothing now."""
        self.controller.display.explain(as_sentence(self.catalogue.say(f"error.{code}")))

    def _refuse_set_up(self, code: str) -> None:
        """Say why nobody's seat can be changed; ``code`` is the reason where the host might."""
        view = self._view
        is_host = view.you is not None and view.seats[view.you].host
        self.refuse("game_began" if view.phase != "waiting" else code if is_host else "host_only")

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
        name = self.settings.name or self.catalogue.say("play.default_name")

        def sit(name: str) -> None:
            self.settings.name = name
            self.settings.save()
            self.controller.request(protocol.Sit(name, seat))

        title, note = self.catalogue.say("page.sit"), self.catalogue.say("page.your_name")
        self.dialogs.type_line(title, note, LONGEST_NAME_TEXT, sit, name)

    def start(self) -> None:
        """Begin the game."""
        if self._view.can.start:
            self.controller.request(protocol.Start())

    def fill(self) -> None:
        """Put bots on all free seats."""
        if self._view.can.fill:
            self.controller.request(protocol.Fill(MEDIUM))
        else:
            self._refuse_set_up("no_seat_free")

    def take_back_seat(self) -> None:
        """Take the seat back from the bot that plays it."""
        if self._view.can.back:
            self.controller.request(protocol.Back())
        else:
            self.refuse("no_stand_in")

    def next_round(self) -> None:
        """Ask for the next round."""
        if self._view.can.ready:
            self.controller.request(protocol.Ready())

    def rematch(self) -> None:
        """Ask for another game."""
        if self._view.can.rematch:
            self.controller.request(protocol.Rematch())

    def choose_seat(self) -> None:
        """Choose a seat whose player is to change."""
        if not self._view.can.seat_bot:
            self._refuse_set_up("not_now")
            return
        entries = [
            (partial(self.choose_player, seat), self.catalogue.say("page.seat", seat=seat))
            for seat in self._view.can.seat_bot
        ]
        self.dialogs.choose(self.catalogue.say("app.who_sits"), entries)

    def choose_player(self, seat: int) -> None:
        """Choose who is to sit at a seat: a friend, a bot of a level, or a bot from outside."""
        names: dict[str | None, str] = {None: self.catalogue.say("page.friend")}  # None: whoever comes.
        names |= {level: level_name(self.catalogue, level) for level in self.source.levels}
        entries: list[tuple[Command, str]] = [
            (partial(self.controller.request, protocol.SeatBot(seat, level)), name)
            for level, name in names.items()
        ]
        entries.append((partial(self._invite, seat), self.catalogue.say("page.remote_bot")))
        self.dialogs.choose(self.catalogue.say("page.who_at", seat=seat), entries)

    def _invite(self, seat: int) -> None:
        self.controller.display.run_worker(self._invited(seat))

    async def _invited(self, seat: int) -> None:
        answer = await self.source.ask(protocol.InviteBot(seat))
        if isinstance(answer, protocol.Invited):
            command = command_to_type("bot", "--connect", self.source.address, "--token", answer.token)
            texts = [
                (self.catalogue.say("page.invited", seat=seat), "$ink"),
                ("", ""),
                (command, "bold $mark"),
            ]
            self.dialogs.open_sheet(self.catalogue.say("page.remote_bot"), text_paint(texts))
        elif isinstance(answer, protocol.Refused):
            self.controller.display.explain(as_sentence(answer.sentence))

    def say(self) -> None:
        """Choose something to say."""
        if not self._view.can.say:
            if not self.source.address:  # A game on this machine.
                self.refuse("only_bots_here")
            else:
                self.refuse("not_seated" if self._view.you is None else "not_now")
            return
        entries: list[tuple[Command, str]] = [
            (
                partial(self.controller.request, protocol.Say(phrase)),
                self.catalogue.say(f"page.phrase_{phrase}"),
            )
            for phrase in get_args(Phrase)
        ]
        if self._view.can.chat:
            own = f"{self.catalogue.say('page.message')}\N{HORIZONTAL ELLIPSIS}"
            entries.insert(0, (self.say_message, own))
        self.dialogs.choose(self.catalogue.say("page.say"), entries)

    def say_message(self) -> None:
        """Say something of one's own."""
        title, request = self.catalogue.say("page.message"), self.controller.request
        self.dialogs.type_line(title, "", LONGEST_SAY, lambda text: request(protocol.Say(text=text)))

    def copy_address(self) -> None:
        """Copy the table's address, where the terminal lets programs do that."""
        if self.source.address:  # A game on this machine has none.
            self.dialogs.copy(self.source.address)
            self.source.add_note(f"{self.catalogue.say('page.copied')}: {self.source.address}")
        else:
            self.refuse("no_address")

    def download(self, *, fair: bool = False) -> None:
        """Keep the finished game, or with ``fair`` what proves its deals, in a file."""
        self.controller.display.run_worker(self._download(fair=fair))

    async def _download(self, *, fair: bool) -> None:
        try:
            name = await self.source.download(fair=fair)
        except FiveThreeFiveError as error:
            self.source.add_note(as_sentence(error.sentence(self.catalogue.language)))
        else:
            check = command_to_type("verify" if fair else "watch", name)
            self.source.add_note(self.catalogue.say("app.in_file", file=name, command=check))

    def show_hand(self) -> None:
        """Let spectators see the hand, or no more."""
        view = self._view
        if view.can.show and view.you is not None:
            self.controller.request(protocol.Show(not view.seats[view.you].shows_hand))

    def leave(self) -> None:
        """Leave the seat."""
        if self._view.can.leave:
            self.controller.request(protocol.Leave())
