"""The review of a game that is over: its progress, then what was found."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from textual.worker import Worker

from fivethreefive.language import Catalogue, FiveThreeFiveError
from fivethreefive.terminal.app.dialogs import sheet_content
from fivethreefive.terminal.app.dialogs.host import DialogHost
from fivethreefive.terminal.app.dialogs.sheet import Paint, Sheet, paragraphs
from fivethreefive.terminal.sources.base import Source
from fivethreefive.terminal.text.phrases import as_sentence


def open_review(
    dialogs: DialogHost, source: Source, catalogue: Catalogue,
    start: Callable[[Coroutine[Any, Any, None]], Worker[None]],
) -> None:  # fmt: skip
    """Have the source review the game for as long as the sheet of the review is open."""
    title = catalogue.say("page.review")
    sheet = Sheet(title, sheet_content.review_progress(catalogue, 0, 0), (), catalogue)

    def show(paint: Paint) -> None:
        sheet.renew(title, paint, ())

    async def review() -> None:
        try:
            found = await source.review(
                lambda done, all_: show(sheet_content.review_progress(catalogue, done, all_))
            )
        except FiveThreeFiveError as error:
            sentence = as_sentence(error.sentence(catalogue.language))
            show(lambda _, canvas: paragraphs(canvas, 0, [(sentence, "$alert")]))
        else:
            show(sheet_content.review(found, catalogue))

    dialogs.push(sheet, start(review()).cancel)
