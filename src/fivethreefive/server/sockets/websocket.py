"""The WebSocket ``/ws/CODE``: reads a client's messages for its table and carries the answers."""

from __future__ import annotations

import asyncio

from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect

from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.protocol import PROTOCOL, Hello, read_request
from fivethreefive.server.context import Site
from fivethreefive.server.rooms.connection import Connection
from fivethreefive.server.rooms.inbox import Detached, Received
from fivethreefive.server.rooms.room import Room

HELLO_SECONDS = 10.0
SEND_SECONDS = 10.0
"""A message that cannot be handed over for so long ends the connection."""

CLOSE_CODES = {"restart": 1012, "too_many": 1013, "slow": 1013, "store_failed": 1013}
MOST_REFUSED = 200
"""So many refused messages end a connection."""


async def play(site: Site, websocket: WebSocket) -> None:
    """Serve one client from its first message to its last."""
    address = site.address(websocket)
    if not site.same_origin(websocket):
        site.hub.services.counters["origins_refused"] += 1
        site.hub.services.log.warning("origin_refused", extra={"origin": websocket.headers.get("origin")})
        await websocket.close()  # Before it is accepted: the answer is 403.
        return
    await websocket.accept()
    connection = Connection()
    if not site.gate.enter(address):
        connection.end("too_many", retry=False)
        await _carry(websocket, connection)
        return
    try:
        await _serve(site, websocket, connection, address)
    finally:
        site.gate.leave(address)


async def _serve(site: Site, websocket: WebSocket, connection: Connection, address: str) -> None:
    room = await _come_in(site, websocket, connection, address)
    carrying = asyncio.create_task(_carry(websocket, connection))
    if room is None:
        await carrying
        return
    reading = asyncio.create_task(_read(site, websocket, connection, room, address))
    try:
        await asyncio.wait({carrying, reading}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.inbox.put_nowait(Detached(connection))
        connection.close()
        for task in (carrying, reading):
            task.cancel()
        await asyncio.gather(carrying, reading, return_exceptions=True)


async def _come_in(site: Site, websocket: WebSocket, connection: Connection, address: str) -> Room | None:
    """Read the first message and find the table; None where the connection ends here."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            said = read_request(await _receive(websocket))
    except (TimeoutError, FiveThreeFiveError, WebSocketDisconnect):
        said = None
    if not isinstance(said, Hello):
        connection.end("no_hello", retry=False)
        return None
    connection.language = said.language
    if said.protocol != PROTOCOL:
        connection.end("reload", retry=False)
        return None
    if not site.messages.take(address):
        connection.end("too_many", retry=True)
        return None
    code = websocket.path_params["code"].upper()
    try:
        return await _find(site, code, connection, said, address)
    except FiveThreeFiveError as error:
        bye = "no_such_table" if error.code == "no_such_table" else "too_many"
        connection.end(bye, retry=error.code == "server_full")
    except SQLAlchemyError as error:
        site.hub.services.store_failed("hello", error)
        connection.end("store_failed", retry=True)
    return None


async def _find(site: Site, code: str, connection: Connection, hello: Hello, address: str) -> Room:
    """The table of a code, the client being on its way to it; a FiveThreeFiveError where it may not."""
    hub = site.hub
    # That others at this address have guessed at codes is no reason to lock a player out.
    locked = site.guesses.level(address) < 1
    if (
        locked
        and await hub.holds(code, hello.token)
        and (room := await hub.attach(code, connection, hello))
    ):
        return room
    return await site.look_up(address, lambda: hub.attach(code, connection, hello))


async def _read(site: Site, websocket: WebSocket, connection: Connection, room: Room, address: str) -> None:
    """Hand what the client says to its table, until it goes."""
    refused = 0
    while not connection.ended:
        try:
            data = await _receive(websocket)
        except WebSocketDisconnect:
            return
        try:
            if not site.messages.take(address):
                raise InvalidInput("too_fast")
            room.inbox.put_nowait(Received(connection, read_request(data)))
        except InvalidInput as error:
            site.hub.services.counters["messages_refused"] += 1
            site.hub.services.log.info("message_refused", extra={"code": error.code, "table": room.id})
            connection.refuse(0, error)
            refused += 1
            if refused >= MOST_REFUSED:
                connection.end("bad_message", retry=False)


async def _receive(websocket: WebSocket) -> str | bytes:
    message = await websocket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    return message["bytes"] if text is None else text


async def _carry(websocket: WebSocket, connection: Connection) -> None:
    """Send what is queued, until the last message or until the client does not read."""
    try:
        while (data := await connection.next()) is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await websocket.send({"type": "websocket.send", "text": data.decode()})
        async with asyncio.timeout(SEND_SECONDS):
            await websocket.close(CLOSE_CODES.get(connection.code, 1000))
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        connection.close()  # It is gone, or does not read: it may come back.
