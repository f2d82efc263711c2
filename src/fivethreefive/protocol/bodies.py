"""What is said over plain HTTP, without a ``type``."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from fivethreefive.protocol.base import LONGEST_NAME, Clock, Language, Pace, Phase
from fivethreefive.protocol.views import SeatView, TableOptions


class Create(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables."""

    rules: dict[str, Any] = {}
    """Options of ``Rules`` that differ from the plain game, such as players."""
    bots: tuple[str | None, ...] = ()
    """The level of the bot at each seat, null for a seat left open; shorter lists leave the rest open."""
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None = None
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
    phrases: tuple[str, ...]
    clocks: dict[str, int | None]
    """Seconds a turn."""
    paces: dict[str, int]
    """Milliseconds before a bot's play is shown."""
    longest_name: int
    longest_say: int


class Problem(msgspec.Struct, frozen=True):
    """Answers a request over HTTP that was refused."""

    code: str
    rule: str
    sentence: str


BODIES = (Create, Created, Summary, Config, Problem)
"""All of them."""
