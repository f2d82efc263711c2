"""Sheets that ask: a list to choose from, and a line to type."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from fivethreefive.terminal.app.over import Over


class Choose(Over):
    """A list of commands to choose one from; ended with it, or with None."""

    DEFAULT_CSS = """
    Choose { align: center middle; background: $felt 55%; }
    Choose #box {
        width: 56; max-width: 100%; height: auto; max-height: 100%;
        border: round $mark; background: $felt; padding: 0 1;
        border-title-color: $ink; border-title-style: bold;
    }
    Choose OptionList { height: auto; max-height: 100%; background: $felt; padding: 0; }
    Choose OptionList, Choose OptionList:focus { border: none; }
    Choose OptionList > .option-list--option-highlighted { background: $mark; color: $on-mark; }
    Choose OptionList > .option-list--option { color: $ink; }
    """

    def __init__(self, title: str, entries: Sequence[tuple[str, str]], at: int = 0) -> None:
        super().__init__()
        self.heading = title
        self.entries = entries
        self.at = at

    def compose(self) -> ComposeResult:
        """Show the list in a box."""
        with Vertical(id="box") as box:
            box.border_title = Content(self.heading)
            yield OptionList(*(Option(Content(text), id=command) for command, text in self.entries))

    def on_mount(self) -> None:
        """Begin at the entry that was chosen last."""
        options = self.query_one(OptionList)
        options.highlighted = min(self.at, len(self.entries) - 1)
        options.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """End with the chosen command."""
        event.stop()
        self.dismiss(event.option.id)

    def on_key(self, event: Key) -> None:
        """Esc ends it with nothing."""
        if event.key == "escape":
            event.stop()
            self.dismiss(None)


class Type(Over):
    """A line to type; ended with it, or with None."""

    DEFAULT_CSS = """
    Type { align: center middle; background: $felt 55%; }
    Type #box {
        width: 60; max-width: 100%; height: auto; border: round $mark; background: $felt; padding: 0 1;
        border-title-color: $ink; border-title-style: bold;
    }
    Type Input, Type Input:focus { border: none; height: 1; background: $low; color: $ink; }
    Type Static { color: $quiet; height: auto; }
    """

    def __init__(self, title: str, note: str, longest: int, value: str = "") -> None:
        super().__init__()
        self.heading = title
        self.note = note
        self.longest = longest
        self.value = value

    def compose(self) -> ComposeResult:
        """Show the line in a box."""
        with Vertical(id="box") as box:
            box.border_title = Content(self.heading)
            field = Input(self.value, max_length=self.longest)
            field.cursor_blink = False  # Nothing blinks.
            yield field
            if self.note:
                yield Static(Content(self.note))

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """End with what was typed; with nothing typed, with nothing."""
        event.stop()
        self.dismiss(event.value.strip() or None)

    def on_key(self, event: Key) -> None:
        """Esc ends it with nothing."""
        if event.key == "escape":
            event.stop()
            self.dismiss(None)
