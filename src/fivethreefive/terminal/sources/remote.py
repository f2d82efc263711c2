"""A server's table as a source: it comes back by itself, and says when the server is away."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import msgspec

from fivethreefive import protocol
from fivethreefive.client import Client, table_address
from fivethreefive.language import InvalidInput
from fivethreefive.protocol import Bye, Language, Request, Review
from fivethreefive.record import GameRecord
from fivethreefive.terminal.sources import seat_tokens
from fivethreefive.terminal.sources.background import in_thread
from fivethreefive.terminal.sources.base import Answer, Progress, Source
from fivethreefive.terminal.sources.http_client import ServerRefused, Web

ASK_AGAIN = 0.7
"""Seconds between two questions how far a review is."""


class RemoteSource(Source):
    """One table of a server, as whoever holds a seat there or as a spectator."""

    def __init__(self, address: str, language: Language, *, seated: bool = True) -> None:
        super().__init__()
        server, code = table_address(address)
        self.address = f"{server}/t/{code}"
        self.code = code
        self.seated = seated
        self.web = Web(server, language)
        self.client = Client(
            self.address,
            seat_tokens.token_of(self.address) if seated else None,
            self._on_connection,
            language,
        )
        self._waiting: dict[int, tuple[Request, asyncio.Future[Answer]]] = {}
        self._asked = 0
        self._sending: set[asyncio.Task[None]] = set()
        self._wanted = asyncio.Event()
        self._finding: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Follow the table, for ever: after it was parted with, as soon as that is wanted again."""
        levels = asyncio.create_task(self._learn_levels())
        try:
            while True:
                async for reply in self.client.replies():
                    self._take(reply)
                self._wanted.clear()
                await self._wanted.wait()
        finally:
            levels.cancel()
            if self._finding is not None:
                self._finding.cancel()

    def close(self) -> None:
        """Let the line go."""
        self.client.leave()

    def come_back(self) -> None:
        """Connect again after the server wanted nobody back, as when the seat was opened elsewhere."""
        self._wanted.set()

    async def _learn_levels(self) -> None:
        try:
            self.levels = (await in_thread(partial(self.web.read, "/api/config", protocol.Config))).levels
        except ServerRefused:
            return  # Seats can be filled without; and the line says itself that the server is away.

    # What the server says

    def _take(self, reply: protocol.Reply) -> None:
        match reply:
            case protocol.Snapshot():
                self.log = []
                self.publish((), reply.view)
            case protocol.Update():
                self.publish(reply.events, reply.view)
            case protocol.Welcome():
                self._welcome(reply)
            case Bye():
                if not reply.retry:
                    self._part(reply)
            case protocol.Pong():
                pass
            case _:
                self._answer(reply)

    def _welcome(self, reply: protocol.Welcome) -> None:
        if reply.token is not None:
            self.client.token = reply.token
            seat_tokens.keep(self.address, reply.token)
        if reply.id in self._waiting:
            self._answer(reply)
        else:  # After a break: a move is safe to send again, since it names its turn.
            for request, _ in [*self._waiting.values()]:
                self._send(request)

    def _answer(self, reply: Answer) -> None:
        _, future = self._waiting.pop(reply.id, (None, None))
        if future is not None and not future.done():
            future.set_result(reply)

    def _on_connection(self, error: Exception | None) -> None:
        if self.listener is not None:
            self.listener.connection_changed(error is not None)
        if error is not None and self.view is None and self._finding is None:
            self._finding = asyncio.create_task(self._find_out())

    @property
    def sits(self) -> bool:
        """Whether a seat is held, as far as is known."""
        if self.view is not None:
            return self.view.you is not None
        return self.client.token is not None

    def missing(self) -> ServerRefused | None:
        """Why there is no table: the socket is refused without a word, and HTTP says it.

        None where there is one, or where nobody answers now.
        """
        try:
            self.web.read(f"/api/tables/{self.code}", protocol.Summary)
        except ServerRefused as refused:
            if 400 <= refused.status < 500:
                return refused
        return None

    async def _find_out(self) -> None:
        try:
            if (missing := await in_thread(self.missing)) is not None:
                self._part(Bye(missing.code, missing.sentence(self.client.language), retry=False))
        finally:
            self._finding = None

    def _part(self, bye: Bye) -> None:
        if self.listener is not None:
            self.listener.closed_by_server(bye)

    # What is asked

    def _send(self, request: Request) -> None:
        task = asyncio.create_task(self.client.send(request))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def ask(self, request: Request) -> Answer:
        """Ask, and wait for the answer however often the line breaks."""
        self._asked += 1
        request = msgspec.structs.replace(request, id=self._asked)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[self._asked] = (request, future)
        await self.client.send(request)
        return await future

    async def recorded(self) -> GameRecord:
        """The finished game, as the server has it."""
        if self.view is None:
            raise InvalidInput("no_game_yet")
        return await in_thread(partial(self.web.record, self.code, self.view.game, self.address))

    async def download(self, *, fair: bool) -> str:
        """Keep the finished game in a file of the current folder."""
        if self.view is None:
            raise InvalidInput("no_game_yet")
        number = self.view.game
        kind, ending = ("fair", "-fair.json") if fair else ("record", ".jsonl")
        path = f"/api/tables/{self.code}/{kind}?game={number}"
        _, body = await in_thread(partial(self.web.get, path))
        return await in_thread(partial(_write, Path(f"535-{self.code}-{number}{ending}"), body))

    async def review(self, progress: Progress) -> Review:
        """The server's review of the game that is over."""
        if self.view is None:
            raise InvalidInput("no_game_yet")
        path = f"/api/tables/{self.code}/review?game={self.view.game}"
        while True:
            status, body = await in_thread(partial(self.web.get, path))
            if status != 202:
                return msgspec.json.decode(body, type=Review)
            so_far = msgspec.json.decode(body, type=protocol.ReviewGoesOn)
            progress(so_far.done, so_far.all)
            await asyncio.sleep(ASK_AGAIN)


def _write(path: Path, body: bytes) -> str:
    """Write a new file; InvalidInput where it is there already or cannot be written."""
    try:
        with path.open("xb") as file:
            file.write(body)
    except FileExistsError:
        raise InvalidInput("file_exists", file=str(path)) from None
    except OSError as error:
        raise InvalidInput("unusable_file", file=str(path), why=error.strerror or str(error)) from None
    return str(path)
