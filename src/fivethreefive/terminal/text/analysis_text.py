"""What a hint and a review say in lines: at the terminal, in plain lines and in the app."""

from __future__ import annotations

from collections.abc import Sequence

from fivethreefive.protocol import Hinted, Mistake, Review
from fivethreefive.report.formatting import ahead, best, better, cost, signed, with_error
from fivethreefive.rules.options import Rules
from fivethreefive.terminal.text.console import Console
from fivethreefive.terminal.text.game_text import GameText

MOST_MISTAKES = 10
"""The largest are shown; all of them are in the page and in JSON."""


def best_text(game_text: GameText, hinted: Hinted) -> str:
    """What to play, and why."""
    name = game_text.play_text(hinted.advice[0].action)
    return best(game_text.console.catalogue, name, hinted.why)


def advice_rows(game_text: GameText, hinted: Hinted, hand_size: int | None) -> list[tuple[str, str, str]]:
    """Each action, by how much it is ahead and, but of the best, that it costs something or is as good."""
    catalogue = game_text.console.catalogue
    rows = [
        (game_text.action_label(one.action, hand_size), ahead(catalogue, one), cost(catalogue, one))
        for one in hinted.advice
    ]
    return [(*rows[0][:2], ""), *rows[1:]]


def reviewed_by(console: Console, found: Review, you: int | None) -> GameText:
    """The players of a review in words, as a seat reads them that played, or with None anybody else."""
    return GameText(console, [player.name for player in found.players], you)


def player_rows(game_text: GameText, found: Review) -> list[list[str]]:
    """A table of what the game was about for each player, with its heading."""
    catalogue = game_text.console.catalogue
    keys = ("review.player", "review.points", "page.review_luck", "page.review_cost", "review.mistakes")
    rows = [[*map(catalogue.say, keys)]]
    for seat, one in enumerate(found.players):
        luck, lost = signed(catalogue, one.luck, 1), with_error(catalogue, one.cost, one.cost_error)
        rows.append([game_text.name(seat), str(one.points), luck, lost, str(one.mistakes)])
    return rows


def mistake_heading(game_text: GameText, mistake: Mistake) -> str:
    """Whose decision it was, where in the game, and what it cost."""
    text, played = game_text.console.text, mistake.played
    name = game_text.name(mistake.seat)
    where = text("review.where", round=mistake.round, number=mistake.action, name=name)
    cost = with_error(game_text.console.catalogue, played.cost, played.cost_error)
    return f"{where} {text('review.costs', cost=cost)}"


def both_texts(game_text: GameText, mistake: Mistake) -> tuple[str, str]:
    """What was played, and what would have been better and why."""
    deed = game_text.action_text(mistake.seat, mistake.best.action)
    if mistake.seat == game_text.seat:  # A name keeps its capital behind the colon.
        deed = f"{deed[:1].lower()}{deed[1:]}"
    instead = better(game_text.console.catalogue, deed, mistake.why)
    return game_text.action_text(mistake.seat, mistake.played.action), instead


def mistake_facts(game_text: GameText, rules: Rules, mistake: Mistake) -> list[str]:
    """What lay there and was held, what was played, and what would have been better and why."""
    text, catalogue = game_text.console.text, game_text.console.catalogue
    table = game_text.meld_text(rules, mistake.table, mistake.last, mistake.seat)
    played, instead = both_texts(game_text, mistake)
    return [
        f"{text('review.table')}: {table}",
        f"{text('review.hand')}: {game_text.console.cards(mistake.hand)}",
        f"{played} {text('review.ahead', points=ahead(catalogue, mistake.played))}",
        f"{instead} {text('review.ahead', points=ahead(catalogue, mistake.best))}",
    ]


def write_mistakes(game_text: GameText, rules: Rules, found: Sequence[Mistake]) -> None:
    """Write the largest mistakes of a game, the most costly first."""
    console = game_text.console
    console.heading(console.text("review.largest"))
    if not found:
        console.say("review.no_mistake")
    for mistake in found[:MOST_MISTAKES]:
        console.line()
        console.line(mistake_heading(game_text, mistake))
        for fact in mistake_facts(game_text, rules, mistake):
            console.line(f"- {fact}", hang=2)
    console.line()
    console.say("review.how")
