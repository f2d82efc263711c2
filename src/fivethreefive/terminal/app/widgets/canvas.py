"""A field of cells to draw on, and a widget that is drawn that way and knows where it was pressed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

Command = Callable[[], object]  # Does what a key, a place of the screen or an entry of a list stands for.

KeyEntries = Sequence[tuple[str, str, Command]]
"""Keys, what they do in words, and the commands they stand for."""

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


class Canvas:
    """Cells in rows, each a character and its style; what lies outside is not drawn."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write ``text`` from a cell on; returns the column after it."""
        written = -1
        for letter in text:  # Names are anybody's: emoji take two cells, marks none.
            wide = cell_len(letter)
            if wide == 0:  # A mark on the letter before it; what steers a terminal is dropped.
                if written >= 0 and letter.isprintable():
                    x = self._mark(written, x, y, letter, style)
                continue
            written = -1
            if 0 <= y < self.height and x >= 0 and x + wide <= self.width:
                written = x
                self.cells[y][x] = (letter, style)
                for behind in range(x + 1, x + wide):
                    self.cells[y][behind] = ("", style)  # Covered by the letter before it.
            x += wide
        return x

    def _mark(self, at: int, x: int, y: int, mark: str, style: str) -> int:
        """Add a mark to a cell's letter, which may take another cell for it, as a heart turned red."""
        marked = self.cells[y][at][0] + mark
        if cell_len(marked) > x - at:
            if x >= self.width:
                return x
            self.cells[y][x] = ("", style)
            x += 1
        self.cells[y][at] = (marked, style)
        return x

    def centred(self, y: int, text: str, style: str = "", left: int = 0, right: int | None = None) -> None:
        """Write ``text`` in the middle between two columns, cut where it does not fit."""
        right = self.width if right is None else right
        text = cut(text, right - left)
        self.put(left + max(0, (right - left - cell_len(text)) // 2), y, text, style)

    def content(self) -> Content:
        """All of it as a widget renders it."""
        parts: list[str | tuple[str, str]] = []
        for number, row in enumerate(self.cells):
            if number:
                parts.append("\n")
            for style, run in groupby(row, key=lambda cell: cell[1]):
                text = "".join(letter for letter, _ in run)
                parts.append((text, style) if style else text)
        return Content.assemble(*parts)


def cut(text: str, width: int) -> str:
    """``text``, or as much of it as fits, with an ellipsis."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text + ELLIPSIS if width > 0 else ""


def wrapped(text: str, width: int, most: int) -> list[str]:
    """``text`` in at most ``most`` lines, the last one cut where there is more."""
    lines: list[str] = []
    for word in text.split():
        if lines and cell_len(lines[-1]) + 1 + cell_len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    shown, rest = lines[:most], lines[most:]
    if rest and shown:
        shown[-1] = f"{shown[-1]} {rest[0]}"
    return [cut(line, width) for line in shown]


def keys_width(entries: KeyEntries) -> int:
    """The columns that keys and what they do take side by side."""
    return sum(cell_len(key) + 1 + cell_len(label) + 2 for key, label, _ in entries) - 2


class CanvasWidget(Widget):
    """A widget drawn on a canvas, with cells that can be pressed with the mouse."""

    can_focus = False

    @dataclass
    class Pressed(Message):
        """An entry was pressed: the command it stands for."""

        command: Command

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._clickable: list[tuple[range, range, Callable[[], Message]]] = []
        self._shown: object = None

    def draw(self, canvas: Canvas) -> None:
        """Draw what was set last; the canvas is as large as the widget."""
        raise NotImplementedError

    def make_clickable(self, x: range, y: range, message: Callable[[], Message]) -> None:
        """Let a press on these cells post a message, made anew each time; later ones lie on top."""
        self._clickable.append((x, y, message))

    def draw_keys(self, canvas: Canvas, x: int, y: int, entries: KeyEntries) -> int:
        """Write keys and what they do side by side, each clickable, as many as fit; the column after."""
        for key, label, command in entries:
            end = x + keys_width([(key, label, command)])
            if end > canvas.width:
                break
            canvas.put(x, y, key, "bold $mark")
            canvas.put(x + cell_len(key) + 1, y, label, "$quiet")
            self.make_clickable(range(x, end), range(y, y + 1), partial(self.Pressed, command))
            x = end + 2
        return x

    def draw_key_rows(self, canvas: Canvas, x: int, y: int, most: int, entries: KeyEntries) -> int:
        """Write keys in as many rows as they need, ``most`` at the most; the row after."""
        left, end = list(entries), y + most
        while left and y < end:
            fits = sum(x + keys_width(left[: n + 1]) <= canvas.width for n in range(len(left)))
            if not fits:
                break
            self.draw_keys(canvas, x, y, left[:fits])
            left, y = left[fits:], y + 1
        return y

    def render(self) -> Content:
        """What Textual shows; nothing before there is something to draw."""
        self._clickable.clear()  # Drawing adds them again.
        canvas = Canvas(self.content_size.width, self.content_size.height)
        if self._shown is not None:
            self.draw(canvas)
        return canvas.content()

    def refresh_if_changed(self, state: object) -> None:
        """Draw anew where what is to be shown is another than before."""
        if state != self._shown:
            self._shown = state
            self.refresh()

    def on_click(self, event: Click) -> None:
        """Tell what was pressed."""
        place = event.get_content_offset(self)
        if place is None:
            return
        for x, y, message in reversed(self._clickable):  # Cards overlap: the last drawn lies on top.
            if place.x in x and place.y in y:
                event.stop()
                self.post_message(message())
                return
