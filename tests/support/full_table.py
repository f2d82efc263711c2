"""A table with six people whose names are as long as names may be; bots play for all but the host."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

from websockets.sync.client import ClientConnection, connect

from fivethreefive import Action, Round, Rules
from fivethreefive.protocol import (
    Act,
    Advised,
    DecisionCost,
    Hello,
    Leave,
    Mistake,
    Ready,
    Reason,
    Request,
    Review,
    ReviewedPlayer,
    ReviewedRound,
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


def made_up_review() -> Review:
    """A review of a game at such a table, with mistakes and a long sentence about them."""
    on_table = Round(
        Rules(6), hands=[[1], [8, 13, 13, 14, 15, 15], *[[2]] * 4], table=[12, 12], turn=1, last=0
    )
    played, *_, best = on_table.legal_actions()

    def advised(action: Action, cost: float) -> Advised:
        return Advised(action, -10.25 - cost, 0.27, cost, 0.31, as_good=False)

    reason = Reason("together", {"cards": "11-12-13", "other": "13-13"})
    table, hand = (12, 12), (8, 13, 13, 14, 15, 15)
    mistakes = [
        Mistake(1, number, 1, table, 0, hand, advised(played, 12.5), advised(best, 0.0), reason)
        for number in (1, 2, 3)
    ]
    players = tuple(ReviewedPlayer(name, 23, -11.25, 12.75, 0.42, 3) for name in NAMES)
    rounds = tuple(
        ReviewedRound(number, (9, 3, 14, 7, 0, 2), (1.0,) * 6, (0.5,) * 6) for number in (1, 2, 3)
    )
    costs = tuple(DecisionCost(1, number, number % 6, 12.5 / number) for number in range(1, 7))
    return Review(1, Rules(6), (3,), players, rounds, 120, tuple(mistakes), costs)


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
        self._play_until(lambda view: view.phase == "game_over")

    def play_until_a_choice(self) -> None:
        """Play until it is this seat's turn to follow, with a choice, after the first round."""

        def has_choice(view: View) -> bool:
            legal = view.observation.legal if view.observation else ()
            return view.can.act and bool(view.points) and view.beats is not None and len(legal) > 1

        self._play_until(has_choice)

    def _play_until(self, reached: Callable[[View], bool]) -> None:
        while not reached(self.view):
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


@contextmanager
def long_wait(server: Server) -> Iterator[tuple[str, str]]:
    """A table of two that waits for the one with the widest name; the code, and the token of the other."""
    made = server.create(rules={"players": 2}, bots=[None] * 2, name=NAMES[0])
    code = str(made["code"])
    address = f"{server.url.replace('http', 'ws')}/ws/{code}"
    with connect(address) as first, connect(address, max_queue=None) as second:
        host, slow = SeatHolder(first, made["token"]), SeatHolder(second)
        slow.say(Sit(max(NAMES, key=lambda name: name.count("M"))))
        while slow.view.you is None:
            slow.next_view()
        host.say(Start(1))
        while host.view.phase != "playing":
            host.next_view()
        if host.view.can.act and host.view.observation is not None:
            host.say(Act(host.view.turn_number, 1, str(host.view.observation.legal[0])))
            while host.view.can.act:
                host.next_view()
        yield code, str(host.token)
