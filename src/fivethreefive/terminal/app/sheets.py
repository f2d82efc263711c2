"""Sheets over the table that stay until they are read: any text, drawn on paper that scrolls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.geometry import Size as Area

from fivethreefive.language import Catalogue
from fivethreefive.terminal.app.bars import Keys
from fivethreefive.terminal.app.canvas import Canvas, Drawn, Entries, wrapped
from fivethreefive.terminal.app.over import Over

LONGEST = 2000
"""Rows that a sheet may have."""

Paint = Callable[[Drawn, Canvas], int]
"""Draws on a canvas and returns the rows that it took."""

CLOSES = ("escape", "enter", "space")


class Paper(Drawn):
    """What a sheet shows, as high as it needs to be."""

    def __init__(self, paint: Paint) -> None:
        super().__init__()
        self.paint = paint

    def get_content_height(self, container: Area, viewport: Area, width: int) -> int:
        """The rows it needs at a width."""
        return max(1, self.paint(self, Canvas(width, LONGEST)))

    def draw(self, canvas: Canvas) -> None:
        """Draw it."""
        self.paint(self, canvas)

    def renew(self, paint: Paint) -> None:
        """Show something else."""
        self.paint = paint
        self.refresh(layout=True)


class Sheet(Over):
    """A titled sheet; it is closed with the command that ended it, or None."""

    DEFAULT_CSS = """
    Sheet { align: center middle; background: $felt 55%; }
    Sheet #box {
        width: 72; max-width: 100%; height: auto; max-height: 100%;
        border: round $mark; background: $felt; padding: 0 1;
        border-title-color: $ink; border-title-style: bold;
    }
    Sheet #roll { height: auto; max-height: 100%; background: $felt; scrollbar-size-vertical: 1; }
    Sheet Paper { height: auto; }
    Sheet Keys { height: 1; dock: bottom; background: $felt; }
    Sheet #rest { height: auto; margin-bottom: 1; background: $felt; }
    """
    closes: ClassVar[tuple[str, ...]] = CLOSES

    def __init__(self, title: str, paint: Paint, keys: Entries, catalogue: Catalogue) -> None:
        super().__init__()
        self.heading = title
        self.paint = paint
        self.catalogue = catalogue
        self.offers = (*keys, ("Esc", catalogue.say("page.close"), "close"))

    def compose(self) -> ComposeResult:
        """Lay the paper in a box, the keys at its foot."""
        with VerticalScroll(id="box") as box:
            box.can_focus = False
            box.border_title = Content(self.heading)
            with VerticalScroll(id="rest"):
                yield Paper(self.paint)
            yield Keys(id="sheet-keys")

    def on_mount(self) -> None:
        """Show the keys, and let arrows scroll."""
        self.query_one(Keys).set(self.offers)
        self.query_one("#rest", VerticalScroll).focus()

    def renew(self, title: str, paint: Paint, keys: Entries) -> None:
        """Show something else on the same sheet."""
        self.offers = (*keys, ("Esc", self.catalogue.say("page.close"), "close"))
        self.paint = paint
        self.heading = title
        # None of the parts is there before the sheet is laid out, nor after it is closed.
        for box in self.query("#box"):
            box.border_title = Content(title)
        for paper in self.query(Paper):
            paper.renew(paint)
        for keys_ in self.query(Keys):
            keys_.set(self.offers)

    def on_drawn_pressed(self, event: Drawn.Pressed) -> None:
        """A key of the foot, or a spot of the paper, was pressed with the mouse."""
        event.stop()
        self.obey(event.command)

    def on_key(self, event: Key) -> None:
        """Do what a key stands for here; others scroll or do nothing."""
        named = {key.lower(): command for key, _, command in self.offers}
        pressed = event.character.lower() if event.character and event.is_printable else event.key
        if pressed in named:
            event.stop()
            self.obey(named[pressed])
        elif event.key in self.closes:
            event.stop()
            self.obey(named.get(event.key, "close"))

    def obey(self, command: str) -> None:
        """End the sheet with a command."""
        self.dismiss(None if command == "close" else command)


def paragraphs(canvas: Canvas, y: int, texts: Sequence[tuple[str, str]], x: int = 0) -> int:
    """Write paragraphs, each wrapped and in its style, from a row on; returns the row after."""
    for text, style in texts:
        hang = 2 if text.startswith("- ") else 0
        for number, line in enumerate(wrapped(text, canvas.width - x - hang, LONGEST)):
            canvas.put(x + (hang if number else 0), y, line, style)
            y += 1
        if not text:
            y += 1
    return y
