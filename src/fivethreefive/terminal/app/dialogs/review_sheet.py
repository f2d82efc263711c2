"""The review of a game on a sheet; a key leads from each mistake to its place in the replay."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.events import Key

from fivethreefive.language import Catalogue
from fivethreefive.protocol import Mistake, Review
from fivethreefive.terminal.app.dialogs import sheet_content
from fivethreefive.terminal.app.dialogs.sheet import Paint, Sheet
from fivethreefive.terminal.app.widgets.canvas import Command
from fivethreefive.terminal.text.analysis_text import MOST_MISTAKES


class ReviewSheet(Sheet):
    """A review. The replay of a mistake lies over it, so that closing that leads back."""

    def __init__(
        self,
        title: str,
        paint: Paint,
        catalogue: Catalogue,
        see: Callable[[Mistake], None],
        you: int | None,
    ) -> None:
        super().__init__(title, paint, (), catalogue)
        self.see = see
        self.you = you  # The seat of who reads it.
        self.places: dict[str, Command] = {}  # By the key that stands before a mistake.

    def show(self, found: Review) -> None:
        """Show what was found."""
        shown = found.mistakes[:MOST_MISTAKES]
        self.places = {
            sheet_content.mistake_key(number): partial(self.see, mistake)
            for number, mistake in enumerate(shown, 1)
        }
        keys, first = [*self.places], next(iter(self.places.values()), None)
        label = keys[0] if len(keys) == 1 else f"{keys[0]}-{keys[-1]}" if keys else ""
        paint = partial(sheet_content.draw_review, found, self.catalogue, self.you)
        self.set_content(self.heading, paint, ())
        if first is not None:
            self.footer = ((label, self.catalogue.say("page.review_see"), first), *self.footer)
            self.show_footer()

    def on_key(self, event: Key) -> None:
        """Show the mistake with this key; the others are those of every sheet."""
        if (command := self.places.get(event.character or "")) is not None:
            event.stop()
            event.prevent_default()  # Textual also calls the handler of the class below, Sheet.on_key.
            command()
