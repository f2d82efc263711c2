"""The WebSocket ``/ws/CODE``: reads a client's messages for its table and carries the answers."""

from __future__ import annotations

import asyncio
from functools import partial

from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect

from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.protocol import PROTOCOL, Hello, read_request, says_hello
from fivethreefive.server.admission import Caller, place_of, seat_name
from fivethreefive.server.context import Context
from fivethreefive.server.limits import MOST_REFUSED
from fivethreefive.server.rooms.connection import Connection
from fivethreefive.server.rooms.inbox import Detached, Received
from fivethreefive.server.rooms.room import Room

HELLO_SECONDS = 10.0
SEND_SECONDS = 10.0
"""A message that the system does not take for so long ends the connection: the client does not read."""

CLOSE_CODES = {"restart": 1012, "too_many": 1013, "slow": 1013, "store_failed": 1013}


async def serve_client(context: Context, websocket: WebSocket) -> None:
    """Serve one client from its first message to its last."""
    services, address = context.hub.services, context.address(websocket)
    if not context.same_origin(websocket):
        services.counters["origins_refused"] += 1
        services.log.warning("origin_refused", extra={"origin": websocket.headers.get("origin")})
        await websocket.close()  # Before it is accepted: the answer is 403.
        return
    await websocket.accept()
    client = _Client(context, websocket, address)
    try:
        await client.serve()
    finally:
        if client.counted:
            context.admission.sockets.leave(address)


class _Client:
    """One client's WebSocket, and its connection to a table."""

    def __init__(self, context: Context, websocket: WebSocket, address: str) -> None:
        self.context = context
        self.websocket = websocket
        self.address = address
        self.connection = Connection()
        self.place = place_of(websocket.scope.get("state", {}))
        self.counted = context.admission.sockets.enter(address)
        """Whether it counts as a WebSocket of its address, and not as one too many."""

    async def serve(self) -> None:
        """Bring the client to its table, then carry messages both ways until either end goes."""
        room = await self._enter()
        sending = asyncio.create_task(self.send())
        if room is None:
            await sending
            return
        reading = asyncio.create_task(self._read(room))
        try:
            await asyncio.wait({sending, reading}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.inbox.put_nowait(Detached(self.connection))  # First, whatever the rest raises.
            self.connection.close()
            for task in (sending, reading):
                task.cancel()
            await asyncio.gather(sending, reading, return_exceptions=True)

    async def _enter(self) -> Room | None:
        """Read the first message and find the table; None where the connection ends here."""
        connection = self.connection
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                data = await self._receive()
                hello = read_request(data)
        except FiveThreeFiveError:
            connection.end("bad_hello" if says_hello(data) else "no_hello", retry=False)
            return None
        except (TimeoutError, WebSocketDisconnect):
            hello = None
        if not isinstance(hello, Hello):
            connection.end("no_hello", retry=False)
            return None
        connection.language = hello.language
        if hello.protocol != PROTOCOL:
            connection.end("reload", retry=False)
            return None
        try:
            return await self._find(hello)
        except FiveThreeFiveError as error:
            bye = "no_such_table" if error.code == "no_such_table" else "too_many"
            connection.end(bye, retry=error.code in ("server_full", "too_fast"))
        except SQLAlchemyError as error:
            self.context.hub.services.store_failed("hello", error)
            connection.end("store_failed", retry=True)
        return None

    async def _find(self, hello: Hello) -> Room:
        """The table, with the client on its way to it; a FiveThreeFiveError where it may not come in."""
        admission = self.context.admission
        caller = self.context.caller(self.websocket, self.websocket.path_params["code"], hello.token)
        await self._take_place(caller)
        if not await admission.take_question(caller):
            raise InvalidInput("too_fast")
        attach = partial(self.context.hub.attach, caller.code, self.connection, hello)
        return await admission.find(caller, attach)

    async def _take_place(self, caller: Caller) -> None:
        """Let who holds a seat in above the limits, and nobody else."""
        place, sockets = self.place, self.context.admission.sockets
        if self.counted and (place is None or place.proved):
            return
        full = sockets.is_full or (place is not None and place.refusal == "server_full")
        seat = await caller.seat()
        if seat is None or not (place is None or place.prove(seat)):
            # It is full for now, and not for good.
            raise InvalidInput("server_full" if full else "too_many")
        if not self.counted:
            sockets.add(self.address)
            self.counted = True

    async def _read(self, room: Room) -> None:
        """Hand what the client says to its table, until it goes."""
        services, refused = self.context.hub.services, 0
        while not self.connection.ended:
            try:
                await self.connection.caught_up()
                data = await self._receive()
            except WebSocketDisconnect:
                return
            try:
                if not self.context.admission.take_message(self.address, self._seat(room)):
                    raise InvalidInput("too_fast")
                request = read_request(data)
                self.connection.received()
                room.inbox.put_nowait(Received(self.connection, request))
            except InvalidInput as error:
                services.counters["messages_refused"] += 1
                services.log.info("message_refused", extra={"code": error.code, "table": room.id})
                self.connection.refuse(0, error)
                refused += 1
                if refused >= MOST_REFUSED:
                    self.connection.end("bad_message", retry=False)

    def _seat(self, room: Room) -> str | None:
        seat = self.connection.seat
        return None if seat is None else seat_name(room.table.code, seat)

    async def _receive(self) -> str | bytes:
        message = await self.websocket.receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | None = message.get("text")  # ASGI: one of "text" and "bytes" may be missing or None.
        return message["bytes"] if text is None else text

    async def send(self) -> None:
        """Send what is queued, until the last message or until the client does not read."""
        try:
            while (data := await self.connection.next()) is not None:
                async with asyncio.timeout(SEND_SECONDS):
                    await self.websocket.send({"type": "websocket.send", "text": data.decode()})
            async with asyncio.timeout(SEND_SECONDS):
                await self.websocket.close(CLOSE_CODES.get(self.connection.code, 1000))
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            self.connection.close()  # It is gone, or does not read: it may come back.
