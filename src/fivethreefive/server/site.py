"""What the parts of the HTTP side share: settings, limits, and who a request comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from fivethreefive.server.hub import Hub, wall_clock
from fivethreefive.server.limits import Buckets, Gate, Limits, client_address

PAGE = Path(__file__).with_name("page")
"""Where the built page is, where it was built."""


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    allowed_hosts: frozenset[str] = frozenset()
    """Hosts beside its own whose pages may connect, as in ``play.example.org`` or ``localhost:5173``."""
    trusted_proxies: frozenset[str] = frozenset()
    """Addresses whose X-Forwarded-For is believed."""
    page: Path = PAGE
    limits: Limits = field(default_factory=Limits)


class Site:
    """One running server."""

    def __init__(
        self, settings: Settings, make_hub: Callable[[], Hub], now: Callable[[], int] = wall_clock
    ) -> None:
        limits = settings.limits
        self.settings = settings
        self.make_hub = make_hub
        self.now = now
        self.gate = Gate(limits.sockets, limits.sockets_each)
        self.creates = Buckets(limits.creates, limits.creates / 1800, now)
        self.guesses = Buckets(limits.guesses, limits.guesses / 600, now)
        self._hub: Hub | None = None

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
        return client_address(peer, forwarded, self.settings.trusted_proxies)

    def same_origin(self, connection: HTTPConnection) -> bool:
        """Whether a request comes from our own page, an allowed one, or from no page at all."""
        origin = connection.headers.get("origin")
        if origin is None:
            return True
        try:
            host = urlsplit(origin).netloc.lower()
        except ValueError:  # it is no address at all
            return False
        own = connection.headers.get("host", "").lower()
        return bool(host) and (host == own or host in self.settings.allowed_hosts)
