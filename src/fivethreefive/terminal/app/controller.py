"""What the person at a table does: chooses cards, plays them, and asks things of the table."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING

from fivethreefive.cards import write_cards
from fivethreefive.protocol import Act, Ask, Back, Refused, Request, View, Why
from fivethreefive.terminal.app.hand_state import Holding
from fivethreefive.terminal.sources.base import Answer
from fivethreefive.terminal.text.phrases import as_sentence
from fivethreefive.terminal.text.view_text import Telling

if TYPE_CHECKING:
    from textual.worker import Worker

    from fivethreefive.terminal.app.screens.table import TableScreen

AUTO_PASS_MS = (600, 2600)
"""After so long the app passes by itself, by chance, so that the time tells nobody anything."""


class Player:
    """The person at one table's screen; ``do_`` methods are commands."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.holding = Holding()
        self.problem = ""
        """A refusal, in place of what to do."""
        self.busy = False
        """Whether a play was sent and is not answered yet."""
        self.thinks = False
        """Whether a hint is being worked out."""
        self.thinking: Worker[None] | None = None
        """What works the hint out."""
        self._numbered = 0
        self.sure = ""
        """The play that waits for a second press, where plays are confirmed."""

    def turn_came(self, view: View) -> None:
        """Forget what was said about the turn before, and pass where the app may do so by itself."""
        self.problem = self.sure = ""
        seen, settings = view.observation, self.screen.settings
        if not view.can.act or seen is None:
            return
        if settings.bell:
            self.screen.app.bell()
        if settings.auto_pass and [action.kind for action in seen.legal] == ["pass"]:
            least, most = AUTO_PASS_MS
            seconds = (least + secrets.randbelow(most - least)) / 1000
            self.screen.set_timer(seconds, partial(self._pass_at, view.turn_number))
        if self.holding.chosen:  # Chosen before the turn came.
            self._chose()

    def _pass_at(self, turn: int) -> None:
        view = self.screen.view
        if view is not None and view.turn_number == turn and self.screen.settings.auto_pass:
            self._send("pass")

    def do_rank(self, rank: str) -> None:
        """Choose another card of a rank."""
        if self.holding.choose_rank(int(rank)):
            self._chose()

    def do_card(self, id_: str) -> None:
        """Choose a card, or put it back."""
        self.holding.toggle(int(id_))
        self._chose()

    def do_clear(self) -> None:
        """Wait for the hint no more; else put all cards back."""
        if self.thinks and self.thinking is not None:
            self.thinking.cancel()
            self.thinks, self.screen.source.aside = False, ""
            self.screen.redraw()
            return
        self.holding.clear()
        self._chose()

    def do_sort(self) -> None:
        """Sort the hand the other way."""
        self.screen.settings.sorting = "melds" if self.screen.settings.sorting == "rank" else "rank"
        self.screen.settings.save()
        self.screen.redraw()

    def _chose(self) -> None:
        """Show the choice; where no play has room for it, ask which rule forbids it."""
        self.problem = self.sure = ""
        view, cards = self.screen.view, self.holding.cards
        assert view is not None
        selection = self.holding.selection(view)
        if view.can.act and cards and not selection.more and not selection.completed:
            self.screen.start(self._ask_why(view, write_cards(cards)))
        self.screen.redraw()

    async def _ask_why(self, view: View, cards: str) -> None:
        led = view.observation is None or not view.observation.table
        sentences: dict[str, None] = {}
        for form in [cards] if led else [f">{cards}", f"+{cards}"]:
            answer = await self.ask(Ask(self.next_id(), form))
            if isinstance(answer, Why | Refused) and answer.sentence:
                sentences[as_sentence(answer.sentence)] = None
        if self.screen.view is view and write_cards(self.holding.cards) == cards:
            self.problem = " ".join(sentences)
            self.screen.redraw()

    def do_play(self) -> None:
        """Play the chosen cards, where they are one play; else whatever goes on."""
        view = self.screen.view
        if view is None or self.screen.bye is not None:
            if self.screen.bye is not None:
                self.screen.do_reconnect()
            return
        completed = self.holding.selection(view).completed
        if len(completed) == 1:
            self.do_do(str(completed[0]))
        elif view.phase == "waiting":
            self.screen.dialogs.do_begin()
        elif not view.can.act and (offers := self.screen.offers(view)):
            self.screen.obey(offers[0][2])

    def do_overwrite(self) -> None:
        """Play the chosen cards over the meld."""
        self._play_kind("overwrite")

    def do_add(self) -> None:
        """Add the chosen cards to the meld."""
        self._play_kind("add")

    def _play_kind(self, kind: str) -> None:
        assert self.screen.view is not None
        for action in self.holding.selection(self.screen.view).completed:
            if action.kind == kind:
                self.do_do(str(action))

    def do_pass(self) -> None:
        """Pass, where that can be done."""
        seen = self.screen.view.observation if self.screen.view is not None else None
        if seen is not None and any(action.kind == "pass" for action in seen.legal):
            self.do_do("pass")

    def do_do(self, action: str) -> None:
        """Play an action in its written form; where plays are confirmed, the second time."""
        view = self.screen.view
        if view is not None and view.can.act and self.screen.settings.confirm and self.sure != action:
            self.sure = action
            self.problem = f"{self.screen.catalogue.say('page.sure')} {self._named(view, action)}"
            self.screen.redraw()
        else:
            self._send(action)

    def _named(self, view: View, text: str) -> str:
        """What an action is called on its button."""
        legal = () if view.observation is None else view.observation.legal
        telling = Telling(view, self.screen.catalogue)
        return next((telling.play(action) for action in legal if str(action) == text), text)

    def _send(self, action: str) -> None:
        view = self.screen.view
        if view is not None and view.can.act and not self.busy:
            self.busy = True
            self.screen.start(self._submit(Act(view.turn_number, self.next_id(), action)))

    async def _submit(self, act: Act) -> None:
        try:
            answer = await self.ask(act)
        finally:
            self.busy = False
        if isinstance(answer, Refused):
            self.problem = as_sentence(answer.sentence)
        else:
            self.holding.clear()
        self.screen.redraw()

    def do_back(self) -> None:
        """Take the seat back from the bot that plays it."""
        if self.screen.view is not None and self.screen.view.can.back:
            self.request(Back(self.next_id()))

    # Requests

    def next_id(self) -> int:
        """A number for a request."""
        self._numbered += 1
        return self._numbered

    async def ask(self, request: Request) -> Answer:
        """Have the source do something."""
        return await self.screen.source.ask(request)

    def request(self, request: Request) -> None:
        """Have the source do something, and say why where it will not."""
        self.screen.start(self._request(request))

    async def _request(self, request: Request) -> None:
        answer = await self.ask(request)
        self.problem = as_sentence(answer.sentence) if isinstance(answer, Refused) else ""
        self.screen.redraw()
