"""The options of the rules on the command line: a file of them, and a flag for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fivethreefive.cards import read_cards
from fivethreefive.cli.parser import option, whole
from fivethreefive.language import FiveThreeFiveError, InvalidInput, InvalidRules
from fivethreefive.rules.options import Rules, in_file, read_toml

FLAGS = ("players", "target", "points", "next_leader", "deal", "overwrite", "format", "ranks", "copies")


def _points(flag: str, text: str) -> dict[int, int]:
    table: dict[int, int] = {}
    for word in text.split(","):
        rank, sign, points = word.partition("=")
        if not sign:
            raise InvalidInput("not_points", "R4", option=flag, text=word)
        number = whole(flag, rank.strip())
        if number in table:  # As in a file of rules.
            raise InvalidInput(
                "option_refused", "R4", option=flag, why=InvalidInput("rank_twice", card=number)
            )
        table[number] = whole(flag, points.strip())
    return table


def _ranks(flag: str, text: str) -> tuple[int, ...]:
    try:
        return read_cards(text.replace(",", "-"))
    except FiveThreeFiveError as error:
        raise InvalidInput("option_refused", error.rule, option=flag, why=error.without_rule()) from None


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

    Points that the file or ``--points`` leaves out stay as they are.
    """
    usual: dict[str, Any] = {} if players is None else {"players": players}
    given = {flag: getattr(options, flag) for flag in FLAGS if getattr(options, flag) is not None}
    if options.file is None:
        return Rules.from_options(usual | given)
    written = read_toml(options.file)
    chosen = usual | written | given
    if isinstance(points := written.get("points"), dict) and "points" in given:
        chosen["points"] = {rank: n for rank, n in points.items() if _number(rank) not in given["points"]}
        chosen["points"] |= given["points"]
    try:
        return Rules.from_options(chosen)
    except InvalidRules as error:
        Rules.from_options(usual | given)  # What is wrong without the file too is not wrong in the file.
        raise in_file(options.file, error) from error


def _number(key: str) -> int | None:
    return int(key) if key.isdecimal() else None


def any_rules(options: RulesOptions) -> str | None:
    """The first flag that says something about the rules, None where there is none."""
    if options.file is not None:
        return "--rules"
    given = (name for name in FLAGS if getattr(options, name) is not None)
    return next((f"--{name.replace('_', '-')}" for name in given), None)
