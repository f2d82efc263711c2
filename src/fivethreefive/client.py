"""A client of a table over WebSocket that comes back by itself: what a remote bot plays through.

The same loop would serve a person at a terminal. It keeps nothing but the last seq: each update
carries the whole view, so whatever was missed, the newest view is right.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from urllib.parse import urlsplit, urlunsplit

import websockets
from websockets.asyncio.client import ClientConnection, connect

from fivethreefive.language import InvalidInput
from fivethreefive.protocol import (
    PROTOCOL,
    Act,
    Bye,
    Hello,
    Reply,
    Request,
    Snapshot,
    Update,
    View,
    Welcome,
    encode,
    read_reply,
)

FIRST_WAIT = 0.2
LONGEST_WAIT = 10.0
LONGEST_REPLY = 1 << 20


def socket_address(address: str) -> str:
    """The WebSocket's address of a table's, as in ``http://host:5350/t/CODE``.

    Raises InvalidInput where it is no such address.
    """
    parts = urlsplit(address)
    scheme = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}.get(parts.scheme)
    folders = parts.path.strip("/").split("/")
    if scheme is None or not parts.netloc or len(folders) < 2 or folders[-2] not in ("t", "ws"):
        raise InvalidInput("not_a_table_address", address=address)
    path = "/".join(["", *folders[:-2], "ws", folders[-1].upper()])
    return urlunsplit((scheme, parts.netloc, path, "", ""))


class Client:
    """One seat's, or a spectator's, connection to a table."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address = socket_address(address)
        self.token = token
        self.seq: int | None = None
        self.view: View | None = None
        self._socket: ClientConnection | None = None

    async def send(self, request: Request) -> None:
        """Send a message; one sent while the connection is away is lost, as the next view shows."""
        if self._socket is not None:
            with suppress(websockets.ConnectionClosed):
                await self._socket.send(encode(request).decode())

    async def replies(self) -> AsyncIterator[Reply]:
        """Everything the server says; the connection is made anew whenever it breaks.

        Ends with a ``Bye`` after which the server wants nobody back.
        """
        wait = FIRST_WAIT
        while True:
            try:
                async with connect(self.address, max_size=LONGEST_REPLY, compression=None) as socket:
                    self._socket = socket
                    await self.send(Hello(PROTOCOL, self.token, self.seq))
                    async for data in socket:
                        reply = read_reply(data)
                        self._note(reply)
                        wait = FIRST_WAIT
                        yield reply
                        if isinstance(reply, Bye) and not reply.retry:
                            return
            except (OSError, websockets.WebSocketException):
                pass  # The server is away, or restarts.
            finally:
                self._socket = None
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT, wait * 2)

    def _note(self, reply: Reply) -> None:
        if isinstance(reply, Snapshot | Update):
            self.seq, self.view = reply.seq, reply.view


async def play_seat(
    client: Client, decide: Callable[[View], Awaitable[str]], *, on_reply: Callable[[Reply], None]
) -> None:
    """Play a seat by answering every view in which it is to act, until the server wants nobody back.

    An action is sent once for each turn; after a reconnection the view says whether it arrived.
    """
    answered: tuple[int, int | None] | None = None
    async for reply in client.replies():
        on_reply(reply)
        if isinstance(reply, Snapshot | Welcome):  # after a reconnection the last action may be lost
            answered = None
        view = client.view
        if isinstance(reply, Snapshot | Update) and view is not None and view.can.act:
            turn = (view.turn_number, view.you)
            if turn != answered:
                answered = turn
                action = await decide(view)
                await client.send(Act(view.turn_number, secrets.randbits(48), action))
