"""The sheets and lists of a table screen, and what is asked of a table besides playing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, TypeVar, cast, get_args

from fivethreefive.language import FiveThreeFiveError
from fivethreefive.protocol import (
    LONGEST_CONTRIBUTION,
    LONGEST_NAME,
    LONGEST_SAY,
    Contribute,
    Fill,
    Hint,
    Hinted,
    InviteBot,
    Invited,
    Leave,
    Phrase,
    Ready,
    Refused,
    Rematch,
    Say,
    SeatBot,
    Show,
    Sit,
    Start,
    View,
)
from fivethreefive.rules.options import Rules
from fivethreefive.terminal.answers import as_sentence
from fivethreefive.terminal.app import pages
from fivethreefive.terminal.app.boxes import Choose, Type
from fivethreefive.terminal.app.settings import PACES, Pace, Theme
from fivethreefive.terminal.app.sheets import Paint, Sheet, paragraphs
from fivethreefive.terminal.app.telling import Telling

if TYPE_CHECKING:
    from fivethreefive.terminal.app.table import TableScreen

MEDIUM = "medium"
Asks = Literal["ready", "rematch"]
Value = TypeVar("Value")


class RoundSheet(Sheet):
    """The end of a round: it stays until it is read, and once more is asked for until that comes."""

    screen_below: TableScreen

    def obey(self, command: str) -> None:
        """Ask for what comes next and stay, or end."""
        if command in get_args(Asks):
            self.screen_below.obey(command)
        else:
            super().obey(command)


class Dialogs:
    """What a table screen shows on top of itself."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self._ended: View | None = None
        """The table as the round ended whose sheet is open."""
        self._sheet: RoundSheet | None = None
        self._shown: object = None
        self._asked = False
        self.tells_ends = True
        """Whether the end of a round opens its sheet."""

    # Small things that all of them need

    @property
    def _view(self) -> View:
        view = self.screen.view
        assert view is not None
        return view

    @property
    def _telling(self) -> Telling:
        return Telling(self._view, self.screen.catalogue)

    def _text(self, key: str, **words: object) -> str:
        return self.screen.catalogue.say(key, **words)

    def _open(self, title: str, paint: Paint, keys: Sequence[tuple[str, str, str]] = ()) -> None:
        self._push(Sheet(title, paint, keys, self.screen.catalogue))

    def _push(self, sheet: Sheet) -> None:
        self.screen.app.push_screen(sheet, self._obey)

    def _choose(self, title: str, entries: Sequence[tuple[str, str]], at: int = 0) -> None:
        self.screen.app.push_screen(Choose(title, entries, at), self._obey)

    def type_line(
        self, title: str, note: str, longest: int, then: Callable[[str], None], value: str = ""
    ) -> None:
        """Have a line typed, and do something with it."""

        def typed(text: str | None) -> None:
            if text:
                then(text)

        self.screen.app.push_screen(Type(title, note, longest, value), typed)

    def _obey(self, command: str | None) -> None:
        if command:
            self.screen.obey(command)

    @property
    def _is_free(self) -> bool:
        """Whether nothing lies over the table."""
        return self.screen.app.screen is self.screen

    # To read

    def do_rules(self) -> None:
        """The rules in short, and the keys."""
        own = (self._text("app.key_more"), self._text("app.key_mouse"))
        keys = (("R", self._text("page.all_rules"), "book"),)
        self._open(
            self._text("page.reference"), pages.reference(self._rules, self.screen.catalogue, own), keys
        )

    @property
    def _rules(self) -> Rules:
        view = self.screen.view
        return Rules() if view is None else view.options.rules

    def do_book(self) -> None:
        """All the rules."""
        title = self._text("rules.title", players=self._rules.players)
        self._open(title, pages.rule_book(self._rules, self.screen.catalogue))

    def do_last(self) -> None:
        """The last trick and the log."""
        self._open(self._text("page.story"), pages.story(self._telling, self.screen.source.story))

    def do_scores(self) -> None:
        """The scores and their chart."""
        self._open(self._text("page.scores"), pages.scores(self._telling))

    def do_hint(self) -> None:
        """Ask what to play."""
        if self._view.can.hint and not self.screen.busy:
            self.screen.problem = self._text("page.hint_thinking")
            self.screen.redraw()
            self.screen.start(self._hint(self._view))

    async def _hint(self, view: View) -> None:
        answer = await self.screen.ask(Hint(self.screen.next_id()))
        self.screen.problem = as_sentence(answer.sentence) if isinstance(answer, Refused) else ""
        self.screen.redraw()
        now = self.screen.view
        if (
            isinstance(answer, Hinted)
            and now is not None
            and now.turn_number == view.turn_number
            and self._is_free
        ):
            self._open(self._text("page.hint"), pages.advice(Telling(view, self.screen.catalogue), answer))

    def do_review(self) -> None:
        """Look at every decision of the game that is over."""
        sheet = Sheet(
            self._text("page.review"),
            pages.review_progress(self.screen.catalogue, 0, 0),
            (),
            self.screen.catalogue,
        )
        self._push(sheet)
        self.screen.start(self._review(sheet))

    async def _review(self, sheet: Sheet) -> None:
        catalogue, title = self.screen.catalogue, self._text("page.review")

        def progress(done: int, all_: int) -> None:
            sheet.renew(title, pages.review_progress(catalogue, done, all_), ())

        try:
            found = await self.screen.source.review(progress)
        except FiveThreeFiveError as error:
            sentence = as_sentence(error.sentence(catalogue.language))
            sheet.renew(title, lambda _, canvas: paragraphs(canvas, 0, [(sentence, "$alert")]), ())
        else:
            sheet.renew(title, pages.review(found, catalogue), ())

    # The end of a round

    def follow(self, view: View, seconds: int | None) -> None:
        """Show how a round ended, once; keep an open sheet up to date."""
        over = view.phase in ("round_over", "game_over")
        if not over:
            if self._sheet is not None and (self._asked or view.you is None):
                self._close_sheet()
            self._asked = False
        elif (key := (view.game, view.observation and view.observation.round)) != self._shown:
            self._shown = key
            self._ended, self._asked = view, False
            if self.tells_ends:
                self.do_sheet()
        self.tick(seconds)

    def tick(self, seconds: int | None) -> None:
        """Let an open sheet say what is waited for now."""
        if self._sheet is not None and self._ended is not None:
            self._sheet.renew(*self._sheet_of(Telling(self._ended, self.screen.catalogue), seconds))

    def do_sheet(self) -> None:
        """The sheet of the round that is over."""
        if self._ended is None or self._sheet is not None:
            return
        title, paint, keys = self._sheet_of(Telling(self._ended, self.screen.catalogue), None)
        sheet = RoundSheet(title, paint, keys, self.screen.catalogue)
        sheet.screen_below = self.screen
        self._sheet = sheet

        def closed(command: str | None) -> None:
            self._sheet = None
            self._obey(command)

        self.screen.app.push_screen(sheet, closed)

    def _close_sheet(self) -> None:
        sheet = self._sheet
        if sheet is not None and self.screen.app.screen is sheet:
            sheet.dismiss(None)

    def _sheet_of(
        self, ended: Telling, seconds: int | None
    ) -> tuple[str, Paint, Sequence[tuple[str, str, str]]]:
        seen = ended.view.observation
        over = ended.view.phase == "game_over"
        title = ended.winners() if over else self._text("play.sheet_round", round=seen.round if seen else 1)
        keys = [("Enter", self.next_word(self._view), self._next(self._view))]
        if over:
            keys.append(("R", self._text("page.review"), "review"))
        return title, pages.round_end(ended, self._waits_for(seconds)), keys

    def _next(self, view: View) -> str:
        return "ready" if view.can.ready else "rematch" if view.can.rematch else "close"

    def next_word(self, view: View) -> str:
        """What comes after the round."""
        key = {"ready": "next_round", "rematch": "rematch", "close": "to_table"}[self._next(view)]
        return self._text(f"page.{key}")

    def _waits_for(self, seconds: int | None) -> str:
        view = self._view
        if view.phase not in ("round_over", "game_over"):
            return ""
        if view.you is not None and view.seats[view.you].ready:
            names = [
                self._telling.name(number)
                for number, seat in enumerate(view.seats)
                if seat.kind == "person" and seat.online and not seat.played_by_bot and not seat.ready
            ]
            return (
                self._text("page.waits_for", names=", ".join(names))
                if names
                else self._text("page.next_soon")
            )
        if seconds is not None and view.phase == "round_over":
            return self._text("page.next_in", count=seconds)
        return ""

    def do_ready(self) -> None:
        """Ask for the next round."""
        self._asked = True
        if self._view.can.ready:
            self.screen.request(Ready(self.screen.next_id()))

    def do_rematch(self) -> None:
        """Ask for another game."""
        self._asked = True
        if self._view.can.rematch:
            self.screen.request(Rematch(self.screen.next_id()))

    # Around the table

    def do_begin(self) -> None:
        """What Enter means before the game: take a seat, or begin."""
        if self._view.can.start:
            self.do_start()
        elif self._view.you is None and self._view.can.sit:
            self.do_sit()

    def do_sit(self, seat: str = "") -> None:
        """Take a seat under a name."""
        if not self._view.can.sit:
            return
        name = self.screen.settings.name or self._text("play.default_name")

        def sit(name: str) -> None:
            self.screen.settings.name = name
            self.screen.settings.save()
            self.screen.request(Sit(name, int(seat) if seat else None, self.screen.next_id()))

        self.type_line(self._text("page.sit"), self._text("page.your_name"), LONGEST_NAME, sit, name)

    def do_start(self) -> None:
        """Begin the game."""
        if self._view.can.start:
            self.screen.request(Start(self.screen.next_id()))

    def do_fill(self) -> None:
        """Put bots on all free seats."""
        if self._view.can.fill:
            self.screen.request(Fill(MEDIUM, self.screen.next_id()))

    def do_places(self) -> None:
        """Choose a seat whose bot is to change."""
        self._choose(
            self._text("app.who_sits"),
            [(f"seat:{seat}", self._text("page.seat", seat=seat + 1)) for seat in self._view.can.seat_bot],
        )

    def do_seat(self, seat: str) -> None:
        """Choose who is to sit at a seat."""
        levels = [
            (f"put:{seat}:{level}", self._telling.level_named(level)) for level in self.screen.source.levels
        ]
        friend = (f"put:{seat}:", self._text("page.friend"))
        remote = (f"invite:{seat}", self._text("page.remote_bot"))
        self._choose(self._text("page.who_at", seat=int(seat) + 1), [friend, *levels, remote])

    def do_put(self, what: str) -> None:
        """Put a bot of a level on a seat, or leave it to a friend."""
        seat, _, level = what.partition(":")
        self.screen.request(SeatBot(int(seat), level or None, self.screen.next_id()))

    def do_invite(self, seat: str) -> None:
        """Keep a seat for a bot from outside, and say how it comes."""
        self.screen.start(self._invite(int(seat)))

    async def _invite(self, seat: int) -> None:
        answer = await self.screen.ask(InviteBot(seat, self.screen.next_id()))
        if isinstance(answer, Invited):
            command = f"fivethreefive bot --connect {self.screen.source.address} --token {answer.token}"
            texts = [(self._text("page.invited", seat=seat + 1), "$ink"), ("", ""), (command, "bold $mark")]
            self._open(self._text("page.remote_bot"), lambda _, canvas: paragraphs(canvas, 0, texts))
        elif isinstance(answer, Refused):
            self.screen.problem = as_sentence(answer.sentence)
            self.screen.redraw()

    def do_say(self) -> None:
        """Choose something to say."""
        if not self._view.can.say:
            return
        entries = [(f"phrase:{phrase}", self._text(f"page.phrase_{phrase}")) for phrase in get_args(Phrase)]
        if self._view.can.chat:
            entries.insert(0, ("message", f"{self._text('page.message')}\N{HORIZONTAL ELLIPSIS}"))
        self._choose(self._text("page.say"), entries)

    def do_phrase(self, phrase: str) -> None:
        """Say a phrase."""
        self.screen.request(Say(phrase=cast(Phrase, phrase), id=self.screen.next_id()))

    def do_message(self) -> None:
        """Say something of one's own."""

        def say(text: str) -> None:
            self.screen.request(Say(text=text, id=self.screen.next_id()))

        self.type_line(self._text("page.message"), "", LONGEST_SAY, say)

    def do_show(self) -> None:
        """Let spectators see the hand, or no more."""
        view = self._view
        if view.can.show and view.you is not None:
            self.screen.request(Show(not view.seats[view.you].shows_hand, self.screen.next_id()))

    def do_contribute(self) -> None:
        """Add a word to the next deal."""

        def contribute(text: str) -> None:
            self.screen.request(Contribute(text, self.screen.next_id()))

        fixed = f"{self._text('page.shuffle_hash')} {self._view.fair.commitment}"
        note = f"{self._text('page.contribute_note')} {fixed}"
        self.type_line(self._text("page.contribute"), note, LONGEST_CONTRIBUTION, contribute)

    def do_leave(self) -> None:
        """Leave the seat."""
        if self._view.can.leave:
            self.screen.request(Leave(self.screen.next_id()))

    # The menu

    def do_menu(self, at: str = "0") -> None:
        """Everything that can be done, and the settings."""
        self._choose(self._text("page.menu"), self._entries(), int(at))

    def _entries(self) -> list[tuple[str, str]]:
        view = self.screen.view
        settings = self.screen.settings
        entries = [("rules", self._text("page.reference")), ("book", self._text("page.all_rules"))]
        if view is not None:
            entries = [*self._table_entries(view), *entries]
        if self.screen.source.pace is not None:
            entries.append(("set:pace", self._setting("page.pace", f"page.pace_{settings.pace}")))
        entries += [
            ("set:theme", self._setting("page.theme", f"page.theme_{settings.theme}")),
            ("set:sorting", self._setting("page.sorting", f"page.by_{settings.sorting}")),
            (
                "set:moves",
                self._setting("page.motion", "page.motion_normal" if settings.moves else "page.motion_off"),
            ),
            ("set:bell", self._setting("app.bell", "app.on" if settings.bell else "app.off")),
            ("quit", self._text("app.quit")),
        ]
        return entries

    def _setting(self, label: str, value: str) -> str:
        return f"{self._text(label)}: {self._text(value)}"

    def _table_entries(self, view: View) -> list[tuple[str, str]]:
        can = view.can
        shown = view.you is not None and view.seats[view.you].shows_hand
        seen = view.observation is not None
        offers = [
            (can.act and can.hint, "hint", "page.hint"),
            (seen, "last", "page.story"),
            (seen, "scores", "page.scores"),
            (can.back, "back", "page.back"),
            (can.ready, "ready", "page.next_round"),
            (can.rematch, "rematch", "page.rematch"),
            (view.phase == "game_over", "review", "page.review"),
            (bool(can.sit), "sit", "page.sit"),
            (can.start, "start", "page.start"),
            (can.say, "say", "page.say"),
            (can.show, "show", "page.hide_hand" if shown else "page.show_hand"),
            (can.contribute, "contribute", "page.contribute"),
            (can.leave, "leave", "page.leave"),
        ]
        return [(command, self._text(key)) for wanted, command, key in offers if wanted]

    def do_set(self, name: str) -> None:
        """Turn a setting one further, and come back to the menu."""
        settings = self.screen.settings
        match name:
            case "pace":
                settings.pace = _after(settings.pace, get_args(Pace))
                self.screen.source.pace = PACES[settings.pace]
            case "theme":
                settings.theme = _after(settings.theme, get_args(Theme))
                self.screen.app.follow_settings()  # type: ignore[attr-defined]
            case "sorting":
                self.screen.do_sort()
            case "moves":
                settings.moves = not settings.moves
                self.screen.app.follow_settings()  # type: ignore[attr-defined]
            case _:
                settings.bell = not settings.bell
        settings.save()
        entries = self._entries()
        at = [command for command, _ in entries].index(f"set:{name}")
        self.do_menu(str(at))


def _after(value: Value, values: Sequence[Value]) -> Value:
    """The value after one, going round."""
    return values[(values.index(value) + 1) % len(values)]
