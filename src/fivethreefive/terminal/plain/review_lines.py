"""The review of a finished game in plain lines."""

from __future__ import annotations

from fivethreefive.protocol import Review
from fivethreefive.terminal.text.analysis_text import player_rows, reviewed_by, write_mistakes
from fivethreefive.terminal.text.console import Console


def write_review(console: Console, found: Review, you: int | None) -> None:
    """Write what the game was about for each player, ``you`` among them, and its largest mistakes first."""
    game_text = reviewed_by(console, found, you)
    console.line()
    console.table(player_rows(game_text, found))
    write_mistakes(game_text, found.rules, found.mistakes)
