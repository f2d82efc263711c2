"""How much one address, one connection and everybody together may ask for."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from fivethreefive.language import InvalidInput
from fivethreefive.server.clock import Clock


@dataclass(frozen=True)
class ServerLimits:
    """The caps of a server."""

    tables: int = 2000
    """Tables in memory."""
    connections: int = 6000
    connections_each: int = 100
    """Open connections of any kind, silent ones too, from one address that is no trusted proxy."""
    unproved: int = 200
    unproved_each: int = 20
    """Connections above these caps that may present the token of a seat, in all and from one address."""
    held: int = 1000
    held_each: int = 4
    """Connections above these caps that have presented one, in all and for one seat."""
    sockets: int = 5000
    sockets_each: int = 40
    """WebSockets from one address: a household or a school may share one."""
    creates: float = 30
    """Tables an address may make at once, and half an hour later again."""
    guesses: float = 20
    """Codes of no table an address may try at once, and ten minutes later again."""
    replays: float = 30
    """Records an address may have replayed at once, and ten minutes later again; long ones count more."""
    reviews: float = 10
    """Games an address may have reviewed at once, and half an hour later again."""
    events_read: float = 100_000
    """Stored events an address may have read for tables where nobody is, and a minute later again."""
    messages: float = 60
    """Messages and questions an address may send at once, over all its connections ..."""
    messages_second: float = 30
    """... and then each second."""
    seat_messages: float = 20
    """Messages that come from one seat at once where its address may send no more ..."""
    seat_messages_second: float = 3
    """... and then each second: a player needs no more."""


MOST_REFUSED = 200
"""So many refused messages end a connection, so that a flood is not answered for ever."""

MOST_UNPRUNED = 10_000
"""So many buckets are kept before those that are full again are looked for."""


class RateLimits:
    """Token buckets by name: each holds ``size`` and gets ``rate`` back a second."""

    def __init__(self, size: float, rate: float, clock: Clock) -> None:
        self.size = size
        self.rate = rate
        self._clock = clock
        self._levels: dict[str, tuple[float, int]] = {}
        self._prune_at = MOST_UNPRUNED

    def level(self, name: str) -> float:
        """What a bucket holds now."""
        level, at = self._levels.get(name, (self.size, 0))  # One that is not kept is full.
        return min(self.size, level + (self._clock.monotonic() - at) / 1000 * self.rate)

    def take(self, name: str, cost: float = 1) -> bool:
        """Take one from a bucket, or what something costs; False where it holds less."""
        level = self.level(name)
        if level < cost:
            return False
        if len(self._levels) >= self._prune_at:
            self._prune()
        self._levels[name] = (level - cost, self._clock.monotonic())
        return True

    def _prune(self) -> None:
        """Forget the buckets that are full again."""
        self._levels = {n: v for n, v in self._levels.items() if self.level(n) < self.size}
        self._prune_at = max(MOST_UNPRUNED, 2 * len(self._levels))  # Else it could be pruned at each call.


class ConnectionLimit:
    """Counts connections, by address and in all."""

    def __init__(self, most: int, most_each: int) -> None:
        self.most = most
        self.most_each = most_each
        self.count = 0
        self._each: Counter[str | None] = Counter()

    @property
    def is_full(self) -> bool:
        """Whether there are too many in all."""
        return self.count >= self.most

    def enter(self, address: str | None) -> bool:
        """Let a connection in; False where there are too many. None is no one's address, and has no cap."""
        if self.is_full or (address is not None and self._each[address] >= self.most_each):
            return False
        self.add(address)
        return True

    def add(self, address: str | None) -> None:
        """Count a connection that is let in whatever others there are."""
        self.count += 1
        self._each[address] += 1

    def leave(self, address: str | None) -> None:
        """A connection that was let in has gone."""
        self.count -= 1
        self._each[address] -= 1
        if not self._each[address]:
            del self._each[address]  # Else each address that ever came would be kept.


Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def read_networks(names: Iterable[str]) -> frozenset[Network]:
    """The networks of proxies, each given as its address or that of a machine; InvalidInput for others."""
    found = set()
    for name in names:
        try:
            found.add(ipaddress.ip_network(name))
        except ValueError:
            raise InvalidInput("not_a_network", option="--trusted-proxy", address=name) from None
    return frozenset(found)


def is_trusted(address: str, trusted: frozenset[Network]) -> bool:
    """Whether a request comes from a proxy whose word is believed."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped:
        parsed = parsed.ipv4_mapped
    return any(parsed in network for network in trusted)


def client_address(peer: str, forwarded: str, trusted: frozenset[Network]) -> str:
    """Whose request it is: the peer, or behind trusted proxies whom they name."""
    return network_of(read_hops(peer, forwarded, trusted)[0])


def read_hops(peer: str, forwarded: str, trusted: frozenset[Network]) -> tuple[str, list[str]]:
    """The address that a request comes from, and those that it says it comes for, not to be believed."""
    address = peer
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    # From the right: a client may have made up what stands left of it.
    while is_trusted(address, trusted) and hops:
        address = hops.pop()
    return address, hops


def network_of(address: str) -> str:
    """What limits are counted by: an IPv6 address stands for its /64 network, which one customer has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def is_loopback(name: str) -> bool:
    """Whether a host's name or address stands for this machine itself, to everybody on it."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def is_local(address: str) -> bool:
    """Whether an address is of this machine or of a private network."""
    try:
        return ipaddress.ip_address(address).is_private
    except ValueError:
        return False
