"""What comes to a table in memory, one thing after the other."""

from __future__ import annotations

from typing import NamedTuple

from fivethreefive.protocol import Hello, Request
from fivethreefive.server.rooms.connection import Connection
from fivethreefive.table import Wait


class Attached(NamedTuple):
    """A client that comes in."""

    connection: Connection
    hello: Hello


class Detached(NamedTuple):
    """A client that has gone."""

    connection: Connection


class Received(NamedTuple):
    """A request of a client."""

    connection: Connection
    request: Request


class Decided(NamedTuple):
    """A bot's decision for the turn that was waited for."""

    wait: Wait
    action: str


class Wake(NamedTuple):
    """Nothing: the room looks again whether it stays in memory."""


class Lost(NamedTuple):
    """Somebody else has taken the table over, closed or deleted it; ``code`` says which."""

    code: str


Item = Attached | Detached | Received | Decided | Lost | Wake
