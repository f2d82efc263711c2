"""What the server says to a client."""

from __future__ import annotations

import msgspec

from fivethreefive.protocol.advice import Advised, Reason
from fivethreefive.protocol.base import Message
from fivethreefive.protocol.events import Happened
from fivethreefive.protocol.views import View


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a program that is asked over standard input and output has to keep to."""

    decision_ms: int
    """From a snapshot in which it is to act until its action, answers refused meanwhile included."""
    message_bytes: int
    """No line of its own has more bytes, its end not counted."""
    answers: int
    """So many answers to one decision are read; when the last is refused too, it has failed."""


class Welcome(Message, frozen=True, tag="welcome"):
    """Answers ``Hello`` and ``Sit``: the viewer's seat, and a new token where it just sat down.

    A program over standard input and output also gets its limits; its seat is ``you`` in each view.
    """

    protocol: int
    code: str
    seat: int | None = None
    token: str | None = None
    id: int = 0
    limits: Limits | None = None


class Snapshot(Message, frozen=True, tag="snapshot"):
    """The table as of ``seq``; replaces whatever the client knew."""

    seq: int
    view: View


class Update(Message, frozen=True, tag="update"):
    """What happened after ``since`` up to ``seq``, and the view now.

    Where ``since`` is not the client's last seq, it may ``Catch`` the events; the view is right anyway.
    """

    since: int
    seq: int
    events: tuple[Happened, ...]
    view: View


class Refused(Message, frozen=True, tag="refused"):
    """A message that was not done: the code and its parameters, the rule and the sentence."""

    id: int
    code: str
    rule: str
    sentence: str
    parameters: dict[str, int | str] = {}  # noqa: RUF012 # msgspec gives each its own


class Done(Message, frozen=True, tag="done"):
    """A message that was done and is stored; its update is on its way, or was sent before."""

    id: int
    seq: int


class Why(Message, frozen=True, tag="why"):
    """Answers ``Ask``: why an action is not legal; code ``""`` where it is."""

    id: int
    code: str = ""
    rule: str = ""
    sentence: str = ""
    parameters: dict[str, int | str] = {}  # noqa: RUF012 # msgspec gives each its own


class Hinted(Message, frozen=True, tag="hinted"):
    """Answers ``Hint``: the actions worth a look, the best first, and why that one."""

    id: int
    turn: int
    """``View.turn_number`` that it is for."""
    advice: tuple[Advised, ...]
    why: Reason | None
    """What decides between the best and the next that is clearly worse; null where nothing does clearly."""


class Invited(Message, frozen=True, tag="invited"):
    """Answers ``InviteBot``: the token that a remote bot connects with."""

    id: int
    seat: int
    token: str


class Pong(Message, frozen=True, tag="pong"):
    """Answers ``Ping``."""

    id: int


class Bye(Message, frozen=True, tag="bye"):
    """The last message of a connection: why it ends, and whether the client should come back by itself.

    Codes: reload, replaced, slow, restart, store_failed, closed, no_such_table, too_many, bad_message,
    no_hello, bad_hello.
    """

    code: str
    sentence: str
    retry: bool


Reply = Welcome | Snapshot | Update | Refused | Done | Why | Hinted | Invited | Pong | Bye
"""What the server may send."""
