"""What a person chose for this terminal; kept in a file of the user's data folder, applied at once."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from fivethreefive.protocol import PACE_MS, Pace
from fivethreefive.terminal import saved_games

Theme = Literal["auto", "light", "dark"]
Sorting = Literal["rank", "melds"]

PACES = {pace: milliseconds / 1000 for pace, milliseconds in PACE_MS.items()}
"""Seconds before a bot's play is shown."""


class Settings(msgspec.Struct):
    """The choices, each with what holds until somebody chooses."""

    theme: Theme = "auto"
    pace: Pace = "normal"
    sorting: Sorting = "rank"
    moves: bool = True  # Whether lists and sheets glide when they scroll.
    bell: bool = False  # Whether the terminal's bell tells of one's turn.
    confirm: bool = False  # Whether each play is asked about before it is made.
    auto_pass: bool = False  # Whether the app passes by itself where nothing can be played.
    name: str = ""

    def save(self) -> None:
        """Keep them; where that cannot be done the next game begins without."""
        path = _path()
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(msgspec.json.encode(self))


def load() -> Settings:
    """What was chosen before, as far as it can be read."""
    try:
        return msgspec.json.decode(_path().read_bytes(), type=Settings)
    except (OSError, msgspec.MsgspecError):  # As when an older version wrote it.
        return Settings()


def _path() -> Path:
    return saved_games.folder().parent / "terminal.json"
