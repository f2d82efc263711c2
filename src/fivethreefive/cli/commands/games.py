"""``fivethreefive games``: the games kept on this machine, the newest first; also removes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from fivethreefive.cli.options import GamesOptions
from fivethreefive.cli.parser import refusal
from fivethreefive.language import Catalogue, FiveThreeFiveError, InvalidInput
from fivethreefive.record import GameRecord, read_record
from fivethreefive.terminal import saved_games
from fivethreefive.terminal.text.console import Console, printable


class KeptGame(NamedTuple):
    """A file of the folder of kept games."""

    path: Path
    record: GameRecord | None
    """Its last game; None where the file is no record."""


def run(options: GamesOptions, catalogue: Catalogue) -> int:
    """List the kept games, or remove some."""
    console = Console(catalogue)
    paths = [*map(saved_games.kept, options.files)]  # All of them, before one is removed.
    if options.remove:
        _remove(options, paths, console)
        return 0
    games = list(map(_read, paths or islice(saved_games.newest_first(), options.limit)))
    if options.json:
        print(json.dumps([_as_json(game) for game in games]))
        return 0
    if not games:
        console.say("games.none")
        return 0
    console.say("games.folder", folder=saved_games.folder())
    console.line()
    rows = [[console.text(f"games.{key}") for key in ("file", "players", "rounds", "state")]]
    rows += [_row(console, game) for game in games]
    console.table(rows, text_columns=len(rows[0]))
    console.line()
    console.say("games.how")
    return 0


def _remove(options: GamesOptions, paths: Sequence[Path], console: Console) -> None:
    if not paths:
        raise refusal("missing_argument", "games --remove", argument="FILE")
    for option, given in (("--limit", options.limit), ("--json", options.json)):
        if given:
            raise InvalidInput("options_clash", option="--remove", other=option)
    for path in paths:
        saved_games.remove(path)
        console.say("games.removed", file=path.name)


def _read(path: Path) -> KeptGame:
    try:
        return KeptGame(path, read_record(path))
    except FiveThreeFiveError:
        return KeptGame(path, None)  # `check` says what is wrong with it.


def _row(console: Console, game: KeptGame) -> list[str]:
    record = game.record
    if record is None:
        return [game.path.name, "", "", console.text("games.broken")]
    names = ", ".join(map(printable, record.header.names))
    if not record.complete:
        state = console.text("games.goes_on")
    else:
        winners = [printable(record.header.names[seat]) for seat in record.summary.winners]
        state = console.text("games.won", names=", ".join(winners))
    return [game.path.name, names, str(record.summary.rounds), state]


def _as_json(game: KeptGame) -> dict[str, Any]:
    record = game.record
    if record is None:
        return {"file": str(game.path), "valid": False}
    return {
        "file": str(game.path),
        "valid": True,
        "players": list(record.header.names),
        "rounds": record.summary.rounds,
        "complete": record.complete,
        "winners": list(record.summary.winners),
    }
