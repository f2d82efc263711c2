"""The options of the rules on the command line: a file of them, and a flag for each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fivethreefive.cards import RANKS, read_cards
from fivethreefive.cli.parser import Options, Parser, whole
from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.rules.options import DEFAULT_POINTS, Rules, read_toml

FLAGS = ("players", "target", "points", "next_leader", "deal", "overwrite", "format", "ranks", "copies")


def declare_rules(parser: Parser) -> None:
    """Take ``--rules FILE`` and a flag for every option of ``Rules``."""
    parser.option("--players", "N", "cli.players", whole)
    parser.option("--rules", "FILE", "cli.rules_file")
    parser.option("--target", "N", "cli.target", whole)
    parser.option("--points", "RANK=N,...", "cli.points", _points)
    parser.option("--next-leader", "winner|left|loser", "cli.next_leader")
    parser.option("--deal", "N", "cli.deal", whole)
    parser.option("--overwrite", "same_size|larger", "cli.overwrite")
    parser.option("--format", "target|two_hands", "cli.format")
    parser.option("--ranks", "RANKS", "cli.ranks", _ranks)
    parser.option("--copies", "N", "cli.copies", whole)


def rules_from(options: Options, players: int | None = None) -> Rules:
    """The rules that the options ask for; a flag goes before the file, both before ``players``.

    Points that ``--points`` leaves out stay as they are in the file or in the plain game.
    """
    chosen: dict[str, Any] = {} if players is None else {"players": players}
    if options.rules is not None:
        chosen |= read_toml(Path(options.rules))
    given = {flag: getattr(options, flag) for flag in FLAGS if getattr(options, flag) is not None}
    if "points" in given:
        given["points"] = _points_of(chosen, given) | given["points"]
    return Rules.from_options(chosen | given)


def any_rules(options: Options) -> str | None:
    """The first flag that says something about the rules, None where there is none."""
    for name in ("rules", *FLAGS):
        if getattr(options, name) is not None:
            return f"--{name.replace('_', '-')}"
    return None


def _points_of(chosen: dict[str, Any], given: dict[str, Any]) -> dict[Any, Any]:
    """The table of points before ``--points`` changes it."""
    if isinstance(table := chosen.get("points"), dict):
        return {int(key) if str(key).isdecimal() else key: value for key, value in table.items()}
    ranks = given.get("ranks") or chosen.get("ranks") or RANKS
    return {rank: DEFAULT_POINTS[rank] for rank in ranks if rank in DEFAULT_POINTS}


def _points(flag: str, text: str) -> dict[int, int]:
    table = {}
    for word in text.split(","):
        rank, sign, points = word.partition("=")
        if not sign:
            raise InvalidInput("not_points", "R4", option=flag, text=word)
        table[whole(flag, rank.strip())] = whole(flag, points.strip())
    return table


def _ranks(flag: str, text: str) -> tuple[int, ...]:
    try:
        return read_cards(text.replace(",", "-"))
    except FiveThreeFiveError as error:
        raise InvalidInput("option_refused", error.rule, option=flag, why=_bare(error)) from None


def _bare(error: FiveThreeFiveError) -> FiveThreeFiveError:
    """The error without its rule, which the error around it names."""
    return type(error)(error.code, **error.parameters)
