"""What a server stores holds hands and secrets: nobody else on the machine may read it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fivethreefive.server.storage.store import Store, sqlite_url

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has other rights")


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """As most systems have it: everybody may read what is new."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """What anybody but the owner may read or write, in a folder and below."""
    found = [folder, *folder.rglob("*")]
    return [path.name for path in found if stat.S_IMODE(path.stat().st_mode) & 0o077]


def test_a_new_database_and_its_copy_are_the_owners_own(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with closing(Store(sqlite_url(folder), "one")) as store:
        store.lock()
        store.create("BCDFGH", "waiting", 0)
        store.backup(folder / "copy.sqlite")
        assert {path.name for path in folder.iterdir()} >= {
            "tables.sqlite",
            "tables.sqlite-wal",
            "copy.sqlite",
        }
        assert open_to_others(folder) == []


def test_the_files_of_an_earlier_version_are_closed_to_others(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    with closing(Store(url, "one")) as store:
        store.lock()
        store.create("BCDFGH", "waiting", 0)
        earlier = [tmp_path / f"tables.sqlite{ending}" for ending in ("", "-wal", "-shm", ".lock")]
        for path in earlier:
            path.chmod(0o644)
        with closing(Store(url, "two", make=False)) as other:
            assert [row.code for row in other.list()] == ["BCDFGH"]
        assert not {path.name for path in earlier} & {*open_to_others(tmp_path)}
