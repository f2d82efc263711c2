"""The API: one function for each address; an error that it raises becomes the answer."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fivethreefive.foreign_errors import why_not_decoded
from fivethreefive.language import InvalidInput
from fivethreefive.protocol import (
    LONGEST_NAME,
    LONGEST_RECORD,
    LONGEST_SAY,
    PACE_MS,
    PROTOCOL,
    Config,
    Create,
    Phrase,
)
from fivethreefive.server.context import Context
from fivethreefive.server.http.answers import json
from fivethreefive.server.http.downloads import asked_game
from fivethreefive.server.http.replay_upload import read_replay
from fivethreefive.server.http.requests import language_of, read_body, token_of
from fivethreefive.server.metrics import prometheus
from fivethreefive.server.rooms.timers import TURN_MS
from fivethreefive.table import summary as summary_of

LONGEST_BODY = 16_384


async def create(context: Context, request: Request) -> Response:
    """Make a table."""
    if not context.same_origin(request):
        raise InvalidInput("wrong_origin")
    if not context.creates.take(context.address(request)):
        raise InvalidInput("too_many")
    try:
        asked = msgspec.json.decode(await read_body(request, LONGEST_BODY, "message_too_long"), type=Create)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise InvalidInput("bad_message", why=why_not_decoded(error)) from None
    return json(await context.hub.create(asked), 201)


async def review(context: Context, request: Request) -> Response:
    """The review of a finished game, or how far it is: whoever asks first sets it going."""
    code, number, played = await asked_game(context, request)
    reviews = context.hub.reviews
    found = reviews.find((code, number))
    if found is None:
        if not context.reviews.take(context.address(request)):
            raise InvalidInput("too_many")
        found = reviews.start((code, number), played)
    if isinstance(found, bytes):
        return Response(found, 200, {"cache-control": "no-store"}, "application/json")
    answer = json(found, 202)
    answer.headers["retry-after"] = "1"
    return answer


async def replay(context: Context, request: Request) -> Response:
    """A game of a record that was sent, step by step."""
    return await read_replay(context, request, language_of(request))


async def summary(context: Context, request: Request) -> Response:
    """What somebody with the code may know before coming in."""
    caller = context.caller(request, request.path_params["code"], token_of(request))
    table = await context.read_table(caller)
    room = context.hub.rooms.get(caller.code)
    return json(summary_of(table, room.clients.online if room else frozenset()))


async def config(context: Context, _request: Request) -> Response:
    """What can be chosen here."""
    phrases = Phrase.__args__  # type: ignore[attr-defined]
    return json(
        Config(
            protocol=PROTOCOL,
            levels=tuple(context.hub.services.levels),
            phrases=phrases,
            clocks={str(name): limit for name, limit in TURN_MS.items()},
            paces={str(name): wait for name, wait in PACE_MS.items()},
            longest_name=LONGEST_NAME,
            longest_say=LONGEST_SAY,
            longest_record=LONGEST_RECORD,
        )
    )


async def health(context: Context, _request: Request) -> Response:
    """Whether tables can be stored, and below it what the operator should know."""
    await context.hub.heartbeat.check_database()
    lines = ["ok", *context.warnings()]
    return Response("".join(f"{line}\n" for line in lines), media_type="text/plain")


async def metrics(context: Context, _request: Request) -> Response:
    """Counts for Prometheus."""
    return Response(prometheus(context), media_type="text/plain; version=0.0.4")
