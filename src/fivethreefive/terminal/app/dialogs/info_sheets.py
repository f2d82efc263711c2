"""The sheets of a table that are only read: the rules, the log, the scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from fivethreefive.language import Catalogue
from fivethreefive.rules.options import Rules
from fivethreefive.terminal.app.dialogs import sheet_content
from fivethreefive.terminal.app.dialogs.manager import DialogManager
from fivethreefive.terminal.sources.base import Source
from fivethreefive.terminal.text.view_text import ViewText


@dataclass(eq=False)
class InfoSheets:
    """Opens them with what the newest view of a source has."""

    source: Source
    catalogue: Catalogue
    dialogs: DialogManager
    key_texts: Sequence[str]  # Keys of the sentences that explain the keys of the screen.

    @property
    def _rules(self) -> Rules:
        view = self.source.view
        return Rules() if view is None else view.options.rules

    @property
    def _view_text(self) -> ViewText:
        assert self.source.view is not None
        return ViewText(self.source.view, self.catalogue)

    def open_rules(self) -> None:
        """Show the rules in short, and the keys."""
        say = self.catalogue.say
        keys = [say(key) for key in self.key_texts]
        paint = sheet_content.rules_summary(self._rules, self.catalogue, keys)
        more = (("R", say("page.all_rules"), self.open_rule_book),)
        self.dialogs.open_sheet(say("page.reference"), paint, more)

    def open_rule_book(self) -> None:
        """Show all the rules."""
        title = self.catalogue.say("rules.title", players=self._rules.players)
        self.dialogs.open_sheet(title, sheet_content.all_rules(self._rules, self.catalogue))

    def open_log(self) -> None:
        """Show the last trick and the log."""
        paint = partial(sheet_content.draw_log, self._view_text, self.source.log)
        self.dialogs.open_sheet(self.catalogue.say("page.log"), paint, at_end=True)

    def open_scores(self) -> None:
        """Show the scores and their chart."""
        is_one_round = self.source.is_one_round
        goal = self.catalogue.say("play.goal_position") if is_one_round else self._view_text.goal_text()
        paint = partial(sheet_content.draw_scores, self._view_text, goal)
        self.dialogs.open_sheet(self.catalogue.say("page.scores"), paint)
