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


class Said(NamedTuple):
    """A client says something."""

    connection: Connection
    request: Request


class Thought(NamedTuple):
    """A bot has decided."""

    wait: Wait
    action: str


Item = Attached | Detached | Said | Thought
