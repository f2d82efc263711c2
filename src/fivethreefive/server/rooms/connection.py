"""One client as a table sees it: a bounded queue of messages, whatever carries them."""

from __future__ import annotations

import asyncio
from collections import deque

from fivethreefive.language import Catalogue, FiveThreeFiveError
from fivethreefive.protocol import Bye, Language, Refused, Reply, Why, encode
from fivethreefive.protocol.errors import error_fields
from fivethreefive.server.storage.store import Scope

LONGEST_QUEUE = 64
"""A client that leaves so many messages unread is dropped, and may come back."""

MOST_UNANSWERED = 16
"""So many messages of a client may wait for their answer, or these for the client, before more is read."""


class Connection:
    """What is to be sent to one client, and who it is at its table."""

    def __init__(self, language: Language = "en") -> None:
        self.language: Language = language
        self.seat: int | None = None
        self.scope: Scope | None = None
        self.ended = False
        self.code = ""
        """Why it ended."""
        self._queue: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._unanswered = 0
        self._fewer = asyncio.Event()

    def send(self, data: bytes) -> None:
        """Queue an encoded message; a queue that is full ends the connection."""
        if self.ended:
            return
        if len(self._queue) >= LONGEST_QUEUE:
            self._queue.clear()  # It gets a new view when it comes back, so nothing is lost.
            self.end("slow", retry=True)
            return
        self._queue.append(data)
        self._wake.set()

    def reply(self, reply: Reply) -> None:
        """Queue a message."""
        self.send(encode(reply))

    def end(self, code: str, *, retry: bool, said: str | None = None) -> None:
        """Say goodbye as the last message, with the sentence of ``said`` where one is more exact."""
        if not self.ended:
            self.ended, self.code = True, code
            sentence = Catalogue.of(self.language).say(f"server.bye_{said or code}")
            self._queue.append(encode(Bye(code, sentence, retry)))  # Also in a full queue: it is the last.
            self._wake.set()
            self._fewer.set()

    def close(self) -> None:
        """End without a word: nobody listens any more."""
        self.ended = True
        self._queue.clear()
        self._wake.set()
        self._fewer.set()

    def received(self) -> None:
        """A message of the client's waits at its table."""
        self._unanswered += 1

    def answered(self) -> None:
        """The table has done what the client's message asks for."""
        self._unanswered -= 1
        self._fewer.set()

    async def caught_up(self) -> None:
        """Wait until there is room for one more answer: who reads is never too slow for these."""
        while not self.ended and self._unanswered + len(self._queue) >= MOST_UNANSWERED:
            self._fewer.clear()
            await self._fewer.wait()

    async def next(self) -> bytes | None:
        """The next message to carry to the client; None after the last."""
        while not self._queue:
            if self.ended:
                return None
            self._wake.clear()  # Nothing can come in between: only an await lets others run.
            await self._wake.wait()
        self._fewer.set()
        return self._queue.popleft()

    def refuse(self, id_: int, error: FiveThreeFiveError) -> None:
        """Answer that something was not done."""
        self.reply(Refused(id_, *error_fields(error, self.language)))

    def explain(self, id_: int, error: FiveThreeFiveError | None) -> None:
        """Answer why an action is not legal, or that it is."""
        self.reply(Why(id_) if error is None else Why(id_, *error_fields(error, self.language)))
