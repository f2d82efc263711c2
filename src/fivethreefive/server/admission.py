"""Who is let in: everybody within the limits of their address, and beside these who holds a seat.

All people at an address share its limits, so one of them can use them up for the others. Whoever then
presents the token of a seat has a place and some messages of their own. Tokens are looked up only where
an address may do no more, and cannot be guessed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fivethreefive.language import InvalidInput
from fivethreefive.server.clock import Clock
from fivethreefive.server.limits import ConnectionLimit, RateLimits, ServerLimits

PROOF_SECONDS = 3.0
"""So soon whoever comes above the limits has to present a token."""

Found = TypeVar("Found")
FindSeat = Callable[[str, str | None], Awaitable[int | None]]
"""The seat that a token holds at the table with a code; None where it holds none."""


@dataclass
class Caller:
    """Who asks something about a table: an address, perhaps with the token of a seat."""

    address: str
    code: str
    token: str | None
    find_seat: FindSeat
    _seat: str | None = field(default=None, init=False)

    async def seat(self) -> str | None:
        """The name of the seat that the token holds; None where it holds none."""
        if self._seat is None and (number := await self.find_seat(self.code, self.token)) is not None:
            self._seat = seat_name(self.code, number)
        return self._seat


def seat_name(code: str, seat: int) -> str:
    """What the messages of a seat are counted by."""
    return f"{code} {seat}"


@dataclass(eq=False)
class Place:
    """What one connection was given."""

    places: Places
    limit: ConnectionLimit | None
    """Where it counts; None once it has left."""
    name: str | None
    """Whom it counts for there: an address, or a seat."""
    refusal: str
    """Why there is no place for who does not hold a seat."""
    turn_away: Callable[[], None]

    @property
    def proved(self) -> bool:
        """Whether nothing has to be proved any more: it is within the limits, or of who holds a seat."""
        return self.limit not in (None, self.places.unproved)

    def prove(self, seat: str) -> bool:
        """Keep the place for who holds a seat; False where there are too many of these."""
        if self.limit is self.places.unproved and self.places.held.enter(seat):
            self.leave()
            self.limit, self.name = self.places.held, seat
        return self.proved

    def leave(self) -> None:
        """The connection has gone."""
        if self.limit is not None:
            self.limit.leave(self.name)
            self.limit = None
            self.places.waiting.pop(self, None)

    def give_up(self) -> None:
        """Turn the connection away if it has proved nothing by now."""
        if self.limit is self.places.unproved:
            self.leave()
            self.turn_away()


class Places:
    """Places for connections: so many of each address and in all, and some more for who holds a seat.

    Who is above the limits gets a place for a moment, in which to present a token. There are few of these,
    and whoever has one for longest leaves it to the next: silent connections cannot keep them.
    """

    def __init__(self, limits: ServerLimits) -> None:
        self.usual = ConnectionLimit(limits.connections, limits.connections_each)
        self.unproved = ConnectionLimit(limits.unproved, limits.unproved_each)
        self.held = ConnectionLimit(limits.held, limits.held_each)
        self.waiting: dict[Place, None] = {}
        """Those that have proved nothing yet, the oldest first."""

    @property
    def count(self) -> int:
        """How many there are."""
        return self.usual.count + self.unproved.count + self.held.count

    @property
    def most(self) -> int:
        """How many there can be."""
        return self.usual.most + self.unproved.most + self.held.most

    def limit_to(self, most: int) -> None:
        """Have places for so many, at least one of each kind; an eighth is kept for who holds a seat."""
        self.unproved.most = self.held.most = max(1, most // 16)
        self.usual.most = max(1, most - 2 * self.held.most)

    def enter(self, address: str | None, turn_away: Callable[[], None]) -> Place:
        """A place for a new connection; ``turn_away`` ends it where it has to leave again."""
        refusal = "server_full" if self.usual.is_full else "too_many"
        place = Place(self, self.usual, address, refusal, turn_away)
        if not self.usual.enter(address):
            while not self.unproved.enter(address):
                full = self.unproved.is_full
                next(other for other in self.waiting if full or other.name == address).give_up()
            place.limit = self.unproved
            self.waiting[place] = None
        return place


PLACE = "place"


def with_place(state: Mapping[str, Any], place: Place) -> dict[str, Any]:
    """What uvicorn tells the application of a connection, its place included."""
    return {**state, PLACE: place}


def place_of(state: Mapping[str, Any]) -> Place | None:
    """The place of a connection; None where connections are not counted."""
    return state.get(PLACE)


class Guesses:
    """How many codes of no table an address may try.

    A code that is being looked up counts as wrong until it is found, and whoever might try one too many
    waits for that: after a restart many come at once, and all of them are right.
    """

    def __init__(self, limit: RateLimits) -> None:
        self._limit = limit
        self._looks: dict[str, set[asyncio.Future[None]]] = {}

    def used_up(self, address: str) -> bool:
        """Whether an address may try no code now."""
        return self._limit.level(address) < 1

    async def find(self, address: str, find: Callable[[], Awaitable[Found | None]]) -> Found:
        """What ``find`` returns for a code; InvalidInput where it is None or no more may be tried."""
        while (looks := self._looks.get(address)) and len(looks) + 1 > self._limit.level(address) >= 1:
            await asyncio.wait(looks, return_when=asyncio.FIRST_COMPLETED)
        if self.used_up(address):
            raise InvalidInput("too_many")
        look = asyncio.get_running_loop().create_future()
        self._looks.setdefault(address, set()).add(look)
        try:
            found = await find()  # A failure of the database says nothing about the code.
            if found is None:
                self._limit.take(address)
        finally:
            self._looks[address].discard(look)
            if not self._looks[address]:
                del self._looks[address]
            look.set_result(None)
        if found is None:
            raise InvalidInput("no_such_table")
        return found


class Admission:
    """What callers may do, by the limits of their address or by the seat that they hold."""

    def __init__(self, limits: ServerLimits, clock: Clock) -> None:
        self.connections = Places(limits)
        self.sockets = ConnectionLimit(limits.sockets, limits.sockets_each)
        self._guesses = Guesses(RateLimits(limits.guesses, limits.guesses / 600, clock))
        self._messages = RateLimits(limits.messages, limits.messages_second, clock)
        self._seat_messages = RateLimits(limits.seat_messages, limits.seat_messages_second, clock)

    def take_message(self, address: str, seat: str | None = None) -> bool:
        """Take a message of an address, or else of the seat that is known to send it."""
        return self._messages.take(address) or (seat is not None and self._seat_messages.take(seat))

    async def take_question(self, caller: Caller) -> bool:
        """Take a message of whoever comes to a table or asks about it."""
        return self.take_message(caller.address) or self.take_message(caller.address, await caller.seat())

    async def find(self, caller: Caller, find: Callable[[], Awaitable[Found | None]]) -> Found:
        """What ``find`` returns for the code of a caller; InvalidInput where it is None.

        A code of no table is charged to the address, which is refused everything after many of them.
        """
        # That others at this address have guessed at codes is no reason to lock a player out.
        if self._guesses.used_up(caller.address) and await caller.seat() is not None:
            if (found := await find()) is not None:
                return found
            raise InvalidInput("no_such_table")
        return await self._guesses.find(caller.address, find)
