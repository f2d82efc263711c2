"""What every screen of a table has: its widgets, the newest view of a source drawn on them, sheets to read.

It knows no rules. Legal plays, the melds they make and what ends a trick come with the view; why something
is not legal is asked of the source.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen

from fivethreefive.language import Catalogue, FiveThreeFiveError
from fivethreefive.protocol import Bye, Happened, Said, View
from fivethreefive.rules.actions import Action
from fivethreefive.rules.options import Rules
from fivethreefive.terminal.app.dialogs import sheet_content
from fivethreefive.terminal.app.dialogs.manager import DialogManager
from fivethreefive.terminal.app.dialogs.settings_menu import SettingsMenu
from fivethreefive.terminal.app.hand_state import HandState, clusters
from fivethreefive.terminal.app.layout import SIDE_WIDTH, Layout, heights, layout_for
from fivethreefive.terminal.app.widgets.canvas import CanvasWidget, Command, KeyEntries, wrapped
from fivethreefive.terminal.app.widgets.central_meld import CentralMeld
from fivethreefive.terminal.app.widgets.table_widgets import TableWidgets
from fivethreefive.terminal.selection import Selection
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.base import Source
from fivethreefive.terminal.text.view_text import ViewText

SAID_SECONDS = 6.0
MANY = 20
"""So many events at once are the log so far."""
MOST_ROWS = 6
"""So many rows what to do, or why not, takes at the most."""
MOST_LINES = 60
"""So many lines of the log can stand beside the table."""


def letter(key: str, action: str) -> Binding:
    """An action for a letter, small or capital."""
    return Binding(",".join({key: 0, key.upper(): 0}), action, show=False)


class ViewScreen(Screen[None]):
    """Shows the views of one source."""

    DEFAULT_CSS = """
    ViewScreen { background: $felt; color: $ink; }
    ViewScreen #top, ViewScreen #keys { height: 1; }
    ViewScreen #top { background: $low; }
    ViewScreen #main { width: 1fr; }
    ViewScreen #board { height: 1fr; }
    ViewScreen CentralMeld, ViewScreen Lobby { height: 1fr; }
    ViewScreen SidePanel { height: 1fr; }
    """
    BINDINGS: ClassVar = [
        Binding("question_mark", "rules", show=False),
        letter("l", "log"),
        letter("s", "scores"),
        letter("m", "menu"),
        letter("d", "app.toggle_theme"),
    ]
    WITHOUT_VIEW: ClassVar[frozenset[str]] = frozenset({"rules", "menu"})
    """Actions that can be done before there is a table."""
    TOO_SMALL: ClassVar[frozenset[str]] = frozenset({"rules", "menu"})
    """Actions for a window too small for the table: nobody plays on one that cannot be seen."""
    KEY_TEXTS: ClassVar[tuple[str, ...]] = ()
    """What is said of the keys beside the rules."""

    @dataclass
    class Failed(Message):
        """The table cannot go on."""

        error: FiveThreeFiveError

    class SettingsChanged(Message):
        """A setting that is not for the screen alone may have changed."""

    def __init__(self, source: Source, settings: Settings, catalogue: Catalogue) -> None:
        super().__init__()
        self.source = source
        self.settings = settings
        self.catalogue = catalogue
        self.widgets = TableWidgets.new()
        self.dialogs = DialogManager(self, catalogue)
        self.settings_menu = SettingsMenu(settings, source, catalogue, self._settings_changed)
        self.hand = HandState()
        self.away = False
        self.bye: Bye | None = None
        self.problem = ""
        """A refusal or a question, in place of what to do."""
        self._is_question = False
        self._arrived = 0.0
        self._turn: object = None
        self._said: dict[int, str] = {}

    # What the kinds of screens differ in

    def heading(self, view_text: ViewText) -> str:
        """What stands at the top."""
        return view_text.round_title()

    def status_note(self, view_text: ViewText) -> str:
        """What stands at the top, at the right."""
        raise NotImplementedError

    def instruction(self, view_text: ViewText) -> str:
        """What to do next, where there is nothing to refuse."""
        raise NotImplementedError

    def viewer_label(self, view_text: ViewText) -> str:
        """What one is without a seat."""
        return view_text.say("page.watching")

    def delay_text(self, view_text: ViewText) -> str:
        """What is under way, and why it takes long."""
        return self.source.delay

    def next_entries(self, view: View) -> KeyEntries:
        """What can be done where there is nothing to play."""
        raise NotImplementedError

    def lobby_entries(self, view: View) -> KeyEntries:
        """What can be done before the game."""
        return ()

    def footer_entries(self, view: View | None) -> KeyEntries:
        """The keys at the foot; without a view those that work without a table in sight."""
        raise NotImplementedError

    def menu_entries(self, view: View) -> list[tuple[Command, str]]:
        """What the menu offers at this table."""
        raise NotImplementedError

    def turn_changed(self, view: View) -> None:
        """Get ready for another turn."""
        self.explain("")

    # Widgets

    def compose(self) -> ComposeResult:
        """Lay the widgets out from top to bottom, scores and log beside them."""
        top, *middle, side, keys = self.widgets
        yield top
        with Horizontal(id="board"):
            with Vertical(id="main"):
                yield from middle
            yield side
        yield keys

    def on_mount(self) -> None:
        """Take one's place, and have the table go on."""
        self.source.listener = self
        self.redraw()
        self.set_interval(1, self._tick)
        self.run_worker(self._follow())

    async def _follow(self) -> None:
        """Have the table go on; where it cannot, as when it cannot be kept, end and say why."""
        try:
            await self.source.run()
        except FiveThreeFiveError as error:
            self.post_message(self.Failed(error))

    def on_unmount(self) -> None:
        """Let the table go."""
        self.source.close()

    def ring_bell(self) -> None:
        """Let the terminal's bell sound."""
        self.app.bell()

    @property
    def view(self) -> View | None:
        """The newest view."""
        return self.source.view

    @property
    def view_text(self) -> ViewText:
        """The newest view in words."""
        assert self.source.view is not None
        return ViewText(self.source.view, self.catalogue)

    @property
    def room(self) -> Layout:
        """What fits at the terminal's size."""
        return layout_for(self.app.size.width, self.app.size.height)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        if not self.room.enough:
            return action in self.TOO_SMALL
        return self.view is not None or action in self.WITHOUT_VIEW

    # Drawing

    def redraw(self) -> None:
        """Show the newest view; widgets that have not changed draw nothing."""
        room, view = self.room, self.view
        view_text = None if view is None else ViewText(view, self.catalogue)
        self._arrange(room, view_text)
        top = self.widgets.top
        self.widgets.keys.set(self.footer_entries(view if room.enough else None))
        if not room.enough:
            top.set("535", "")
            self.widgets.lobby.show_message(self.catalogue.say("app.too_small"))
            return
        if view is None or view_text is None:
            top.set("535", self._connection(), alert=self.away)
            key = "page.no_connection" if self.away else "page.connecting"
            self.widgets.lobby.show_message(self._farewell() or self.catalogue.say(key))
            return
        troubled = self.away or self.bye is not None
        top.set(self.heading(view_text), self._connection() or self.status_note(view_text), alert=troubled)
        log = tuple(view_text.log_lines(self.source.log, MOST_LINES))
        if view.phase == "waiting":
            offers = self.lobby_entries(view)
            self.widgets.lobby.set(view_text, self.source.address, self.problem, log, offers)
        else:
            self.widgets.seats.set(view_text, self.seconds(), self._said)
            self.widgets.central_meld.set(view_text, room.meld, () if room.side else log)
            self.widgets.revealed.set(view_text)
            self.widgets.side.set(view_text, log)
        self._draw_place(view_text, room)

    on_resize = redraw
    """Make the best of another size."""

    def _arrange(self, room: Layout, view_text: ViewText | None) -> None:
        """Give every widget its rows."""
        view = None if view_text is None else view_text.view
        rows = heights(room, view)
        if rows["prompt"] and view_text is not None:
            width = self.app.size.width - (SIDE_WIDTH if room.side else 0)
            needed = len(wrapped(self._text(view_text), width - 2, MOST_ROWS))
            if needed > room.prompt:  # What is refused is said in full; nothing can be played then.
                rows["prompt"] = needed
                rows["buttons"] = 1 if self.problem else room.bar
            elif not room.side:  # The log takes what is left.
                rows["prompt"] = min(room.prompt, max(needed, 1) + 1)
        for part in self.widgets:
            if part.id in rows:
                height = rows[part.id]
                part.display = height != 0
                if height:
                    part.styles.height = height
        side = self.widgets.side
        side.display = room.side and room.enough and view is not None and view.phase != "waiting"
        side.styles.width = SIDE_WIDTH

    def _draw_place(self, view_text: ViewText, room: Layout) -> None:
        view = view_text.view
        selection = self.hand.selection(view)
        alert = bool(self.problem) and not self._is_question
        self.widgets.prompt.set(
            view_text, self.viewer_label(view_text), self._text(view_text), self.seconds(), alert=alert
        )
        self.widgets.hand.set(
            clusters(self.hand.held, self.settings.sorting),
            self.hand.chosen,
            frozenset(selection.dead) if view.can.act else frozenset(),
            view.options.rules.points,
            room.hand,
        )
        self._draw_choice(view_text, selection)

    def _draw_choice(self, view_text: ViewText, selection: Selection) -> None:
        view, seen = view_text.view, view_text.view.observation
        legal: Sequence[Action] = seen.legal if seen is not None and view.can.act else ()
        passing = next((action for action in legal if action.kind == "pass"), None)
        quiet = ""
        if view.can.act:
            nothing_else = passing is not None and len(legal) == 1
            quiet = self.catalogue.say("page.none_fits" if nothing_else else "page.choose_cards")
        self.widgets.buttons.set(view_text, selection.completed, passing, quiet, self.next_entries(view))

    def _connection(self) -> str:
        """What is wrong with the connection."""
        if self.bye is not None:
            return self._farewell()
        return self.catalogue.say("page.reconnecting") if self.away and self.view is not None else ""

    def _farewell(self) -> str:
        return "" if self.bye is None else self.bye.sentence

    def _text(self, view_text: ViewText) -> str:
        """What is being waited for, and why something is refused, else what to do."""
        return " ".join(
            filter(None, (self.delay_text(view_text), self.problem or self.instruction(view_text)))
        )

    def seconds(self) -> int | None:
        """What is left on the clock."""
        view = self.view
        if view is None or view.clock_ms is None:
            return None
        gone = (time.monotonic() - self._arrived) * 1000 if view.clock_running else 0
        return max(0, ceil((view.clock_ms - gone) / 1000))

    def _tick(self) -> None:
        if self.view is not None and self.view.clock_ms is not None and self.view.clock_running:
            self.redraw()

    def explain(self, text: str, *, question: bool = False) -> None:
        """Show a refusal or a question in place of what to do; nothing where it is empty."""
        self.problem, self._is_question = text, question
        self.redraw()

    # What the source tells

    def table_changed(self, events: Sequence[Happened], view: View) -> None:
        """Show what happened."""
        self._arrived = time.monotonic()
        self.hand.update(view)
        if len(events) < MANY:  # The log so far is no news.
            for event in events:
                if isinstance(event, Said):
                    self._hear(event, ViewText(view, self.catalogue).chat_text(event))
        turn = (view.game, view.turn_number, view.phase, view.you)
        if turn != self._turn:
            self._turn = turn
            self.turn_changed(view)
        self.redraw()

    def _hear(self, event: Said, text: str) -> None:
        """Let a seat show for a while what it has said."""
        self._said = {**self._said, event.seat: text}

        def forget() -> None:
            if self._said.get(event.seat) == text:
                self._said = {seat: said for seat, said in self._said.items() if seat != event.seat}
                self.redraw()

        self.set_timer(SAID_SECONDS, forget)

    def connection_changed(self, away: bool) -> None:
        """Say that the server is away, or is back."""
        self.away = away
        self.redraw()

    def notice(self, text: str) -> None:
        """Show a sentence in the log."""
        self.redraw()

    def closed_by_server(self, bye: Bye) -> None:
        """Say why the table is over for us."""
        self.bye = bye
        self.redraw()

    # What is pressed

    def on_canvas_widget_pressed(self, event: CanvasWidget.Pressed) -> None:
        """Do what an entry stands for."""
        event.stop()
        event.command()

    def on_central_meld_last_trick_pressed(self, event: CentralMeld.LastTrickPressed) -> None:
        """Show the last trick and the log."""
        event.stop()
        self.action_log()

    def action_rules(self) -> None:
        """Show the rules in short, and the keys."""
        say = self.catalogue.say
        paint = sheet_content.rules_summary(
            self._rules, self.catalogue, [say(key) for key in self.KEY_TEXTS]
        )
        more = (("R", say("page.all_rules"), self.show_rule_book),)
        self.dialogs.open_sheet(say("page.reference"), paint, more)

    def show_rule_book(self) -> None:
        """Show all the rules."""
        title = self.catalogue.say("rules.title", players=self._rules.players)
        self.dialogs.open_sheet(title, sheet_content.all_rules(self._rules, self.catalogue))

    @property
    def _rules(self) -> Rules:
        return Rules() if self.view is None else self.view.options.rules

    def action_log(self) -> None:
        """Show the last trick and the log."""
        paint = partial(sheet_content.draw_log, self.view_text, self.source.log)
        self.dialogs.open_sheet(self.catalogue.say("page.log"), paint)

    def action_scores(self) -> None:
        """Show the scores and their chart."""
        self.dialogs.open_sheet(
            self.catalogue.say("page.scores"), partial(sheet_content.draw_scores, self.view_text)
        )

    def action_menu(self) -> None:
        """Show everything that can be done, and the settings."""
        self._open_menu()

    def _open_menu(self, at: int = 0) -> None:
        say, view = self.catalogue.say, self.view
        entries = [] if view is None else self.menu_entries(view)
        entries += [
            (self.action_rules, say("page.reference")),
            (self.show_rule_book, say("page.all_rules")),
        ]
        settings = self.settings_menu.entries(hand=view is None or view.you is not None)
        entries += [
            (partial(self._turn_setting, command, at), text)
            for at, (command, text) in enumerate(settings, len(entries))
        ]
        self.dialogs.choose(say("page.menu"), [*entries, (self.leave, say("app.quit"))], at)

    def _turn_setting(self, command: Command, at: int) -> None:
        """Change a setting, and come back to it in the menu."""
        command()
        self._open_menu(at)

    def open_review(self) -> None:
        """Look at every decision of a game that is over."""
        self.dialogs.open_review(self.source)

    def _settings_changed(self) -> None:
        self.post_message(self.SettingsChanged())
        self.redraw()

    def leave(self) -> None:
        """Leave at once."""
        self.app.exit(0)
