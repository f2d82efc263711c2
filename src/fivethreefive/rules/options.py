"""The options of a game: one frozen, validated value, one field per switch of the rules."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, NoReturn, get_args

import msgspec

from fivethreefive.cards import MOST_COPIES, RANKS
from fivethreefive.foreign_errors import from_system, why_no_toml
from fivethreefive.language import InvalidInput, InvalidRules
from fivethreefive.validation import whole

NextLeader = Literal["winner", "left", "loser"]
Overwrite = Literal["same_size", "larger"]
Format = Literal["target", "two_hands"]

PLAYERS = range(2, 7)
DEFAULT_DEAL = {2: 12, 3: 13, 4: 12, 5: 12, 6: 10}
DEFAULT_POINTS = dict.fromkeys(RANKS[:5], 1) | {7: 2, 8: 5, 9: 2} | dict.fromkeys(RANKS[8:], 3)
EIGHT = 8
LARGEST_NUMBER = 1_000_000
"""Points and targets stop here, far above any real table, so that sums stay small integers."""


@dataclass(frozen=True, init=False)
class Rules:
    """The rules in force at one table; ``Rules()`` with only a player count is the plain game.

    Every argument may be left out. Raises InvalidRules, naming the option and the rule, for a value
    or a combination that cannot be played. ``points`` maps ranks to points and
    cannot be changed.
    """

    players: int
    target: int
    points: dict[int, int]
    next_leader: NextLeader
    deal: int
    overwrite: Overwrite
    format: Format
    ranks: tuple[int, ...]
    copies: int

    def __init__(  # noqa: PLR0913 - one argument an option
        self,
        players: int = 4,
        *,
        target: int = 20,
        points: Mapping[int, int] | None = None,
        next_leader: NextLeader = "winner",
        deal: int | None = None,
        overwrite: Overwrite = "same_size",
        format: Format = "target",
        ranks: Iterable[int] | None = None,
        copies: int | None = None,
    ) -> None:
        players = _whole("players", "R2", players, PLAYERS[0], PLAYERS[-1])
        ranks = RANKS if ranks is None else _ranks(ranks)
        values: dict[str, Any] = {
            "players": players,
            "target": target,
            "points": _usual_points(ranks) if points is None else points,
            "next_leader": next_leader,
            "deal": DEFAULT_DEAL[players] if deal is None else deal,
            "overwrite": overwrite,
            "format": format,
            "ranks": ranks,
            "copies": (4 if players <= 4 else 5) if copies is None else copies,
        }
        vars(self).update(values)  # A frozen class lets no attribute be set.
        self.__post_init__()

    def __post_init__(self) -> None:
        """Check all fields together; msgspec calls this too when it decodes written rules."""
        ranks = _ranks(self.ranks)
        checked = {
            "players": _whole("players", "R2", self.players, PLAYERS[0], PLAYERS[-1]),
            "target": _whole("target", "R21", self.target, 1, LARGEST_NUMBER),
            "copies": _whole("copies", "R2", self.copies, 1, MOST_COPIES),
            "deal": _whole("deal", "R3", self.deal, 1, len(RANKS) * MOST_COPIES),
            "ranks": ranks,
            "points": _points(self.points, ranks),
        }
        _choice("next_leader", "R5", self.next_leader, NextLeader)
        _choice("overwrite", "R10", self.overwrite, Overwrite)
        _choice("format", "R21", self.format, Format)
        vars(self).update(checked)
        self._check_deal()

    def _check_deal(self) -> None:
        if self.format == "two_hands" and self.players != 2:
            _refuse("two_hands_players", "R21", players=self.players)
        rounds = 2 if self.format == "two_hands" else 1
        needed = rounds * self.players * self.deal
        if needed > self.deck_size:
            code = "deal_too_large_two_hands" if rounds == 2 else "deal_too_large"
            _refuse(code, "R3", deal=self.deal, players=self.players, needed=needed, deck=self.deck_size)

    def __hash__(self) -> int:
        # Tables are looked up by their rules, and the points are a mapping, which has no hash.
        points = tuple(self.points.items())
        others = (getattr(self, field.name) for field in fields(self) if field.name != "points")
        return hash((points, *others))

    @property
    def deck_size(self) -> int:
        """How many cards the deck holds (R2)."""
        return len(self.ranks) * self.copies

    def dearest(self, cards: int) -> int:
        """The points on so many cards of the deck, those with the most points (R4)."""
        points = (self.points[rank] for rank in self.ranks for _ in range(self.copies))
        return sum(sorted(points, reverse=True)[:cards])

    def changes(self) -> dict[str, Any]:
        """The options that differ from the plain game for this many players."""
        plain = Rules(self.players)
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name == "players" or getattr(self, field.name) != getattr(plain, field.name)
        }

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Rules:
        """Rules from a mapping of option names to values, as a TOML or JSON file gives them.

        The keys of ``points`` may be text; ranks that it leaves out keep their points. Raises InvalidRules
        for an option that does not exist.
        """
        known = [field.name for field in fields(cls)]
        for name in options:
            if name not in known:
                _refuse("unknown_option", "", option=name, known=", ".join(known))
        options = dict(options)
        if isinstance(points := options.get("points"), Mapping):
            keys = [_rank_key(key) for key in points]
            for key in keys:
                if keys.count(key) > 1:
                    _refuse("rank_twice", "R4", card=key)
            # Whoever writes some of them means the others to stay.
            usual = _usual_points(RANKS if options.get("ranks") is None else _ranks(options["ranks"]))
            options["points"] = usual | dict(zip(keys, points.values(), strict=True))
        return cls(**options)

    @classmethod
    def from_toml(cls, path: str | os.PathLike[str]) -> Rules:
        """Rules from a TOML file of options; InvalidRules names the file where it is wrong."""
        options = read_toml(path)
        try:
            return cls.from_options(options)
        except InvalidRules as error:
            raise in_file(path, error) from error


def valid_rules(rules: Any) -> Rules:
    """Whole rules; else InvalidInput."""
    if not isinstance(rules, Rules):
        raise InvalidInput("not_rules", given=rules)
    return rules


def in_file(path: str | os.PathLike[str], error: InvalidRules) -> InvalidRules:
    """The error that options of a file cannot be played."""
    return InvalidRules("rules_file", error.rule, file=str(path), why=error.without_rule())


LONGEST_TOML = 65_536
"""Bytes of a file of rules, which needs some hundreds."""


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The options a TOML file gives; InvalidRules names the file where it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(LONGEST_TOML + 1)  # A device, for one, may have no end.
        if len(data) > LONGEST_TOML:
            why = InvalidInput("file_too_long", most=LONGEST_TOML)
            raise InvalidRules("rules_file", file=str(path), why=why)
        # A byte order mark means nothing, and a line may end as on Windows.
        return tomllib.loads(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except OSError as error:
        raise from_system("rules_file", error, InvalidRules, file=str(path)) from None
    except (ValueError, RecursionError) as error:
        raise InvalidRules("rules_file", file=str(path), why=why_no_toml(error)) from None


def _refuse(code: str, rule: str, **parameters: Any) -> NoReturn:
    raise InvalidRules(code, rule, **parameters)


def _whole(option: str, rule: str, value: Any, least: int, most: int) -> int:
    number = whole(value)
    if number is None or not least <= number <= most:
        _refuse("not_in_range", rule, option=option, value=value, least=least, most=most)
    return number


def _choice(option: str, rule: str, value: Any, choices: Any) -> None:
    if not isinstance(value, str) or value not in get_args(choices):
        allowed = ", ".join(get_args(choices))
        _refuse("not_a_choice", rule, option=option, value=value, allowed=allowed)


def _usual_points(ranks: tuple[int, ...]) -> dict[int, int]:
    return {rank: DEFAULT_POINTS[rank] for rank in ranks}


def _rank_key(key: Any) -> Any:
    return int(key) if isinstance(key, str) and key.isascii() and key.isdigit() else key


def _ranks(ranks: Any) -> tuple[int, ...]:
    if isinstance(ranks, str | bytes) or not isinstance(ranks, Iterable):
        _refuse("not_a_list", "R1", option="ranks", value=ranks)
    given = []
    for card in ranks:
        rank = whole(card)
        if rank not in RANKS:
            _refuse("no_such_rank", "R1", card=card)
        if rank in given:
            _refuse("rank_twice", "R1", card=rank)
        given.append(rank)
    if not given:
        _refuse("no_ranks", "R1")
    return tuple(sorted(given))


class Points(dict[int, int]):
    """The points of each rank of a deck, ascending by rank, which nobody can change any more."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("the points of Rules cannot be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return Points, (dict(self),)  # By itself pickle would set the items one by one, which is refused.


def _points(points: Any, ranks: tuple[int, ...]) -> Points:
    if not isinstance(points, Mapping):
        _refuse("not_a_mapping", "R4", option="points", value=points)
    given = {whole(rank): value for rank, value in points.items()}
    for rank in points:
        if whole(rank) not in ranks:
            _refuse("points_without_rank", "R4", card=rank)
    for rank in ranks:
        if rank not in given:
            _refuse("rank_without_points", "R4", card=rank)
    checked = {rank: _whole(f"points.{rank}", "R4", given[rank], 0, LARGEST_NUMBER) for rank in ranks}
    for rank, value in checked.items():
        if EIGHT in ranks and rank != EIGHT and value >= checked[EIGHT]:
            _refuse("eight_not_highest", "R4", card=rank, value=value, eight=checked[EIGHT])
    if not any(checked.values()):
        _refuse("no_points", "R4")
    return Points(checked)


def encode_rules(rules: Rules) -> dict[str, Any]:
    """Rules in full as plain JSON types, every option written out."""
    encoded: dict[str, Any] = msgspec.to_builtins(rules, str_keys=True)
    return encoded
