"""The review of a finished game in plain lines."""

from __future__ import annotations

from fivethreefive.protocol import Review
from fivethreefive.report.formatting import signed, with_error
from fivethreefive.terminal.text.analysis_text import mistake_facts, mistake_heading
from fivethreefive.terminal.text.console import Console, printable
from fivethreefive.terminal.text.game_text import GameText

MOST_MISTAKES = 10


def write_review(console: Console, found: Review) -> None:
    """Write what the game was about for each player, and its largest mistakes first."""
    keys = ("review.player", "review.points", "page.review_luck", "page.review_cost", "review.mistakes")
    rows = [[*map(console.text, keys)]]
    for one in found.players:
        cost = with_error(console.catalogue, one.cost, one.cost_error)
        luck = signed(console.catalogue, one.luck, 1)
        rows.append([printable(one.name), str(one.points), luck, cost, str(one.mistakes)])
    console.line()
    console.table(rows)
    console.heading(console.text("review.largest"))
    if not found.mistakes:
        console.say("review.no_mistake")
    game_text = GameText(console, [player.name for player in found.players], None)
    for mistake in found.mistakes[:MOST_MISTAKES]:
        console.line()
        console.line(mistake_heading(game_text, mistake))
        for fact in mistake_facts(game_text, found.rules, mistake):
            console.line(f"- {fact}", hang=2)
    console.line()
    console.say("review.how")
