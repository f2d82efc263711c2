"""``fivethreefive join``: a seat at a table of any server, or a look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from fivethreefive.cli import DONE, FAILED, INTERRUPTED
from fivethreefive.cli.fullscreen import chosen_settings, fills_terminal, finish
from fivethreefive.cli.options import JoinOptions, WatchOptions
from fivethreefive.cli.parser import language_options
from fivethreefive.cli.rules_options import any_rules, rules_from
from fivethreefive.client import address_parts, table_address
from fivethreefive.language import Catalogue, InvalidInput
from fivethreefive.program import command_to_type
from fivethreefive.protocol import Create, Created, Language
from fivethreefive.terminal.hangup import end_with_terminal
from fivethreefive.terminal.settings import load
from fivethreefive.terminal.text.console import Console, printable

if TYPE_CHECKING:
    from fivethreefive.terminal.sources.remote import RemoteSource


def run(options: JoinOptions, catalogue: Catalogue) -> int:
    """Come to the table, made first where it is a new one, and stay until it is left."""
    address = options.files[0]
    if options.new:
        address = _new_table(options, catalogue, address)
    elif given := any_rules(options.rules) or (options.clock and "--clock") or (options.chat and "--chat"):
        raise InvalidInput("needs_new", option=given)
    else:
        parts = address_parts(address)
        if parts.scheme in ("http", "https") and not parts.path.strip("/"):
            raise InvalidInput("server_without_table", address=address)
    return show_remote_table(options, catalogue, address, name=options.name, seated=True)


def _say_connecting(console: Console, address: str) -> None:
    from fivethreefive.terminal.sources.http_client import PATIENCE

    console.say("join.connecting", address=printable(address), seconds=round(PATIENCE))
    console.out.flush()  # Before the wait, also where a program reads.


def _new_table(options: JoinOptions, catalogue: Catalogue, server: str) -> str:
    """Make a table at a server and sit down; its address."""
    from fivethreefive.terminal.sources import seat_tokens
    from fivethreefive.terminal.sources.http_client import HttpClient

    try:  # The server's address is that of a table of it but for the end.
        server, _ = table_address(f"{server.rstrip('/')}/t/-")
    except InvalidInput:
        raise InvalidInput("not_a_server_address", address=server) from None
    _say_connecting(Console(catalogue), server)
    name = options.name or load().name or catalogue.say("play.default_name")
    language = cast(Language, catalogue.language)
    asked = Create(
        rules_from(options.rules).changes(),
        name=name,
        clock=options.clock or "none",
        chat=options.chat,
        language=language,
    )
    made = HttpClient(server, language).post("/api/tables", asked, Created)
    address = f"{server}/t/{made.code}"
    if made.token is not None:
        seat_tokens.keep(address, made.token)
    return address


def show_remote_table(
    options: JoinOptions | WatchOptions,
    catalogue: Catalogue,
    address: str,
    name: str | None,
    *,
    seated: bool,
) -> int:
    """Come to a table of a server, with the seat held there before or as a spectator."""
    from fivethreefive.terminal.sources.remote import RemoteSource

    console = Console(catalogue)
    end_with_terminal()  # Already now: a server may keep it waiting.
    table = RemoteSource(address, cast(Language, catalogue.language), seated=seated)
    _say_connecting(console, address)
    if (missing := table.why_missing()) is not None:  # Before a screen opens that would hide it.
        raise missing
    try:
        code = _stay(options, table, console, name)
    except KeyboardInterrupt:
        console.line()
        code = INTERRUPTED
    _print_rejoin_command(options, table, console)
    return finish(code)


def _stay(
    options: JoinOptions | WatchOptions, table: RemoteSource, console: Console, name: str | None
) -> int:
    if not fills_terminal(options.screen, console):
        from fivethreefive.terminal.plain.remote_lines import join

        bye = join(table, console, name)
        return DONE if bye is None or bye.code == "closed" else FAILED
    from fivethreefive.terminal.app.main import show

    settings = chosen_settings(options.screen)
    if name is not None:
        settings.name = name
    return show(table, settings, console.catalogue)


def _print_rejoin_command(
    options: JoinOptions | WatchOptions, table: RemoteSource, console: Console
) -> None:
    sits = table.has_seat
    if table.view is None and not sits:
        return
    console.say("join.kept" if sits else "join.left")
    command = "join" if table.seated else "watch"
    console.command(command_to_type(command, table.address, *language_options(options)))
