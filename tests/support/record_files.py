"""Record files as somebody hands them in to a server."""

from __future__ import annotations

from datetime import UTC, datetime

from fivethreefive import Game, Rules
from fivethreefive.record import Header, Seat, write_line


def recorded(games: int) -> bytes:
    """Games of Ana, who leads her one card, and Bo."""
    rules = Rules(2, deal=1, target=1)
    header = Header.new(rules, [Seat("Ana"), Seat("Bo")], datetime(2026, 1, 31, tzinfo=UTC))
    game = Game(rules, hands=[[3], [8]], seats=["Ana", "Bo"])
    game.apply("3")
    return games * b"".join(map(write_line, [header, *game.events[1:]]))


def illegal(record: bytes) -> bytes:
    """The same, but Ana leads a card that she does not have (line 3)."""
    return record.replace(b'"text":"3"', b'"text":"4"', 1)
