"""Dialogs that ask: a list to choose from, and a line to type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from fivethreefive.language import Catalogue
from fivethreefive.terminal.app.dialogs.modal import ModalDialog

Value = TypeVar("Value")


class ListDialog(ModalDialog[Value]):
    """A list to choose from; it ends with the value of the chosen entry, or with None."""

    DEFAULT_CSS = """
    ListDialog #box { width: 56; }
    ListDialog OptionList {
        height: auto; max-height: 100%; background: $felt; padding: 0; margin-bottom: 1;
    }
    ListDialog OptionList, ListDialog OptionList:focus { border: none; background-tint: transparent; }
    ListDialog OptionList > .option-list--option-highlighted,
    ListDialog OptionList:focus > .option-list--option-highlighted {
        background: $mark-back; color: $on-mark;
    }
    ListDialog OptionList > .option-list--option { color: $ink; }
    """

    def __init__(
        self, title: str, entries: Sequence[tuple[Value, str]], catalogue: Catalogue, at: int = 0
    ) -> None:
        super().__init__(title, catalogue, ("Enter", catalogue.say("app.choose"), self._accept))
        self.entries = entries
        self.at = at

    def body(self) -> tuple[Widget, ...]:
        """The list."""
        return (OptionList(*(Content(text) for _, text in self.entries)),)

    def on_mount(self) -> None:
        """Begin at the entry that was chosen last."""
        options = self.query_one(OptionList)
        options.highlighted = min(self.at, len(self.entries) - 1)
        options.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """End with what was chosen."""
        event.stop()
        value, _ = self.entries[event.option_index]
        self.dismiss(value)

    def _accept(self) -> None:
        self.query_one(OptionList).action_select()


class LineDialog(ModalDialog[str]):
    """A line to type; it ends with what was typed, or with None."""

    DEFAULT_CSS = """
    LineDialog Input, LineDialog Input:focus {
        border: none; height: 1; background: $low; color: $ink; background-tint: transparent;
    }
    LineDialog Static { color: $quiet; height: auto; margin-bottom: 1; }
    """

    def __init__(self, title: str, note: str, longest: int, catalogue: Catalogue, value: str = "") -> None:
        super().__init__(title, catalogue, ("Enter", catalogue.say("app.accept"), self._accept))
        self.note = note
        self.longest = longest
        self.value = value

    def body(self) -> tuple[Widget, ...]:
        """The line, and what is to be known about it."""
        field = Input(self.value, max_length=self.longest)
        field.cursor_blink = False  # Nothing on the screen moves by itself.
        return (field, Static(Content(self.note)))

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """End with what was typed."""
        event.stop()
        self._accept()

    def _accept(self) -> None:
        self.dismiss(self.query_one(Input).value.strip() or None)  # An empty line is no answer.
