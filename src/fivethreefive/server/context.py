"""What the parts of the HTTP side share: settings, limits, and who a request comes from."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from fivethreefive.language import DEFAULT_LANGUAGE, Catalogue, InvalidInput
from fivethreefive.server.clock import Clock
from fivethreefive.server.limits import (
    ConnectionLimit,
    RateLimits,
    ServerLimits,
    is_local,
    is_loopback,
    network_of,
    read_hops,
)
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.table.state import Table

LOG = logging.getLogger("fivethreefive.server")

Found = TypeVar("Found")

PAGE = Path(__file__).with_name("page")
"""Where the built page is, where it was built."""


@dataclass(frozen=True)
class ServerSettings:
    """How a server is run."""

    allowed_hosts: frozenset[str] = frozenset()
    """Hosts beside its own whose pages may connect, as in ``play.example.org`` or ``localhost:5173``."""
    loopback: bool = False
    """Whether only this machine is served, under its own names or those allowed."""
    trusted_proxies: frozenset[str] = frozenset()
    """Addresses whose X-Forwarded-For is believed."""
    page: Path = PAGE
    limits: ServerLimits = field(default_factory=ServerLimits)


class Context:
    """One running server."""

    def __init__(self, settings: ServerSettings, make_hub: Callable[[], Hub], clock: Clock) -> None:
        limits = settings.limits
        self.settings = settings
        self.make_hub = make_hub
        self.connection_limit = ConnectionLimit(limits.connections, limits.connections_each)
        """All connections."""
        self.socket_limit = ConnectionLimit(limits.sockets, limits.sockets_each)
        """WebSockets."""
        self.creates = RateLimits(limits.creates, limits.creates / 1800, clock)
        self.guesses = RateLimits(limits.guesses, limits.guesses / 600, clock)
        self.messages = RateLimits(limits.messages, limits.messages_second, clock)
        self.events_read = RateLimits(limits.events_read, limits.events_read / 60, clock)
        self.reviews = RateLimits(limits.reviews, limits.reviews / 1800, clock)
        self.replays = RateLimits(limits.replays, limits.replays / 600, clock)
        self.unnamed_proxy: str | None = None
        """The first address that brought others' requests and is no trusted proxy."""
        self._hub: Hub | None = None  # Its tasks need the event loop, which does not run yet.

    @property
    def hub(self) -> Hub:
        """The tables; there only while the server runs."""
        assert self._hub is not None
        return self._hub

    def open(self) -> None:
        """Make the hub, inside the running event loop."""
        self._hub = self.make_hub()

    def address(self, connection: HTTPConnection) -> str:
        """Whose limits a request counts for."""
        peer = connection.client.host if connection.client else ""
        forwarded = ",".join(connection.headers.getlist("x-forwarded-for"))
        address, further = read_hops(peer, forwarded, self.settings.trusted_proxies)
        # Anybody can send the header from far away; a proxy of the operator's own is near.
        if further and self.unnamed_proxy is None and is_local(address):
            self.unnamed_proxy = address
            LOG.warning("unnamed_proxy", extra={"proxy": address, "why": self.warnings()[0]})
        return network_of(address)

    def warnings(self) -> list[str]:
        """What the operator should know about how the server is run."""
        catalogue = Catalogue.of(DEFAULT_LANGUAGE)
        return [] if self.unnamed_proxy is None else [catalogue.say("server.unnamed_proxy")]

    async def find_by_code(self, address: str, find: Callable[[], Awaitable[Found | None]]) -> Found:
        """What ``find`` returns for a table's code that somebody gave; InvalidInput where it is None.

        A code of no table is charged to the address, which is refused everything after many of them.
        """
        if not self.guesses.take(address):  # At once: many at the same time are still many.
            raise InvalidInput("too_many")
        known = True  # A failure of the database says nothing about the code.
        try:
            found = await find()
            known = found is not None
        finally:
            if known:
                self.guesses.refund(address)
        if found is None:
            raise InvalidInput("no_such_table")
        return found

    async def read_table(self, address: str, code: str) -> Table:
        """A table that an HTTP request names, to be read at once; InvalidInput where there is none."""
        if not self.messages.take(address):
            raise InvalidInput("too_fast")

        def charge(events: int) -> None:
            if not self.events_read.take(address, events):
                raise InvalidInput("too_fast")

        return await self.find_by_code(address, lambda: self.hub.read_table(code, charge))

    def serves(self, connection: HTTPConnection) -> bool:
        """Whether a request is for this server by name.

        Any page could have its own name lead to this machine (DNS rebinding), and would then pass for ours.
        """
        host = connection.headers.get("host", "").lower()
        if not self.settings.loopback or not host:
            return True
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return is_loopback(name) or not self.settings.allowed_hosts.isdisjoint((host, name))

    def same_origin(self, connection: HTTPConnection) -> bool:
        """Whether a request comes from our own page, an allowed one, or from no page at all."""
        origin = connection.headers.get("origin")
        if origin is None:  # Only browsers send one; a program can name any origin it likes.
            return True
        try:
            host = urlsplit(origin).netloc.lower()
        except ValueError:  # It is no address at all.
            return False
        own = connection.headers.get("host", "").lower()
        return bool(host) and (host == own or host in self.settings.allowed_hosts)
