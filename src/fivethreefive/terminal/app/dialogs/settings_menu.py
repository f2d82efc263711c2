"""The settings as entries of a menu; each is turned one further when it is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, get_args

from fivethreefive.protocol import Pace
from fivethreefive.terminal.app.widgets.canvas import Command
from fivethreefive.terminal.settings import PACES, Settings, Sorting, Theme
from fivethreefive.terminal.sources.base import Source


class SettingRow(NamedTuple):
    """One setting: what it is called, and how each of its values is."""

    label: str
    values: Mapping[Any, str]


SWITCH = {False: "app.off", True: "app.on"}
SETTINGS: dict[str, SettingRow] = {
    "pace": SettingRow("page.pace", {pace: f"page.pace_{pace}" for pace in get_args(Pace)}),
    "theme": SettingRow("page.theme", {theme: f"page.theme_{theme}" for theme in get_args(Theme)}),
    "moves": SettingRow("page.motion", {False: "page.motion_off", True: "page.motion_normal"}),
    "sorting": SettingRow("page.sorting", {order: f"page.by_{order}" for order in get_args(Sorting)}),
    "bell": SettingRow("app.bell", SWITCH),
    "confirm": SettingRow("page.confirm", SWITCH),
    "auto_pass": SettingRow("page.auto_pass", SWITCH),
}
"""By their names in ``Settings``, in the order of the menu."""
OF_A_HAND = ("sorting", "bell", "confirm", "auto_pass")  # Those that only who holds a hand needs.


@dataclass(eq=False)
class SettingsMenu:
    """The settings of one screen."""

    settings: Settings
    source: Source
    say: Callable[[str], str]
    changed: Callable[[], None]  # Applies what was changed.
    has_themes: Callable[[], bool]  # Whether the terminal has colours to choose from.

    def entries(self, *, hand: bool) -> list[tuple[Command, str]]:
        """The settings and their values; with ``hand`` also those that only who holds a hand needs."""
        say, settings = self.say, self.settings
        return [
            (partial(self.cycle, name), f"{say(label)}: {say(values[getattr(settings, name)])}")
            for name, (label, values) in SETTINGS.items()
            if (hand or name not in OF_A_HAND)
            and (name != "pace" or self.source.pace is not None)  # A server has its own pace.
            and (name != "theme" or self.has_themes())
        ]

    def cycle(self, name: str) -> None:
        """Give a setting its next value, going round."""
        values = [*SETTINGS[name].values]
        at = values.index(getattr(self.settings, name))
        setattr(self.settings, name, values[(at + 1) % len(values)])
        if name == "pace":
            self.source.pace = PACES[self.settings.pace]
        self.settings.save()
        self.changed()
