"""``fivethreefive stats``: points, wins, passes and how tricks ended, from record files."""

from __future__ import annotations

import json

from fivethreefive.arena.record_stats import Counts
from fivethreefive.cli.options import FilesOptions
from fivethreefive.cli.record_files import read_files
from fivethreefive.language import Catalogue
from fivethreefive.record import TRICK_ENDS
from fivethreefive.terminal.text.console import Console, printable

HEADINGS = ("player", "bot", "games", "wins", "rounds", "points", "decisions", "passes")


def run(options: FilesOptions, catalogue: Catalogue) -> int:
    """Count the files and show what was found."""
    counts = Counts()
    for record in read_files(options.files, catalogue):
        counts.add(record)
    if options.json:
        print(json.dumps(counts.as_json()))
    else:
        _show(Console(catalogue), counts)
    return 0


def _show(lines: Console, found: Counts) -> None:
    average = found.decisions / max(found.rounds, 1)
    number = lines.catalogue.number
    lines.say("stats.total", games=found.games, rounds=found.rounds, decisions=number(average, ".1f"))
    if found.games > found.finished:
        lines.say("check.unfinished", count=found.games - found.finished)
    if not found.rounds:
        return
    lines.line()
    rows = [[lines.text(f"stats.{key}") for key in HEADINGS]]
    for (name, bot), count in found.players.items():
        rounds = max(count.rounds, 1)
        passes = number(count.passes / max(count.decisions, 1), ".1%")
        averages = [number(count.points / rounds, ".2f"), number(count.decisions / rounds, ".1f"), passes]
        counts = [str(count.games), number(count.wins, ".1f"), str(count.rounds)]
        rows.append([printable(name), printable(bot or "-"), *counts, *averages])
    lines.table(rows, text_columns=2)
    lines.line()
    tricks = sum(found.tricks.values())
    rows = [[lines.text("stats.trick_end"), lines.text("stats.tricks"), lines.text("stats.share")]]
    for rule in TRICK_ENDS:
        ended = found.tricks[rule]
        rows.append([lines.text(f"stats.by_{rule}"), str(ended), number(ended / tricks, ".1%")])
    lines.table(rows)
