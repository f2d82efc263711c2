"""``fivethreefive play``: a game at the terminal, kept while it is played."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from fivethreefive.bots import BOT_NAMES, full_name
from fivethreefive.cli import INTERRUPTED
from fivethreefive.cli.bot_trust import bots_to_name, check_trust
from fivethreefive.cli.fullscreen import chosen_settings, fills_terminal, finish
from fivethreefive.cli.options import LAST, PlayOptions
from fivethreefive.cli.parser import language_options
from fivethreefive.cli.rules_options import any_rules, rules_from
from fivethreefive.language import Catalogue, FiveThreeFiveError, InvalidInput
from fivethreefive.observation import determinize
from fivethreefive.program import command_to_type
from fivethreefive.record import Header, Position, RecordWriter, Seat, read_position
from fivethreefive.rules.kernel import SEED_LIMIT
from fivethreefive.rules.options import Rules
from fivethreefive.rules.seeding import seed_of
from fivethreefive.state import Round
from fivethreefive.terminal import saved_games
from fivethreefive.terminal.plain.local_lines import play
from fivethreefive.terminal.settings import PACES
from fivethreefive.terminal.sources.local import DEFAULT_BOT, LEVEL_OF, LocalSource, LocalTable
from fivethreefive.terminal.text.console import Console, printable
from fivethreefive.terminal.text.game_text import GameText
from fivethreefive.terminal.text.view_text import level_name


def run(options: PlayOptions, catalogue: Catalogue) -> int:
    """Play, and return the exit code."""
    console = Console(catalogue)
    return _Play(options, console, fills=fills_terminal(options.screen, console)).run()


class _Play:
    """A table being set from the options, and left again."""

    def __init__(self, options: PlayOptions, console: Console, *, fills: bool) -> None:
        self.options = options
        self.console = console
        self.fills = fills
        self.seed = secrets.randbelow(SEED_LIMIT) if options.seed is None else seed_of(options.seed)

    def run(self) -> int:
        """Play at a new table, from a position, or on with a kept game; in plain lines or the app."""
        if self.options.position is not None:
            table = self._at_position()
        else:
            table = self._new_game() if self.options.resume is None else self._resumed()
        with table.record or nullcontext():  # A position is not kept.
            try:
                code = self._play_in_app(table) if self.fills else self._play_lines(table)
            except KeyboardInterrupt:
                self.console.line()
                self._print_resume_command(table)
                return finish(INTERRUPTED)
            except FiveThreeFiveError as error:
                if error.code == "crashed" and table.record is not None:
                    self._print_resume_command(table)
                raise
        self._print_resume_command(table)
        return finish(code) if self.fills else code

    def _play_lines(self, table: LocalTable) -> int:
        self._print_greeting(table)
        watching = table.person is None and sys.stdout.isatty()
        pace = self.options.pace
        if pace is None:
            pace = PACES["normal"] if watching else 0.0  # A person reads along; a pipe does not.
        play(LocalSource(table, self.console.catalogue, pace), self.console)
        return 0

    def _play_in_app(self, table: LocalTable) -> int:
        """Play in a table that fills the terminal, and any number of games after the first."""
        from fivethreefive.terminal.app.main import show

        settings = chosen_settings(self.options.screen)
        pace = PACES[settings.pace] if self.options.pace is None else self.options.pace
        return show(LocalSource(table, self.console.catalogue, pace), settings, self.console.catalogue)

    def _at_position(self) -> LocalTable:
        self._refuse_with("--position", "save", "resume")
        text = self.options.position
        assert text is not None
        hands = text.count("/") + 1
        rules = rules_from(self.options.rules, hands if hands > 1 else None)
        position = read_position(text, rules)
        person = self._person(rules.players, default=position.turn)
        seats = self._seats(rules.players, person)
        return LocalTable(rules, seats, person, self.seed).begin_at(self._round_at(position, person))

    def _round_at(self, position: Position, person: int | None) -> Round:
        """The round at a position, its unseen hands dealt at random as far as ``person`` knows."""
        if not any(isinstance(hand, int) for hand in position.hands):
            return position.round()
        if person is None:
            raise InvalidInput("options_clash", option="--position ?", other="--all-bots")
        return position.round_with(determinize(position.observation(person), self.seed))

    def _new_game(self) -> LocalTable:
        bots = tuple(self.options.bots or ())
        wanted = len(bots) + (0 if self.options.all_bots else 1) if len(bots) > 1 else None
        rules = rules_from(self.options.rules, wanted)
        person = self._person(rules.players, default=0)
        seats = self._seats(rules.players, person)
        begin = partial(self._begin_record, rules, seats)
        return LocalTable(rules, seats, person, self.seed, begin(), begin).deal()

    def _begin_record(self, rules: Rules, seats: Sequence[Seat]) -> RecordWriter:
        now = datetime.now(UTC)
        header = Header.new(rules, seats, now)
        if self.options.save is None:
            return saved_games.start_record(header, now.astimezone())
        return RecordWriter.start(Path(self.options.save), header)

    def _resumed(self) -> LocalTable:
        if flag := any_rules(self.options.rules):
            raise InvalidInput("options_clash", option="--resume", other=flag)
        self._refuse_with("--resume", "name", "seat", "save", "all_bots")
        file = self.options.resume
        assert file is not None
        path = saved_games.last_unfinished() if file == LAST else Path(saved_games.find(file))
        record, writer = RecordWriter.resume(path)
        if record.complete:
            writer.close()
            raise InvalidInput("game_finished", file=str(path))
        seats = record.header.seats
        try:
            # The last game is one that this program has kept itself.
            if file != LAST or self.options.bots:
                check_trust(str(path), [seat.bot for seat in seats], self.options.bots)
        except InvalidInput:
            writer.close()
            raise
        people = [number for number, seat in enumerate(seats) if seat.bot is None]
        rules, person = record.header.rules, people[0] if people else None
        begin = partial(self._begin_record, rules, seats)
        return LocalTable(rules, seats, person, self.seed, writer, begin).resume(record)

    def _refuse_with(self, option: str, *others: str) -> None:
        for other in others:
            if getattr(self.options, other) not in (None, False):
                raise InvalidInput("options_clash", option=option, other=f"--{other.replace('_', '-')}")

    def _person(self, players: int, default: int) -> int | None:
        seat: int | None = self.options.seat
        if self.options.all_bots:
            self._refuse_with("--all-bots", "seat", "name")
            return None
        if seat is None:
            return default
        if not 0 <= seat < players:
            raise InvalidInput("no_such_seat", "R9a", name="--seat", seat=seat, last=players - 1)
        return seat

    def _seats(self, players: int, person: int | None) -> tuple[Seat, ...]:
        bots = tuple(self.options.bots or (DEFAULT_BOT,))
        others = players - (person is not None)
        if len(bots) == 1:
            bots = bots * others
        if len(bots) != others:
            raise InvalidInput("bots_not_seats", bots=len(bots), seats=others)
        name = self.options.name or self.console.text("play.default_name")
        free = iter([bot for bot in BOT_NAMES if bot != name])  # Two of one name look like one player.
        made = iter([Seat(next(free), full_name(bot)) for bot in bots])
        return tuple(Seat(name) if seat == person else next(made) for seat in range(players))

    def _print_greeting(self, table: LocalTable) -> None:
        seats, person, rules = table.seats, table.person, table.game.rules
        others = [seat for number, seat in enumerate(seats) if number != person]
        game_text = GameText(self.console, [seat.name for seat in seats], person)
        called = [f"{printable(seat.name)} ({self._bot_name(seat.bot)})" for seat in others]
        if len({seat.bot for seat in others}) == 1:  # Said once, behind the last name.
            called[:-1] = [printable(seat.name) for seat in others[:-1]]
        who = game_text.joined(called)
        self.console.say("play.greeting" if person is not None else "play.greeting_watch", names=who)
        if self.options.position is None:
            self.console.say(f"play.goal_{rules.format}", target=rules.target)
        if person is not None:
            self.console.say("play.hint")

    def _bot_name(self, bot: str | None) -> str:
        return level_name(self.console.catalogue, LEVEL_OF.get(bot or "", bot or "-"))

    def _print_resume_command(self, table: LocalTable) -> None:
        if table.record is None:
            if self.fills or not table.game.round.is_over:
                self.console.say("play.position_left")
            return
        over = table.game.is_over
        self.console.say("play.replay" if over else "play.kept")
        # Always by the file: meanwhile another game may have become the last one.
        file = saved_games.name_of(table.record.path)
        bots = bots_to_name(seat.bot for seat in table.seats)
        words = ["replay", file] if over else ["play", "--resume", file, *bots]
        self.console.command(command_to_type(*words, *language_options(self.options)))
