"""The options of every command, apart from the commands, so that ``--help`` loads no engine."""

from __future__ import annotations

import os

from fivethreefive.cli.parser import (
    Parser,
    bots,
    choice,
    limit,
    name,
    named_bot,
    names,
    seconds,
    whole,
    whole_from,
)
from fivethreefive.cli.rules_options import declare_rules

LAST = ""
"""The value of ``--resume`` without a file: the last unfinished game."""

MOST_GAMES = 10**9
MOST_DEALS = 10**6
DEALS = 500
"""The deals of a tournament unless it is said otherwise."""
MOST_JOBS = 1024
MOST_SIMULATIONS = 1_000_000


def declare(parser: Parser) -> None:
    """Declare the options of the parser's command."""
    _DECLARE[parser.command](parser)


def _play(parser: Parser) -> None:
    declare_rules(parser)
    parser.option("--bots", "NAME,...", "cli.play_bots", bots, repeated=True)
    parser.option("--name", "NAME", "cli.name", name)
    parser.option("--seat", "N", "cli.play_seat", whole)
    parser.flag("--all-bots", "cli.all_bots")
    parser.option("--pace", "SECONDS", "cli.pace", seconds)
    _screen(parser)
    parser.option("--seed", "N", "cli.seed", whole)
    parser.option("--position", "TEXT", "cli.position")
    parser.option("--save", "FILE", "cli.save")
    parser.option("--resume", "FILE", "cli.resume", optional=LAST)


def _join(parser: Parser) -> None:
    parser.files("URL", least=1, most=1)
    parser.option("--name", "NAME", "cli.name", name)
    parser.flag("--new", "cli.join_new")
    parser.option("--clock", "none|relaxed|quick", "cli.join_clock", choice("none", "relaxed", "quick"))
    parser.flag("--chat", "cli.join_chat")
    declare_rules(parser)
    _screen(parser)


def _watch(parser: Parser) -> None:
    parser.files("FILE|URL", least=0, most=1)
    parser.option("--game", "N", "cli.game", whole_from(1, MOST_GAMES))
    parser.option("--seat", "N", "cli.replay_seat", whole)
    parser.flag("--open", "cli.open")
    _screen(parser)


def _screen(parser: Parser) -> None:
    parser.flag("--plain", "cli.plain")
    parser.option("--theme", "auto|light|dark", "cli.theme", choice("auto", "light", "dark"))


def _hint(parser: Parser) -> None:
    parser.files("FILE|POSITION", least=1, most=1)
    parser.option("--round", "N", "cli.hint_round", whole_from(1, MOST_GAMES))
    parser.option("--action", "N", "cli.hint_action", whole_from(1, MOST_GAMES))
    _analysis(parser)
    declare_rules(parser)


def _review(parser: Parser) -> None:
    parser.files("FILE", least=1, most=1)
    parser.option("--seat", "N", "cli.review_seat", whole)
    parser.option("--html", "FILE", "cli.review_html")
    _analysis(parser)


def _analysis(parser: Parser) -> None:
    parser.option("--game", "N", "cli.game", whole_from(1, MOST_GAMES))
    parser.option("--simulations", "N", "cli.simulations", whole_from(2, MOST_SIMULATIONS), 2000)
    parser.option("--seed", "N", "cli.seed", whole, 0)
    parser.flag("--json", "cli.json")


def _rules(parser: Parser) -> None:
    declare_rules(parser)
    parser.flag("--json", "cli.rules_json")


def _replay(parser: Parser) -> None:
    parser.files("FILE", least=0, most=1)
    parser.option("--game", "N", "cli.game", whole_from(1, MOST_GAMES))
    parser.option("--seat", "N", "cli.replay_seat", whole)
    parser.flag("--open", "cli.open")


def _files(parser: Parser) -> None:
    parser.files("FILE", least=1, most=None)
    parser.flag("--json", "cli.json")


def _simulate(parser: Parser) -> None:
    declare_rules(parser)
    parser.option("--bots", "NAME,...", "cli.simulate_bots", bots, repeated=True)
    parser.option("--games", "N", "cli.games", whole_from(1, MOST_GAMES), 1000)
    parser.option("--seed", "N", "cli.seed", whole)
    parser.option("--jobs", "N", "cli.jobs", whole_from(1, MOST_JOBS), os.cpu_count() or 1)
    parser.option("--records", "FILE", "cli.records")
    parser.flag("--json", "cli.json")


def _arena(parser: Parser) -> None:
    parser.option("--bots", "NAME,...", "cli.arena_bots", bots, repeated=True)
    declare_rules(parser)
    parser.option("--deals", "N", "cli.arena_deals", whole_from(1, MOST_DEALS))
    parser.flag("--games", "cli.arena_games")
    pairings = choice("round-robin", "gauntlet", "field", "together")
    parser.option("--pairing", "NAME", "cli.arena_pairing", pairings)
    parser.option("--challengers", "N", "cli.arena_challengers", whole_from(1, MOST_GAMES))
    parser.option("--seating", "rotations|all", "cli.arena_seating", choice("rotations", "all"))
    parser.option("--seed", "N", "cli.seed", whole)
    parser.option("--limit", "TIME", "cli.arena_limit", limit)
    parser.flag("--until-clear", "cli.arena_until_clear")
    parser.option("--jobs", "N", "cli.jobs", whole_from(1, MOST_JOBS))
    parser.option("--ray", "ADDRESS", "cli.arena_ray")
    parser.option("--out", "DIR", "cli.arena_out")
    parser.option("--resume", "DIR", "cli.arena_resume")
    parser.flag("--json", "cli.json")


def _serve(parser: Parser) -> None:
    parser.option("--port", "N", "cli.serve_port", whole_from(0, 65_535), 5350)
    parser.option("--host", "ADDRESS", "cli.serve_host")
    parser.flag("--lan", "cli.serve_lan")
    _database(parser)
    parser.option("--trusted-proxy", "ADDRESS,...", "cli.serve_trusted_proxy", names, ())
    parser.option("--allowed-host", "HOST,...", "cli.serve_allowed_host", names, ())
    parser.option("--bot", "NAME=BOT", "cli.serve_bot", named_bot, repeated=True)
    parser.flag("--open", "cli.serve_open")
    parser.flag("--no-open", "cli.serve_no_open")


def _database(parser: Parser) -> None:
    parser.option("--data", "DIR", "cli.serve_data")
    parser.option("--database", "URL", "cli.serve_database")


def _verify(parser: Parser) -> None:
    parser.files("FILE", least=1, most=1)


def _bot(parser: Parser) -> None:
    parser.option("--connect", "URL", "cli.bot_connect")
    parser.option("--token", "TOKEN", "cli.bot_token")
    parser.option("--bot", "NAME", "cli.bot_bot", default="heuristic")
    parser.option("--name", "NAME", "cli.bot_name", name)
    parser.flag("--once", "cli.bot_once")


def _admin(parser: Parser) -> None:
    parser.files("list|close|purge|backup", least=1, most=2)
    _database(parser)
    parser.option("--days", "N", "cli.admin_days", whole_from(0, 36_500), 90)


def _nothing(_parser: Parser) -> None:
    pass


_DECLARE = {
    "play": _play,
    "join": _join,
    "watch": _watch,
    "hint": _hint,
    "review": _review,
    "rules": _rules,
    "replay": _replay,
    "stats": _files,
    "check": _files,
    "simulate": _simulate,
    "arena": _arena,
    "serve": _serve,
    "verify": _verify,
    "bot": _bot,
    "admin": _admin,
    "warm-up": _nothing,
}
