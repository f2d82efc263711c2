"""The menu of a screen: everything that can be done at the table, the rules, the settings, the way out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fivethreefive.protocol import View
from fivethreefive.terminal.app.dialogs.info_sheets import InfoSheets
from fivethreefive.terminal.app.dialogs.manager import DialogManager
from fivethreefive.terminal.app.dialogs.settings_menu import SettingsMenu
from fivethreefive.terminal.app.widgets.canvas import Command

MenuEntries = list[tuple[Command, str]]


class MainMenu:
    """Opens the menu of one screen."""

    def __init__(
        self, dialogs: DialogManager, sheets: InfoSheets, settings: SettingsMenu,
        table_entries: Callable[[View], MenuEntries], leave: Command,
    ) -> None:  # fmt: skip
        self._dialogs = dialogs
        self._sheets = sheets
        self._settings = settings
        self._table_entries = table_entries
        self._leave = leave

    def open(self, at: int = 0) -> None:
        """Show it, with the entry at a place marked."""
        say, view = self._settings.say, self._settings.source.view
        entries = [] if view is None else self._table_entries(view)
        entries += [
            (self._sheets.open_rules, say("page.reference")),
            (self._sheets.open_rule_book, say("page.all_rules")),
        ]
        settings = self._settings.entries(hand=view is None or view.you is not None)
        entries += [
            (partial(self._change_setting, change, place), text)
            for place, (change, text) in enumerate(settings, len(entries))
        ]
        self._dialogs.choose(say("page.menu"), [*entries, (self._leave, say("app.quit"))], at)

    def _change_setting(self, change: Command, at: int) -> None:
        change()
        self.open(at)  # Back at the same entry: Enter again gives it its next value.
