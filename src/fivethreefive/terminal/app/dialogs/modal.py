"""What every dialog has: a frame with a title, keys at its foot, and Esc."""

from __future__ import annotations

from typing import TypeVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widget import Widget

from fivethreefive.language import Catalogue
from fivethreefive.terminal.app.widgets.canvas import CanvasWidget, Command, KeyEntries
from fivethreefive.terminal.app.widgets.status_bars import KeyBar

Result = TypeVar("Result")


class ModalDialog(ModalScreen[Result | None]):
    """A box over the table; it ends with a result, or with None."""

    DEFAULT_CSS = """
    ModalDialog { align: center middle; background: $felt 55%; }
    ModalDialog #box {
        width: 60; max-width: 100%; height: auto; max-height: 100%;
        border: round $mark; background: $felt; padding: 0 1;
        border-title-color: $ink; border-title-style: bold;
    }
    ModalDialog KeyBar { height: 1; dock: bottom; background: $felt; }
    """

    def __init__(self, title: str, catalogue: Catalogue, *keys: tuple[str, str, Command]) -> None:
        super().__init__()
        self.heading = title
        self.footer: KeyEntries = (*keys, ("Esc", catalogue.say("page.close"), self.close))

    def body(self) -> tuple[Widget, ...]:
        """What the box shows above its keys."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Show it in the frame."""
        with Vertical(id="box") as box:
            box.border_title = Content(self.heading)
            yield from self.body()
            yield KeyBar(id="box-keys")

    def on_mount(self) -> None:
        """Show the keys."""
        self.query_one(KeyBar).set(self.footer)

    def on_canvas_widget_pressed(self, event: CanvasWidget.Pressed) -> None:
        """A key of the foot was pressed with the mouse."""
        event.stop()
        event.command()

    def on_key(self, event: Key) -> None:
        """Esc ends it with nothing.

        No binding: keys typed fast would find that of the table once the dialog has closed.
        """
        if event.key == "escape":
            event.stop()
            self.close()

    def close(self) -> None:
        """End with nothing."""
        self.dismiss(None)

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """End with a result, once: a second key pressed at once would close the table below."""
        if self.app.screen is not self:
            return AwaitComplete()
        return super().dismiss(result)
