"""The options of every command, apart from the commands, so that ``--help`` loads no engine."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from fivethreefive.cli.parser import (
    CommandOptions,
    bots,
    choice,
    group,
    limit,
    name,
    named_bot,
    names,
    option,
    positional,
    seconds,
    switch,
    whole,
    whole_from,
)
from fivethreefive.cli.rules_options import RulesOptions

LAST = ""  # The value of ``--resume`` without a file: the last unfinished game.

MOST_GAMES = 10**9
MOST_DEALS = 10**6
DEALS = 500  # The deals of a tournament unless it is said otherwise.
MOST_JOBS = 1024
MOST_SIMULATIONS = 1_000_000


@dataclass(frozen=True)
class ScreenOptions:
    """How the table looks that fills the terminal."""

    plain: bool = switch("cli.plain")
    theme: Literal["auto", "light", "dark"] | None = option(
        "auto|light|dark", "cli.theme", choice("auto", "light", "dark")
    )


@dataclass(frozen=True)
class AnalysisOptions:
    """What a look at decisions is made with."""

    game: int | None = option("N", "cli.game", whole_from(1, MOST_GAMES))
    simulations: int = option("N", "cli.simulations", whole_from(2, MOST_SIMULATIONS), 2000)
    seed: int = option("N", "cli.seed", whole, 0)
    json: bool = switch("cli.json")


@dataclass(frozen=True)
class DatabaseOptions:
    """Where a server keeps its tables."""

    data: str | None = option("DIR", "cli.serve_data")
    database: str | None = option("URL", "cli.serve_database")


@dataclass(frozen=True)
class PlayOptions(CommandOptions):
    rules: RulesOptions = group(RulesOptions)
    bots: tuple[str, ...] | None = option("NAME,...", "cli.play_bots", bots, repeated=True)
    name: str | None = option("NAME", "cli.name", name)
    seat: int | None = option("N", "cli.play_seat", whole)
    all_bots: bool = switch("cli.all_bots")
    pace: float | None = option("SECONDS", "cli.pace", seconds)
    screen: ScreenOptions = group(ScreenOptions)
    seed: int | None = option("N", "cli.seed", whole)
    position: str | None = option("TEXT", "cli.position")
    save: str | None = option("FILE", "cli.save")
    resume: str | None = option("FILE", "cli.resume", optional=LAST)


@dataclass(frozen=True)
class JoinOptions(CommandOptions):
    files: tuple[str, ...] = positional("URL", least=1, most=1)
    name: str | None = option("NAME", "cli.name", name)
    new: bool = switch("cli.join_new")
    clock: Literal["none", "relaxed", "quick"] | None = option(
        "none|relaxed|quick", "cli.join_clock", choice("none", "relaxed", "quick")
    )
    chat: bool = switch("cli.join_chat")
    rules: RulesOptions = group(RulesOptions)
    screen: ScreenOptions = group(ScreenOptions)


@dataclass(frozen=True)
class WatchOptions(CommandOptions):
    files: tuple[str, ...] = positional("FILE|URL", least=0, most=1)
    game: int | None = option("N", "cli.game", whole_from(1, MOST_GAMES))
    seat: int | None = option("N", "cli.replay_seat", whole)
    open: bool = switch("cli.open")
    screen: ScreenOptions = group(ScreenOptions)


@dataclass(frozen=True)
class HintOptions(CommandOptions):
    files: tuple[str, ...] = positional("FILE|POSITION", least=0, most=1)
    round: int | None = option("N", "cli.hint_round", whole_from(1, MOST_GAMES))
    action: int | None = option("N", "cli.hint_action", whole_from(1, MOST_GAMES))
    analysis: AnalysisOptions = group(AnalysisOptions)
    rules: RulesOptions = group(RulesOptions)


@dataclass(frozen=True)
class ReviewOptions(CommandOptions):
    files: tuple[str, ...] = positional("FILE", least=0, most=1)
    seat: int | None = option("N", "cli.review_seat", whole)
    html: str | None = option("FILE", "cli.review_html")
    analysis: AnalysisOptions = group(AnalysisOptions)


@dataclass(frozen=True)
class RulesCommandOptions(CommandOptions):
    rules: RulesOptions = group(RulesOptions)
    json: bool = switch("cli.rules_json")


@dataclass(frozen=True)
class ReplayOptions(CommandOptions):
    files: tuple[str, ...] = positional("FILE", least=0, most=1)
    game: int | None = option("N", "cli.game", whole_from(1, MOST_GAMES))
    seat: int | None = option("N", "cli.replay_seat", whole)
    open: bool = switch("cli.open")


@dataclass(frozen=True)
class FilesOptions(CommandOptions):
    """Options of ``stats`` and ``check``."""

    files: tuple[str, ...] = positional("FILE", least=1, most=None)
    json: bool = switch("cli.json")


@dataclass(frozen=True)
class GamesOptions(CommandOptions):
    files: tuple[str, ...] = positional("FILE", least=0, most=None)
    limit: int | None = option("N", "cli.games_limit", whole_from(1, MOST_GAMES))
    remove: bool = switch("cli.games_remove")
    json: bool = switch("cli.json")


@dataclass(frozen=True)
class SimulateOptions(CommandOptions):
    rules: RulesOptions = group(RulesOptions)
    bots: tuple[str, ...] | None = option("NAME,...", "cli.simulate_bots", bots, repeated=True)
    games: int = option("N", "cli.simulate_games", whole_from(1, MOST_GAMES), 1000)
    seed: int | None = option("N", "cli.seed", whole)
    jobs: int = option("N", "cli.jobs", whole_from(1, MOST_JOBS), os.cpu_count() or 1)
    records: str | None = option("FILE", "cli.records")
    json: bool = switch("cli.json")


@dataclass(frozen=True)
class ArenaOptions(CommandOptions):
    bots: tuple[str, ...] | None = option("NAME,...", "cli.arena_bots", bots, repeated=True)
    rules: RulesOptions = group(RulesOptions)
    deals: int | None = option("N", "cli.arena_deals", whole_from(1, MOST_DEALS))
    games: bool = switch("cli.arena_games")
    pairing: str | None = option(
        "NAME", "cli.arena_pairing", choice("round-robin", "gauntlet", "field", "together")
    )
    challengers: int | None = option("N", "cli.arena_challengers", whole_from(1, MOST_GAMES))
    seating: str | None = option("rotations|all", "cli.arena_seating", choice("rotations", "all"))
    seed: int | None = option("N", "cli.seed", whole)
    limit: float | None = option("TIME", "cli.arena_limit", limit)
    until_clear: bool = switch("cli.arena_until_clear")
    jobs: int | None = option("N", "cli.jobs", whole_from(1, MOST_JOBS))
    ray: str | None = option("ADDRESS", "cli.arena_ray")
    out: str | None = option("DIR", "cli.arena_out")
    resume: str | None = option("DIR", "cli.arena_resume")
    records: str | None = option("FILE", "cli.arena_records")
    json: bool = switch("cli.json")


@dataclass(frozen=True)
class ServeCommandOptions(CommandOptions):
    port: int = option("N", "cli.serve_port", whole_from(0, 65535), 5350)
    host: str | None = option("ADDRESS", "cli.serve_host")
    lan: bool = switch("cli.serve_lan")
    storage: DatabaseOptions = group(DatabaseOptions)
    trusted_proxy: tuple[str, ...] = option("ADDRESS,...", "cli.serve_trusted_proxy", names, ())
    allowed_host: tuple[str, ...] = option("HOST,...", "cli.serve_allowed_host", names, ())
    bot: tuple[tuple[str, str], ...] | None = option("NAME=BOT", "cli.serve_bot", named_bot, repeated=True)
    open: bool = switch("cli.serve_open")
    no_open: bool = switch("cli.serve_no_open")


@dataclass(frozen=True)
class VerifyOptions(CommandOptions):
    files: tuple[str, ...] = positional("FILE", least=1, most=1)
    json: bool = switch("cli.json")


@dataclass(frozen=True)
class BotOptions(CommandOptions):
    connect: str | None = option("URL", "cli.bot_connect")
    token: str | None = option("TOKEN", "cli.bot_token")
    bot: str = option("NAME", "cli.bot_bot", default="heuristic")
    name: str | None = option("NAME", "cli.bot_name", name)
    once: bool = switch("cli.bot_once")
    check: str | None = option("BOT", "cli.bot_check")


@dataclass(frozen=True)
class AdminOptions(CommandOptions):
    files: tuple[str, ...] = positional("list|close|purge|backup", least=1, most=2)
    storage: DatabaseOptions = group(DatabaseOptions)
    days: int = option("N", "cli.admin_days", whole_from(0, 36500), 90)


@dataclass(frozen=True)
class CompletionOptions(CommandOptions):
    files: tuple[str, ...] = positional("SHELL", least=1, most=1)


OPTIONS: Mapping[str, type[CommandOptions]] = {
    "play": PlayOptions,
    "join": JoinOptions,
    "watch": WatchOptions,
    "hint": HintOptions,
    "review": ReviewOptions,
    "rules": RulesCommandOptions,
    "replay": ReplayOptions,
    "games": GamesOptions,
    "stats": FilesOptions,
    "check": FilesOptions,
    "simulate": SimulateOptions,
    "arena": ArenaOptions,
    "serve": ServeCommandOptions,
    "verify": VerifyOptions,
    "bot": BotOptions,
    "admin": AdminOptions,
    "completion": CompletionOptions,
    "warm-up": CommandOptions,
}
"""By the name of the command."""
