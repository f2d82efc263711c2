"""Runs the server: uvicorn with our application and counted connections, and a clean end."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import secrets
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import uvicorn

from fivethreefive.bots import LEVELS, make_bot
from fivethreefive.bots.base import close_bot
from fivethreefive.foreign_errors import from_system
from fivethreefive.language import InvalidInput
from fivethreefive.protocol import LONGEST_MESSAGE
from fivethreefive.server.app import make_app
from fivethreefive.server.clock import Clock
from fivethreefive.server.context import Context, ServerSettings
from fivethreefive.server.logs import configure_logs
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.sockets.connection_limits import SPARE_FILES, protocols, raise_open_files
from fivethreefive.server.storage.database_lock import warn_shared
from fivethreefive.server.storage.store import Store
from fivethreefive.server.workers.workers import Workers

LOG = logging.getLogger("fivethreefive.server")

BACKLOG = 2048
"""So many new connections may wait, and are let in before one of them can be refused and closed: with few
open files fewer, or a flood takes the spare ones too."""

LAST_MESSAGE_SECONDS = 1.0
LAST_REQUEST_SECONDS = 1  # Together they leave time to close the database, of hub.END_SECONDS.
UNREAD_MS = 30_000
"""The system closes a connection whose client has acknowledged nothing for so long (Linux only)."""


@dataclass(frozen=True)
class ServeOptions:
    """Where to serve, and from which database."""

    database: str
    host: str = "127.0.0.1"
    port: int = 5350
    settings: ServerSettings = field(default_factory=ServerSettings)
    bot_processes: int | None = None
    bots: tuple[tuple[str, str], ...] = ()
    """Levels that the operator adds, each with the specification that makes its bot."""
    quiet: bool = False
    """Whether only warnings are logged, as for a person who plays on their own machine."""


class Server(uvicorn.Server):
    """Reports its port once it listens, and tells clients to come back before it ends."""

    def __init__(self, config: uvicorn.Config, context: Context, on_start: Callable[[int], None]) -> None:
        super().__init__(config)
        self.context = context
        self.on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then report the port."""
        await super().startup(sockets)
        if self.started:
            self.on_start((sockets or self.servers[0].sockets)[0].getsockname()[1])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send every client its last message, wait a moment until it is gone, then stop."""
        await self.context.hub.end_connections()
        deadline = asyncio.get_running_loop().time() + LAST_MESSAGE_SECONDS
        while self.context.admission.sockets.count and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.02)
        await super().shutdown(sockets)  # It closes what is still open, without our message.


def levels_with(named: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """The built-in levels and those that the operator adds, each with the specification of its bot.

    Raises InvalidInput for a name that is taken, or a bot that cannot be made.
    """
    levels = dict(LEVELS)
    for level, specification in named:
        if level in levels:
            raise InvalidInput("level_taken", level=level)
        close_bot(make_bot(specification))  # What cannot be made is refused now, and not at a table.
        levels[level] = specification
    return levels


def owner_name() -> str:
    """A name for this process in the database, which no other has."""
    return f"{socket.gethostname()[:16]}-{os.getpid()}-{secrets.token_hex(4)}"


def serve(serving: ServeOptions, on_start: Callable[[int], None]) -> None:
    """Serve until a signal ends it; ``on_start`` is told the port.

    Raises InvalidInput where the address cannot be had.
    """
    levels = levels_with(serving.bots)
    with _bind(serving.host, serving.port) as bound:
        _serve(serving, levels, bound, on_start)


def _serve(
    serving: ServeOptions, levels: Mapping[str, str], bound: socket.socket, on_start: Callable[[int], None]
) -> None:
    # uvicorn stops on the signal and then raises it again: without a handler that would end the
    # process before it has put its workers away.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    clock = Clock()
    configure_logs(logging.WARNING if serving.quiet else logging.INFO, clock)
    store = Store(serving.database, owner_name())
    if not store.lock():
        warn_shared()
    most = serving.settings.limits.tables

    def make_hub() -> Hub:
        workers = Workers(serving.bot_processes, offered=levels.values())
        return Hub(store, workers, clock, most_tables=most, levels=levels)

    context = Context(serving.settings, make_hub, clock)
    backlog = BACKLOG
    places = context.admission.connections
    files = raise_open_files(places.most + SPARE_FILES)
    if files < places.most + SPARE_FILES:
        places.limit_to(files - SPARE_FILES)
        backlog = SPARE_FILES // 4
        LOG.warning("few_open_files", extra={"files": files, "connections": places.most})
    config = uvicorn.Config(
        make_app(context),
        host=serving.host,
        port=serving.port,
        **protocols(context),
        ws_max_size=LONGEST_MESSAGE,
        backlog=backlog,
        ws_per_message_deflate=False,  # It costs memory for each connection, and messages are short.
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # Context.address reads them: it knows which proxies to trust.
        timeout_graceful_shutdown=LAST_REQUEST_SECONDS,
        lifespan="on",
    )
    # What is loaded by now stays: looking through it again and again would only delay answers.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    Server(config, context, on_start).run(sockets=[bound])


def _bind(host: str, port: int) -> socket.socket:
    # Before anything else starts, so that a taken port is one clear line.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # Else a restart waits for a minute.
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Its connections have it too.
            bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        code = "port_in_use" if error.errno == errno.EADDRINUSE else "no_such_address"
        raise from_system(code, error, host=host, port=port) from None
    return bound


def lan_address() -> str:
    """This machine's address in its local network, as well as the system knows it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # UDP sends nothing yet: it only chooses an address of ours.
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
