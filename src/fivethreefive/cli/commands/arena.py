"""``fivethreefive arena``: a tournament between bots, kept in a folder, and what came of it."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from fivethreefive.arena.ray_runner import import_ray
from fivethreefive.arena.report import formatting as words
from fivethreefive.arena.results import Results
from fivethreefive.arena.schedule import TournamentPlan
from fivethreefive.arena.standings import Standings, as_json
from fivethreefive.arena.tournament import REPORT, Tournament, here, on_ray
from fivethreefive.bots import full_name
from fivethreefive.cli.bot_trust import bots_to_name, check_trust
from fivethreefive.cli.options import DEALS, ArenaOptions
from fivethreefive.cli.parser import language_options
from fivethreefive.cli.progress import progress
from fivethreefive.cli.record_files import records_writer
from fivethreefive.cli.rules_options import any_rules, rules_from
from fivethreefive.language import Catalogue, InvalidInput
from fivethreefive.program import command_to_type
from fivethreefive.report.formatting import signed
from fivethreefive.rules.kernel import SEED_LIMIT
from fivethreefive.terminal.text.console import Console, printable

LONGEST = 20  # Letters of a bot's name in a table.

PLANNED = (
    "pairing", "challengers", "seating", "deals", "games", "seed", "limit", "until_clear", "out",
)  # fmt: skip
"""What a plan is made of, which ``--resume`` finds in the folder; ``--bots`` may name its bots again."""


def run(options: ArenaOptions, catalogue: Catalogue) -> int:
    """Hold the tournament, or go on with it, and return the exit code."""
    lines = Console(catalogue)
    if options.ray is not None:
        import_ray(options.ray)  # Before a folder is made that nobody can use.
    going_on = options.resume is not None
    # The records first: where they cannot be written, no folder is begun.
    with records_writer(options.records, go_on=going_on) as keep_record, _results(options) as results:
        tournament = Tournament(results)
        interrupted = _play(tournament, options, lines, keep_record)
        found = tournament.conclude(catalogue)
    if interrupted:
        command = _resume_command(options, results)
        played, total = tournament.played, tournament.plan.total
        text = lines.text("arena.stopped", played=played, total=total, command=command)
        print(text, file=sys.stderr)
    if options.json:
        print(json.dumps(None if found is None else as_json(found)))
    elif found is None:
        lines.say("arena.nothing")
    else:
        _show(lines, found, results.folder / REPORT)
    return 130 if interrupted else 0


def _resume_command(options: ArenaOptions, results: Results) -> str:
    """What goes on with the tournament, as it can be typed."""
    bots = bots_to_name(results.plan.bots)
    return command_to_type("arena", "--resume", str(results.folder), *bots, *language_options(options))


def _play(
    tournament: Tournament, options: ArenaOptions, lines: Console, keep_record: Callable[[bytes], None]
) -> bool:
    plan, recorded = tournament.plan, options.records is not None
    if options.ray is None:
        runner = here(plan, options.jobs or os.cpu_count() or 1, recorded=recorded)
    else:
        runner = on_ray(plan, options.ray, options.jobs, recorded=recorded)
    with progress(lines.text("arena.playing"), plan.total) as done:
        try:
            for played in tournament.run(runner, keep_record):
                done(played)
        except KeyboardInterrupt:
            return tournament.played < plan.total
    return False


def _results(options: ArenaOptions) -> Results:
    if options.resume is not None:
        given = [name for name in PLANNED if getattr(options, name) not in (None, False)]
        if flag := any_rules(options.rules) or next(
            (f"--{name.replace('_', '-')}" for name in given), None
        ):
            raise InvalidInput("resume_alone", option=flag)
        results = Results.resume(Path(options.resume))
        try:
            check_trust(str(results.folder), results.plan.bots, options.bots)
            for bot in results.plan.bots:
                full_name(bot)  # Refuses a bot that cannot be made.
        except BaseException:
            results.close()
            raise
        return results
    plan = _plan(options)
    return Results.start(Path(options.out or f"arena-{plan.seed}"), plan)


def _plan(options: ArenaOptions) -> TournamentPlan:
    if not options.bots:
        raise InvalidInput("arena_no_bots")
    rules = rules_from(options.rules)
    chosen = {
        name: getattr(options, name)
        for name in ("pairing", "seating", "challengers", "limit")
        if getattr(options, name) is not None
    }
    return TournamentPlan(
        bots=tuple(map(full_name, options.bots)),
        rules=rules,
        deals=DEALS if options.deals is None else options.deals,
        seed=secrets.randbelow(SEED_LIMIT) if options.seed is None else options.seed,
        games=options.games,
        until_clear=options.until_clear,
        **chosen,
    )


def _show(lines: Console, found: Standings, report: Path) -> None:
    catalogue = lines.catalogue
    names = _short(found.plan.bots)
    level = words.level(catalogue, found.plan)
    lines.line(words.summary(catalogue, found))
    if ending := words.ending(catalogue, found):
        lines.line(ending)
    lines.line()
    heads = ["bot", "points", "less", "", "wins", "rating"]
    rows = [[lines.text(f"arena.{key}") if key else level for key in heads]]
    for bot in found.bots:
        figures = [words.unsigned(catalogue, bot.points.mean), signed(catalogue, bot.less.mean)]
        figures += [
            words.between(catalogue, bot.less),
            words.share(catalogue, bot.wins.mean),
            words.rated(catalogue, bot.rating),
        ]
        rows.append([names[bot.bot], *figures])
    lines.table(rows)
    lines.line()
    rows = [[*(lines.text(f"arena.{key}") for key in ("bot", "opponent", "less")), level]]
    for duel in found.duels:
        less = [signed(catalogue, duel.less.mean), words.between(catalogue, duel.less)]
        rows.append([names[duel.bot], names[duel.opponent], *less])
    lines.table(rows, text_columns=2)
    lines.line()
    rows = [[lines.text(f"arena.{key}") for key in ("bot", "decisions", "median", "slow", "forfeits")]]
    for bot in found.bots:
        times = [words.duration(catalogue, bot.median), words.duration(catalogue, bot.slow)]
        rows.append([names[bot.bot], str(bot.decisions), *times, str(bot.forfeits.total())])
    lines.table(rows)
    _show_forfeits(lines, found)
    lines.line()
    lines.say("arena.legend")
    lines.line()
    lines.say("arena.report_at", file=report)


def _short(bots: Iterable[str]) -> dict[str, str]:
    """Names that fit in a table at the terminal, where bots can still be told apart by them."""
    names = {bot: printable(bot) for bot in bots}
    cut = {
        bot: name if len(name) <= LONGEST else name[: LONGEST - 3] + "..." for bot, name in names.items()
    }
    return cut if len(set(cut.values())) == len(cut) else names


def _show_forfeits(lines: Console, found: Standings) -> None:
    for bot in found.bots:
        if not bot.forfeits:
            continue
        first = next(fault for fault in found.faults if fault.bot == bot.bot)
        why = first.forfeit.detail or lines.text(f"arena.why_{first.forfeit.why}")
        lines.line()
        lines.say(
            "arena.forfeited", bot=printable(bot.bot), deal=first.deal, why=printable(why),
            failures=words.failures(lines.catalogue, bot),
        )  # fmt: skip
