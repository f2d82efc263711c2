"""``fivethreefive simulate``: many games between bots, and what came of them."""

from __future__ import annotations

import json
import secrets
import sys
from typing import Any

from fivethreefive.arena.simulation import WIN, Simulation, Tally, simulate
from fivethreefive.bots import full_name
from fivethreefive.cli.options import SimulateOptions
from fivethreefive.cli.progress import progress
from fivethreefive.cli.record_files import records_writer
from fivethreefive.cli.rules_options import rules_from
from fivethreefive.language import Catalogue, InvalidInput
from fivethreefive.record import NO_TIME, Header, Seat
from fivethreefive.rules.kernel import SEED_LIMIT
from fivethreefive.rules.options import encode_rules
from fivethreefive.rules.seeding import seed_of
from fivethreefive.terminal.text.console import Console


def run(options: SimulateOptions, catalogue: Catalogue) -> int:
    """Simulate, and return the exit code."""
    simulation = _simulation(options)
    lines = Console(catalogue)
    tally = simulation.nothing()
    interrupted = False
    with (
        records_writer(options.records) as append_records,
        progress(lines.text("simulate.playing"), simulation.games) as done,
    ):
        try:
            for chunk, records in simulate(simulation, options.jobs):
                append_records(records)
                tally += chunk
                done(tally.games)
        except KeyboardInterrupt:
            interrupted = True
    if interrupted := interrupted and tally.games < simulation.games:
        key = "simulate.stopped_records" if options.records and tally.games else "simulate.stopped"
        text = lines.text(key, games=tally.games, asked=simulation.games, file=options.records)
        print(text, file=sys.stderr)
    if options.json:
        print(json.dumps(_summary(simulation, tally)))
    elif tally.games:
        _show(lines, simulation, tally)
    return 130 if interrupted else 0


def _simulation(options: SimulateOptions) -> Simulation:
    bots = tuple(options.bots or ("heuristic",))
    rules = rules_from(options.rules, len(bots) if len(bots) > 1 else None)
    if len(bots) == 1:
        bots *= rules.players
    if len(bots) != rules.players:
        raise InvalidInput("bots_not_seats", bots=len(bots), seats=rules.players)
    made = [full_name(bot) for bot in bots]
    seats = [Seat(f"{bot} {seat}", bot) for seat, bot in enumerate(made)]
    seed = secrets.randbelow(SEED_LIMIT) if options.seed is None else seed_of(options.seed)
    return Simulation(
        Header.new(rules, seats, NO_TIME), seed, options.games, recorded=options.records is not None
    )


def _by_bot(simulation: Simulation, tally: Tally) -> dict[str, tuple[int, int, int]]:
    found: dict[str, tuple[int, int, int]] = {}
    for seat, points, wins in zip(simulation.header.seats, tally.points, tally.wins, strict=True):
        seats, all_points, all_wins = found.get(str(seat.bot), (0, 0, 0))
        found[str(seat.bot)] = seats + 1, all_points + points, all_wins + wins
    return found


def _summary(simulation: Simulation, tally: Tally) -> dict[str, Any]:
    rounds = max(tally.rounds, 1)
    return {
        "rules": encode_rules(simulation.header.rules),
        "seed": simulation.seed,
        "asked": simulation.games,
        "games": tally.games,
        "rounds": tally.rounds,
        "decisions": tally.decisions,
        "seats": [
            {
                "seat": number, "bot": seat.bot, "wins": tally.wins[number] / WIN,
                "points": tally.points[number], "points_per_round": tally.points[number] / rounds,
            }
            for number, seat in enumerate(simulation.header.seats)
        ],
        "bots": [
            {
                "bot": bot, "seats": seats, "wins": wins / WIN, "points": points,
                "points_per_round": points / (rounds * seats), "wins_per_seat": wins / WIN / seats,
            }
            for bot, (seats, points, wins) in _by_bot(simulation, tally).items()
        ],
    }  # fmt: skip


def _show(lines: Console, simulation: Simulation, tally: Tally) -> None:
    lines.say(
        "simulate.total", games=tally.games, rounds=tally.rounds,
        decisions=lines.catalogue.number(tally.decisions / tally.rounds, ".1f"), seed=simulation.seed,
    )  # fmt: skip
    number = lines.catalogue.number

    def heads(*keys: str) -> list[str]:
        return [lines.text(f"simulate.{key}") for key in keys]

    def row(seats: int, points: int, wins: int) -> list[str]:
        """What a seat took on average."""
        taken, won = points / tally.rounds / seats, wins / WIN / seats
        return [number(taken, ".2f"), number(won, ".1f"), number(won / tally.games, ".1%")]

    lines.line()
    rows = [heads("seat", "bot", "points", "wins", "share")]
    for place, seat in enumerate(simulation.header.seats):
        rows.append([str(place), str(seat.bot), *row(1, tally.points[place], tally.wins[place])])
    lines.table(rows, text_columns=2)
    if len(bots := _by_bot(simulation, tally)) > 1:
        lines.line()
        rows = [heads("bot", "seats", "points", "wins_seat", "share_seat")]
        rows += [[bot, str(counts[0]), *row(*counts)] for bot, counts in bots.items()]
        lines.table(rows)
