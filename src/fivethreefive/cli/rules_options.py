"""The options of the rules on the command line: a file of them, and a flag for each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fivethreefive.cards import RANKS, read_cards
from fivethreefive.cli.parser import option, whole
from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.rules.options import DEFAULT_POINTS, Rules, read_toml

FLAGS = ("players", "target", "points", "next_leader", "deal", "overwrite", "format", "ranks", "copies")


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
    return type(error)(error.code, **error.parameters)


@dataclass(frozen=True)
class RulesOptions:
    """A file of rules, and an option for each of ``Rules``."""

    players: int | None = option("N", "cli.players", whole)
    file: str | None = option("FILE", "cli.rules_file", flag="--rules")
    target: int | None = option("N", "cli.target", whole)
    points: dict[int, int] | None = option("RANK=N,...", "cli.points", _points)
    next_leader: str | None = option("winner|left|loser", "cli.next_leader")
    deal: int | None = option("N", "cli.deal", whole)
    overwrite: str | None = option("same_size|larger", "cli.overwrite")
    format: str | None = option("target|two_hands", "cli.format")
    ranks: tuple[int, ...] | None = option("RANKS", "cli.ranks", _ranks)
    copies: int | None = option("N", "cli.copies", whole)


def rules_from(options: RulesOptions, players: int | None = None) -> Rules:
    """The rules that the options ask for; a flag goes before the file, both before ``players``.

    Points that ``--points`` leaves out stay as they are in the file or in the plain game.
    """
    chosen: dict[str, Any] = {} if players is None else {"players": players}
    if options.file is not None:
        chosen |= read_toml(Path(options.file))
    given = {flag: getattr(options, flag) for flag in FLAGS if getattr(options, flag) is not None}
    if "points" in given:
        given["points"] = _points_of(chosen, given) | given["points"]
    return Rules.from_options(chosen | given)


def any_rules(options: RulesOptions) -> str | None:
    """The first flag that says something about the rules, None where there is none."""
    if options.file is not None:
        return "--rules"
    given = (name for name in FLAGS if getattr(options, name) is not None)
    return next((f"--{name.replace('_', '-')}" for name in given), None)


def _points_of(chosen: dict[str, Any], given: dict[str, Any]) -> dict[Any, Any]:
    if isinstance(table := chosen.get("points"), dict):
        return {int(key) if str(key).isdecimal() else key: value for key, value in table.items()}
    ranks = given.get("ranks") or chosen.get("ranks") or RANKS
    return {rank: DEFAULT_POINTS[rank] for rank in ranks if rank in DEFAULT_POINTS}
