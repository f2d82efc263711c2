"""``fivethreefive play``: a game at the terminal, kept while it is played."""

from __future__ import annotations

import secrets
import shlex
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from fivethreefive.bots import BOT_NAMES, full_name
from fivethreefive.cli.bot_trust import check_trust
from fivethreefive.cli.fullscreen import chosen_settings, fills_terminal, leave, typed_program
from fivethreefive.cli.options import LAST, PlayOptions
from fivethreefive.cli.rules_options import any_rules, rules_from
from fivethreefive.language import Catalogue, FiveThreeFiveError, InvalidInput
from fivethreefive.observation import determinize
from fivethreefive.record import GameRecord, Header, Position, RecordWriter, Seat, read_position
from fivethreefive.rules.kernel import SEED_LIMIT
from fivethreefive.rules.options import Rules
from fivethreefive.rules.seeding import seed_of
from fivethreefive.state import Game, Round
from fivethreefive.terminal import saved_games
from fivethreefive.terminal.plain.local_lines import Sitting
from fivethreefive.terminal.text.console import InputEnded, Lines, printable

if TYPE_CHECKING:
    from fivethreefive.terminal.sources.local import Table as LocalGame

DEFAULT_BOT = "heuristic"
WATCHING_PACE = 0.8


def run(options: PlayOptions, catalogue: Catalogue) -> int:
    """Play, and return the exit code."""
    lines = Lines(catalogue)
    fills = fills_terminal(options.screen, lines)
    table = _Table(options, lines)
    if options.position is not None:
        return table.show_position() if fills else table.play_position()
    return table.show_game() if fills else table.play_game()


