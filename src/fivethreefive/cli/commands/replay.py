"""``fivethreefive replay``: a recorded game again, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from fivethreefive.cli.options import ReplayOptions
from fivethreefive.language import Catalogue, InvalidInput
from fivethreefive.record import GameRecord, read_game
from fivethreefive.rules.setup import valid_seat
from fivethreefive.terminal import saved_games
from fivethreefive.terminal.plain.replay_lines import ReplayLines
from fivethreefive.terminal.sources.record import RecordSource
from fivethreefive.terminal.text.console import Console


def run(options: ReplayOptions, catalogue: Catalogue) -> int:
    """Replay a game of the file, or the game kept last."""
    if options.open and options.seat is not None:
        raise InvalidInput("options_clash", option="--open", other="--seat")
    record = recorded_game(options.files, options.game)
    seat = None if options.seat is None else valid_seat(record.header.rules, "--seat", options.seat)
    ReplayLines(RecordSource(record, seat, all_hands=options.open), Console(catalogue)).show()
    return 0


def recorded_game(files: Sequence[str], number: int | None) -> GameRecord:
    """A game of the record file that was named, or of the game kept last where none was.

    ``number`` is that of the game in the file, from 1; None is the last one.
    """
    return read_game(saved_games.find(files[0]) if files else saved_games.last_game(), number)
