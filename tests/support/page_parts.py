"""Where things are on the page's table, as CSS selectors, whichever program drives the browser."""

from __future__ import annotations

import json
from typing import Any

BOARD = ".board"
OWN_TURN = ".player-area.turn"
DIALOG = "dialog[open]"
CARD = "[data-card]"
CHOSEN = "[data-card].chosen"
PLAYABLE = "[data-card]:not(.dead):not(.chosen)"
"""The cards that can go into the choice."""
PLAYS = ".plays .main"
"""The buttons that play."""
PASS = "[data-do=pass]"
READY = "[data-do=ready]"
"""Goes on to the next round, or to a rematch."""

KEYS = {"11": "q", "12": "w", "13": "e", "14": "r", "15": "t"}
"""The keys of the ranks that are no digit."""


def rank_key(rank: str | None) -> str:
    """The key that chooses a card of a rank."""
    return KEYS.get(rank or "", rank or "")


def kept_seat(made: dict[str, Any]) -> tuple[str, str]:
    """Where a browser keeps the seat that it holds at a table that was made, and what it keeps."""
    return "fivethreefive.tables", json.dumps({made["code"]: {"token": made["token"], "at": 1}})
