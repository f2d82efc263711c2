"""How much may be asked for: rates, connections, and whose address it is."""

from __future__ import annotations

import pytest

from fivethreefive.server.limits import ConnectionLimit, RateLimits, client_address

# ServerLimits


def test_buckets_fill_up_again() -> None:
    time = 0
    bucket = RateLimits(2, 1, lambda: time)
    assert [bucket.take("a") for _ in range(3)] == [True, True, False]
    assert bucket.take("b")
    time = 1000
    assert [bucket.take("a") for _ in range(2)] == [True, False]


def test_the_gate_counts_by_address_and_in_all() -> None:
    gate = ConnectionLimit(3, 2)
    assert [gate.enter(name) for name in "aaab"] == [True, True, False, True]
    assert not gate.enter("c")
    gate.leave("a")
    assert gate.enter("c")


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
]


@pytest.mark.parametrize(("peer", "forwarded", "trusted", "due"), ADDRESSES)
def test_whose_address_it_is(peer: str, forwarded: str, trusted: set[str], due: str) -> None:
    assert client_address(peer, forwarded, frozenset(trusted)) == due
