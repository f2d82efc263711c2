"""What is said over plain HTTP, without a ``type``."""

from __future__ import annotations

from typing import Any

import msgspec

from fivethreefive.observation import Played
from fivethreefive.protocol.advice import Advised, Reason
from fivethreefive.protocol.base import Clock, Language, Pace, Phase, Phrase, PlayerName
from fivethreefive.protocol.events import GameOver, Moved, RoundDealt, RoundOver
from fivethreefive.protocol.views import Beats, SeatView, TableOptions
from fivethreefive.rules.melds import Cards
from fivethreefive.rules.options import Rules


class Create(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables."""

    rules: dict[str, Any] = {}
    """Options of ``Rules`` that differ from the plain game, such as players."""
    bots: tuple[str | None, ...] = ()
    """The level of the bot at each seat, null for a seat left open; shorter lists leave the rest open."""
    name: PlayerName | None = None
    """Who makes the table sits at its first open seat; null to make it only."""
    start: bool = False
    """Begin at once: for a game against bots."""
    clock: Clock = "none"
    pace: Pace = "normal"
    language: Language = "en"
    chat: bool = False


class Created(msgspec.Struct, frozen=True):
    """Answers POST /api/tables."""

    code: str
    link: str
    """Where friends go: ``/t/CODE`` at this server."""
    seat: int | None
    token: str | None
    """What the browser keeps to take the seat back."""


class Summary(msgspec.Struct, frozen=True):
    """Answers GET /api/tables/CODE: what the join page shows."""

    code: str
    phase: Phase
    options: TableOptions
    seats: tuple[SeatView, ...]


class Config(msgspec.Struct, frozen=True):
    """Answers GET /api/config: what can be chosen here."""

    protocol: int
    levels: tuple[str, ...]
    phrases: tuple[Phrase, ...]
    clocks: dict[str, int | None]
    """Milliseconds a turn; null where turns have no end."""
    paces: dict[str, int]
    """Milliseconds before a bot's play is shown."""
    longest_name: int
    longest_say: int
    longest_record: int
    """Bytes."""


class ReplayStep(msgspec.Struct, frozen=True):
    """A recorded game right after one of its events, all hands open."""

    event: RoundDealt | Moved | RoundOver | GameOver
    round: int
    hands: tuple[Cards, ...]
    plays: tuple[Played, ...]
    """The trick so far or, where the event ended it, the whole of it."""
    first: int
    """How many actions came before ``plays`` in the round."""
    table: Cards
    """The central meld or, where the event ended the trick, the meld as it lay then."""
    laid_by: tuple[int, ...]
    """The seat that played each card of ``table``."""
    turn: int | None
    """The seat to play; null once the round is over."""
    passed: tuple[int, ...]
    scores: tuple[int, ...]
    beats: Beats | None
    """What overwrites the central meld; null where nothing lies there."""


class Replay(msgspec.Struct, frozen=True):
    """Answers POST /api/replay: one game of a record that keeps to the rules, step by step."""

    game: int
    """The number of this game in the record, from 1."""
    games: int
    """How many games the record holds."""
    complete: bool
    """Whether the game is over; else the record ends in the middle of it."""
    started: str
    """When, in UTC."""
    rules: Rules
    names: tuple[str, ...]
    steps: tuple[ReplayStep, ...]


class ReviewedPlayer(msgspec.Struct, frozen=True):
    """What a game was about for one player, in points."""

    name: str
    points: int
    luck: float
    """That the deals saved; negative where they cost some."""
    cost: float
    """That other plays were expected to save."""
    cost_error: float
    """Standard error of ``cost``."""
    mistakes: int


class ReviewedRound(msgspec.Struct, frozen=True):
    """What a round was about, in points by seat."""

    round: int
    points: tuple[int, ...]
    luck: tuple[float, ...]
    cost: tuple[float, ...]


class Mistake(msgspec.Struct, frozen=True):
    """A decision whose cost is beyond the noise."""

    round: int
    action: int
    """The number of the action in its round, from 1."""
    seat: int
    table: Cards
    last: int | None
    """The seat that played last in the trick; null where nothing lay there."""
    hand: Cards
    """What the seat held."""
    played: Advised
    best: Advised
    why: Reason | None
    """What decides between the two; null where nothing does clearly."""


class DecisionCost(msgspec.Struct, frozen=True):
    """What one decision of a game cost, mistake or not."""

    round: int
    action: int
    """The number of the action in its round, from 1."""
    seat: int
    cost: float
    """Points that the action was worth less than the best one; 0 where it was about as good."""


class Review(msgspec.Struct, frozen=True):
    """Answers GET /api/tables/CODE/review: a finished game looked at decision by decision."""

    game: int
    """Its number at the table."""
    rules: Rules
    winners: tuple[int, ...]
    players: tuple[ReviewedPlayer, ...]
    """By seat."""
    rounds: tuple[ReviewedRound, ...]
    decisions: int
    """How many left a choice."""
    mistakes: tuple[Mistake, ...]
    """The most costly first."""
    costs: tuple[DecisionCost, ...] = ()
    """Of every decision that left a choice, in the order they were made."""


class ReviewGoesOn(msgspec.Struct, frozen=True):
    """Answers GET /api/tables/CODE/review with status 202 while it is being worked out."""

    done: int
    """Decisions looked at."""
    all: int
    """Of how many; 0 while that is not known."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Answers a request over HTTP that was refused."""

    code: str
    rule: str
    sentence: str
    line: int | None = None
    """The line of a handed-in record that is wrong; left out elsewhere."""


BODIES = (Create, Created, Summary, Config, Replay, Review, ReviewGoesOn, Problem)
"""All of them."""
