"""How much may be asked for: rates, connections, and whose address it is."""

from __future__ import annotations

import pytest

from fivethreefive.server.limits import (
    MOST_UNPRUNED,
    ConnectionLimit,
    RateLimits,
    client_address,
    read_networks,
)
from support.table_players import Clock


def test_buckets_fill_up_again() -> None:
    clock = Clock()
    bucket = RateLimits(2, 1, clock)
    assert [bucket.take("a") for _ in range(3)] == [True, True, False]
    assert bucket.take("b")
    clock.time += 1000
    assert [bucket.take("a") for _ in range(2)] == [True, False]


def test_buckets_that_are_not_full_are_looked_through_only_when_there_are_twice_as_many() -> None:
    class CountingClock(Clock):
        asked = 0

        def monotonic(self) -> int:
            self.asked += 1
            return self.time

    clock = CountingClock()
    bucket, names = RateLimits(2, 0, clock), 3 * MOST_UNPRUNED
    for name in range(names):
        assert bucket.take(str(name))
        assert clock.asked < 6 * names, "each is looked at a few times on average, whoever asks"
    assert not all(bucket.take("0") for _ in range(2)), "none of them is forgotten"


def test_full_buckets_are_forgotten() -> None:
    clock = Clock()
    bucket = RateLimits(2, 1, clock)
    for number in range(3 * MOST_UNPRUNED):
        clock.time += 1000
        bucket.take(str(number))
    assert len(bucket._levels) <= MOST_UNPRUNED


def test_connections_are_counted_by_address_and_in_all() -> None:
    limit = ConnectionLimit(3, 2)
    assert [limit.enter(name) for name in "aaab"] == [True, True, False, True]
    assert not limit.enter("c")
    limit.leave("a")
    assert limit.enter("c")


ADDRESSES = [
    ("10.0.0.1", "", set(), "10.0.0.1"),
    ("10.0.0.1", "1.2.3.4", set(), "10.0.0.1"),
    ("10.0.0.1", "1.2.3.4", {"10.0.0.1"}, "1.2.3.4"),
    ("10.0.0.1", "6.6.6.6, 1.2.3.4", {"10.0.0.1"}, "1.2.3.4"),
    ("10.0.0.1", "1.2.3.4, 10.0.0.2", {"10.0.0.1", "10.0.0.2"}, "1.2.3.4"),
    ("10.0.0.1", "rubbish", {"10.0.0.1"}, "unknown"),
    ("2001:db8::1", "", set(), "2001:db8::/64"),
    ("::ffff:1.2.3.4", "", set(), "1.2.3.4"),
    ("", "", set(), "unknown"),
    ("10.2.3.4", "1.2.3.4, 10.9.9.9", {"10.0.0.0/8"}, "1.2.3.4"),
    ("::ffff:10.2.3.4", "1.2.3.4", {"10.0.0.0/8"}, "1.2.3.4"),
    ("11.2.3.4", "1.2.3.4", {"10.0.0.0/8"}, "11.2.3.4"),
    ("fd00::7", "1.2.3.4", {"fd00::/64"}, "1.2.3.4"),
]


@pytest.mark.parametrize(("peer", "forwarded", "trusted", "due"), ADDRESSES)
def test_whose_address_it_is(peer: str, forwarded: str, trusted: set[str], due: str) -> None:
    assert client_address(peer, forwarded, read_networks(trusted)) == due
