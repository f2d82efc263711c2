"""A server's table as a source: it comes back by itself, and says when the server is away."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from fivethreefive import protocol
from fivethreefive.client import Client, table_address
from fivethreefive.foreign_errors import from_system
from fivethreefive.language import Catalogue, InvalidInput
from fivethreefive.protocol import Bye, Language, Request, Review
from fivethreefive.protocol.errors import error_fields
from fivethreefive.record import GameRecord
from fivethreefive.table.deals.contributor import Problem
from fivethreefive.terminal.sources import http_client, seat_tokens
from fivethreefive.terminal.sources.background import run_in_thread
from fivethreefive.terminal.sources.base import Answer, Progress, Source
from fivethreefive.terminal.sources.http_client import HttpClient, ServerRefused

ASK_AGAIN = 0.7  # Seconds between two questions how far a review is.

TOO_MANY = 429
"""The status of HTTP that tells an address to ask less."""

REPEATABLE = (
    *(protocol.Ask, protocol.Hint),  # They change nothing.
    protocol.Act,  # It names its turn: the server takes the same action again for the same move.
    *(protocol.Back, protocol.Fill, protocol.Show),  # What is so already stays so.
)
"""Requests that the server may get twice with the same effect as once."""


@dataclass
class Pending:
    """A request that has no answer yet."""

    request: Request
    answer: asyncio.Future[Answer]
    sent: bool = False  # Whether the server may have got it.


class RemoteSource(Source):
    """One table of a server, as whoever holds a seat there or as a spectator."""

    def __init__(self, address: str, language: Language, *, seated: bool = True) -> None:
        super().__init__()
        server, code = table_address(address)
        self.address = f"{server}/t/{code}"
        self.code = code
        self.seated = seated
        token = seat_tokens.load_token(self.address) if seated else None
        self.http = HttpClient(server, language, token)
        self.client = Client(self.address, token, self._on_connection, language)
        self.client.on_unfair_deal = self._on_unfair_deal
        self._pending: dict[int, Pending] = {}  # By the id of the request.
        self._last_id = 0
        self._greeted = False  # Whether the server has answered the Hello of this connection.
        self._sending: set[asyncio.Task[None]] = set()
        self._reconnect_wanted = asyncio.Event()
        self._table_check: asyncio.Task[None] | None = None
        self._give_up_at = time.monotonic() + http_client.PATIENCE
        self._patience: asyncio.Timeout | None = None  # Runs out where the server never answers at all.

    async def run(self) -> None:
        """Follow the table, for ever: after it was parted with, as soon as that is wanted again.

        Raises ServerRefused where the server has not answered once in the time that an answer may take.
        """
        levels = asyncio.create_task(self._fetch_levels())
        try:
            left = max(1.0, self._give_up_at - time.monotonic())
            async with asyncio.timeout(left) as self._patience:
                while True:
                    async for reply in self.client.replies():  # Ends where the server wants nobody back.
                        if not isinstance(reply, protocol.Welcome):  # Of another server nothing may follow.
                            self._patience.reschedule(None)
                        self._handle(reply)
                    self._reconnect_wanted.clear()
                    await self._reconnect_wanted.wait()
        except TimeoutError:
            raise ServerRefused("server_away", 0, "") from None
        finally:
            levels.cancel()
            if self._table_check is not None:
                self._table_check.cancel()

    def close(self) -> None:
        """Drop the connection."""
        self.client.leave()

    def reconnect(self) -> None:
        """Have ``run`` connect again after the server wanted nobody back."""
        self._reconnect_wanted.set()

    async def _fetch_levels(self) -> None:
        try:
            self.levels = (
                await run_in_thread(partial(self.http.get_json, "/api/config", protocol.Config))
            ).levels
        except ServerRefused:
            return  # Seats can be filled without, and the connection tells that the server is away.

    # What the server says

    def _handle(self, reply: protocol.Reply) -> None:
        match reply:
            case protocol.Snapshot():
                self.log = []
                self.publish((), reply.view)
            case protocol.Update():
                self.publish(reply.events, reply.view)
            case protocol.Welcome():
                self._welcome(reply)
            case Bye():
                self._greeted = False
                if not reply.retry:
                    self._report_end(reply)
            case protocol.Pong():
                pass
            case _:
                self._answer(reply)

    def _welcome(self, reply: protocol.Welcome) -> None:
        if reply.token is not None:
            self.client.token = self.http.token = reply.token
            seat_tokens.keep(self.address, reply.token)
        self._greeted = True
        if reply.id in self._pending:
            self._answer(reply)
        else:
            self._resume()

    def _resume(self) -> None:
        for id_, pending in [*self._pending.items()]:
            if not pending.sent or isinstance(pending.request, REPEATABLE):
                task = asyncio.create_task(self._send(pending))
                self._sending.add(task)  # The loop itself keeps no task from being collected.
                task.add_done_callback(self._sending.discard)
            else:  # A message would be said twice; only the person can see whether it was.
                error = InvalidInput("answer_lost")
                self._answer(protocol.Refused(id_, *error_fields(error, self.client.language)))

    def _answer(self, reply: Answer) -> None:
        pending = self._pending.get(reply.id)
        if pending is not None and not pending.answer.done():
            pending.answer.set_result(reply)

    def _on_connection(self, error: Exception | None) -> None:
        if error is not None:
            self._greeted = False
        if self.listener is not None:
            self.listener.connection_changed(error is not None)
        if error is not None and self.view is None and self._table_check is None:  # No table, or no server?
            self._table_check = asyncio.create_task(self._check_table())

    def _on_unfair_deal(self, problem: Problem) -> None:
        catalogue = Catalogue.of(self.client.language)
        match problem:
            case "contribution_left_out":
                self.add_note(catalogue.say("page.contribution_left_out"))
            case "commitments_changed":
                self.add_note(catalogue.say("page.commitments_changed"))

    @property
    def has_seat(self) -> bool:
        """Whether a seat is held, as far as is known."""
        if self.view is not None:
            return self.view.you is not None
        return self.client.token is not None

    def why_missing(self) -> ServerRefused | None:
        """Why there is no table: the socket is refused without a word, and HTTP says it.

        None where there is one, or where the server cannot tell now.
        """
        try:
            self.http.get_json(f"/api/tables/{self.code}", protocol.Summary)
        except ServerRefused as refused:
            # Others, as while a server restarts, may pass. And the socket may let a seat's holder in.
            if refused.status < 500 and not (refused.status == TOO_MANY and self.http.token):
                return refused
        return None

    async def _check_table(self) -> None:
        try:
            missing = await run_in_thread(self.why_missing)
            if missing is not None and missing.status:  # Whether somebody answers at all is seen later.
                self._report_end(Bye(missing.code, missing.sentence(self.client.language), retry=False))
        finally:
            self._table_check = None

    def _report_end(self, bye: Bye) -> None:
        if self.listener is not None:
            self.listener.closed_by_server(bye)

    # What is asked

    async def _send(self, pending: Pending) -> None:
        pending.sent = True
        await self.client.send(pending.request)

    async def ask(self, request: Request) -> Answer:
        """Ask, and wait for the answer however often the connection breaks.

        After a break nobody knows whether the server has done it. What may not be done twice is then not
        sent again: the answer is a refusal that says so.
        """
        self._last_id = id_ = self._last_id + 1
        pending = Pending(
            msgspec.structs.replace(request, id=id_), asyncio.get_running_loop().create_future()
        )
        self._pending[id_] = pending
        try:
            if self._greeted:  # Sent between Hello and its answer, it would be sent again after that.
                await self._send(pending)
            return await pending.answer
        finally:  # Also where nobody waits any more: it must not be sent after the next break.
            del self._pending[id_]

    async def recorded(self) -> GameRecord:
        """The finished game, as the server has it."""
        if self.view is None:
            raise InvalidInput("no_game_yet")
        return await run_in_thread(partial(self.http.get_record, self.code, self.view.game, self.address))

    async def download(self, *, fair: bool) -> str:
        """Keep the finished game in a file of the current folder."""
        if self.view is None:
            raise InvalidInput("no_game_yet")
        number = self.view.game
        kind, ending = ("fair", "-fair.json") if fair else ("record", ".jsonl")
        path = f"/api/tables/{self.code}/{kind}?game={number}"
        _, body = await run_in_thread(partial(self.http.get, path))
        return await run_in_thread(partial(_write, Path(f"535-{self.code}-{number}{ending}"), body))

    async def review(self, progress: Progress) -> Review:
        """The server's review of the game that is over."""
        if self.view is None:
            raise InvalidInput("no_game_yet")
        path = f"/api/tables/{self.code}/review?game={self.view.game}"
        while True:
            status, body = await run_in_thread(partial(self.http.get, path))
            if status != 202:
                return msgspec.json.decode(body, type=Review)
            so_far = msgspec.json.decode(body, type=protocol.ReviewGoesOn)
            progress(so_far.done, so_far.all)
            await asyncio.sleep(ASK_AGAIN)


def _write(path: Path, body: bytes) -> str:
    """Write a new file; InvalidInput where it is there already or cannot be written."""
    try:
        with path.open("xb") as file:  # Never over a file that is there.
            file.write(body)
    except FileExistsError:
        raise InvalidInput("file_exists", file=str(path)) from None
    except OSError as error:
        raise from_system("unusable_file", error, file=str(path)) from None
    return str(path)
