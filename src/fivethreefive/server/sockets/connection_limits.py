"""Who may keep a connection open: all are counted, and one that does not say what it wants is closed.

uvicorn takes as many connections as come and waits for a request as long as that takes, so a few
programs that open connections and stay silent could use up every file the server may open.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any, cast

import h11
from starlette.requests import HTTPConnection
from starlette.types import Scope
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from fivethreefive.language import InvalidInput
from fivethreefive.protocol import Problem, encode
from fivethreefive.server.admission import PROOF_SECONDS, Place, place_of, with_place
from fivethreefive.server.context import Context
from fivethreefive.server.limits import MOST_REFUSED, client_address, is_trusted

REQUEST_SECONDS = 20.0
"""A request must be there as a whole so soon after its connection, or its first byte."""

SPARE_FILES = 200
"""Room for files that are not connections: the database, the page, the pipes of the bots."""


class LimitedHttp(H11Protocol):
    """A connection until it is closed or goes on as a WebSocket."""

    def __init__(self, context: Context, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self.context = context
        self.refused = self.upgraded = False
        self.place: Place
        self._request_timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Give a connection its place: above the limits only for who proves soon to hold a seat."""
        super().connection_made(transport)
        address = counted_address(self.context, transport)
        self.place = self.context.admission.connections.enter(address, self._turn_away)
        self.app_state = with_place(self.app_state, self.place)
        if not self.place.proved:
            self.loop.call_later(PROOF_SECONDS, self.place.give_up)
        self._update_timeout()

    def _turn_away(self) -> None:
        self.refused = True
        self.context.hub.services.counters["connections_refused"] += 1
        if not self.upgraded:
            self.transport.write(refusal(self.place.refusal))
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Read what a client sends."""
        if not self.refused:
            super().data_received(data)
            self._update_timeout()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Continue as a WebSocket."""
        self.upgraded = True  # From now on another object is told what happens, the end included.
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection off, unless it went on as a WebSocket."""
        super().connection_lost(exc)
        self._update_timeout()
        self.place.leave()

    def _update_timeout(self) -> None:
        # It runs on over bytes that come one by one: only a whole request ends it.
        there = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        waits = not (there or self.upgraded or self.transport.is_closing())
        if waits and self._request_timeout is None:
            self._request_timeout = self.loop.call_later(REQUEST_SECONDS, self.transport.close)
        elif not waits and self._request_timeout is not None:
            self._request_timeout.cancel()
            self._request_timeout = None


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A connection that goes on as a WebSocket.

    uvicorn answers every ping at once, also to a client that reads no answer, and charges nobody for it.
    Here all frames count, and while a client does not read what it is sent nothing more is read from it.
    """

    def __init__(self, context: Context, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self.context = context
        self._frames_refused = 0

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the place of the connection, which it got as HTTP."""
        super().connection_lost(exc)
        if place := place_of(self.app_state):
            place.leave()

    # Frames that are no message of their own: whole messages are charged where they are read.

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._charge_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take an answer to a ping, asked for or not."""
        asked = self.pending_ping_payload is not None and bytes(event.data) == self.pending_ping_payload
        if asked or self._charge_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a further piece of a message, which may be empty."""
        if self._charge_frame():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Take a whole message; text that is none ends the connection, and is no failure of ours."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not is_utf8(b"".join(self.frames)):
            self.context.hub.services.counters["messages_refused"] += 1
            self.conn.fail(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def _charge_frame(self) -> bool:
        """Charge a frame to its address; False where the connection ends or has ended."""
        if self.close_sent:
            return False
        if self.context.admission.take_message(self.context.address(self._connection())):
            return True
        self._frames_refused += 1  # Another at the address may have used it up: a few are answered.
        if self._frames_refused < MOST_REFUSED:
            return True
        self.context.hub.services.counters["messages_refused"] += self._frames_refused
        self.conn.fail(CloseCode.POLICY_VIOLATION)
        self.handle_parser_exception()  # It sends what was just said, and closes.
        if not self.writable.is_set():
            self.transport.abort()  # It would wait for a client that does not read.
        return False

    def _connection(self) -> HTTPConnection:
        return HTTPConnection(cast(Scope, self.scope))

    # Reading stops while the client does not read; uvicorn also stops it for each message.

    def pause_writing(self) -> None:
        """Read no more: answers would pile up."""
        super().pause_writing()
        self._hold_reading()

    def resume_writing(self) -> None:
        """Read again, unless a message still waits to be handled."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        """The next message."""
        message = await super().receive()
        self._hold_reading()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message."""
        await super().send(message)
        self._hold_reading()

    def _hold_reading(self) -> None:
        if not (self.writable.is_set() or self.transport.is_closing()):
            self.transport.pause_reading()


def is_utf8(data: bytes) -> bool:
    """Whether data is text."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def protocols(context: Context) -> dict[str, Any]:
    """The settings of uvicorn by which every connection is counted."""
    return {"http": partial(LimitedHttp, context), "ws": partial(LimitedWebSocket, context)}


def counted_address(context: Context, transport: asyncio.BaseTransport) -> str | None:
    """Whom a connection counts for; None for a trusted proxy, which brings those of many."""
    peer = (transport.get_extra_info("peername") or ("",))[0]
    if is_trusted(peer, context.settings.trusted_proxies):
        return None
    return client_address(peer, "", frozenset())


def refusal(code: str) -> bytes:
    """An answer to whatever a client is about to ask."""
    body = encode(Problem(code, "", InvalidInput(code).sentence()))
    head = (
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n"
        f"retry-after: 5\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def raise_open_files(wanted: int) -> int:
    """Raise the limit of open files to ``wanted`` if that may be; the limit now, at most ``wanted``."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise.
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):  # Then it stays as it was.
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if soft == resource.RLIM_INFINITY else soft
