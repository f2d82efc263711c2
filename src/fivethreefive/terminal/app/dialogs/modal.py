"""What every box over the table has: a frame with a title, keys at its foot, and Esc."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widget import Widget

from fivethreefive.terminal.app.widgets.canvas import Drawn, Entries
from fivethreefive.terminal.app.widgets.status_bars import Keys


class Over(ModalScreen[str | None]):
    """A box over the table; it ends with what was chosen or typed there, or with None."""

    DEFAULT_CSS = """
    Over { align: center middle; background: $felt 55%; }
    Over #box {
        width: 60; max-width: 100%; height: auto; max-height: 100%;
        border: round $mark; background: $felt; padding: 0 1;
        border-title-color: $ink; border-title-style: bold;
    }
    Over Keys { height: 1; dock: bottom; background: $felt; }
    """

    def __init__(self, title: str, offers: Entries) -> None:
        super().__init__()
        self.heading = title
        self.offers = offers

    def inside(self) -> tuple[Widget, ...]:
        """What the box shows above its keys."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Show it in the frame."""
        with Vertical(id="box") as box:
            box.border_title = Content(self.heading)
            yield from self.inside()
            yield Keys(id="box-keys")

    def on_mount(self) -> None:
        """Show the keys."""
        self.query_one(Keys).set(self.offers)

    def on_drawn_pressed(self, event: Drawn.Pressed) -> None:
        """A key of the foot was pressed with the mouse."""
        event.stop()
        self.obey(event.command)

    def on_key(self, event: Key) -> None:
        """Esc ends it with nothing."""
        if event.key == "escape":
            event.stop()
            self.obey("close")

    def obey(self, command: str) -> None:
        """End it with a command, or with nothing."""
        self.dismiss(None if command == "close" else command)

    def dismiss(self, result: str | None = None) -> AwaitComplete:
        """End with an answer, once: a second key pressed at once would close the table below."""
        if self.app.screen is not self:
            return AwaitComplete()
        return super().dismiss(result)
