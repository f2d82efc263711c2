"""How a client follows a table of a server: in order, over gaps and after a break, for every client."""

from __future__ import annotations

import json
from typing import Any

from fivethreefive.protocol import (
    Act,
    Ask,
    Bye,
    Catch,
    Closed,
    Done,
    GameBegan,
    Happened,
    NewHost,
    Pong,
    Refused,
    Request,
    Say,
    Show,
    Sit,
    WasReady,
    Welcome,
    Why,
    encode,
)

BEGAN, READY, HOST, CLOSED = GameBegan(1), WasReady(0), NewHost(1), Closed()

Step = dict[str, Any]


def snapshot(seq: int, turn: int) -> dict[str, Any]:
    """A snapshot; in place of its view stands the number of the turn."""
    return {"type": "snapshot", "seq": seq, "view": turn}


def update(since: int, seq: int, turn: int, *events: Happened) -> dict[str, Any]:
    """An update; in place of its view stands the number of the turn."""
    return {"type": "update", "since": since, "seq": seq, "events": events, "view": turn}


def receive(reply: Any, *, turn: int | None, log: tuple[Happened, ...] = (), **more: Any) -> Step:
    """The server says something; after it the newest view is that of a turn, and the log has events.

    ``sent``: what the client sends then; ``answers``: the ids of requests that have their answer now.
    """
    return {"receive": reply, "turn": turn, "log": log, "sent": (), "answers": (), **more}


def ask(request: Request, *, turn: int | None, log: tuple[Happened, ...] = (), sent: bool = True) -> Step:
    """The client asks for something, which is sent at once or has to wait."""
    return {"ask": request, "turn": turn, "log": log, "sent": (request,) if sent else (), "answers": ()}


def welcome(number: int = 0) -> Welcome:
    """The answer to Hello, or to the request with this id."""
    return Welcome(1, "BCDFGH", 0, id=number)


RESTART = Bye("restart", "Soon.", retry=True)
RECONNECT = {"reconnect": True, "turn": 3, "log": (), "sent": (), "answers": ()}

HELLO = [receive(welcome(), turn=None), receive(snapshot(5, 3), turn=3)]

CASES: dict[str, list[Step]] = {
    "updates in order": [
        *HELLO,
        receive(update(5, 6, 4, BEGAN), turn=4, log=(BEGAN,)),
        receive(update(6, 8, 5, READY, HOST), turn=5, log=(BEGAN, READY, HOST)),
    ],
    "over a gap the newest view is drawn, and the events are asked for": [
        *HELLO,
        receive(update(7, 8, 6, HOST), turn=6, sent=(Catch(5),)),
        receive(update(5, 8, 6, BEGAN, READY, HOST), turn=6, log=(BEGAN, READY, HOST)),
        receive(update(8, 9, 7, CLOSED), turn=7, log=(BEGAN, READY, HOST, CLOSED)),
    ],
    "what is known is not logged twice": [
        *HELLO,
        receive(update(5, 7, 4, BEGAN, READY), turn=4, log=(BEGAN, READY)),
        receive(update(5, 7, 4, BEGAN, READY), turn=4, log=(BEGAN, READY)),
        receive(update(6, 8, 5, READY, HOST), turn=5, log=(BEGAN, READY)),
    ],
    "no way back in time": [*HELLO, receive(update(3, 4, 1, BEGAN), turn=3)],
    "a snapshot replaces what was known": [
        *HELLO,
        receive(update(5, 6, 4, BEGAN), turn=4, log=(BEGAN,)),
        receive(snapshot(90, 40), turn=40),
        receive(update(90, 91, 41, READY), turn=41, log=(READY,)),
    ],
    "an answer finds its request": [
        *HELLO,
        ask(Ask(1, "9"), turn=3),
        ask(Ask(2, "8"), turn=3),
        receive(Why(2, "x", "R10", "No."), turn=3, answers=(2,)),
        receive(Pong(0), turn=3),
        receive(Why(1), turn=3, answers=(1,)),
        receive(Why(1), turn=3),
    ],
    "what was not answered is sent again after a break": [
        *HELLO,
        ask(Act(3, 1, "3-4"), turn=3),
        ask(Ask(2, "9"), turn=3),
        receive(Why(2), turn=3, answers=(2,)),
        receive(RESTART, turn=3),
        RECONNECT,
        receive(welcome(), turn=3, sent=(Act(3, 1, "3-4"),)),
        receive(Done(1, 6), turn=3, answers=(1,)),
    ],
    "what would be done twice is not sent again, and its answer is lost": [
        *HELLO,
        ask(Say("hello", id=1), turn=3),
        ask(Show(True, id=2), turn=3),
        receive(RESTART, turn=3),
        RECONNECT,
        receive(welcome(), turn=3, sent=(Show(True, id=2),), answers=(1,)),
        receive(Done(2, 6), turn=3, answers=(2,)),
    ],
    "what is asked while the server is away is sent once, after its welcome": [
        *HELLO,
        receive(RESTART, turn=3),
        ask(Say("hello", id=1), turn=3, sent=False),
        RECONNECT,
        ask(Say("bye", id=2), turn=3, sent=False),
        receive(welcome(), turn=3, sent=(Say("hello", id=1), Say("bye", id=2))),
        receive(Done(1, 6), turn=3, answers=(1,)),
        receive(Done(2, 7), turn=3, answers=(2,)),
    ],
    "a refusal is an answer": [
        *HELLO,
        ask(Act(3, 1, "9"), turn=3),
        receive(Refused(1, "x", "R10", "No."), turn=3, answers=(1,)),
        RECONNECT,
        receive(welcome(), turn=3),
    ],
    "the welcome of a seat is the answer to sitting down": [
        *HELLO,
        ask(Sit("Ana", id=1), turn=3),
        receive(welcome(1), turn=3, answers=(1,)),
    ],
}


def remote_table() -> list[dict[str, Any]]:
    """All of them."""
    found: list[dict[str, Any]] = json.loads(
        encode([{"name": name, "steps": steps} for name, steps in CASES.items()])
    )
    return found
