"""Draws a view on the widgets of a screen; widgets that have not changed draw nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from fivethreefive.language import Catalogue
from fivethreefive.rules.actions import Action
from fivethreefive.terminal.app.hand_state import HandState, clusters
from fivethreefive.terminal.app.layout import SIDE_WIDTH, Layout, heights
from fivethreefive.terminal.app.screens.listener import SourceListener
from fivethreefive.terminal.app.widgets.canvas import KeyEntries, wrapped
from fivethreefive.terminal.app.widgets.table_widgets import TableWidgets
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.base import Source
from fivethreefive.terminal.text.view_text import ViewText

MOST_PROMPT_ROWS = 6
MOST_LOG_LINES = 60  # So many can stand beside the table; making them costs time at every redraw.


class ScreenContent(NamedTuple):
    """What a kind of screen shows around the table."""

    note: str  # At the top, at the right.
    viewer_label: str  # What the viewer is without a seat.
    delay: str  # What is waited for, as long as it takes.
    instruction: str  # What to do next, where nothing is refused.
    next_entries: KeyEntries  # What can be done where there is nothing to play ...
    lobby_entries: KeyEntries = ()  # ... and before the game.


@dataclass(eq=False)
class TableRenderer:
    """Sets the widgets of one screen."""

    source: Source
    listener: SourceListener
    hand: HandState
    settings: Settings
    catalogue: Catalogue
    widgets: TableWidgets = field(default_factory=TableWidgets.new)
    problem: str = ""  # A refusal or a question, in place of what to do.
    problem_is_question: bool = False

    def draw_message(self, layout: Layout, note: str, text: str) -> None:
        """Draw nothing but a sentence, where no table can be shown."""
        self._set_heights(heights(layout, None))
        self.widgets.side.display = False
        self.widgets.top.set("535", note, alert=self.listener.away)
        self.widgets.lobby.show_message(text)

    def draw_table(self, layout: Layout, view_text: ViewText, content: ScreenContent) -> None:
        """Draw the table, or before the game its lobby."""
        view, widgets, listener = view_text.view, self.widgets, self.listener
        text = " ".join(filter(None, (content.delay, self.problem or content.instruction)))
        note = self.connection_text() or content.note
        if not self._arrange(layout, view_text, text) and view.you is not None:
            own = view_text.say("page.points_short", count=view.scores[view.you])
            note = f"{view_text.name(view.you)} {own} \N{MIDDLE DOT} {note}"
        widgets.top.set(view_text.round_title(), note, alert=listener.away or listener.bye is not None)
        log = tuple(view_text.log_lines(self.source.log, MOST_LOG_LINES))
        if view.phase == "waiting":
            address, entries = self.source.address, content.lobby_entries
            widgets.lobby.set(view_text, address, self.problem, log, entries)
        else:
            widgets.seats.set(view_text, listener.seconds_left(view), listener.speech)
            widgets.central_meld.set(view_text, layout.meld, () if layout.side else log)
            widgets.revealed.set(view_text)
            widgets.side.set(view_text, log)
        label, alert = content.viewer_label, bool(self.problem) and not self.problem_is_question
        widgets.prompt.set(view_text, label, text, listener.seconds_left(view), alert=alert)
        self._draw_place(layout, view_text, content.next_entries)

    def connection_text(self) -> str:
        """What is wrong with the connection; empty where nothing is."""
        if self.listener.bye is not None:
            return self.listener.bye.sentence
        if self.listener.away and self.source.view is not None:
            return self.catalogue.say("page.reconnecting")
        return ""

    def _arrange(self, layout: Layout, view_text: ViewText, text: str) -> bool:
        """Give each part its rows; whether one's own name and points are in sight above what to do."""
        rows = heights(layout, view_text.view)
        if rows["prompt"]:
            needed = len(wrapped(text, layout.main_width - 2, MOST_PROMPT_ROWS))
            if needed > layout.prompt:  # What is refused is said in full; nothing can be played then.
                rows["prompt"] = needed
                rows["buttons"] = 1 if self.problem else layout.bar
            elif not layout.side:  # The log takes what is left.
                rows["prompt"] = min(layout.prompt, max(needed, 1) + 1)
            if needed >= rows["prompt"] and not layout.short:
                rows["prompt"] = needed + 1  # One's own points stay in sight.
        else:
            needed = -1
        self._set_heights(rows)
        self.widgets.side.display = layout.side and view_text.view.phase != "waiting"
        self.widgets.side.styles.width = SIDE_WIDTH
        return needed < (rows["prompt"] or 0)

    def _set_heights(self, rows: dict[str, int | None]) -> None:
        for widget in self.widgets:
            if widget.id in rows:
                height = rows[widget.id]
                widget.display = height != 0
                if height:
                    widget.styles.height = height

    def _draw_place(self, layout: Layout, view_text: ViewText, entries: KeyEntries) -> None:
        view, hand, seen = view_text.view, self.hand, view_text.view.observation
        selection = hand.selection(view)
        self.widgets.hand.set(
            clusters(hand.held, self.settings.sorting),
            hand.chosen,
            frozenset(selection.dead) if view.can.act else frozenset(),
            view.options.rules.points,
            layout.hand,
            hand.cursor,
        )
        legal: Sequence[Action] = seen.legal if seen is not None and view.can.act else ()
        passing = next((action for action in legal if action.kind == "pass"), None)
        quiet = ""
        if view.can.act:
            nothing_else = passing is not None and len(legal) == 1
            quiet = self.catalogue.say("page.none_fits" if nothing_else else "page.choose_cards")
        self.widgets.buttons.set(view_text, selection.completed, passing, quiet, entries)
