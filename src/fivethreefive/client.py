"""A client of a table over WebSocket that comes back by itself: what a remote bot plays through.

A person at a terminal sits behind the same loop. It keeps nothing but the last seq: each update
carries the whole view, so whatever was missed, the newest view is right. For a person it contributes to
fair deals.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

import websockets
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect

from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.protocol import (
    PROTOCOL,
    Act,
    Bye,
    Catch,
    Hello,
    Language,
    Refused,
    Reply,
    Request,
    Snapshot,
    Update,
    View,
    Welcome,
    encode,
    read_reply,
)
from fivethreefive.table.deals.contributor import Contributor, Problem
from fivethreefive.table.deals.fair_deals import SECRET_BYTES

FIRST_WAIT = 0.2
LONGEST_WAIT = 10.0
LONGEST_REPLY = 1 << 20
UNREAD = ("too_fast", "bad_message", "message_too_long")  # Refused before their id could be read.


def address_parts(address: str) -> SplitResult:
    """The parts of an address on the web; InvalidInput where it has none."""
    try:
        parts = urlsplit(address)
        # What no address can lead to is said now, and not by a library.
        (parts.hostname or "").encode("idna")
        _ = parts.port
    except ValueError:
        raise InvalidInput("not_a_table_address", address=address) from None
    return parts._replace(path=quote(parts.path, safe="/%"))


def table_address(address: str) -> tuple[str, str]:
    """The server and the code of a table's address, as in ``http://host:5350/t/CODE``.

    Raises InvalidInput where it is no such address.
    """
    parts = address_parts(address)
    scheme = {"http": "http", "https": "https", "ws": "http", "wss": "https"}.get(parts.scheme)
    folders = parts.path.strip("/").split("/")
    if scheme is None or not parts.netloc or len(folders) < 2 or folders[-2] not in ("t", "ws"):
        raise InvalidInput("not_a_table_address", address=address)
    server = urlunsplit((scheme, parts.netloc, "/".join(["", *folders[:-2]]).rstrip("/"), "", ""))
    return server, folders[-1].upper()


def socket_address(address: str) -> str:
    """The WebSocket's address of a table's; InvalidInput where it is none."""
    server, code = table_address(address)
    return f"ws{server.removeprefix('http')}/ws/{code}"


def ignore(_error: Exception | None) -> None:
    """Do nothing when the connection is lost or back."""


def ignore_problem(_problem: Problem) -> None:
    """Hear that a deal was not what was promised, and do nothing."""


def _read(data: str | bytes) -> Reply:
    """What the server says; a FiveThreeFiveError where only another server says such things."""
    try:
        return read_reply(data)
    except InvalidInput:
        raise FiveThreeFiveError("not_535") from None  # Nothing is wrong with what was typed.


class Client:
    """One seat's, or a spectator's, connection to a table.

    ``on_connection`` is called once with the error when the server cannot be reached, and with None when it
    answers again; ``on_unfair_deal`` with the code of what was wrong with a deal, once its round is over.
    """

    def __init__(
        self,
        address: str,
        token: str | None = None,
        on_connection: Callable[[Exception | None], None] = ignore,
        language: Language = "en",
    ) -> None:
        self.address = socket_address(address)
        self.token = token
        self.on_connection = on_connection
        self.on_unfair_deal: Callable[[Problem], None] = ignore_problem
        self.language = language
        """Of the sentences that the server says."""
        self.seq: int | None = None
        self.view: View | None = None
        self._away = False
        self._left = False
        self._socket: ClientConnection | None = None
        self._contributor = Contributor(lambda: secrets.token_bytes(SECRET_BYTES))

    def leave(self) -> None:
        """Close the connection at once and do not connect again."""
        self._left = True
        if self._socket is not None:
            self._socket.transport.abort()  # A closing handshake would wait for a server that may be gone.

    async def send(self, request: Request) -> None:
        """Send a message; one sent while the connection is away is lost, as the next view shows."""
        if self._socket is not None:
            with suppress(websockets.ConnectionClosed):
                await self._socket.send(encode(request).decode())

    async def replies(self) -> AsyncIterator[Reply]:
        """Everything the server says; the client reconnects whenever the connection breaks.

        Ends with a ``Bye`` after which the server wants nobody back.
        """
        wait = FIRST_WAIT
        while not self._left:
            try:
                async with connect(self.address, max_size=LONGEST_REPLY, compression=None) as socket:
                    self._socket = socket
                    await self.send(Hello(PROTOCOL, self.token, self.seq, self.language))
                    async for data in socket:
                        reply = await self.receive(_read(data))
                        if isinstance(reply, Bye):
                            yield reply
                            if not reply.retry:
                                return
                            continue
                        wait = FIRST_WAIT  # Not already where a connection opened: a Bye may follow.
                        if reply is not None:
                            yield reply
            except (OSError, websockets.WebSocketException) as error:
                if not self._left:
                    self._lost(error)
            finally:
                self._socket = None
            # Not all at once: a server that restarts has many clients.
            await asyncio.sleep(wait * (0.5 + secrets.randbelow(1000) / 2000))
            wait = min(LONGEST_WAIT, wait * 2)

    async def receive(self, reply: Reply) -> Reply | None:
        """Keep what a reply says, and return it with just the events that come next.

        None for an update that is older than what is known.
        """
        if self._away and not isinstance(reply, Bye):
            self._away = False
            self.on_connection(None)
        if isinstance(reply, Welcome):
            self._contributor.reconnected()
        elif isinstance(reply, Snapshot):
            self.seq, self.view = reply.seq, reply.view
            await self._contribute(reply.view)
        elif isinstance(reply, Update):
            return await self._receive_update(reply)
        return reply

    async def _contribute(self, view: View) -> None:
        if problem := self._contributor.problem(view):
            self.on_unfair_deal(problem)
        if request := self._contributor.answer(view):
            await self.send(request)

    async def _receive_update(self, update: Update) -> Update | None:
        known = self.seq or 0
        if update.since > known:
            # Events are missing between, and are asked for; the view is right all the same.
            self.view = update.view
            await self.send(Catch(known))
            return replace(update, seq=known, events=())
        if update.seq < known:
            return None
        self.seq, self.view = update.seq, update.view
        await self._contribute(update.view)
        return update if update.since == known else replace(update, events=())

    def _lost(self, error: Exception) -> None:
        if not self._away:
            self._away = True
            self.on_connection(error)


async def play_seat(
    client: Client, decide: Callable[[View], Awaitable[str]], *, on_reply: Callable[[Reply], None]
) -> None:
    """Play a seat by answering every view in which it is to act, until the server wants nobody back.

    An action is sent once for each turn; after a reconnection the view says whether it arrived. One that
    the server refuses is followed by a legal one, after a moment where there were too many messages.
    """
    player = _Player(client, decide)
    async for reply in client.replies():
        on_reply(reply)
        await player.hear(reply)


class _Player:
    def __init__(self, client: Client, decide: Callable[[View], Awaitable[str]]) -> None:
        self.client = client
        self.decide = decide
        self.answered: tuple[int, int | None] | None = None
        self.sent: Act | None = None
        self.refusals = 0

    async def hear(self, reply: Reply) -> None:
        if isinstance(reply, Snapshot | Welcome):  # after a reconnection the last action may be lost
            self.answered = None
        view = self.client.view
        if view is None or not view.can.act:
            return
        if isinstance(reply, Snapshot | Update):
            turn = (view.turn_number, view.you)
            if turn != self.answered:
                self.answered, self.refusals = turn, 0
                await self._send(view, await self.decide(view))
        elif isinstance(reply, Refused) and self.sent is not None and self._is_of(self.sent, reply):
            await self._send_again(view, reply)

    def _is_of(self, sent: Act, refused: Refused) -> bool:
        """Whether a refusal may be that of an action: what was not even read is refused without its id."""
        return refused.id == sent.id or refused.code in UNREAD

    async def _send_again(self, view: View, refused: Refused) -> None:
        """Act on the same turn after a refusal, in longer and longer steps: nobody else will."""
        assert self.sent is not None
        if refused.code == "turn_passed" or self.sent.turn != view.turn_number:
            return  # The newest view is on its way, or has been answered.
        action = self.sent.action
        if refused.code != "too_fast" and view.observation is not None:
            action = str(view.observation.legal[0])
        if refused.code == "too_fast" or self.refusals:
            await asyncio.sleep(min(LONGEST_WAIT, FIRST_WAIT * 2**self.refusals))
        self.refusals += 1
        await self._send(view, action)

    async def _send(self, view: View, action: str) -> None:
        # Its own id for every try, so that a refusal can be told from that of the one before.
        self.sent = Act(view.turn_number, secrets.randbits(48), action)
        await self.client.send(self.sent)
