"""Opens dialogs over a screen and does what they end with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from textual.screen import Screen

from fivethreefive.language import Catalogue, FiveThreeFiveError
from fivethreefive.protocol import Mistake
from fivethreefive.terminal.app.dialogs import sheet_content
from fivethreefive.terminal.app.dialogs.prompts import LineDialog, ListDialog
from fivethreefive.terminal.app.dialogs.review_sheet import ReviewSheet
from fivethreefive.terminal.app.dialogs.sheet import Paint, Sheet, text_paint
from fivethreefive.terminal.app.widgets.canvas import Command, KeyEntries
from fivethreefive.terminal.sources.base import Source
from fivethreefive.terminal.text.game_text import as_sentence


@dataclass(eq=False)
class DialogManager:
    """The dialogs of one screen."""

    screen: Screen[None]
    catalogue: Catalogue

    @property
    def is_free(self) -> bool:
        """Whether nothing lies over the screen."""
        return self.screen.app.screen is self.screen

    def open_sheet(self, title: str, paint: Paint, keys: KeyEntries = (), *, at_end: bool = False) -> None:
        """Show a sheet to read, from its beginning or ``at_end``."""
        self.push(Sheet(title, paint, keys, self.catalogue, at_end=at_end))

    def push(self, sheet: Sheet, closed: Callable[[], None] | None = None) -> None:
        """Show a sheet; ``closed`` hears of its end before its command is done."""

        def ended(command: Command | None) -> None:
            if closed is not None:
                closed()
            _do(command)  # After it: the command may open the same sheet again.

        self.screen.app.push_screen(sheet, ended)

    def open_review(
        self, source: Source, see: Callable[[Mistake], None], closed: Callable[[], None] = lambda: None
    ) -> None:
        """Have the source review its game for as long as the sheet with the review is open.

        ``see`` shows a mistake in the replay, over the sheet; ``closed`` hears of the end of the sheet.
        """
        catalogue, title = self.catalogue, self.catalogue.say("page.review")
        begun = partial(sheet_content.draw_review_progress, catalogue, 0, 0)
        you = None if source.view is None else source.view.you
        sheet = ReviewSheet(title, begun, catalogue, see, you)

        def progress(done: int, all_: int) -> None:
            sheet.set_content(title, partial(sheet_content.draw_review_progress, catalogue, done, all_), ())

        async def review() -> None:
            try:
                sheet.show(await source.review(progress))
            except FiveThreeFiveError as error:
                text = as_sentence(error.sentence(catalogue.language))
                sheet.set_content(title, text_paint([(text, "$alert")]), ())

        searching = self.screen.run_worker(review())

        def ended() -> None:
            searching.cancel()  # Closing the sheet ends the search.
            closed()

        self.push(sheet, ended)

    def choose(self, title: str, entries: Sequence[tuple[Command, str]], at: int = 0) -> None:
        """Have a command chosen from a list, and do it."""
        self.screen.app.push_screen(ListDialog(title, entries, self.catalogue, at), _do)

    def type_line(
        self, title: str, note: str, longest: int, then: Callable[[str], None], value: str = ""
    ) -> None:
        """Have a line typed, and do something with it."""

        def typed(text: str | None) -> None:
            if text:
                then(text)

        self.screen.app.push_screen(LineDialog(title, note, longest, self.catalogue, value), typed)

    def copy(self, text: str) -> None:
        """Copy a text, where the terminal lets programs do that."""
        self.screen.app.copy_to_clipboard(text)


def _do(command: Command | None) -> None:
    if command is not None:
        command()
