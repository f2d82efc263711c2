"""What the sheets and lists of a table screen have in common."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from fivethreefive.protocol import View
from fivethreefive.terminal.app.controller import Player
from fivethreefive.terminal.app.dialogs.prompts import Choose, Type
from fivethreefive.terminal.app.dialogs.sheet import Paint, Sheet
from fivethreefive.terminal.text.view_text import Telling

if TYPE_CHECKING:
    from fivethreefive.terminal.app.screens.table import TableScreen


class Desk:
    """Opens sheets and lists over one table screen, and has their commands obeyed."""

    plays = True
    """Whether this is a table, or a record that is only looked at."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen

    @property
    def player(self) -> Player:
        """Who asks things of the table."""
        return self.screen.player

    @property
    def _view(self) -> View:
        view = self.screen.view
        assert view is not None
        return view

    @property
    def _telling(self) -> Telling:
        return Telling(self._view, self.screen.catalogue)

    def _text(self, key: str, **words: object) -> str:
        return self.screen.catalogue.say(key, **words)

    def _open(self, title: str, paint: Paint, keys: Sequence[tuple[str, str, str]] = ()) -> None:
        self._push(Sheet(title, paint, keys, self.screen.catalogue))

    def _push(self, sheet: Sheet) -> None:
        self.screen.app.push_screen(sheet, self._obey)

    def _push_while(self, sheet: Sheet, work: Coroutine[Any, Any, None]) -> None:
        """Show a sheet and let work go on for it, until it is closed."""
        worker = self.screen.run_worker(work)

        def closed(command: str | None) -> None:
            worker.cancel()
            self._obey(command)

        self.screen.app.push_screen(sheet, closed)

    def _choose(self, title: str, entries: Sequence[tuple[str, str]], at: int = 0) -> None:
        self.screen.app.push_screen(Choose(title, entries, self.screen.catalogue, at), self._obey)

    def type_line(
        self, title: str, note: str, longest: int, then: Callable[[str], None], value: str = ""
    ) -> None:
        """Have a line typed, and do something with it."""

        def typed(text: str | None) -> None:
            if text:
                then(text)

        self.screen.app.push_screen(Type(title, note, longest, self.screen.catalogue, value), typed)

    def _obey(self, command: str | None) -> None:
        if command:
            self.screen.obey(command)

    @property
    def _is_free(self) -> bool:
        """Whether nothing lies over the table."""
        return self.screen.app.screen is self.screen
