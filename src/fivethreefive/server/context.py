"""What the parts of the HTTP side share: settings, limits, and who a request comes from."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from fivethreefive.language import DEFAULT_LANGUAGE, Catalogue, InvalidInput
from fivethreefive.server.admission import Admission, Caller
from fivethreefive.server.clock import Clock
from fivethreefive.server.limits import (
    Network,
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

PAGE = Path(__file__).with_name("page")
"""Where the built page is, where it was built."""


UNNAMED_MS = 600_000
"""So long is a proxy warned of after its last request: any program can pass for one."""


@dataclass(frozen=True)
class ServerSettings:
    """How a server is run."""

    allowed_hosts: frozenset[str] = frozenset()
    """Hosts beside its own whose pages may connect, as in ``play.example.org`` or ``localhost:5173``."""
    loopback: bool = False
    """Whether only this machine is served, under its own names or those allowed."""
    trusted_proxies: frozenset[Network] = frozenset()
    """Networks of proxies whose X-Forwarded-For is believed."""
    page: Path = PAGE
    limits: ServerLimits = field(default_factory=ServerLimits)


class Context:
    """One running server."""

    def __init__(self, settings: ServerSettings, make_hub: Callable[[], Hub], clock: Clock) -> None:
        limits = settings.limits
        self.settings = settings
        self.make_hub = make_hub
        self.admission = Admission(limits, clock)
        self.creates = RateLimits(limits.creates, limits.creates / 1800, clock)
        self.events_read = RateLimits(limits.events_read, limits.events_read / 60, clock)
        self.reviews = RateLimits(limits.reviews, limits.reviews / 1800, clock)
        self.replays = RateLimits(limits.replays, limits.replays / 600, clock)
        self.unnamed_proxy: str | None = None
        """The first address that brought others' requests and is no trusted proxy."""
        self._unnamed_until = 0
        self._clock = clock
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
        if further and is_local(address):
            self._unnamed_until = self._clock.monotonic() + UNNAMED_MS
            if self.unnamed_proxy is None:
                self.unnamed_proxy = address
                LOG.warning("unnamed_proxy", extra={"proxy": address, "why": self.warnings()[0]})
        return network_of(address)

    def warnings(self) -> list[str]:
        """What the operator should know about how the server is run."""
        catalogue = Catalogue.of(DEFAULT_LANGUAGE)
        now = self._clock.monotonic() < self._unnamed_until
        return [catalogue.say("server.unnamed_proxy")] if now else []

    def caller(self, connection: HTTPConnection, code: str, token: str | None) -> Caller:
        """Who asks about a table with a token."""
        return Caller(self.address(connection), code.upper(), token, self.hub.seat_of)

    async def read_table(self, caller: Caller) -> Table:
        """A table that an HTTP request names, to be read at once; InvalidInput where there is none."""
        if not await self.admission.take_question(caller):
            raise InvalidInput("too_fast")

        def charge(events: int) -> None:
            if not self.events_read.take(caller.address, events):
                raise InvalidInput("too_fast")

        return await self.admission.find(caller, lambda: self.hub.read_table(caller.code, charge))

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
