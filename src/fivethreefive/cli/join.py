"""``fivethreefive join``: a seat at a table of any server, or a look at it."""

from __future__ import annotations

from typing import cast

from fivethreefive.cli.parser import Options
from fivethreefive.cli.screen import chosen_settings, fills_terminal, leave
from fivethreefive.language import Catalogue
from fivethreefive.protocol import Language
from fivethreefive.terminal.lines import Lines


def run(options: Options, catalogue: Catalogue) -> int:
    """Come to the table, and stay until it is left."""
    return come_to(options, catalogue, options.files[0], name=options.name, seated=True)


def come_to(options: Options, catalogue: Catalogue, address: str, name: str | None, *, seated: bool) -> int:
    """Come to a table of a server, with the seat held there before or as a spectator."""
    from fivethreefive.terminal.app.remote import RemoteTable

    lines = Lines(catalogue)
    table = RemoteTable(address, cast(Language, catalogue.language), seated=seated)
    if not fills_terminal(options, lines):
        from fivethreefive.terminal.joining import join

        return leave(join(table, lines, name))
    from fivethreefive.terminal.app.main import show

    settings = chosen_settings(options)
    if name is not None:
        settings.name = name
    return leave(show(table, settings, catalogue))
