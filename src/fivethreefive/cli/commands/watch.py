"""``fivethreefive watch``: a recorded game on the table, or a table of a server as a spectator."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit, urlunsplit

from fivethreefive.cli.commands.join import show_remote_table
from fivethreefive.cli.commands.replay import recorded_game
from fivethreefive.cli.fullscreen import chosen_settings, fills_terminal, finish
from fivethreefive.cli.options import MOST_GAMES, WatchOptions
from fivethreefive.cli.parser import whole_from
from fivethreefive.client import address_parts, table_address
from fivethreefive.language import Catalogue, InvalidInput
from fivethreefive.record import GameRecord
from fivethreefive.rules.setup import valid_seat
from fivethreefive.terminal.plain.replay_lines import ReplayLines
from fivethreefive.terminal.sources.record import RecordSource
from fivethreefive.terminal.text.console import Console


def run(options: WatchOptions, catalogue: Catalogue) -> int:
    """Watch a record, a replay of a server or one of its tables."""
    if options.open and options.seat is not None:
        raise InvalidInput("options_clash", option="--open", other="--seat")
    what = options.files[0] if options.files else None
    parts = address_parts(what) if what and "://" in what else urlsplit("")
    if what is not None and parts.scheme in ("http", "https", "ws", "wss"):
        if "replay" not in parts.path.strip("/").split("/")[-2:-1]:
            return show_remote_table(options, catalogue, what, None, seated=False)
        return _watch(options, catalogue, _from_server(options, catalogue, what))
    return _watch(options, catalogue, recorded_game(options.files, options.game))


def _watch(options: WatchOptions, catalogue: Catalogue, record: GameRecord) -> int:
    seat = None if options.seat is None else valid_seat(record.header.rules, "--seat", options.seat)
    console, source = Console(catalogue), RecordSource(record, seat, all_hands=options.open)
    if not fills_terminal(options.screen, console):
        ReplayLines(source, console).show()
        return 0
    from fivethreefive.terminal.app.main import show

    return finish(show(source, chosen_settings(options.screen), catalogue))


def _from_server(options: WatchOptions, catalogue: Catalogue, address: str) -> GameRecord:
    """The record behind a replay's address, as in ``http://host:5350/replay/CODE?game=1``."""
    from fivethreefive.terminal.sources.http_client import HttpClient

    parts = address_parts(address)
    *folders, _, code = parts.path.strip("/").split("/")
    server, code = table_address(urlunsplit((*parts[:2], "/".join(["", *folders, "t", code]), "", "")))
    asked = parse_qs(parts.query).get("game", [""])[0]
    number = options.game or (whole_from(1, MOST_GAMES)("game", asked) if asked else None)
    return HttpClient(server, catalogue.language).get_record(code, number, address)
