"""The server's application without a network: requests and WebSockets, under a clock that stands still."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from fivethreefive.protocol import Hello, Reply, Request, encode, read_reply
from fivethreefive.server.app import make_app
from fivethreefive.server.context import Context, ServerSettings
from fivethreefive.server.rooms.hub import Hub
from fivethreefive.server.storage.store import Store, sqlite_url
from support.table_players import Clock, Quick, counted_secrets

HOST = "127.0.0.1:5350"


class Wire:
    """One application, asked directly."""

    def __init__(self, context: Context, clock: Clock) -> None:
        self.context = context
        self.clock = clock
        self.app = make_app(context)

    @property
    def hub(self) -> Hub:
        return self.context.hub

    def scope(self, kind: str, path: str, address: str, **headers: str) -> dict[str, Any]:
        named = {"host": HOST} | {name.replace("_", "-"): value for name, value in headers.items()}
        pairs = [(name.encode(), value.encode()) for name, value in named.items()]
        path, _, query = path.partition("?")
        return {
            "type": kind, "path": path, "raw_path": path.encode(), "root_path": "",
            "query_string": query.encode(),
            "scheme": "http", "http_version": "1.1", "client": (address, 1), "headers": pairs,
            "server": ("127.0.0.1", 5350), "method": "GET", "subprotocols": [],
        }  # fmt: skip

    async def ask(
        self, path: str, body: Any = None, address: str = "10.0.0.1", **headers: str
    ) -> tuple[int, Any]:
        """A request, POST where it has a body; its status, and what its JSON says."""
        scope = self.scope("http", path, address, **headers)
        scope["method"] = "GET" if body is None else "POST"
        said: list[Any] = []

        async def receive() -> dict[str, Any]:
            data = b"" if body is None else json.dumps(body).encode()
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: Any) -> None:
            said.append(message)

        await self.app(scope, receive, send)
        text = b"".join(message.get("body", b"") for message in said)
        is_json = dict(said[0]["headers"]).get(b"content-type") == b"application/json"
        return said[0]["status"], json.loads(text) if is_json else text

    async def connect(self, code: str, token: str | None = None, **where: str) -> Socket:
        """A WebSocket that has said hello."""
        socket = Socket(
            self, self.scope("websocket", f"/ws/{code}", where.pop("address", "10.0.0.1"), **where)
        )
        socket.say(Hello(1, token))
        return socket


class Socket:
    """One WebSocket."""

    def __init__(self, wire: Wire, scope: dict[str, Any]) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        self._task: asyncio.Task[None] = asyncio.create_task(self._run(wire, scope))

    async def _run(self, wire: Wire, scope: dict[str, Any]) -> None:
        await wire.app(scope, self._in.get, self._out.put)  # type: ignore[arg-type]

    def say(self, request: Request) -> None:
        self._in.put_nowait({"type": "websocket.receive", "text": encode(request).decode()})

    async def next(self) -> dict[str, Any]:
        """The next message on the wire, whatever it is."""
        async with asyncio.timeout(30):
            return await self._out.get()

    async def hear(self, kind: type[Any]) -> Any:
        """The next reply of a kind."""
        while True:
            message = await self.next()
            assert message["type"] != "websocket.close", message
            if message["type"] == "websocket.send":
                reply: Reply = read_reply(message["text"])
                if isinstance(reply, kind):
                    return reply

    async def close(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


def with_wire(
    folder: Path,
    test: Callable[[Wire], Coroutine[Any, Any, None]],
    settings: ServerSettings | None = None,
    run: bool = True,
) -> None:
    """Run a test with an application whose clock stands still."""

    async def play() -> None:
        clock = Clock()

        def make_hub() -> Hub:
            store = Store(sqlite_url(folder), "test")
            return Hub(store, Quick(), clock, draw=counted_secrets(), run=run)

        context = Context(settings or ServerSettings(), make_hub, clock)
        context.open()
        try:
            await test(Wire(context, clock))
        finally:
            await context.hub.close()

    asyncio.run(play())
