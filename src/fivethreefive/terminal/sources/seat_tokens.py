"""The seats that this user holds at tables of servers, so that they can be taken back."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from fivethreefive.terminal import saved_games

MOST_KEPT = 200  # So many seats are remembered, those taken last.


def load_token(address: str) -> str | None:
    """The token that holds a seat at a table, if one was kept."""
    return _read().get(address)


def keep(address: str, token: str) -> None:
    """Keep a token, for nobody but this user; where that fails the seat lasts as long as the app."""
    kept = {**{other: held for other, held in _read().items() if other != address}, address: token}
    kept = dict([*kept.items()][-MOST_KEPT:])
    path = _path()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(kept))  # At no moment could another user read it.


def _read() -> dict[str, str]:
    try:
        return msgspec.json.decode(_path().read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError):
        return {}


def _path() -> Path:
    return saved_games.folder().parent / "seats.json"
