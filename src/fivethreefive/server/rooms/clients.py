"""The clients at one table: who is connected, at which seat, and what they are sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fivethreefive.server.rooms.connection import Connection
from fivethreefive.server.storage.store import Scope
from fivethreefive.table import Table


class Clients:
    """The connections of one room; at most one of them at each seat."""

    def __init__(self) -> None:
        self._connections: set[Connection] = set()

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._connections)

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._connections

    def __len__(self) -> int:
        return len(self._connections)

    @property
    def online(self) -> frozenset[int]:
        """Seats whose holder is connected."""
        return frozenset(c.seat for c in self._connections if c.seat is not None)

    @property
    def watchers(self) -> int:
        """How many spectators there are."""
        return sum(connection.seat is None for connection in self._connections)

    @property
    def has_people(self) -> bool:
        """Whether any person is there, at a seat or beside the table."""
        return any(connection.scope != "bot" for connection in self._connections)

    def add(self, connection: Connection) -> None:
        """Add a connection."""
        self._connections.add(connection)

    def remove(self, connection: Connection) -> None:
        """Remove a connection that has ended by itself."""
        self._connections.discard(connection)

    def seat(self, connection: Connection, seat: int, scope: Scope) -> None:
        """Give a seat to a connection; an older one there ends."""
        self.end_seat(seat)
        connection.seat, connection.scope = seat, scope

    def end_seat(self, seat: int) -> None:
        """End the connection at a seat, for another that takes its place."""
        for older in [other for other in self._connections if other.seat == seat]:  # The set changes here.
            self._replace(older)

    def end_all(self, code: str, *, retry: bool, said: str | None = None) -> None:
        """Say goodbye to every client."""
        for connection in self._connections:
            connection.end(code, retry=retry, said=said)
        self._connections.clear()

    def release_lost_seats(self, table: Table) -> None:
        """Make spectators of people whose seat is not theirs any more; end the connections of such bots."""
        for connection in [c for c in self._connections if c.seat is not None]:
            kind = table.seats[connection.seat or 0].kind
            if connection.scope == "person" and kind != "person":
                connection.seat = connection.scope = None
            elif connection.scope == "bot" and kind != "remote":
                self._replace(connection)

    def send_each(self, message_for: Callable[[int | None], bytes], exclude: Connection | None) -> None:
        """Send everybody except ``exclude`` the message for their seat, made once for each seat."""
        made: dict[int | None, bytes] = {}
        for connection in self._connections:
            if connection is exclude:
                continue
            if connection.seat not in made:  # All spectators share one: there may be hundreds.
                made[connection.seat] = message_for(connection.seat)
            connection.send(made[connection.seat])

    def _replace(self, connection: Connection) -> None:
        self._connections.discard(connection)
        connection.end("replaced", retry=False)  # Else two tabs would take the seat from each other.