class _Table:
    """A table being set from the options, and left again."""

    def __init__(self, options: PlayOptions, lines: Lines) -> None:
        self.options = options
        self.lines = lines
        self.seed = secrets.randbelow(SEED_LIMIT) if options.seed is None else seed_of(options.seed)

    def play_game(self) -> int:
        """Play a new game, or go on with a kept one."""
        if self.options.resume is None:
            game, seats, person, writer = self._new_game()
        else:
            game, seats, person, writer = self._resumed()
        with writer:
            self._greet(game.rules, seats, person)
            try:
                self._sitting(seats, person).play(game, writer)
            except InputEnded:
                self._say_kept(writer.path)
                return 0
            except KeyboardInterrupt:
                self.lines.line()
                self._say_kept(writer.path)
                raise
        self.lines.say("play.replay")
        self.lines.command(self._command("replay", writer.path))
        return 0

    def show_game(self) -> int:
        """Play in a table that fills the terminal, and any number of games after the first."""
        from fivethreefive.terminal.sources.local import Table

        game, seats, person, writer = self._new_game() if self.options.resume is None else self._resumed()

        def again(seed: int) -> tuple[Game, RecordWriter]:
            fresh = Game(game.rules, seed, seats=[seat.name for seat in seats])
            return fresh, self._begin_record(fresh.rules, seats)

        table = Table(game, seats, person, self.seed, writer, again)
        with writer:
            try:
                code = self._show(table)
            except FiveThreeFiveError as error:
                assert table.writer is not None
                if error.code == "crashed":
                    self._say_kept(table.writer.path)
                raise
        assert table.writer is not None
        if table.game.is_over:
            self.lines.say("play.replay")
            self.lines.command(self._command("replay", table.writer.path))
        else:
            self._say_kept(table.writer.path)
        return leave(code)

    def show_position(self) -> int:
        """Play one round on from the position given in a table that fills the terminal."""
        from fivethreefive.terminal.sources.local import Table
        from fivethreefive.terminal.sources.local_view import Lone

        round_, seats, person = self._position()
        code = self._show(Table(Lone(round_), seats, person, self.seed))
        self.lines.say("play.position_left")
        return leave(code)

    def _show(self, table: LocalGame) -> int:
        from fivethreefive.terminal.app.main import show
        from fivethreefive.terminal.settings import PACES
        from fivethreefive.terminal.sources.local import LocalSource

        settings = chosen_settings(self.options.screen)
        pace = PACES[settings.pace] if self.options.pace is None else self.options.pace
        return show(LocalSource(table, self.lines.catalogue, pace), settings, self.lines.catalogue)

    def play_position(self) -> int:
        """Play one round on from the position given; it is not kept."""
        round_, seats, person = self._position()
        self._greet(round_.rules, seats, person)
        try:
            self._sitting(seats, person).play_round(round_)
        except InputEnded:
            self.lines.say("play.position_left")
        except KeyboardInterrupt:
            self.lines.line()
            self.lines.say("play.position_left")
            raise
        return 0

    def _position(self) -> tuple[Round, tuple[Seat, ...], int | None]:
        for other in ("save", "resume"):
            if getattr(self.options, other) is not None:
                raise InvalidInput("options_clash", option="--position", other=f"--{other}")
        text = self.options.position
        assert text is not None
        hands = text.count("/") + 1
        rules = rules_from(self.options.rules, hands if hands > 1 else None)
        position = read_position(text, rules)
        person = self._person(rules.players, default=position.turn)
        seats = self._seats(rules.players, person)
        return self._round_at(position, person), seats, person

    def _round_at(self, position: Position, person: int | None) -> Round:
        """The round at a position, its unseen hands dealt at random as far as ``person`` knows."""
        if not any(isinstance(hand, int) for hand in position.hands):
            return position.round()
        if person is None:
            raise InvalidInput("options_clash", option="--position ?", other="--all-bots")
        return Round(
            position.rules,
            determinize(position.observation(person), self.seed),
            position.turn if position.last is None else position.last,
            table=position.table,
            turn=position.turn,
            last=position.last,
            passed=position.passed,
        )

    def _sitting(self, seats: Sequence[Seat], person: int | None) -> Sitting:
        watching = person is None and sys.stdout.isatty()
        pace = self.options.pace
        if pace is None:
            pace = WATCHING_PACE if watching else 0.0
        return Sitting(self.lines, seats, person, self.seed, pace)

    def _new_game(self) -> tuple[Game, tuple[Seat, ...], int | None, RecordWriter]:
        bots = tuple(self.options.bots or ())
        wanted = len(bots) + (0 if self.options.all_bots else 1) if len(bots) > 1 else None
        rules = rules_from(self.options.rules, wanted)
        person = self._person(rules.players, default=0)
        seats = self._seats(rules.players, person)
        game = Game(rules, self.seed, seats=[seat.name for seat in seats])
        return game, seats, person, self._begin_record(rules, seats)

    def _begin_record(self, rules: Rules, seats: Sequence[Seat]) -> RecordWriter:
        now = datetime.now(UTC)
        header = Header.new(rules, seats, now)
        if self.options.save is None:
            return saved_games.start_kept(header, now.astimezone())
        return RecordWriter.start(Path(self.options.save), header)

    def _resumed(self) -> tuple[Game, tuple[Seat, ...], int | None, RecordWriter]:
        fixed = any_rules(self.options.rules)
        for flag in ("name", "seat", "save"):
            if getattr(self.options, flag) is not None:
                fixed = f"--{flag}"
        if self.options.all_bots:
            fixed = "--all-bots"
        if fixed:
            raise InvalidInput("options_clash", option="--resume", other=fixed)
        file = self.options.resume
        assert file is not None
        path = saved_games.last_unfinished() if file == LAST else Path(file)
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
        return self._game_of(record), seats, people[0] if people else None, writer

    def _game_of(self, record: GameRecord) -> Game:
        """The game so far; its later rounds are dealt from this sitting's seed."""
        header = record.header
        if record.last_line == record.first_line:  # Stopped before the first deal was written.
            return Game(header.rules, self.seed, seats=header.names)
        return Game.from_events(record.game.events, self.seed)

    def _person(self, players: int, default: int) -> int | None:
        seat: int | None = self.options.seat
        if self.options.all_bots:
            for flag in ("seat", "name"):
                if getattr(self.options, flag) is not None:
                    raise InvalidInput("options_clash", option="--all-bots", other=f"--{flag}")
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
        name = self.options.name or self.lines.text("play.default_name")
        free = iter([bot for bot in BOT_NAMES if bot != name])
        made = iter([Seat(next(free), full_name(bot)) for bot in bots])
        return tuple(Seat(name) if seat == person else next(made) for seat in range(players))

    def _greet(self, rules: Rules, seats: Sequence[Seat], person: int | None) -> None:
        others = [seat for number, seat in enumerate(seats) if number != person]
        words = self._sitting(seats, person).words
        called = [f"{printable(seat.name)} ({printable(seat.bot or '-')})" for seat in others]
        if len({seat.bot for seat in others}) == 1:  # Said once, behind the last name.
            called[:-1] = [printable(seat.name) for seat in others[:-1]]
        who = words.joined(called)
        self.lines.say("play.greeting" if person is not None else "play.greeting_watch", names=who)
        if self.options.position is None:
            self.lines.say(f"play.goal_{rules.format}", target=rules.target)
        if person is not None:
            self.lines.say("play.hint")

    def _say_kept(self, path: Path) -> None:
        self.lines.say("play.kept")
        self.lines.command(self._command("play --resume", path))

    def _command(self, words: str, path: Path) -> str:
        """A command that the person can type to come back to a game."""
        if self.options.save is not None or self.options.resume not in (None, LAST):
            words += f" {shlex.quote(str(path))}"
        if self.options.lang:
            words += f" --lang {self.options.lang}"
        return f"{typed_program()} {words}"
