"""The review of a finished game in plain lines."""

from __future__ import annotations

from fivethreefive.protocol import Review
from fivethreefive.terminal.text.analysis_text import player_rows, write_mistakes
from fivethreefive.terminal.text.console import Console


def write_review(console: Console, found: Review) -> None:
    """Write what the game was about for each player, and its largest mistakes first."""
    console.line()
    console.table(player_rows(console.catalogue, found))
    write_mistakes(console, found.rules, [player.name for player in found.players], found.mistakes)
