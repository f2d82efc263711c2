"""``fivethreefive admin``: the tables of a server, listed, closed, purged or copied."""

from __future__ import annotations

import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from fivethreefive.cli.commands.serve import database_url
from fivethreefive.cli.options import AdminOptions
from fivethreefive.cli.parser import refusal
from fivethreefive.foreign_errors import from_database
from fivethreefive.language import Catalogue, InvalidInput

if TYPE_CHECKING:
    from fivethreefive.server.storage.store import Store

DAY_MS = 86_400_000


def run(options: AdminOptions, catalogue: Catalogue) -> int:
    """Do what the first word says; the server may be running meanwhile."""
    from sqlalchemy.exc import SQLAlchemyError

    from fivethreefive.server.runner import owner_name
    from fivethreefive.server.storage.store import Store

    action, *rest = options.files
    if action not in _ACTIONS:
        known = "list, close CODE, purge, backup FILE"
        raise InvalidInput("no_such_command", command=action, known=known)
    needed = _NEEDED.get(action)
    if needed and not rest:
        raise refusal("missing_argument", f"admin {action}", argument=needed)
    if rest and not needed:
        raise refusal("unexpected_argument", f"admin {action}", text=rest[0])
    try:
        store = Store(database_url(options.storage, make=False), owner_name(), make=False)
        with closing(store):
            print(_ACTIONS[action](store, rest, options, catalogue), end="")
    except SQLAlchemyError as error:
        raise from_database("database", error) from None
    return 0


def _list(store: Store, _rest: list[str], _options: AdminOptions, catalogue: Catalogue) -> str:
    lines = []
    for row in store.list():
        changed = datetime.fromtimestamp(row.updated / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        lines.append(f"{row.code}  {row.state:<10}  {changed} UTC\n")
    return "".join(lines) or catalogue.say("server.no_tables") + "\n"


def _close(store: Store, rest: list[str], _options: AdminOptions, catalogue: Catalogue) -> str:
    from fivethreefive.protocol import Closed
    from fivethreefive.server.storage.store import Append, StaleEpoch

    code, now = rest[0].upper(), time.time_ns() // 1_000_000
    error: Exception | None = StaleEpoch()
    while isinstance(error, StaleEpoch):  # A server that took it in between has it taken again.
        # Taking the table over stops a server that has it: its next write fails and it lets go.
        loaded = store.claim(code)
        if loaded is None:
            raise InvalidInput("no_such_table")
        row, seq = loaded.row, len(loaded.events) + 1
        if row.state == "closed":
            break
        closed = Append(row.id, row.epoch, seq, [(now, Closed())], "closed", None, None, now)
        (error,) = store.write([closed])
    else:
        if error is not None:
            raise error
    return catalogue.say("server.closed", code=code) + "\n"


def _purge(store: Store, _rest: list[str], options: AdminOptions, catalogue: Catalogue) -> str:
    before = time.time_ns() // 1_000_000 - options.days * DAY_MS
    count, used = 0, store.owners_in_use()
    while (gone := store.purge(before, used)) is not None:
        count += gone
    with suppress(InvalidInput):  # Where a server runs what is free is given back without a rewrite.
        if store.lock():
            store.rewrite()
    while store.give_back_room():
        pass
    return catalogue.say("server.purged", count=count) + "\n"


def _backup(store: Store, rest: list[str], _options: AdminOptions, catalogue: Catalogue) -> str:
    store.backup(Path(rest[0]))
    return catalogue.say("server.copied", file=rest[0]) + "\n"


_NEEDED = {"close": "CODE", "backup": "FILE"}
_ACTIONS = {"list": _list, "close": _close, "purge": _purge, "backup": _backup}
