"""The screen of a recorded game: the table as it stood, with steps, jumps and speeds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from fivethreefive.language import Catalogue, FiveThreeFiveError
from fivethreefive.protocol import Mistake, View
from fivethreefive.terminal.app.screens import bindings
from fivethreefive.terminal.app.screens.base import ViewScreen
from fivethreefive.terminal.app.screens.renderer import ScreenContent
from fivethreefive.terminal.app.widgets.canvas import Command, KeyEntries
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.record import SPEEDS, RecordSource
from fivethreefive.terminal.text.game_text import as_sentence
from fivethreefive.terminal.text.view_text import ViewText

LONGEST_STEP = 6


class ReplayScreen(ViewScreen):
    """A record being watched."""

    BINDINGS: ClassVar = bindings.REPLAY
    TOO_SMALL = frozenset({"rules", "menu", "back_to_table"})
    KEY_TEXTS = bindings.REPLAY_TEXTS

    def __init__(
        self, source: RecordSource, settings: Settings, catalogue: Catalogue, *, over_review: bool = False
    ) -> None:
        super().__init__(source, settings, catalogue)
        self.record = source
        self.over_review = over_review  # Whether it was opened from a review, which closing leads back to.

    def content(self, view_text: ViewText) -> ScreenContent:
        """Where in the record one is, whose hands lie open, and what has just happened."""
        note = self._step_of()
        if self.record.running:
            note = f"\N{BLACK RIGHT-POINTING POINTER} {SPEEDS[self.record.speed]:g} s  {note}"
        return ScreenContent(
            note,
            self._open_hands(view_text),
            self.source.delay,
            self._latest(view_text),
            self.next_entries(view_text.view),
        )

    def _step_of(self) -> str:
        return self.catalogue.say("page.step_of", step=self.record.place - 1, steps=self.record.last - 1)

    def _latest(self, view_text: ViewText) -> str:
        lines = view_text.log_lines(self.source.log, 1)
        if self.record.place < self.record.last:
            return lines[-1].text if lines else ""
        return view_text.winners_text() or view_text.say("page.replay_unfinished")

    def _open_hands(self, view_text: ViewText) -> str:
        if self.record.all_hands:
            return view_text.say("page.open_hands")
        if self.record.seat is None:
            return view_text.say("page.watching")
        return view_text.say("page.hand_of", name=view_text.name(self.record.seat))

    def next_entries(self, view: View) -> KeyEntries:
        """The keys of a record."""
        say = self.catalogue.say
        return (
            ("\N{LEFTWARDS ARROW}", say("app.watch_back"), partial(self.action_go, -1)),
            ("\N{RIGHTWARDS ARROW}", say("app.watch_on"), partial(self.action_go, 1)),
            ("Space", say("app.watch_stop" if self.record.running else "app.watch_run"), self.action_run),
            ("B", say("app.watch_round_back"), partial(self.action_go_round, -1)),
            ("N", say("app.watch_round"), partial(self.action_go_round, 1)),
            ("+", say("app.watch_faster"), partial(self.action_change_speed, 1)),
            ("-", say("app.watch_slower"), partial(self.action_change_speed, -1)),
            ("G", say("app.watch_jump"), self.action_jump),
            ("V", say("app.watch_eyes"), self.action_open_hands),
        )

    def footer_entries(self, view: View | None) -> KeyEntries:
        """The keys at the foot."""
        say = self.catalogue.say
        entries: list[tuple[str, str, Command]] = [("?", say("page.rules"), self.action_rules)]
        if self._lies_over_table:
            back = say("app.to_review" if self.over_review else "page.to_table")
            entries.append(("Esc", back, self.action_back_to_table))
        entries += [("L", say("page.log"), self.action_log), ("S", say("page.scores"), self.action_scores)]
        if self.record.record.complete and not self.over_review:
            entries.append(("R", say("page.review"), self.action_review))
        return (*entries, ("M", say("page.menu"), self.action_menu), ("^Q", say("app.quit"), self.leave))

    def menu_entries(self, view: View) -> list[tuple[Command, str]]:
        """What can be read of the game."""
        say = self.catalogue.say
        review = () if self.over_review else ((self.action_review, say("page.review")),)
        return [(self.action_log, say("page.log")), (self.action_scores, say("page.scores")), *review]

    @property
    def _lies_over_table(self) -> bool:
        return len(self.app.screen_stack) > 2  # Below any screen lies Textual's own.

    # What is pressed

    def action_go(self, steps: int) -> None:
        """So many steps on, or back."""
        self._go(self.record.place + steps)

    def action_go_first(self) -> None:
        """To the beginning."""
        self._go(0)

    def action_go_last(self) -> None:
        """To the end."""
        self._go(self.record.last)

    def _go(self, place: int) -> None:
        self._stand_still()
        self.record.go(place)

    def _stand_still(self) -> None:
        if self.record.running:
            self.record.set_running(on=False)

    def action_go_round(self, step: int) -> None:
        """To the next round, or the one before."""
        self._stand_still()
        self.record.go_to_round(step)

    def action_run(self) -> None:
        """Go on by itself, or stop."""
        self.record.set_running(on=not self.record.running)
        self.redraw()

    def action_change_speed(self, step: int) -> None:
        """Faster, or slower."""
        self.record.change_speed(step)
        self.redraw()

    def action_open_hands(self) -> None:
        """Open other hands."""
        self.record.reveal_next()

    def action_back_to_table(self) -> None:
        """Back to the table that this lies over, if it does."""
        if self._lies_over_table and self.app.screen is self:  # Escape twice at once is once.
            self.dismiss()

    def action_jump(self) -> None:
        """To a step by its number."""

        def jump(text: str) -> None:
            steps = self.record.last - 1
            if text.isascii() and text.isdigit() and int(text) <= steps:
                self._go(int(text) + 1)  # Of the two events before the first play only the deal is a step.
            else:
                self.explain(self.catalogue.say("app.no_step", steps=steps))

        self.dialogs.type_line(self.catalogue.say("app.watch_jump"), self._step_of(), LONGEST_STEP, jump)

    def action_review(self) -> None:
        """Look at the decisions of the game; where a review lies below, go back to it."""
        if self.over_review:
            self.action_back_to_table()
        elif self.record.record.complete:
            self.dialogs.open_review(self.source, partial(see_mistake, self))
        else:
            self.explain(self.catalogue.say("page.replay_unfinished"))


async def open_replay(
    screen: ViewScreen, mistake: Mistake | None = None, closed: Callable[[None], None] | None = None
) -> None:
    """Show the game that is over as a replay over a screen, at a mistake where one is given."""
    try:
        record = RecordSource(await screen.source.recorded(), all_hands=True)
    except FiveThreeFiveError as error:
        screen.source.add_note(as_sentence(error.sentence(screen.catalogue.language)))
        return
    if mistake is not None:
        record.go_to_decision(mistake.round, mistake.action)
    replay = ReplayScreen(record, screen.settings, screen.catalogue, over_review=mistake is not None)
    screen.app.push_screen(replay, closed)


def see_mistake(screen: ViewScreen, mistake: Mistake) -> None:
    """Show the moment of a mistake, over the review that it is shown in."""
    screen.run_worker(open_replay(screen, mistake))
