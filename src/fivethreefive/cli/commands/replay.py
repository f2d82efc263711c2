"""``fivethreefive replay``: a recorded game again, step by step."""

from __future__ import annotations

from pathlib import Path

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
    path = Path(options.files[0]) if options.files else saved_games.last_game()
    record = recorded_game(path, options.game)
    seat = None if options.seat is None else valid_seat(record.header.rules, "--seat", options.seat)
    ReplayLines(RecordSource(record, seat, all_hands=options.open), Console(catalogue)).show()
    return 0


def recorded_game(path: Path, number: int | None) -> GameRecord:
    """A game of a record file by its number from 1, the last one where that is None."""
    return read_game(path, number)
