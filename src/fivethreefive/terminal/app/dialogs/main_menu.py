"""The menu of a screen: everything that can be done at the table, the rules, the settings, the way out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from fivethreefive.protocol import View
from fivethreefive.terminal.app.dialogs.info_sheets import InfoSheets
from fivethreefive.terminal.app.dialogs.manager import DialogManager
from fivethreefive.terminal.app.dialogs.settings_menu import SettingsMenu
from fivethreefive.terminal.app.widgets.canvas import Command

MenuEntries = list[tuple[Command, str]]


@dataclass(eq=False)
class MainMenu:
    """Opens the menu of one screen."""

    dialogs: DialogManager
    sheets: InfoSheets
    settings: SettingsMenu
    table_entries: Callable[[View], MenuEntries]  # Asked anew each time: they follow from the view.
    leave: Command

    def open(self, at: int = 0) -> None:
        """Show it, with the entry at a place marked."""
        say, view = self.settings.say, self.settings.source.view
        entries = [] if view is None else self.table_entries(view)
        entries += [
            (self.sheets.open_rules, say("page.reference")),
            (self.sheets.open_rule_book, say("page.all_rules")),
        ]
        settings = self.settings.entries(hand=view is None or view.you is not None)
        entries += [
            (partial(self._change_setting, change, place), text)
            for place, (change, text) in enumerate(settings, len(entries))
        ]
        self.dialogs.choose(say("page.menu"), [*entries, (self.leave, say("app.quit"))], at)

    def _change_setting(self, change: Command, at: int) -> None:
        change()
        self.open(at)  # Back at the same entry: Enter again gives it its next value.
