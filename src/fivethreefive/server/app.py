"""The HTTP side: tables are made, the page is served, and clients come in by WebSocket."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from fivethreefive.language import LANGUAGES, FiveThreeFiveError, InvalidInput
from fivethreefive.protocol import (
    LONGEST_NAME,
    LONGEST_RECORD,
    LONGEST_SAY,
    PROTOCOL,
    Config,
    Create,
    Language,
    Phrase,
    Problem,
    encode,
)
from fivethreefive.server.context import Site
from fivethreefive.server.http.replay_upload import read_replay
from fivethreefive.server.http.static_files import asked_game, page, serve_record
from fivethreefive.server.metrics import prometheus
from fivethreefive.server.rooms.timers import PACE_MS, TURN_MS
from fivethreefive.server.sockets.websocket import play
from fivethreefive.table import summary

LONGEST_BODY = 16_384

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

Endpoint = Callable[[Site, Request], Awaitable[Response]]


def make_app(site: Site) -> ASGIApp:
    """The application of a site; its hub lives from startup to shutdown."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        site.open()
        yield
        await site.hub.close()

    def get(path: str, endpoint: Endpoint) -> Route:
        return Route(path, partial(_answer, site, endpoint), methods=["GET"])

    routes = [
        Route("/api/tables", partial(_answer, site, _create), methods=["POST"]),
        Route("/api/replay", partial(_answer, site, _replay), methods=["POST"]),
        get("/api/tables/{code}", _summary),
        get("/api/tables/{code}/record", partial(serve_record, fair=False)),
        get("/api/tables/{code}/fair", partial(serve_record, fair=True)),
        get("/api/tables/{code}/review", _review),
        get("/api/config", _config),
        get("/healthz", _health),
        get("/metrics", _metrics),
        WebSocketRoute("/ws/{code}", partial(play, site)),
        get("/{path:path}", page),
    ]
    return Secured(site, GZipMiddleware(Starlette(routes=routes, lifespan=lifespan), minimum_size=1000))


class Secured:
    """Answers only to our own names, with the security headers on every answer."""

    def __init__(self, site: Site, app: ASGIApp) -> None:
        self.site = site
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        app = self.app
        if scope["type"] != "lifespan" and not self.site.serves(HTTPConnection(scope)):
            app = _wrong_host

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                named = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *named]
            await send(message)

        await app(scope, receive, send_secured)


async def _wrong_host(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await WebSocketClose()(scope, receive, send)  # Before it is accepted: the answer is 403.
        return
    request = Request(scope)
    error = InvalidInput("wrong_host", host=request.headers["host"])
    await _refuse(request, error)(scope, receive, send)


def json(body: Any, status: int = 200) -> Response:
    """A body as JSON that no cache keeps."""
    return Response(encode(body), status, {"cache-control": "no-store"}, "application/json")


def language_of(request: Request) -> Language:
    """The first of our languages that the browser names."""
    for part in request.headers.get("accept-language", "").split(","):
        name = part.split(";")[0].split("-")[0].strip().lower()
        if name in LANGUAGES:
            return name  # type: ignore[return-value]
    return "en"


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


async def _answer(site: Site, endpoint: Endpoint, request: Request) -> Response:
    """Answer with what the endpoint returns, or with the problem it raises."""
    try:
        return await endpoint(site, request)
    except FiveThreeFiveError as error:
        return _refuse(request, error)
    except ClientDisconnect:
        return Response(status_code=400)  # Nobody reads it.
    except SQLAlchemyError as error:
        site.hub.services.store_failed("request", error)
        return _refuse(request, InvalidInput("store_failed"))


def _refuse(request: Request, error: FiveThreeFiveError) -> Response:
    status = STATUS.get(error.code, 400)
    sentence = error.sentence(language_of(request))
    answer = json(Problem(error.code, error.rule, sentence, error.parameters.get("line")), status)
    if status == 503:
        answer.headers["retry-after"] = "5"
    return answer


async def _create(site: Site, request: Request) -> Response:
    if not site.same_origin(request):
        raise InvalidInput("wrong_origin")
    if not site.creates.take(site.address(request)):
        raise InvalidInput("too_many")
    try:
        asked = msgspec.json.decode(await _body(request), type=Create)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise InvalidInput("bad_message", why=str(error)) from None
    return json(await site.hub.create(asked), 201)


async def _review(site: Site, request: Request) -> Response:
    """The review of a finished game, or how far it is: whoever asks first sets it going."""
    code, number, played = await asked_game(site, request)
    reviews = site.hub.reviews
    found = reviews.find((code, number))
    if found is None:
        if not site.reviews.take(site.address(request)):
            raise InvalidInput("too_many")
        found = reviews.start((code, number), played)
    if isinstance(found, bytes):
        return Response(found, 200, {"cache-control": "no-store"}, "application/json")
    answer = json(found, 202)
    answer.headers["retry-after"] = "1"
    return answer


async def _replay(site: Site, request: Request) -> Response:
    return json(await read_replay(site, request, language_of(request)))


async def _body(request: Request) -> bytes:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_BODY:
            raise InvalidInput("message_too_long", most=LONGEST_BODY)
    return body


async def _summary(site: Site, request: Request) -> Response:
    code = request.path_params["code"].upper()
    table = await site.read(site.address(request), code)
    room = site.hub.rooms.get(code)
    return json(summary(table, room.clients.online if room else frozenset()))


async def _config(site: Site, _request: Request) -> Response:
    phrases = Phrase.__args__  # type: ignore[attr-defined]
    return json(
        Config(
            protocol=PROTOCOL,
            levels=tuple(site.hub.services.levels),
            phrases=phrases,
            clocks={str(name): limit for name, limit in TURN_MS.items()},
            paces={str(name): wait for name, wait in PACE_MS.items()},
            longest_name=LONGEST_NAME,
            longest_say=LONGEST_SAY,
            longest_record=LONGEST_RECORD,
        )
    )


async def _health(site: Site, _request: Request) -> Response:
    """Whether tables can be stored."""
    await site.hub.heartbeat.prove()
    return Response("ok\n", media_type="text/plain")


async def _metrics(site: Site, _request: Request) -> Response:
    return Response(prometheus(site), media_type="text/plain; version=0.0.4")
