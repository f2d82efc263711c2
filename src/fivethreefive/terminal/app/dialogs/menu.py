"""Everything that can be done, in one list, and the settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, get_args

from fivethreefive.protocol import View
from fivethreefive.terminal.app.dialogs.dialog_base import Desk
from fivethreefive.terminal.settings import PACES, Pace, Theme

Value = TypeVar("Value")

SWITCHES = {"bell": "app.bell", "confirm": "page.confirm", "auto_pass": "page.auto_pass"}
"""Settings that are on or off, and what they are called."""


class Menu(Desk):
    """The menu of a table."""

    def do_menu(self, at: str = "0") -> None:
        """Everything that can be done, and the settings."""
        self._choose(self._text("page.menu"), self._entries(), int(at))

    def _entries(self) -> list[tuple[str, str]]:
        view = self.screen.view
        settings = self.screen.settings
        entries = [("rules", self._text("page.reference")), ("book", self._text("page.all_rules"))]
        if view is not None:
            entries = [*self._table_entries(view), *entries]
        if self.screen.source.pace is not None:
            entries.append(("set:pace", self._setting("page.pace", f"page.pace_{settings.pace}")))
        entries += [
            ("set:theme", self._setting("page.theme", f"page.theme_{settings.theme}")),
            (
                "set:moves",
                self._setting("page.motion", "page.motion_normal" if settings.moves else "page.motion_off"),
            ),
        ]
        if view is None or view.you is not None:
            entries += self._hand_entries()
        return [*entries, ("quit", self._text("app.quit"))]

    def _hand_entries(self) -> list[tuple[str, str]]:
        """What only who holds a hand has to choose."""
        settings = self.screen.settings
        return [
            ("set:sorting", self._setting("page.sorting", f"page.by_{settings.sorting}")),
            *(
                (f"set:{name}", self._setting(key, "app.on" if getattr(settings, name) else "app.off"))
                for name, key in SWITCHES.items()
            ),
        ]

    def _setting(self, label: str, value: str) -> str:
        return f"{self._text(label)}: {self._text(value)}"

    def _table_entries(self, view: View) -> list[tuple[str, str]]:
        can = view.can
        shown = view.you is not None and view.seats[view.you].shows_hand
        seen = view.observation is not None
        offers = [
            (can.act and can.hint, "hint", "page.hint"),
            (seen, "last", "page.log"),
            (seen, "scores", "page.scores"),
            (can.back, "back", "page.back"),
            (can.ready, "ready", "page.next_round"),
            (can.rematch, "rematch", "page.rematch"),
            (self.plays and view.phase == "game_over", "replay", "page.replay"),
            (not self.plays or view.phase == "game_over", "review", "page.review"),
            (view.phase == "game_over" and bool(view.code), "download", "page.download"),
            (view.phase == "game_over" and bool(view.code), "proof", "page.verify_file"),
            (bool(can.sit), "sit", "page.sit"),
            (can.start, "start", "page.start"),
            (can.say, "say", "page.say"),
            (bool(view.code), "copy", "app.copy"),
            (can.show, "show", "page.hide_hand" if shown else "page.show_hand"),
            (can.contribute, "contribute", "app.contribute"),
            (can.leave, "leave", "page.leave"),
        ]
        return [(command, self._text(key)) for wanted, command, key in offers if wanted]

    def do_set(self, name: str) -> None:
        """Turn a setting one further, and come back to the menu."""
        settings = self.screen.settings
        match name:
            case "pace":
                settings.pace = _after(settings.pace, get_args(Pace))
                self.screen.source.pace = PACES[settings.pace]
            case "theme":
                settings.theme = _after(settings.theme, get_args(Theme))
                self.screen.app.follow_settings()  # type: ignore[attr-defined]
            case "sorting":
                self.player.do_sort()
            case "moves":
                settings.moves = not settings.moves
                self.screen.app.follow_settings()  # type: ignore[attr-defined]
            case _:
                setattr(settings, name, not getattr(settings, name))
        settings.save()
        entries = self._entries()
        at = [command for command, _ in entries].index(f"set:{name}")
        self.do_menu(str(at))


def _after(value: Value, values: Sequence[Value]) -> Value:
    """The value after one, going round."""
    return values[(values.index(value) + 1) % len(values)]
