"""The app around a table's screen: its themes, its settings, and how it ends."""

from __future__ import annotations

import asyncio
import signal
import traceback
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import constants
from textual.app import App
from textual.binding import Binding
from textual.driver import Driver
from textual.events import Event, Key, MouseDown
from textual.worker import WorkerFailed

from fivethreefive.language import Catalogue, FiveThreeFiveError
from fivethreefive.rules.jit import before_compiling
from fivethreefive.terminal.app.key_hold import KeyHold
from fivethreefive.terminal.app.screens.base import ViewScreen
from fivethreefive.terminal.app.screens.replay import ReplayScreen
from fivethreefive.terminal.app.screens.table import TableScreen
from fivethreefive.terminal.app.theme import DARK, LIGHT, SIXTEEN, terminal_theme, theme, variables
from fivethreefive.terminal.hangup import end_with_terminal
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.base import Source
from fivethreefive.terminal.sources.record import RecordSource

INTERRUPTED, TERMINATED = 130, 143


class TableApp(App[int]):
    """Shows one table until it is left; returns the exit code."""

    ENABLE_COMMAND_PALETTE = False  # The menu has everything, in the person's language.
    TITLE = "535"
    ALLOW_SELECT = False  # What is dragged over are cards; terminals select text with Shift.
    BINDINGS: ClassVar = [
        Binding("ctrl+q", "leave(0)", priority=True),
        Binding("ctrl+c", f"leave({INTERRUPTED})", priority=True),
        Binding("ctrl+z", "suspend_process", priority=True),
    ]
    """The first two leave at once, also from under a sheet."""

    def __init__(self, source: Source, settings: Settings, catalogue: Catalogue) -> None:
        super().__init__()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.failed: FiveThreeFiveError | None = None
        self.source = source
        self.settings = settings
        self.catalogue = catalogue
        self.key_hold = KeyHold()
        for name in (LIGHT, DARK, SIXTEEN):
            self.register_theme(theme(name))
        self.follow_settings()

    async def on_event(self, event: Event) -> None:
        """Hear of each key first, whatever lies over the table."""
        if isinstance(event, Key | MouseDown) and not event.is_forwarded:
            self.key_hold.press(event.key if isinstance(event, Key) else None, event.time)
        await super().on_event(event)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours that a theme of Textual's own would lack."""
        return dict(variables(DARK))

    def get_driver_class(self) -> type[Driver]:
        """What reads the terminal: Textual's choice, steadied where it is that of Linux and macOS."""
        found = super().get_driver_class()
        if found.__module__ != "textual.drivers.linux_driver":
            return found  # As on Windows, where the module below cannot be imported.
        from fivethreefive.terminal.app.driver import TolerantDriver

        return TolerantDriver

    def follow_settings(self) -> None:
        """Apply the settings."""
        if self.console.color_system in ("standard", "windows"):
            self.theme = SIXTEEN
        else:
            self.theme = {"light": LIGHT, "dark": DARK}.get(self.settings.theme) or terminal_theme()
        if not self.settings.moves:
            self.animation_level = "none"
        elif self.animation_level == "none" and constants.TEXTUAL_ANIMATIONS != "none":
            self.animation_level = "full"

    on_view_screen_settings_changed = follow_settings

    def on_mount(self) -> None:
        """Show the table."""
        self.loop = asyncio.get_running_loop()
        with suppress(NotImplementedError, RuntimeError):  # Windows has none; and tests may run beside it.
            for number, code in ((signal.SIGINT, INTERRUPTED), (signal.SIGTERM, TERMINATED)):
                self.loop.add_signal_handler(number, self.action_leave, code)  # The terminal is put right.
        if isinstance(self.source, RecordSource):
            self.push_screen(ReplayScreen(self.source, self.settings, self.catalogue))
        else:
            self.push_screen(TableScreen(self.source, self.settings, self.catalogue, self.key_hold))
        if self.theme == SIXTEEN and self.settings.theme == "light":  # As with ``--theme light``.
            self.source.add_note(self.catalogue.say("app.one_theme"))

    def action_toggle_theme(self) -> None:
        """Light, or dark, where the terminal has the colours for both."""
        if self.theme == SIXTEEN:
            if isinstance(self.screen, ViewScreen):
                self.screen.explain(self.catalogue.say("app.one_theme"))
            return
        self.settings.theme = "dark" if self.theme == LIGHT else "light"
        self.settings.save()
        self.follow_settings()

    def on_view_screen_failed(self, event: ViewScreen.Failed) -> None:
        """End with an error, which whoever runs the app is to raise."""
        self.failed = event.error
        self.exit(1)

    def _handle_exception(self, error: Exception) -> None:
        super()._handle_exception(error)
        self._exit_renderables.clear()  # A traceback with the values of variables, other hands among them.
        self.failed = self.failed or crashed(error)

    action_leave = App.exit  # Leave at once, whatever lies over the table.


class Crashed(FiveThreeFiveError):
    """A mistake of this program itself."""


def crashed(error: BaseException) -> Crashed:
    """What can be said about an error that nobody expected: its kind and place, which tell of no hand."""
    if isinstance(error, WorkerFailed):
        error = error.error
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "-"
    return Crashed("crashed", what=f"{type(error).__name__}, {place}")


def show(source: Source, settings: Settings, catalogue: Catalogue) -> int:
    """Show a table until it is left, and return the exit code; raises what kept it from going on."""
    app = TableApp(source, settings, catalogue)
    before_compiling(partial(_say_compiling, app))
    end_with_terminal()  # Textual itself would wait for ever for a terminal that is gone.
    try:
        code = app.run()
    finally:
        source.close()
    if app.failed is not None:
        raise app.failed
    return app.return_code or 0 if code is None else code


def _say_compiling(app: TableApp) -> None:
    loop = app.loop
    if loop is not None and loop.is_running():  # Compiling goes on in the thread of a bot.
        loop.call_soon_threadsafe(app.source.explain_delay, app.catalogue.say("cli.compiling"))
