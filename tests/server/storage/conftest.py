"""A database of each kind, for the tests of what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fivethreefive.server.storage.store import Store
from support.databases import KINDS, fresh_database


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database."""
    return fresh_database(request.param, tmp_path)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store on it."""
    store = Store(url, "one")
    yield store
    store.close()
