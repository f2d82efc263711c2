"""Plays for the person at a table: chooses cards, submits plays, and has requests done by the source."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from textual.worker import Worker

from fivethreefive.cards import write_cards
from fivethreefive.language import Catalogue
from fivethreefive.protocol import Act, Ask, Hint, Hinted, Refused, Request, View, Why
from fivethreefive.rules.actions import Action
from fivethreefive.terminal.app.hand_state import HandState
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.base import Source
from fivethreefive.terminal.text.game_text import as_sentence
from fivethreefive.terminal.text.view_text import ViewText

AUTO_PASS_MS = (600, 2600)
"""After so long the app passes by itself, by chance, so that the time tells nobody anything."""


class _Display(Protocol):
    """What a controller needs of the screen; it is given no more, so that it knows no widgets."""

    def redraw(self) -> None: ...
    def explain(self, text: str, *, question: bool = False) -> None: ...
    def ring_bell(self) -> None: ...
    def show_hint(self, view: View, hinted: Hinted) -> None: ...
    def run_worker(self, work: Coroutine[Any, Any, None]) -> Worker[None]: ...
    def set_timer(self, delay: float, callback: Callable[[], None]) -> object: ...


@dataclass(eq=False)
class Controller:
    """The person at one table."""

    source: Source
    settings: Settings
    catalogue: Catalogue
    hand: HandState
    display: _Display
    hint_is_pending: bool = False
    _busy: bool = False  # Whether a play was sent and is not answered yet.
    _hinting: Worker[None] | None = None
    _to_confirm: Action | None = None  # Waits for a second press, where plays are confirmed.

    def turn_changed(self, view: View) -> None:
        """Forget what was said about the turn before, and pass where the app may do so by itself."""
        self._clear_prompt()
        seen, settings = view.observation, self.settings
        if not view.can.act or seen is None:
            return
        if settings.bell:
            self.display.ring_bell()
        if settings.auto_pass and [action.kind for action in seen.legal] == ["pass"]:
            least, most = AUTO_PASS_MS
            seconds = (least + secrets.randbelow(most - least)) / 1000
            self.display.set_timer(seconds, partial(self._pass_at, view.turn_number, seen.legal[0]))
        if self.hand.chosen:  # Chosen before the turn came.
            self._selection_changed()

    def _pass_at(self, turn: int, action: Action) -> None:
        view = self.source.view
        # While it waited the person may have passed, or have changed the setting.
        if view is not None and view.turn_number == turn and self.settings.auto_pass:
            self._send(action)

    def _clear_prompt(self) -> None:
        self._to_confirm = None
        self.display.explain("")

    # Choosing

    def choose_rank(self, rank: int) -> None:
        """Choose another card of a rank."""
        if self.hand.choose_rank(rank):
            self._selection_changed()

    def toggle_card(self, card: int) -> None:
        """Choose a card by its id, or put it back."""
        self.hand.toggle(card)
        self._selection_changed()

    def clear(self) -> None:
        """Wait for the hint no more; else put all cards back."""
        if self.hint_is_pending and self._hinting is not None:
            self._hinting.cancel()
            self.hint_is_pending, self.source.delay = False, ""
            self.display.redraw()
            return
        self.hand.clear()
        self._selection_changed()

    def _selection_changed(self) -> None:
        self._clear_prompt()
        view, cards = self.source.view, self.hand.cards
        assert view is not None
        selection = self.hand.selection(view)
        if view.can.act and cards and not selection.more and not selection.completed:
            self.display.run_worker(self._ask_why(view, write_cards(cards)))
        self.display.redraw()

    async def _ask_why(self, view: View, cards: str) -> None:
        led = view.observation is None or not view.observation.table
        sentences: dict[str, None] = {}
        for form in [cards] if led else [f">{cards}", f"+{cards}"]:  # Each has its own reason (R12).
            answer = await self.source.ask(Ask(0, form))
            if isinstance(answer, Why | Refused) and answer.sentence:
                sentences[as_sentence(answer.sentence)] = None
        if self.source.view is view and write_cards(self.hand.cards) == cards:  # Nothing changed meanwhile.
            self.display.explain(" ".join(sentences))

    # Playing

    def chosen_plays(self) -> tuple[Action, ...]:
        """The plays that the chosen cards are."""
        view = self.source.view
        return () if view is None else self.hand.selection(view).completed

    def play_as(self, kind: str) -> None:
        """Play the chosen cards over the meld, or add them to it."""
        for action in self.chosen_plays():
            if action.kind == kind:
                self.play(action)

    def play_pass(self) -> None:
        """Pass, where that can be done."""
        view = self.source.view
        if view is not None and view.observation is not None:
            for action in view.observation.legal:
                if action.kind == "pass":
                    self.play(action)

    def play(self, action: Action) -> None:
        """Play an action; where plays are confirmed, the second time."""
        view = self.source.view
        if view is not None and view.can.act and self.settings.confirm and self._to_confirm != action:
            self._to_confirm = action
            name = ViewText(view, self.catalogue).action_label(action)
            self.display.explain(f"{self.catalogue.say('page.sure')} {name}", question=True)
        else:
            self._send(action)

    def _send(self, action: Action) -> None:
        view = self.source.view
        if view is not None and view.can.act and not self._busy:  # Enter twice at once is one play.
            self._busy = True
            self.display.run_worker(self._submit(Act(view.turn_number, 0, str(action))))

    async def _submit(self, act: Act) -> None:
        try:
            answer = await self.source.ask(act)
        finally:
            self._busy = False
        if isinstance(answer, Refused):
            self.display.explain(as_sentence(answer.sentence))
        else:
            self.hand.clear()
            self.display.redraw()

    # Requests

    def hint(self) -> None:
        """Ask what to play."""
        view = self.source.view
        if view is not None and view.can.hint and not self._busy and not self.hint_is_pending:
            self.hint_is_pending = True
            self.display.redraw()
            self._hinting = self.display.run_worker(self._hint(view))

    async def _hint(self, view: View) -> None:
        try:
            answer = await self.source.ask(Hint(0))
        finally:  # Also where Esc has cancelled it.
            self.hint_is_pending, self.source.delay = False, ""
        if isinstance(answer, Refused):
            self.display.explain(as_sentence(answer.sentence))
        self.display.redraw()
        now = self.source.view
        if isinstance(answer, Hinted) and now is not None and now.turn_number == view.turn_number:
            self.display.show_hint(view, answer)

    def request(self, request: Request) -> None:
        """Have the source do something, and say why where it will not."""
        self.display.run_worker(self._request(request))

    async def _request(self, request: Request) -> None:
        answer = await self.source.ask(request)
        self.display.explain(as_sentence(answer.sentence) if isinstance(answer, Refused) else "")
