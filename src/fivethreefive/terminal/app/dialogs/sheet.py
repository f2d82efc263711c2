"""Sheets over the table that stay until they are read: any text, drawn on paper that scrolls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.geometry import Size as Area
from textual.widget import Widget

from fivethreefive.language import Catalogue
from fivethreefive.terminal.app.dialogs.modal import ModalDialog
from fivethreefive.terminal.app.widgets.canvas import Canvas, CanvasWidget, Command, KeyEntries, wrapped
from fivethreefive.terminal.app.widgets.status_bars import KeyBar

LONGEST = 2000  # Rows that a sheet may have: its height is found by painting it on so many.

Paint = Callable[[Canvas], int]  # Draws on a canvas and returns the rows that it took.

CLOSES = ("escape", "enter", "space")


class SheetBody(CanvasWidget):
    """What a sheet shows, as high as it needs to be."""

    def __init__(self, paint: Paint) -> None:
        super().__init__()
        self.paint = self._shown = paint

    def get_content_height(self, container: Area, viewport: Area, width: int) -> int:
        """The rows it needs at a width."""
        return max(1, self.paint(Canvas(width, LONGEST)))

    def draw(self, canvas: Canvas) -> None:
        """Draw it."""
        self.paint(canvas)

    def set_content(self, paint: Paint) -> None:
        """Show something else."""
        self.paint = self._shown = paint
        self.refresh(layout=True)


class Sheet(ModalDialog[Command]):
    """A titled sheet to read; it ends with the command of the key that closed it, or with None."""

    DEFAULT_CSS = """
    Sheet #box { width: 72; }
    Sheet #rest {
        height: auto; max-height: 100%; margin-bottom: 1; background: $felt; scrollbar-size-vertical: 1;
    }
    Sheet SheetBody { height: auto; }
    """

    def __init__(
        self, title: str, paint: Paint, keys: KeyEntries, catalogue: Catalogue, *, at_end: bool = False
    ) -> None:
        self.catalogue = catalogue
        self.at_end = at_end  # Whether its end is what is to be seen first.
        self.commands: dict[str, Command] = {}  # By the name of the key at the foot, in small letters.
        super().__init__(title, catalogue)
        self.footer = self._footer(keys)
        self.paint = paint

    def _footer(self, keys: KeyEntries) -> KeyEntries:
        entries = [(key, label, partial(self.choose, command)) for key, label, command in keys]
        self.commands = {key.lower(): command for key, _, command in entries}
        return (*entries, ("Esc", self.catalogue.say("page.close"), self.close))

    def choose(self, command: Command) -> None:
        """End with a command."""
        self.dismiss(command)

    def body(self) -> tuple[Widget, ...]:
        """The paper, which scrolls."""
        return (VerticalScroll(SheetBody(self.paint), id="rest"),)

    def on_mount(self) -> None:
        """Let arrows scroll."""
        for rest in self.query("#rest"):  # It may have been closed before it was laid out.
            rest.focus()
            if self.at_end:
                self.call_after_refresh(rest.scroll_end, animate=False)

    def set_content(self, title: str, paint: Paint, keys: KeyEntries) -> None:
        """Show something else on the same sheet."""
        self.heading, self.paint, self.footer = title, paint, self._footer(keys)
        # None of the parts is there before the sheet is laid out, nor after it is closed.
        for box in self.query("#box"):
            box.border_title = Content(title)
        for paper in self.query(SheetBody):
            paper.set_content(paint)
        self.show_footer()

    def show_footer(self) -> None:
        """Show the keys at the foot as they are now."""
        for foot in self.query(KeyBar):
            foot.set(self.footer)

    def on_key(self, event: Key) -> None:
        """Do what a key at the foot stands for; others scroll, close the sheet or do nothing."""
        event.prevent_default()  # ModalDialog.on_key would take Esc as well.
        pressed = event.character.lower() if event.character and event.is_printable else event.key
        command = self.commands.get(pressed) or (self.close if event.key in CLOSES else None)
        if command is not None:
            event.stop()
            command()


def text_paint(texts: Sequence[tuple[str, str]]) -> Paint:
    """Draws nothing but paragraphs."""
    return lambda canvas: paragraphs(canvas, 0, texts)


def paragraphs(canvas: Canvas, y: int, texts: Sequence[tuple[str, str]]) -> int:
    """Write paragraphs, each wrapped and in its style, from a row on; returns the row after."""
    for text, style in texts:
        hang = 2 if text.startswith("- ") else 0
        for number, line in enumerate(wrapped(text, canvas.width - hang, LONGEST)):
            canvas.put(hang if number else 0, y, line, style)
            y += 1
        if not text:
            y += 1
    return y
