"""What each message from a seated client does: one small function a message, on the table's commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fivethreefive.language import InvalidInput
from fivethreefive.protocol import (
    Act,
    Back,
    Contribute,
    Fill,
    Leave,
    Ready,
    Rematch,
    Request,
    Say,
    SeatBot,
    Show,
    Start,
)
from fivethreefive.server import commands
from fivethreefive.server.commands import Sitting

Do = Callable[[Sitting, int, Any, int], int | None]
"""(table, seat, message, now): does it; a seq where the answer is about an older event."""


def _act(sitting: Sitting, seat: int, said: Act, now: int) -> int:
    return commands.act(sitting, seat, said.turn, said.action, now)


def _say(sitting: Sitting, seat: int, said: Say, now: int) -> None:
    commands.say(sitting, seat, said.phrase, said.text, now)


def _start(sitting: Sitting, seat: int, _said: Start, now: int) -> None:
    commands.start(sitting, seat, now)


def _fill(sitting: Sitting, seat: int, said: Fill, now: int) -> None:
    commands.fill(sitting, seat, said.level, now)


def _seat_bot(sitting: Sitting, seat: int, said: SeatBot, now: int) -> None:
    commands.seat_bot(sitting, seat, said.seat, said.level, now)


def _leave(sitting: Sitting, seat: int, _said: Leave, now: int) -> None:
    commands.leave(sitting, seat, now)


def _back(sitting: Sitting, seat: int, _said: Back, now: int) -> None:
    commands.come_back(sitting, seat, now)


def _ready(sitting: Sitting, seat: int, _said: Ready, now: int) -> None:
    commands.ask_ready(sitting, seat, "round_over", now)


def _rematch(sitting: Sitting, seat: int, _said: Rematch, now: int) -> None:
    commands.ask_ready(sitting, seat, "game_over", now)


def _show(sitting: Sitting, seat: int, said: Show, now: int) -> None:
    commands.show(sitting, seat, said.spectators, now)


def _contribute(sitting: Sitting, seat: int, said: Contribute, now: int) -> None:
    commands.contribute(sitting, seat, said.text, now)


DO: dict[type[Any], Do] = {
    Act: _act,
    Say: _say,
    Start: _start,
    Fill: _fill,
    SeatBot: _seat_bot,
    Leave: _leave,
    Back: _back,
    Ready: _ready,
    Rematch: _rematch,
    Show: _show,
    Contribute: _contribute,
}
"""By message; what is not here is answered by the room itself."""

FOR_BOTS = (Act, Leave, Back)
"""What a token for a remote bot allows, beside asking."""


def do(sitting: Sitting, seat: int | None, scope: str | None, said: Request, now: int) -> int | None:
    """Do what a client asks; a FiveThreeFiveError where it may not, and then nothing has changed."""
    if seat is None:
        raise InvalidInput("not_seated")
    if scope == "bot" and not isinstance(said, FOR_BOTS):
        raise InvalidInput("not_for_bots")
    return DO[type(said)](sitting, seat, said, now)
