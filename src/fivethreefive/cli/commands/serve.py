"""``fivethreefive serve``: tables in the browser, for this machine or for everybody in the network."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import platformdirs

from fivethreefive.cli.options import DatabaseOptions, ServeCommandOptions
from fivethreefive.language import Catalogue, InvalidInput


def database_url(options: DatabaseOptions, make: bool = True) -> str:
    """The database that ``--database`` or ``--data`` names, else the one in the user's data folder.

    The folder is made where there is none, if ``make`` says so.
    """
    from fivethreefive.server.storage.store import sqlite_url

    if options.database is not None:
        if options.data is not None:
            raise InvalidInput("options_clash", option="--database", other="--data")
        return _with_driver(options.database)
    folder = options.data or platformdirs.user_data_path("fivethreefive", appauthor=False) / "server"
    return sqlite_url(Path(folder), make)


def _with_driver(url: str) -> str:
    """The address with our driver named: without one SQLAlchemy would look for another."""
    scheme, sign, rest = url.partition("://")
    return f"postgresql+psycopg://{rest}" if sign and scheme in ("postgres", "postgresql") else url


def run(options: ServeCommandOptions, catalogue: Catalogue) -> int:
    """Serve until Ctrl-C."""
    from fivethreefive.server.context import ServerSettings
    from fivethreefive.server.limits import is_loopback, read_networks
    from fivethreefive.server.runner import ServeOptions, lan_address, serve

    if options.lan and options.host is not None:
        raise InvalidInput("options_clash", option="--lan", other="--host")
    host = "0.0.0.0" if options.lan else options.host or "127.0.0.1"
    settings = ServerSettings(
        allowed_hosts=frozenset(name.lower() for name in options.allowed_host),
        loopback=is_loopback(host),
        trusted_proxies=read_networks(options.trusted_proxy),
    )

    def say_where(port: int) -> None:
        shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # Those are no addresses to open.
        here = f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
        print(catalogue.say("server.at", address=here))
        if options.lan:
            print(catalogue.say("server.share", address=f"http://{lan_address()}:{port}/"))
        print(catalogue.say("server.stop"), flush=True)
        if options.open and not options.no_open:
            webbrowser.open(here)

    serving = ServeOptions(
        database_url(options.storage),
        host,
        options.port,
        settings,
        bots=tuple(options.bot or ()),
        quiet=options.open,
    )
    serve(serving, say_where)
    return 0
