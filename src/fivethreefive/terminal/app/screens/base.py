"""What every screen of a table has: its widgets, the keys that all screens share, the views of one source.

It knows no rules. Legal plays, the melds they make and what ends a trick come with the view; why something
is not legal is asked of the source.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen

from fivethreefive.language import Catalogue, FiveThreeFiveError
from fivethreefive.protocol import View
from fivethreefive.terminal.app.dialogs.info_sheets import InfoSheets
from fivethreefive.terminal.app.dialogs.main_menu import MainMenu, MenuEntries
from fivethreefive.terminal.app.dialogs.manager import DialogManager
from fivethreefive.terminal.app.dialogs.settings_menu import SettingsMenu
from fivethreefive.terminal.app.hand_state import HandState
from fivethreefive.terminal.app.layout import Layout, layout_for
from fivethreefive.terminal.app.screens import bindings
from fivethreefive.terminal.app.screens.listener import SourceListener
from fivethreefive.terminal.app.screens.renderer import ScreenContent, TableRenderer
from fivethreefive.terminal.app.theme import SIXTEEN
from fivethreefive.terminal.app.widgets.canvas import CanvasWidget, KeyEntries
from fivethreefive.terminal.app.widgets.central_meld import CentralMeld
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.base import Source
from fivethreefive.terminal.text.view_text import ViewText


class ViewScreen(Screen[None]):
    """Shows the views of one source."""

    DEFAULT_CSS = """
    ViewScreen { background: $felt; color: $ink; }
    ViewScreen #top, ViewScreen #keys { height: 1; } ViewScreen #top { background: $low; }
    ViewScreen #main { width: 1fr; } ViewScreen #board { height: 1fr; }
    ViewScreen CentralMeld, ViewScreen Lobby, ViewScreen SidePanel { height: 1fr; }
    """
    BINDINGS: ClassVar = bindings.SHARED
    # Actions that can be done before there is a table ...
    WITHOUT_VIEW: ClassVar[frozenset[str]] = frozenset({"rules", "menu"})
    # ... and in a window too small for it: nobody plays on a table that cannot be seen.
    TOO_SMALL: ClassVar[frozenset[str]] = frozenset({"rules", "menu"})
    KEY_TEXTS: ClassVar[tuple[str, ...]] = ()  # What is said of the keys beside the rules.

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
        self.hand = HandState()
        self.listener = SourceListener(self.hand, catalogue, self)
        self.renderer = TableRenderer(source, self.listener, self.hand, settings, catalogue)
        self.widgets = self.renderer.widgets
        self.dialogs = DialogManager(self, catalogue)
        self.settings_menu = SettingsMenu(
            settings, source, catalogue.say, self._settings_changed, lambda: self.app.theme != SIXTEEN
        )
        self.sheets = InfoSheets(source, catalogue, self.dialogs, self.KEY_TEXTS)
        menu = MainMenu(self.dialogs, self.sheets, self.settings_menu, self.menu_entries, self.leave)
        self.action_rules, self.action_log = self.sheets.open_rules, self.sheets.open_log
        self.action_scores, self.action_menu = self.sheets.open_scores, menu.open

    # What the kinds of screens differ in

    def content(self, view_text: ViewText) -> ScreenContent:
        """What stands around the table."""
        raise NotImplementedError

    def footer_entries(self, view: View | None) -> KeyEntries:
        """The keys at the foot; without a view those that work without a table in sight."""
        raise NotImplementedError

    def menu_entries(self, view: View) -> MenuEntries:
        """What the menu offers at this table."""
        raise NotImplementedError

    def turn_changed(self, view: View) -> None:
        """Get ready for another turn."""
        self.explain("")

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
        self.source.listener = self.listener  # Only now: what it hears is drawn at once.
        self.redraw()
        self.set_interval(1, self._tick)  # Clocks are shown in whole seconds.
        self.run_worker(self._follow())  # Textual cancels it with the screen.

    async def _follow(self) -> None:
        try:
            await self.source.run()
        except FiveThreeFiveError as error:  # As when the game cannot be kept any more.
            self.post_message(self.Failed(error))

    def on_unmount(self) -> None:
        """Let the table go."""
        self.source.close()

    # Drawing

    @property
    def room(self) -> Layout:
        """What fits at the terminal's size."""
        return layout_for(self.app.size.width, self.app.size.height)

    def redraw(self) -> None:
        """Show the newest view."""
        room, view, say = self.room, self.source.view, self.catalogue.say
        self.widgets.keys.set(self.footer_entries(view if room.enough else None))
        if not room.enough:
            self.renderer.draw_message(room, "", say("app.too_small"))
        elif view is None:
            problem = self.renderer.connection_text()
            key = "page.no_connection" if self.listener.away else "page.connecting"
            self.renderer.draw_message(room, problem, problem or say(key))
        else:
            view_text = ViewText(view, self.catalogue)
            self.renderer.draw_table(room, view_text, self.content(view_text))

    on_resize = redraw

    def _tick(self) -> None:
        view = self.source.view
        if view is not None and view.clock_ms is not None and view.clock_running:
            self.redraw()

    def explain(self, text: str, *, question: bool = False) -> None:
        """Show a refusal or a question in place of what to do; nothing where it is empty."""
        self.renderer.problem, self.renderer.problem_is_question = text, question
        self.redraw()

    def view_changed(self, view: View, *, new_turn: bool) -> None:
        """Show a new view."""
        if new_turn:
            self.turn_changed(view)
        self.redraw()

    def _settings_changed(self) -> None:
        self.post_message(self.SettingsChanged())
        self.redraw()

    # What is pressed

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        if not self.room.enough:
            return action in self.TOO_SMALL
        return self.source.view is not None or action in self.WITHOUT_VIEW

    def on_canvas_widget_pressed(self, event: CanvasWidget.Pressed) -> None:
        """Do what an entry stands for."""
        event.stop()
        event.command()

    def on_central_meld_last_trick_pressed(self, event: CentralMeld.LastTrickPressed) -> None:
        """Show the last trick and the log."""
        event.stop()
        self.action_log()

    def leave(self) -> None:
        """Leave at once."""
        self.app.exit(0)
