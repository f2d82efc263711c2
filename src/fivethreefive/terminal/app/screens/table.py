"""The table: one screen for a seat or a spectator, fed by the views of one source.

It knows no rules. Legal plays, the melds they make and what ends a trick come with the view; why something
is not legal is asked of the source.
"""

from __future__ import annotations

import time
from collections.abc import Coroutine, Sequence
from math import ceil
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.screen import Screen
from textual.worker import Worker

from fivethreefive.language import Catalogue, FiveThreeFiveError
from fivethreefive.protocol import Bye, Happened, Said, View
from fivethreefive.terminal.app.controller import Player
from fivethreefive.terminal.app.dialogs.table_dialogs import Dialogs
from fivethreefive.terminal.app.layout import SIDE_WIDTH, Space, heights, space
from fivethreefive.terminal.app.widgets.canvas import Drawn, Entries, wrapped
from fivethreefive.terminal.app.widgets.hand import clusters
from fivethreefive.terminal.app.widgets.parts import Parts
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.base import Source
from fivethreefive.terminal.text.view_text import Telling

RANK_KEYS = {
    **{str(rank): rank for rank in (1, 2, 3, 4, 5, 7, 8, 9)},
    **dict(zip("qwert", (11, 12, 13, 14, 15), strict=True)),
}
KEYS = {
    "enter": "play", "escape": "clear", "p": "pass", "o": "overwrite", "a": "add", "h": "hint",
    "question_mark": "rules", "l": "last", "s": "scores", "m": "menu", "c": "say", "b": "back",
    "n": "sheet", "v": "sort", "d": "theme", "f": "fill", "g": "places", "y": "copy",
}  # fmt: skip
"""Commands by key; the same as the browser's where it has one."""
SAID_SECONDS = 6.0
MANY = 20
"""So many events at once are the story so far."""
MOST_ROWS = 6
"""So many rows what to do, or why not, takes at the most."""
MOST_LINES = 60
"""So many lines of the log can stand beside the table."""


