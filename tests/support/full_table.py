"""A table with six people whose names are as long as names may be; bots play for all but the host."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

from websockets.sync.client import ClientConnection, connect

from fivethreefive.protocol import (
    Act,
    Hello,
    Leave,
    Ready,
    Request,
    Sit,
    Snapshot,
    Start,
    Update,
    View,
    Welcome,
    encode,
    read_reply,
)
from support.browser_server import Server
from support.command_process import LONG

NAMES = (
    "Maximiliana van Dyke",
    "Wilhelmina Wagenaars",
    "Bartholomew Williams",
    "Guadalupe Montemayor",
    "MMMMMMMMMMMMMMMMMMMM",
    "Oddvar Brattlandsson",
)
"""Each of twenty letters."""


class SeatHolder:
    """One person at the table, over the wire."""

    def __init__(self, socket: ClientConnection, token: str | None = None) -> None:
        self.socket = socket
        self.token = token
        self.say(Hello(1, token))
        self.view = self.next_view()

    def say(self, request: Request) -> None:
        """Send a request."""
        self.socket.send(encode(request).decode())

    def next_view(self) -> View:
        """The next view that comes."""
        while True:
            reply = read_reply(self.socket.recv(timeout=LONG))
            if isinstance(reply, Welcome) and reply.token:
                self.token = reply.token
            if isinstance(reply, Snapshot | Update):
                self.view = reply.view
                return reply.view

    def play(self) -> None:
        """Play whatever is legal until the game is over."""
        while self.view.phase != "game_over":
            view = self.view
            if view.can.act and view.observation is not None:
                self.say(Act(view.turn_number, 1, str(view.observation.legal[-1])))
            elif view.can.ready:
                self.say(Ready(1))
            self.next_view()


@contextmanager
def full_table(server: Server, **rules: Any) -> Iterator[tuple[str, SeatHolder]]:
    """Six people sit down, the game starts, and all but the host leave; the code, and the host."""
    made = server.create(rules={"players": 6} | rules, bots=[None] * 6, name=NAMES[0], pace="instant")
    code = str(made["code"])
    address = f"{server.url.replace('http', 'ws')}/ws/{code}"
    # What nobody reads any more must not hold up the end of a connection.
    new_seat = partial(connect, address, max_queue=None)
    with new_seat() as first:
        host = SeatHolder(first, made["token"])
        with ExitStack() as connections:
            others = [SeatHolder(connections.enter_context(new_seat())) for _ in NAMES[1:]]
            for person, name in zip(others, NAMES[1:], strict=True):
                person.say(Sit(name))
                while person.view.you is None:
                    person.next_view()
            host.say(Start(1))
            for person in others:
                person.say(Leave(1))
        yield code, host
