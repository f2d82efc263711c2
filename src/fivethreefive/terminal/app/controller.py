"""Plays for the person at a table: chooses cards, submits plays, and has requests done by the source."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from textual.worker import Worker

from fivethreefive.cards import write_cards
from fivethreefive.language import Catalogue
from fivethreefive.protocol import Act, Ask, Hint, Hinted, Refused, Request, View, Why
from fivethreefive.rules.actions import PREFIX, Action, ActionKind
from fivethreefive.terminal.app.hand_state import HandState
from fivethreefive.terminal.app.key_hold import KeyHold
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.base import Source
from fivethreefive.terminal.text.game_text import as_sentence
from fivethreefive.terminal.text.view_text import ViewText

AUTO_PASS_MS = (600, 2600)
"""After so long the app passes by itself, by chance, so that the time tells nobody anything."""


def _turn(view: View) -> object:
    """What tells one turn from another."""
    return view.game, view.turn_number, view.phase, view.you


class _Display(Protocol):
    """What a controller needs of the screen; it is given no more, so that it knows no widgets."""

    def redraw(self) -> None: ...
    def explain(self, text: str, *, question: bool = False) -> None: ...
    def ring_bell(self) -> None: ...
    def show_hint(self, view: View, hinted: Hinted) -> None: ...
    def run_worker(self, work: Coroutine[Any, Any, None]) -> Worker[None]: ...
    def call_after_refresh(self, callback: Callable[[], None]) -> object: ...
    def set_timer(self, delay: float, callback: Callable[[], None]) -> object: ...


@dataclass(eq=False)
class Controller:
    """The person at one table."""

    source: Source
    settings: Settings
    catalogue: Catalogue
    hand: HandState
    display: _Display
    key_hold: KeyHold
    hint_is_pending: bool = False
    _busy: bool = False  # Whether a play was sent and is not answered yet.
    _hinting: Worker[None] | None = None
    _to_confirm: Action | None = None  # Waits for a second press, where plays are confirmed.
    _shown: object = None  # The turn that was drawn last: what was typed before is not meant for it.

    def turn_changed(self, view: View) -> None:
        """Forget what was said about the turn before, and pass where the app may do so by itself."""
        self._clear_prompt()
        self.display.call_after_refresh(partial(self._turn_shown, _turn(view)))
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

    def _turn_shown(self, turn: object) -> None:
        self._shown = turn

    @property
    def turn_is_shown(self) -> bool:
        """Whether what is pressed now is meant for this turn; a person has to see it first."""
        view = self.source.view
        return view is not None and self._shown == _turn(view)

    def _pass_at(self, turn: int, action: Action) -> None:
        view = self.source.view
        # While it waited the person may have passed, or have changed the setting.
        if view is not None and view.turn_number == turn and self.settings.auto_pass:
            self._submit_action(view, action)

    def _clear_prompt(self) -> None:
        self._to_confirm = None
        self.display.explain("")

    # Choosing

    def choose_rank(self, rank: int) -> None:
        """Choose another card of a rank, or say why there is none."""
        if self.hand.choose_rank(rank):
            self._selection_changed()
        else:
            self.ask_why(self._forms(str(rank)))

    def move(self, step: int) -> None:
        """Move the cursor along the hand."""
        self.hand.move(self.settings.sorting, step)
        self.display.redraw()

    def choose_card(self) -> None:
        """Choose the card at the cursor, or put it back; the first arrow shows the cursor."""
        if self.hand.cursor is None:
            self.move(1)
        else:
            self.toggle_card(self.hand.cursor.id)

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
            self.ask_why(self._forms(write_cards(cards)))
        self.display.redraw()

    def _forms(self, cards: str) -> tuple[str, ...]:
        """What cards could be meant as; each form has its own reason where it is not legal (R12)."""
        view = self.source.view
        led = view is None or view.observation is None or not view.observation.table
        return (cards,) if led else (f">{cards}", f"+{cards}")

    def ask_why(self, forms: Sequence[str]) -> None:
        """Have it said why none of these written forms can be played."""
        self.display.run_worker(self._ask_why(forms))

    async def _ask_why(self, forms: Sequence[str]) -> None:
        asked = self._situation
        sentences: dict[str, None] = {}
        for form in forms:
            answer = await self.source.ask(Ask(0, form))
            if isinstance(answer, Why | Refused) and answer.sentence:
                sentences[as_sentence(answer.sentence)] = None
        # Not the view, which is another after a break, or when somebody talks.
        if self._situation == asked:
            self.display.explain(" ".join(sentences))

    @property
    def _situation(self) -> object:
        """What the reason for a refusal rests on."""
        view = self.source.view
        return None if view is None else (_turn(view), self.hand.cards)

    # Playing

    def chosen_plays(self) -> tuple[Action, ...]:
        """The plays that the chosen cards are."""
        view = self.source.view
        return () if view is None else self.hand.selection(view).completed

    def play_chosen(self) -> None:
        """Play the chosen cards; where there are none choose the one at the cursor, or ask for some."""
        plays = self.chosen_plays()
        if self._to_confirm is not None:
            self.play(self._to_confirm, confirmed=True)
        elif len(plays) == 1:  # Of two, overwrite or add, O and A choose (R12).
            self.play(plays[0])
        elif self.hand.cards and not plays:
            self.ask_why(self._forms(write_cards(self.hand.cards)))
        elif not plays and self.key_hold.has_played:
            self.display.explain(self.catalogue.say("app.held"))
        elif not plays and self.hand.cursor is not None:
            self.choose_card()
        elif not plays:
            self._ask_for_cards()

    def play_as(self, kind: ActionKind) -> None:
        """Play the chosen cards over the meld, or add them to it."""
        found = next((action for action in self.chosen_plays() if action.kind == kind), None)
        if found is not None:
            self.play(found)
        elif self.hand.cards:
            self.ask_why([PREFIX[kind] + write_cards(self.hand.cards)])
        else:
            self._ask_for_cards()

    def _ask_for_cards(self) -> None:
        view = self.source.view
        if view is not None and view.can.act:
            self.display.explain(as_sentence(self.catalogue.say("page.choose_cards")))
        else:
            self.ask_why(["pass"])  # It is not one's turn, whatever was meant.

    def play_pass(self) -> None:
        """Pass, or say why that cannot be done."""
        view = self.source.view
        legal = view.observation.legal if view is not None and view.observation is not None else ()
        passing = next((action for action in legal if action.kind == "pass"), None)
        if view is not None and view.can.act and passing is not None:
            self.play(passing)
        else:
            self.ask_why(["pass"])

    def play(self, action: Action, *, confirmed: bool = False) -> None:
        """Play an action, once for a turn and a press of a key; confirmed where that is wanted."""
        view = self.source.view
        if view is None or not view.can.act or self._busy or not self.turn_is_shown:
            return  # Enter twice at once is one play.
        name = ViewText(view, self.catalogue).action_label(action)
        if self.key_hold.has_played:
            self._to_confirm = None if self.key_hold.pressed == "enter" else action
            held = self.catalogue.say("app.held" if self._to_confirm is None else "app.held_confirm")
            self.display.explain(f"{name}? {held}", question=True)
        elif self.settings.confirm and not confirmed and self._to_confirm != action:
            self._to_confirm = action
            self.display.explain(f"{self.catalogue.say('page.sure')} {name}", question=True)
        else:
            self.key_hold.play()
            self._submit_action(view, action)

    def _submit_action(self, view: View, action: Action) -> None:
        if view.can.act and not self._busy:
            self._busy, self._to_confirm = True, None
            self.display.run_worker(self._submit(Act(view.turn_number, 0, str(action))))

    async def _submit(self, act: Act) -> None:
        try:
            answer = await self.source.ask(act)
        finally:
            self._busy = False
        if isinstance(answer, Refused):
            self.key_hold.release()
            self.display.explain(as_sentence(answer.sentence))
        else:
            self.hand.clear()
            self.display.redraw()

    # Requests

    def hint(self) -> None:
        """Ask what to play."""
        view = self.source.view
        if view is not None and not view.can.hint:
            self.request(Hint(0))  # The answer says why not.
        elif view is not None and not self._busy and not self.hint_is_pending:
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
        if isinstance(answer, Hinted) and now is not None and _turn(now) == _turn(view):
            self.display.show_hint(view, answer)

    def request(self, request: Request) -> None:
        """Have the source do something, and say why where it will not."""
        self.display.run_worker(self._request(request))

    async def _request(self, request: Request) -> None:
        answer = await self.source.ask(request)
        self.display.explain(as_sentence(answer.sentence) if isinstance(answer, Refused) else "")
