"""Answers as JSON, and which status an error has."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fivethreefive.language import FiveThreeFiveError
from fivethreefive.protocol import Problem, encode
from fivethreefive.server.http.requests import language_of

STATUS = {
    "no_such_table": 404,
    "too_many": 429,
    "too_fast": 429,
    "record_too_long": 413,
    "server_full": 503,
    "store_failed": 503,
    "too_busy": 503,
    "wrong_origin": 403,
    "wrong_host": 421,
    "no_game_yet": 404,
}


def json(body: Any, status: int = 200) -> Response:
    """A body as JSON that no cache keeps."""
    return Response(encode(body), status, {"cache-control": "no-store"}, "application/json")


def refuse(request: Request, error: FiveThreeFiveError, status: int | None = None) -> Response:
    """The answer to a request that an error refuses, with its usual status unless given."""
    status = status or STATUS.get(error.code, 400)
    sentence = error.sentence(language_of(request))
    answer = json(Problem(error.code, error.rule, sentence, error.parameters.get("line")), status)
    if status == 503:
        answer.headers["retry-after"] = "5"
    return answer
