"""What a server says over plain HTTP: its levels, why there is no table, a game's record and review."""

from __future__ import annotations

from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import msgspec

from fivethreefive.language import FiveThreeFiveError
from fivethreefive.protocol import Problem
from fivethreefive.record import GameRecord, parse_records

PATIENCE = 15.0  # Seconds that an answer may take, as whoever comes to a table is told.

NO_JSON = (msgspec.MsgspecError, RecursionError, UnicodeError)
"""What msgspec raises where a body is not what it should be."""

Body = TypeVar("Body")


class ServerRefused(FiveThreeFiveError):
    """The server would not answer, or did not: its own sentence, where it has said one."""

    def __init__(self, code: str, status: int, said: str) -> None:
        super().__init__(code)
        self.status = status  # Of HTTP; 0 where there was no answer at all.
        self.said = said

    def sentence(self, language: str = "en") -> str:
        """What the server said."""
        return self.said or super().sentence(language)

    def __reduce__(self) -> tuple[object, ...]:
        return ServerRefused, (self.code, self.status, self.said)


@dataclass
class HttpClient:
    """One server, asked in one language; every call waits for the answer."""

    server: str
    language: str
    token: str | None = None
    """Of a seat: its holder is answered also where others at the address have asked too much."""

    def get(self, path: str) -> tuple[int, bytes]:
        """The status and the body of a path; ServerRefused where there is none."""
        request = Request(f"{self.server}{path}", headers={"accept-language": self.language})
        if self.token is not None:  # For this server only, wherever it may send us.
            request.add_unredirected_header("authorization", f"Bearer {self.token}")
        return self._ask(request)

    def get_record(self, code: str, game: int | None, name: str) -> GameRecord:
        """A finished game of a table, the last one where it has no number; ``name`` is for errors."""
        _, body = self.get(f"/api/tables/{code}/record" + (f"?game={game}" if game else ""))
        *_, record = parse_records(body.splitlines(keepends=True), name)
        return record

    def post(self, path: str, asked: Any, made: type[Body]) -> Body:
        """What a path makes of what is asked for; ServerRefused where it does not."""
        headers = {"accept-language": self.language, "content-type": "application/json"}
        data = msgspec.json.encode(asked)
        return _as(self._ask(Request(f"{self.server}{path}", data, headers))[1], made)

    @staticmethod
    def _ask(request: Request) -> tuple[int, bytes]:
        try:
            with urlopen(request, timeout=PATIENCE) as response:
                return response.status, response.read()
        except HTTPError as error:  # First: it is a URLError too.
            raise _refused(error) from None
        except (URLError, HTTPException, OSError):
            raise ServerRefused("server_away", 0, "") from None

    def get_json(self, path: str, body: type[Body]) -> Body:
        """A path's body as what it should be."""
        return _as(self.get(path)[1], body)


def _as(data: bytes, body: type[Body]) -> Body:
    try:
        return msgspec.json.decode(data, type=body)
    except NO_JSON:
        raise ServerRefused("not_535", 0, "") from None


def _refused(error: HTTPError) -> ServerRefused:
    try:
        problem = msgspec.json.decode(error.read(), type=Problem)
    except (*NO_JSON, OSError):
        return ServerRefused("not_535", error.code, "")
    return ServerRefused(problem.code, error.code, problem.sentence)
