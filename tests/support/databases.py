"""Databases for tests: a SQLite file, or a PostgreSQL server of our own without a network port."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
from functools import cache
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

from fivethreefive.server.storage.store import Store, sqlite_url
from fivethreefive.table.events import Stored

KINDS = ("sqlite", "postgresql")
NUMBERS = count(1)


def fresh_database(kind: str, folder: Path) -> str:
    """The address of an empty database; skips the test where there is no PostgreSQL."""
    if kind == "sqlite":
        return sqlite_url(folder / "database")
    folder, role = _postgresql()
    address = f"host={folder}&user={role}"
    name = f"test{next(NUMBERS)}"
    engine = sa.create_engine(f"postgresql+psycopg:///postgres?{address}", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return f"postgresql+psycopg:///{name}?{address}"


def stored_events(store: Store, code: str) -> list[tuple[int, Stored]]:
    """The events of a table with their times, none where there is no table with the code."""
    found = store.last_event(code)
    return [] if found is None else list(store.events_after(found[0], 0))


def postgresql_folder() -> Path:
    """Where the PostgreSQL server of this process has its data; skips the test where there is none."""
    return _postgresql()[0]


def _programs() -> Path:
    found = shutil.which("pg_ctl")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    pytest.skip("no-postgresql: pg_ctl and initdb not found (Debian: apt install postgresql)")


@cache
def _postgresql() -> tuple[Path, str]:
    """Start a server for this process; its folder, and the role that it knows."""
    pytest.importorskip("psycopg", reason="no-postgresql: psycopg is not installed")
    programs, user = _programs(), None
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root.
        try:
            user = pwd.getpwnam("postgres").pw_name
        except KeyError:
            pytest.skip("no-postgresql: it does not run as root, and there is no user postgres")
    folder = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
    if user:
        shutil.chown(folder, user)
    role = user or pwd.getpwuid(os.geteuid()).pw_name

    def call(*words: str) -> None:
        subprocess.run(words, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL, timeout=60)

    data = str(folder / "data")
    call(str(programs / "initdb"), "-D", data, "-A", "trust", "-U", role, "--no-sync", "-E", "UTF8")
    options = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=40"
    log = str(folder / "log")
    call(str(programs / "pg_ctl"), "-D", data, "-w", "-l", log, "-o", options, "start")

    def stop() -> None:
        call(str(programs / "pg_ctl"), "-D", data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(stop)
    return folder, role