class TableScreen(Screen[None]):
    """A table and one's place at it."""

    DEFAULT_CSS = """
    TableScreen { background: $felt; color: $ink; }
    TableScreen #top, TableScreen #keys { height: 1; }
    TableScreen #top { background: $low; }
    TableScreen #main { width: 1fr; }
    TableScreen #board { height: 1fr; }
    TableScreen Centre, TableScreen Waiting { height: 1fr; }
    TableScreen Side { height: 1fr; }
    """

    def __init__(self, source: Source, settings: Settings, catalogue: Catalogue) -> None:
        super().__init__()
        self.source = source
        self.settings = settings
        self.catalogue = catalogue
        self.parts = Parts.new()
        self.player = Player(self)
        self.dialogs = Dialogs(self)
        self.away = False
        self.bye: Bye | None = None
        self._arrived = 0.0
        self._turn: object = None
        self._said: dict[int, str] = {}

    # Drawing

    def compose(self) -> ComposeResult:
        """Lay the parts out from top to bottom, scores and log beside them."""
        top, *middle, side, keys = self.parts
        yield top
        with Horizontal(id="board"):
            with Vertical(id="main"):
                yield from middle
            yield side
        yield keys

    def on_mount(self) -> None:
        """Take one's place, and have the table go on."""
        self.source.listener = self
        self.redraw()
        self.set_interval(1, self._tick)
        self.start(self._follow())

    async def _follow(self) -> None:
        """Have the table go on; where it cannot, as when it cannot be kept, end and say why."""
        try:
            await self.source.run()
        except FiveThreeFiveError as error:
            self.app.fail(error)  # type: ignore[attr-defined]

    def on_unmount(self) -> None:
        """Let the table go."""
        self.source.close()

    def on_resize(self) -> None:
        """Make the best of another size."""
        self.redraw()

    @property
    def view(self) -> View | None:
        """The newest view."""
        return self.source.view

    @property
    def room(self) -> Space:
        """What fits at the terminal's size."""
        return space(self.app.size.width, self.app.size.height)

    def _arrange(self, room: Space, telling: Telling | None) -> None:
        """Give every part its rows."""
        view = None if telling is None else telling.view
        rows = heights(room, view)
        if rows["prompt"] and telling is not None:
            width = self.app.size.width - (SIDE_WIDTH if room.side else 0)
            needed = len(wrapped(self._text(telling), width - 2, MOST_ROWS))
            if needed > room.prompt:  # What is refused is said in full; nothing can be played then.
                rows["prompt"] = needed
                rows["choice"] = 1 if self.player.problem else room.bar
            elif not room.side:  # The log takes what is left.
                rows["prompt"] = min(room.prompt, max(needed, 1) + 1)
        for name, height in rows.items():
            part: Drawn = getattr(self.parts, name)
            part.display = height != 0
            if height:
                part.styles.height = height
        side = self.parts.side
        side.display = room.side and room.enough and view is not None and view.phase != "waiting"
        side.styles.width = SIDE_WIDTH

    def redraw(self) -> None:
        """Show the newest view; parts that have not changed draw nothing."""
        room, view = self.room, self.view
        telling = None if view is None else Telling(view, self.catalogue)
        self._arrange(room, telling)
        top = self.parts.top
        self._keys()
        if not room.enough:
            top.set("535", "")
            self.parts.waiting.wait(self.catalogue.say("app.too_small"))
            return
        if view is None or telling is None:
            top.set("535", self._line(), alert=self.away)
            key = "page.no_connection" if self.away else "page.connecting"
            self.parts.waiting.wait(self._farewell() or self.catalogue.say(key))
            return
        troubled = self.away or self.bye is not None
        top.set(self.heading(telling), self._line() or self.note(telling), alert=troubled)
        if view.phase == "waiting":
            log = tuple(telling.log(self.source.story, MOST_LINES))
            self.parts.waiting.set(telling, self.source.address, self.player.problem, log)
        else:
            self._draw_table(telling, room)
        self._draw_place(telling, room)

    def heading(self, telling: Telling) -> str:
        """What stands at the top."""
        return telling.title()

    def note(self, telling: Telling) -> str:
        """What stands at the top, at the right."""
        rules = telling.view.options.rules
        target = telling.say("app.to", target=rules.target) if rules.format == "target" else telling.goal()
        return " \N{MIDDLE DOT} ".join(filter(None, (telling.view.code, target)))

    def what_now(self, telling: Telling) -> str:
        """What to do next, where there is nothing to refuse."""
        return telling.hint(self.player.holding.selection(telling.view), self.player.holding.cards)

    def who(self, telling: Telling) -> str:
        """What one is without a seat."""
        return telling.say("page.watching")

    def _line(self) -> str:
        """What is wrong with the connection."""
        if self.bye is not None:
            return self._farewell()
        return self.catalogue.say("page.reconnecting") if self.away and self.view is not None else ""

    def _farewell(self) -> str:
        return "" if self.bye is None else self.bye.sentence

    def _draw_table(self, telling: Telling, room: Space) -> None:
        log = tuple(telling.log(self.source.story, MOST_LINES))
        self.parts.seats.set(telling, self._seconds(), self._said)
        self.parts.centre.set(telling, room.meld, () if room.side else log)
        self.parts.opened.set(telling)
        self.parts.side.set(telling, log)

    def _draw_place(self, telling: Telling, room: Space) -> None:
        view = telling.view
        selection = self.player.holding.selection(view)
        alert = bool(self.player.problem) and not self.player.sure
        self.parts.prompt.set(telling, self.who(telling), self._text(telling), self._seconds(), alert=alert)
        self.parts.hand.set(
            clusters(self.player.holding.held, self.settings.sorting),
            self.player.holding.chosen,
            frozenset(selection.dead) if view.can.act else frozenset(),
            view.options.rules.points,
            room.hand,
        )
        kinds = (
            {action.kind for action in view.observation.legal}
            if view.can.act and view.observation
            else set()
        )
        quiet = ""
        if view.can.act:
            quiet = self.catalogue.say("page.none_fits" if kinds == {"pass"} else "page.choose_cards")
        self.parts.choice.set(
            telling, selection.completed, quiet, self.offers(view), can_pass="pass" in kinds
        )

    def _text(self, telling: Telling) -> str:
        """Why something is refused, else what to do; and that a hint is on its way."""
        thinking = telling.say("page.hint_thinking") if self.player.thinks else ""
        text = self.player.problem or self.what_now(telling)
        return " ".join(filter(None, (self.source.aside, thinking, text)))

    def offers(self, view: View) -> Entries:
        """What can be done where there is nothing to play."""
        say = self.catalogue.say
        if self.bye is not None:
            key = "page.play_here" if self.bye.code == "replaced" else "page.try_again"
            return (("Enter", say(key), "reconnect"),)
        if view.can.back:
            return (("B", say("page.back"), "back"),)
        if view.phase in ("round_over", "game_over"):
            seen = view.observation
            sheet = ("N", say("play.sheet_round", round=seen.round if seen else 1), "sheet")
            if view.can.ready or view.can.rematch:
                return (
                    ("Enter", self.dialogs.next_word(view), "ready" if view.can.ready else "rematch"),
                    sheet,
                )
            return (("Enter", *sheet[1:]),)
        if view.you is None and view.can.sit and view.phase == "playing":
            return (("Enter", say("page.sit"), "sit"),)
        return ()

    def _keys(self) -> None:
        say, view = self.catalogue.say, self.view
        entries = [("?", say("page.rules"), "rules")]
        if not self.room.enough:
            view = None
        if view is not None and view.can.hint:
            entries.append(("H", say("page.hint"), "hint"))
        if view is not None and view.observation is not None:
            entries += [("L", say("page.log"), "last"), ("S", say("page.scores"), "scores")]
        if view is not None and view.can.say:
            entries.append(("C", say("app.talk"), "say"))
        entries += [("M", say("page.menu"), "menu"), ("^Q", say("app.quit"), "quit")]
        self.parts.keys.set(entries)

    def _seconds(self) -> int | None:
        """What is left on the clock."""
        view = self.view
        if view is None or view.clock_ms is None:
            return None
        gone = (time.monotonic() - self._arrived) * 1000 if view.clock_running else 0
        return max(0, ceil((view.clock_ms - gone) / 1000))

    def _tick(self) -> None:
        if self.view is not None and self.view.clock_ms is not None and self.view.clock_running:
            self.redraw()
            self.dialogs.tick(self._seconds())

    # What the source tells

    def table_changed(self, events: Sequence[Happened], view: View) -> None:
        """Show what happened."""
        self._arrived = time.monotonic()
        self.player.holding.follow(view)
        if len(events) < MANY:  # The story so far is no news.
            for event in events:
                if isinstance(event, Said):
                    self._hear(event, Telling(view, self.catalogue).said(event))
        turn = (view.game, view.turn_number, view.phase, view.you)
        if turn != self._turn:
            self._turn = turn
            self.player.turn_came(view)
        self.redraw()
        self.dialogs.follow(view, self._seconds())

    def _hear(self, event: Said, text: str) -> None:
        """Let a seat show for a while what it has said."""
        self._said = {**self._said, event.seat: text}

        def forget() -> None:
            if self._said.get(event.seat) == text:
                self._said = {seat: said for seat, said in self._said.items() if seat != event.seat}
                self.redraw()

        self.set_timer(SAID_SECONDS, forget)

    def line_changed(self, away: bool) -> None:
        """Say that the server is away, or is back."""
        self.away = away
        self.redraw()

    def told(self, text: str) -> None:
        """Show a sentence in the log."""
        self.redraw()

    def parted(self, bye: Bye) -> None:
        """Say why the table is over for us."""
        self.bye = bye
        self.redraw()

    # What the person does

    def on_key(self, event: Key) -> None:
        """Do what a key stands for."""
        command = self.command(event)
        if command is not None:
            event.stop()
            event.prevent_default()
            if self.room.enough or command in BLIND:  # Nobody plays on a table that cannot be seen.
                self.obey(command)

    def command(self, event: Key) -> str | None:
        """The command of a key."""
        letter = (event.character or "").lower()
        if letter in RANK_KEYS:
            return f"rank:{RANK_KEYS[letter]}"
        return KEYS.get(event.key) or KEYS.get(letter)

    def on_drawn_pressed(self, event: Drawn.Pressed) -> None:
        """Do what was pressed with the mouse."""
        event.stop()
        self.obey(event.command)

    def obey(self, command: str) -> None:
        """Do a command, by whatever it was given."""
        name, _, what = command.partition(":")
        if self.view is None and name not in FREE:
            return
        for doer in (self, self.player, self.dialogs):
            if (do := getattr(doer, f"do_{name}", None)) is not None:
                do(*([what] if what else []))
                return
        raise LookupError(command)

    def do_reconnect(self) -> None:
        """Come back to a table that was parted with."""
        self.bye = None
        self.source.come_back()
        self.redraw()

    def do_theme(self) -> None:
        """Light, or dark."""
        self.app.action_toggle_theme()  # type: ignore[attr-defined]

    def do_quit(self) -> None:
        """Leave at once."""
        self.app.exit(0)

    def start(self, work: Coroutine[Any, Any, None]) -> Worker[None]:
        """Let something go on beside the screen."""
        return self.run_worker(work)


FREE = ("quit", "theme", "rules", "book", "menu", "set", "reconnect", "play")
"""What can be done before there is a table."""
BLIND = ("quit", "theme", "rules", "menu", "up")
"""Keys that do something where the window is too small for the table."""
