"""A client of a running server over the wire: says a request, hears the next message of a kind."""

from __future__ import annotations

import asyncio
from typing import Any

from websockets.asyncio.client import ClientConnection

from fivethreefive.protocol import Ping, Pong, Request, Snapshot, Update, View, encode, read_reply
from support.command_process import LONG


async def hear(socket: ClientConnection, kind: type[Any]) -> Any:
    """The next message of a kind."""
    async with asyncio.timeout(LONG):
        while True:
            reply = read_reply(await socket.recv())
            if isinstance(reply, kind):
                return reply


async def say(socket: ClientConnection, request: Request) -> None:
    await socket.send(encode(request).decode())


async def latest(socket: ClientConnection) -> View:
    """The view after everything sent so far has come."""
    await say(socket, Ping(77))
    view: View | None = None
    async with asyncio.timeout(LONG):
        while True:
            reply = read_reply(await socket.recv())
            if isinstance(reply, Snapshot | Update):
                view = reply.view
            elif reply == Pong(77):
                assert view is not None
                return view
