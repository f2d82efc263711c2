"""The settings as entries of a menu; each is turned one further when it is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, get_args

from fivethreefive.language import Catalogue
from fivethreefive.protocol import Pace
from fivethreefive.terminal.app.widgets.canvas import Command
from fivethreefive.terminal.settings import PACES, Settings, Theme
from fivethreefive.terminal.sources.base import Source

Value = TypeVar("Value")


class SettingsMenu:
    """The settings of one screen."""

    def __init__(
        self, settings: Settings, source: Source, catalogue: Catalogue, changed: Callable[[], None]
    ) -> None:
        self.settings = settings
        self.source = source
        self.say = catalogue.say
        self.changed = changed
        """Applies what was changed."""

    def entries(self, *, hand: bool) -> list[tuple[Command, str]]:
        """The settings and their values; with ``hand`` also those that only who holds a hand needs."""
        settings = self.settings
        motion = "page.motion_normal" if settings.moves else "page.motion_off"
        entries: list[tuple[Command, str]] = [
            (self.turn_theme, self._text("page.theme", f"page.theme_{settings.theme}")),
            (self.turn_motion, self._text("page.motion", motion)),
        ]
        if self.source.pace is not None:
            entries.insert(0, (self.turn_pace, self._text("page.pace", f"page.pace_{settings.pace}")))
        if hand:
            entries += [
                (self.turn_sorting, self._text("page.sorting", f"page.by_{settings.sorting}")),
                (self.turn_bell, self._switch("app.bell", settings.bell)),
                (self.turn_confirm, self._switch("page.confirm", settings.confirm)),
                (self.turn_auto_pass, self._switch("page.auto_pass", settings.auto_pass)),
            ]
        return entries

    def _text(self, label: str, value: str) -> str:
        return f"{self.say(label)}: {self.say(value)}"

    def _switch(self, label: str, on: bool) -> str:
        return self._text(label, "app.on" if on else "app.off")

    def turn_pace(self) -> None:
        """Another pace of the bots."""
        self.settings.pace = _after(self.settings.pace, get_args(Pace))
        self.source.pace = PACES[self.settings.pace]
        self._apply()

    def turn_theme(self) -> None:
        """Another theme."""
        self.settings.theme = _after(self.settings.theme, get_args(Theme))
        self._apply()

    def turn_motion(self) -> None:
        """Let lists and sheets glide, or not."""
        self.settings.moves = not self.settings.moves
        self._apply()

    def turn_sorting(self) -> None:
        """Sort the hand the other way."""
        self.settings.sorting = "melds" if self.settings.sorting == "rank" else "rank"
        self._apply()

    def turn_bell(self) -> None:
        """Let the bell tell of one's turn, or not."""
        self.settings.bell = not self.settings.bell
        self._apply()

    def turn_confirm(self) -> None:
        """Have plays confirmed, or not."""
        self.settings.confirm = not self.settings.confirm
        self._apply()

    def turn_auto_pass(self) -> None:
        """Pass where nothing else can be done, or ask."""
        self.settings.auto_pass = not self.settings.auto_pass
        self._apply()

    def _apply(self) -> None:
        self.settings.save()
        self.changed()


def _after(value: Value, values: Sequence[Value]) -> Value:
    """The value after one, going round."""
    return values[(values.index(value) + 1) % len(values)]
