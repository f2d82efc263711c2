"""Sheets to read: the rules, the log, the scores, a hint, a review."""

from __future__ import annotations

from fivethreefive.language import FiveThreeFiveError
from fivethreefive.protocol import Hint, Hinted, Refused, View
from fivethreefive.rules.options import Rules
from fivethreefive.terminal.app.dialogs import sheet_content
from fivethreefive.terminal.app.dialogs.dialog_base import Desk
from fivethreefive.terminal.app.dialogs.sheet import Sheet, paragraphs
from fivethreefive.terminal.text.phrases import as_sentence
from fivethreefive.terminal.text.view_text import Telling

PLAYING = (
    *(
        "page.key_ranks",
        "page.key_again",
        "page.key_play",
        "page.key_either",
        "page.key_pass",
        "page.key_hint",
    ),
    *("app.key_clear", "app.key_more", "app.key_ends", "app.key_seats", "app.key_mouse"),
)
"""What is said of the keys of a table."""
WATCHING = (
    *("app.key_watch_steps", "app.key_watch_run", "app.key_watch_jump", "app.key_watch_eyes"),
    "app.key_watch_more",
)
"""What is said of the keys of a record."""


class Reading(Desk):
    """What can be read beside the table."""

    def do_rules(self) -> None:
        """The rules in short, and the keys."""
        keys = PLAYING if self.plays else WATCHING
        paint = sheet_content.reference(
            self._rules, self.screen.catalogue, [self._text(key) for key in keys]
        )
        self._open(self._text("page.reference"), paint, (("R", self._text("page.all_rules"), "book"),))

    @property
    def _rules(self) -> Rules:
        view = self.screen.view
        return Rules() if view is None else view.options.rules

    def do_book(self) -> None:
        """All the rules."""
        title = self._text("rules.title", players=self._rules.players)
        self._open(title, sheet_content.rule_book(self._rules, self.screen.catalogue))

    def do_last(self) -> None:
        """The last trick and the log."""
        self._open(self._text("page.log"), sheet_content.story(self._telling, self.screen.source.story))

    def do_scores(self) -> None:
        """The scores and their chart."""
        self._open(self._text("page.scores"), sheet_content.scores(self._telling))

    def do_hint(self) -> None:
        """Ask what to play."""
        if self._view.can.hint and not self.player.busy and not self.player.thinks:
            self.player.thinks = True
            self.screen.redraw()
            self.player.thinking = self.screen.start(self._hint(self._view))

    async def _hint(self, view: View) -> None:
        try:
            answer = await self.player.ask(Hint(self.player.next_id()))
        finally:
            self.player.thinks, self.screen.source.aside = False, ""
        if isinstance(answer, Refused):
            self.player.problem = as_sentence(answer.sentence)
        self.screen.redraw()
        now = self.screen.view
        if (
            isinstance(answer, Hinted)
            and now is not None
            and now.turn_number == view.turn_number
            and self._is_free
        ):
            self._open(
                self._text("page.hint"), sheet_content.advice(Telling(view, self.screen.catalogue), answer)
            )

    def do_review(self) -> None:
        """Look at every decision of the game that is over."""
        sheet = Sheet(
            self._text("page.review"),
            sheet_content.review_progress(self.screen.catalogue, 0, 0),
            (),
            self.screen.catalogue,
        )
        self._push_while(sheet, self._review(sheet))

    def do_replay(self) -> None:
        """Watch the game that is over."""
        self.screen.start(self._replay())

    async def _replay(self) -> None:
        from fivethreefive.terminal.app.screens.replay import WatchScreen
        from fivethreefive.terminal.sources.record import RecordTable

        try:
            table = RecordTable(await self.screen.source.recorded(), all_hands=True)
        except FiveThreeFiveError as error:
            self.screen.source.note(as_sentence(error.sentence(self.screen.catalogue.language)))
        else:
            self.screen.app.push_screen(WatchScreen(table, self.screen.settings, self.screen.catalogue))

    def do_download(self) -> None:
        """Keep the game in a file."""
        self.screen.start(self._download(fair=False))

    def do_proof(self) -> None:
        """Keep what proves the deals of the game in a file."""
        self.screen.start(self._download(fair=True))

    async def _download(self, *, fair: bool) -> None:
        try:
            name = await self.screen.source.download(fair=fair)
        except FiveThreeFiveError as error:
            self.screen.source.note(as_sentence(error.sentence(self.screen.catalogue.language)))
        else:
            check = f"fivethreefive {'verify' if fair else 'watch'} {name}"
            self.screen.source.note(self._text("app.in_file", file=name, command=check))

    async def _review(self, sheet: Sheet) -> None:
        catalogue, title = self.screen.catalogue, self._text("page.review")

        def progress(done: int, all_: int) -> None:
            sheet.renew(title, sheet_content.review_progress(catalogue, done, all_), ())

        try:
            found = await self.screen.source.review(progress)
        except FiveThreeFiveError as error:
            sentence = as_sentence(error.sentence(catalogue.language))
            sheet.renew(title, lambda _, canvas: paragraphs(canvas, 0, [(sentence, "$alert")]), ())
        else:
            sheet.renew(title, sheet_content.review(found, catalogue), ())
