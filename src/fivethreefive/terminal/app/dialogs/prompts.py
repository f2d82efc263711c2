"""Boxes that ask: a list to choose from, and a line to type."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from fivethreefive.language import Catalogue
from fivethreefive.terminal.app.dialogs.modal import Over
from fivethreefive.terminal.app.widgets.canvas import Entries


def _offers(catalogue: Catalogue, does: str) -> Entries:
    """What Enter does in a box, and Esc."""
    return (("Enter", catalogue.say(does), "enter"), ("Esc", catalogue.say("page.close"), "close"))


class Choose(Over):
    """A list of commands to choose one from; ended with it, or with None."""

    DEFAULT_CSS = """
    Choose #box { width: 56; }
    Choose OptionList { height: auto; max-height: 100%; background: $felt; padding: 0; margin-bottom: 1; }
    Choose OptionList, Choose OptionList:focus { border: none; }
    Choose OptionList > .option-list--option-highlighted { background: $mark; color: $on-mark; }
    Choose OptionList > .option-list--option { color: $ink; }
    """

    def __init__(
        self, title: str, entries: Sequence[tuple[str, str]], catalogue: Catalogue, at: int = 0
    ) -> None:
        super().__init__(title, _offers(catalogue, "app.choose"))
        self.entries = entries
        self.at = at

    def inside(self) -> tuple[Widget, ...]:
        """The list."""
        return (OptionList(*(Option(Content(text), id=command) for command, text in self.entries)),)

    def on_mount(self) -> None:
        """Begin at the entry that was chosen last."""
        options = self.query_one(OptionList)
        options.highlighted = min(self.at, len(self.entries) - 1)
        options.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """End with the chosen command."""
        event.stop()
        self.dismiss(event.option.id)

    def obey(self, command: str) -> None:
        """End with nothing, or with the entry that is marked."""
        if command == "enter":
            self.query_one(OptionList).action_select()
        else:
            super().obey(command)


class Type(Over):
    """A line to type; ended with it, or with None."""

    DEFAULT_CSS = """
    Type Input, Type Input:focus { border: none; height: 1; background: $low; color: $ink; }
    Type Static { color: $quiet; height: auto; margin-bottom: 1; }
    """

    def __init__(self, title: str, note: str, longest: int, catalogue: Catalogue, value: str = "") -> None:
        super().__init__(title, _offers(catalogue, "app.accept"))
        self.note = note
        self.longest = longest
        self.value = value

    def inside(self) -> tuple[Widget, ...]:
        """The line, and what is to be known about it."""
        field = Input(self.value, max_length=self.longest)
        field.cursor_blink = False  # Nothing blinks.
        return (field, Static(Content(self.note)))

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """End with what was typed; with nothing typed, with nothing."""
        event.stop()
        self.dismiss(event.value.strip() or None)

    def obey(self, command: str) -> None:
        """End with nothing, or with what was typed."""
        if command == "enter":
            self.dismiss(self.query_one(Input).value.strip() or None)
        else:
            super().obey(command)
