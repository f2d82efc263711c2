"""What a tournament is: who meets whom, in which seats, with which cards; nothing is played here.

The schedule follows from the plan alone. Game number i is table ``i % tables`` of deal ``i // tables``,
so a tournament that stops early has played whole deals, and every deal at every table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice, permutations
from typing import Literal, NamedTuple

import msgspec

from fivethreefive.language import InvalidInput
from fivethreefive.rules.options import Rules
from fivethreefive.rules.seeding import seed_of

MOST_DEALS = 1_000_000
MOST_BOTS = 64
MOST_TABLES = 100_000
MOST_GAMES = 50_000_000
"""More games, or more tables for a single deal, are a slip of the pen."""

LineUp = tuple[int, ...]
"""Bots by number, as many as there are seats, in playing order."""


class SeatedLineUp(NamedTuple):
    """Bots at their seats: the bot of each seat, and the line-up that sits so."""

    line_up: int
    seats: LineUp


class TournamentPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A tournament as it was asked for; ``schedule`` and ``results`` follow from it."""

    bots: tuple[str, ...]
    rules: Rules
    deals: int
    seed: int
    pairing: Literal["round-robin", "gauntlet", "field", "together"] = "round-robin"
    seating: Literal["rotations", "all"] = "rotations"
    challengers: int = 1
    """How many of the first bots a gauntlet or a field is about."""
    games: bool = False
    """Whether a deal is played on to a whole game; otherwise it is one round."""
    limit: float = 10.0
    """Seconds for one decision."""
    until_clear: bool = False

    def __post_init__(self) -> None:
        """Refuse, with InvalidInput, what cannot be played."""
        if not 2 <= len(self.bots) <= MOST_BOTS:
            raise InvalidInput("arena_bots", bots=len(self.bots), most=MOST_BOTS)
        for bot in self.bots:
            if self.bots.count(bot) > 1:
                raise InvalidInput("arena_bot_twice", bot=bot)
        if self.pairing not in ("gauntlet", "field") and self.challengers != 1:
            raise InvalidInput("arena_no_challengers", pairing=self.pairing)
        for option, value, most in (
            ("--deals", self.deals, MOST_DEALS),
            ("--challengers", self.challengers, len(self.bots) - 1),
        ):
            if not 1 <= value <= most:
                raise InvalidInput("not_in_range", option=option, value=value, least=1, most=most)
        if not 0 < self.limit <= 3600:
            raise InvalidInput("not_a_limit", option="--limit", text=self.limit)
        seed_of(self.seed)
        if len(self.tables) > MOST_TABLES or self.total > MOST_GAMES:
            raise InvalidInput("arena_too_large", most=MOST_GAMES)

    @cached_property
    def line_ups(self) -> tuple[LineUp, ...]:
        """Who sits down together, in the order of the schedule; none is listed twice."""
        everyone, seats = range(len(self.bots)), self.rules.players
        challengers = range(self.challengers)
        others = range(self.challengers, len(self.bots))
        found: Iterator[LineUp]
        match self.pairing:
            case "round-robin" | "gauntlet":
                found = (line_up for pair in self.duels for line_up in _duels(*pair, seats))
            case "field":
                found = ((a, *field) for a in challengers for field in _windows(others, seats - 1))
            case "together" if len(everyone) >= seats:
                found = combinations(everyone, seats)
            case "together":
                found = _windows(everyone, seats)
        return tuple(islice(found, MOST_TABLES + 1))  # One too many is enough to refuse them all.

    @property
    def duels(self) -> tuple[tuple[int, int], ...]:
        """The pairs of bots that are compared head to head: all that a tournament is about."""
        everyone = range(len(self.bots))
        if self.pairing in ("round-robin", "together"):
            return tuple(combinations(everyone, 2))
        return tuple((a, b) for a in everyone[: self.challengers] for b in everyone[self.challengers :])

    @cached_property
    def tables(self) -> tuple[SeatedLineUp, ...]:
        """Every line-up in every seating: the games of one deal."""
        arrange = _rotations if self.seating == "rotations" else permutations
        found = (
            SeatedLineUp(number, seats)
            for number, line_up in enumerate(self.line_ups)
            for seats in dict.fromkeys(arrange(line_up))  # Once each: the same bot may have several seats.
        )
        return tuple(islice(found, MOST_TABLES + 1))

    @property
    def total(self) -> int:
        """How many games there are."""
        return self.deals * len(self.tables)

    @property
    def most_points(self) -> float:
        """No mean over the seatings of one deal can be higher: what makes sequences of them bounded.

        Every bot of a line-up holds each of the dealt hands equally often, so its mean cannot exceed the
        points of all dealt cards shared by the seats, even where it forfeits every round. In whole games
        the later rounds of each seating are deals of their own, and only a hand's points are a bound.
        """
        rules = self.rules
        if self.games:
            return float(rules.dearest(rules.deal))
        return rules.dearest(rules.deal * rules.players) / rules.players


def _duels(a: int, b: int, seats: int) -> Iterator[LineUp]:
    """Two bots against each other: each of them alone among seats of the other."""
    yield (a, *[b] * (seats - 1))
    if seats > 2:
        yield (b, *[a] * (seats - 1))


def _windows(bots: Sequence[int], seats: int) -> Iterator[LineUp]:
    # From each bot in turn and going round, so that each sits equally often.
    found: dict[LineUp, LineUp] = {}
    for first in range(len(bots)):
        window = tuple(bots[(first + step) % len(bots)] for step in range(seats))
        found.setdefault(tuple(sorted(window)), window)  # With as many bots as seats all are the same.
    yield from found.values()


def _rotations(line_up: LineUp) -> Iterator[LineUp]:
    for first in range(len(line_up)):
        yield line_up[-first:] + line_up[:-first] if first else line_up
