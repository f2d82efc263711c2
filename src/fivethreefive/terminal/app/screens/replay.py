"""The screen of a recorded game: the table as it stood, with steps, jumps and speeds."""

from __future__ import annotations

from textual.events import Key

from fivethreefive.language import Catalogue
from fivethreefive.protocol import View
from fivethreefive.terminal.app.screens.table import TableScreen
from fivethreefive.terminal.app.widgets.canvas import Entries
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.record import SPEEDS, RecordTable
from fivethreefive.terminal.text.view_text import Telling

KEYS = {
    "right": "on", "left": "off", "enter": "on", "backspace": "off", "space": "turn",
    "home": "first", "end": "end", "n": "round:1", "pagedown": "round:1", "b": "round:-1",
    "pageup": "round:-1", "plus": "speed:1", "up": "speed:1", "minus": "speed:-1", "down": "speed:-1",
    "g": "jump", "v": "eyes", "r": "review", "escape": "up",
}  # fmt: skip
PASSED_ON = ("question_mark", "l", "s", "m", "d")
"""Keys of the table that mean here what they mean there."""
LONGEST_STEP = 6


class WatchScreen(TableScreen):
    """A record being watched."""

    source: RecordTable

    def __init__(self, source: RecordTable, settings: Settings, catalogue: Catalogue) -> None:
        super().__init__(source, settings, catalogue)
        self.dialogs.plays = False

    def command(self, event: Key) -> str | None:
        """The command of a key."""
        letter = (event.character or "").lower()
        own = KEYS.get(event.key) or KEYS.get(letter)
        if own is None and (event.key in PASSED_ON or letter in PASSED_ON):
            return super().command(event)
        return own

    def note(self, telling: Telling) -> str:
        """Where in the record one is."""
        step = telling.say("page.step_of", step=self.source.place - 1, steps=self.source.last - 1)
        if self.source.runs:
            step = f"\N{BLACK RIGHT-POINTING POINTER} {SPEEDS[self.source.speed]:g} s  {step}"
        return step

    def what_now(self, telling: Telling) -> str:
        """What has just happened; at the end who won."""
        lines = telling.log(self.source.story, 1)
        if self.source.place < self.source.last:
            return lines[-1].text if lines else ""
        return telling.winners() or telling.say("page.replay_unfinished")

    def who(self, telling: Telling) -> str:
        """Whose hands lie open."""
        if self.source.all_hands:
            return telling.say("page.open_hands")
        if self.source.seat is None:
            return telling.say("page.watching")
        return telling.say("page.hand_of", name=telling.name(self.source.seat))

    def offers(self, view: View) -> Entries:
        """The keys of a record."""
        say = self.catalogue.say
        turn = "app.watch_stop" if self.source.runs else "app.watch_run"
        return (
            ("\N{LEFTWARDS ARROW}", say("app.watch_back"), "off"),
            ("\N{RIGHTWARDS ARROW}", say("app.watch_on"), "on"),
            ("Space", say(turn), "turn"),
            ("B", say("app.watch_round_back"), "round:-1"),
            ("N", say("app.watch_round"), "round:1"),
            ("+", say("app.watch_faster"), "speed:1"),
            ("-", say("app.watch_slower"), "speed:-1"),
            ("G", say("app.watch_jump"), "jump"),
            ("V", say("app.watch_eyes"), "eyes"),
        )

    def _keys(self) -> None:
        """The keys at the foot."""
        say = self.catalogue.say
        entries = [("?", say("page.rules"), "rules")]
        if self._lies_over_table:
            entries.append(("Esc", say("page.to_table"), "up"))
        entries += [("L", say("page.log"), "last"), ("S", say("page.scores"), "scores")]
        if self.source.record.complete:
            entries.append(("R", say("page.review"), "review"))
        entries += [("M", say("page.menu"), "menu"), ("^Q", say("app.quit"), "quit")]
        self.parts.keys.set(entries)

    @property
    def _lies_over_table(self) -> bool:
        return len(self.app.screen_stack) > 2

    # Commands

    def do_on(self) -> None:
        """One step on."""
        self._still()
        self.source.go(self.source.place + 1)

    def do_off(self) -> None:
        """One step back."""
        self._still()
        self.source.go(self.source.place - 1)

    def do_first(self) -> None:
        """To the beginning."""
        self._still()
        self.source.go(0)

    def do_end(self) -> None:
        """To the end."""
        self._still()
        self.source.go(self.source.last)

    def do_round(self, step: str) -> None:
        """To another round."""
        self._still()
        self.source.to_round(int(step))

    def do_turn(self) -> None:
        """Go on by itself, or stop."""
        self.source.turn(on=not self.source.runs)
        self.redraw()

    def do_speed(self, step: str) -> None:
        """Faster, or slower."""
        self.source.faster(int(step))
        self.redraw()

    def do_eyes(self) -> None:
        """Open other hands."""
        self.source.open_next()

    def do_up(self) -> None:
        """Back to the table that this lies over, if it does."""
        if self._lies_over_table and self.app.screen is self:
            self.app.pop_screen()

    def do_jump(self) -> None:
        """To a step by its number."""

        def jump(text: str) -> None:
            if text.isascii() and text.isdigit():
                self._still()
                self.source.go(int(text) + 1)

        note = self.catalogue.say("page.step_of", step=self.source.place - 1, steps=self.source.last - 1)
        self.dialogs.type_line(self.catalogue.say("app.watch_jump"), note, LONGEST_STEP, jump)

    def do_review(self) -> None:
        """Look at the decisions of the game."""
        if self.source.record.complete:
            self.dialogs.do_review()
        else:
            self.player.problem = self.catalogue.say("page.replay_unfinished")
            self.redraw()

    def _still(self) -> None:
        if self.source.runs:
            self.source.turn(on=False)
