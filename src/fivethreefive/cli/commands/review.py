"""``fivethreefive review``: what a finished game's decisions cost, and the luck of its deals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fivethreefive.analysis import GameReview, review
from fivethreefive.cards import write_cards
from fivethreefive.cli.commands.hint import advice_json, reason_json
from fivethreefive.cli.options import ReviewOptions
from fivethreefive.cli.progress import progress
from fivethreefive.foreign_errors import from_system
from fivethreefive.language import Catalogue, InvalidInput
from fivethreefive.record import read_game
from fivethreefive.record.file_lock import write_whole
from fivethreefive.report.formatting import signed, with_error
from fivethreefive.report.html import DOCTYPE
from fivethreefive.report.protocol_messages import review_body
from fivethreefive.report.review import review_page
from fivethreefive.rules.setup import valid_seat
from fivethreefive.terminal import saved_games
from fivethreefive.terminal.text.analysis_text import write_mistakes
from fivethreefive.terminal.text.console import Console, printable
from fivethreefive.terminal.text.game_text import GameText


def run(options: ReviewOptions, catalogue: Catalogue) -> int:
    """Review the game and show what was found."""
    file = saved_games.find(options.files[0]) if options.files else saved_games.last_finished()
    record = read_game(file, options.analysis.game)
    rules = record.header.rules
    seats = range(rules.players)
    if options.seat is not None:
        seats = range(seat := valid_seat(rules, "--seat", options.seat), seat + 1)
    console = Console(catalogue)
    page = None if options.html is None else Path(options.html)
    if page is not None:
        _write(page)  # Before a long look at what could then not be kept.
    with progress(console.text("review.looking")) as done:
        found = review(record.game, options.analysis.seed, options.analysis.simulations, seats, done)
    if page is not None:
        _write(page, review_page(found, record.header.names, seats, catalogue))
    if options.analysis.json:
        print(json.dumps(as_json(found, record.header.names)))
    else:
        _show(console, found, record.header.names, seats)
        if page is not None:
            console.say("review.page_at", file=page)
    return 0


def _write(path: Path, text: str | None = None) -> None:
    """Write a page anew, or with no text find out whether that can be done and leave the file as it is.

    A file that is there and no page, such as the record itself, is not written over.
    """
    try:
        if path.is_file() and path.stat().st_size and not path.read_bytes().startswith(DOCTYPE):
            raise InvalidInput("not_a_page", file=str(path))
        if text is not None:
            write_whole(path, text)
            return
        there = path.exists()
        path.open("a").close()
        if not there:  # Whoever stops the look finds no empty page.
            path.unlink()
    except OSError as error:
        raise from_system("unusable_file", error, file=str(path)) from None
    except ValueError:  # A name that no file can have.
        why = InvalidInput("system_not_there")
        raise InvalidInput("unusable_file", file=str(path), why=why) from None


def as_json(found: GameReview, names: Sequence[str]) -> dict[str, Any]:
    """A review as plain JSON types."""
    return {
        "players": [
            {
                "seat": seat,
                "name": name,
                "points": found.game.scores[seat],
                "luck": found.luck(seat),
                "cost": found.cost(seat)[0],
                "cost_error": found.cost(seat)[1],
                "mistakes": found.mistakes_of(seat),
            }
            for seat, name in enumerate(names)
        ],
        "rounds": [asdict(one) for one in found.rounds],
        "decisions": [
            {
                "round": one.round,
                "number": one.number,
                "seat": one.seat,
                "table": write_cards(one.observation.table),
                "hand": write_cards(one.observation.hand),
                "played": advice_json(one.played),
                "best": advice_json(one.best),
                "mistake": one.is_mistake,
                "why": reason_json(one.why) if one.is_mistake else None,
            }
            for one in found.decisions
        ],
    }


def _show(console: Console, found: GameReview, names: Sequence[str], seats: range) -> None:
    catalogue = console.catalogue
    console.heading(console.text("review.players"))
    rows = [[console.text(f"review.{key}") for key in ("player", "points", "luck", "cost", "mistakes")]]
    for seat in seats:
        mistakes = found.mistakes_of(seat)
        luck, cost = signed(catalogue, found.luck(seat), 1), with_error(catalogue, *found.cost(seat))
        points = str(found.game.scores[seat])
        rows.append([printable(names[seat]), points, luck, cost, str(mistakes)])
    console.table(rows)
    console.heading(console.text("review.rounds"))
    rows = [[console.text(f"review.{key}") for key in ("round", "player", "points", "luck", "cost")]]
    for one in found.rounds:
        for seat in seats:
            number = str(one.round) if seat == seats[0] else ""
            luck, cost = signed(catalogue, one.luck[seat], 1), catalogue.number(one.cost[seat], ".1f")
            rows.append([number, printable(names[seat]), str(one.points[seat]), luck, cost])
    console.table(rows, text_columns=2)
    game_text = GameText(console, names, None)
    write_mistakes(game_text, found.game.rules, review_body(found, 1, names).mistakes)
