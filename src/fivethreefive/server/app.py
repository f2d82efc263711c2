"""The HTTP side: tables are made, the page is served, and clients come in by WebSocket."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from fivethreefive.language import DEFAULT_LANGUAGE, Catalogue, FiveThreeFiveError, InvalidInput
from fivethreefive.server.admission import place_of
from fivethreefive.server.context import Context
from fivethreefive.server.http import api
from fivethreefive.server.http.answers import refuse
from fivethreefive.server.http.downloads import serve_record
from fivethreefive.server.http.requests import token_of
from fivethreefive.server.http.static_files import Page
from fivethreefive.server.sockets.websocket import serve_client

# All that the page loads is ours; no inline script or style runs.
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

Endpoint = Callable[[Context, Request], Awaitable[Response]]


def make_app(context: Context) -> ASGIApp:
    """The application of a server; its hub lives from startup to shutdown."""
    page = Page(context.settings.page)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        context.open()
        if not page.is_built:
            why = Catalogue.of(DEFAULT_LANGUAGE).say("server.page_not_built")
            context.hub.services.log.warning("page_not_built", extra={"why": why})
        yield
        await context.hub.close()

    def get(path: str, endpoint: Endpoint) -> Route:
        return Route(path, partial(_answer, context, endpoint), methods=["GET"])

    routes = [
        Route("/api/tables", partial(_answer, context, api.create), methods=["POST"]),
        Route("/api/replay", partial(_answer, context, api.replay), methods=["POST"]),
        get("/api/tables/{code}", api.summary),
        get("/api/tables/{code}/record", partial(serve_record, fair=False)),
        get("/api/tables/{code}/fair", partial(serve_record, fair=True)),
        get("/api/tables/{code}/review", api.review),
        get("/api/config", api.config),
        get("/healthz", api.health),
        get("/metrics", api.metrics),
        WebSocketRoute("/ws/{code}", partial(serve_client, context)),
        Mount("/", page),
    ]
    return Secured(context, GZipMiddleware(Starlette(routes=routes, lifespan=lifespan), minimum_size=1000))


class Secured:
    """Answers only to our own names, with the security headers on every answer, errors included."""

    def __init__(self, context: Context, app: ASGIApp) -> None:
        self.context = context
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        app = self.app
        if scope["type"] != "lifespan" and not self.context.serves(HTTPConnection(scope)):
            app = _wrong_host
        elif scope["type"] == "http" and (refused := await self._why_no_place(scope)):
            app = partial(_no_place, refused)

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                named = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *named]
            await send(message)

        await app(scope, receive, send_secured)

    async def _why_no_place(self, scope: Scope) -> str | None:
        """Why a request above the limits of connections is refused; None where it is within, or a holder's.

        A WebSocket's client says only in its first message what it holds.
        """
        place = place_of(scope.get("state", {}))
        if place is None or place.proved:
            return None
        path, connection = scope["path"].split("/"), HTTPConnection(scope)
        if path[:3] == ["", "api", "tables"] and len(path) > 3:
            caller = self.context.caller(connection, path[3], token_of(connection))
            with suppress(SQLAlchemyError):  # Nobody can tell now.
                if (seat := await caller.seat()) and place.prove(seat):
                    return None
        self.context.hub.services.counters["connections_refused"] += 1
        return place.refusal


async def _no_place(code: str, scope: Scope, receive: Receive, send: Send) -> None:
    answer = refuse(Request(scope), InvalidInput(code), 503)
    answer.headers["connection"] = "close"
    await answer(scope, receive, send)


async def _wrong_host(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await WebSocketClose()(scope, receive, send)  # Before it is accepted: the answer is 403.
        return
    request = Request(scope)
    error = InvalidInput("wrong_host", host=request.headers["host"])
    await refuse(request, error)(scope, receive, send)


async def _answer(context: Context, endpoint: Endpoint, request: Request) -> Response:
    """Answer with what the endpoint returns, or with the problem it raises."""
    try:
        return await endpoint(context, request)
    except FiveThreeFiveError as error:
        return refuse(request, error)
    except ClientDisconnect:
        return Response(status_code=400)  # Nobody reads it.
    except CancelledError:
        if not context.hub.closing:
            raise
        return refuse(request, InvalidInput("server_full"))  # It ends, and waits no longer for the answer.
    except SQLAlchemyError as error:
        context.hub.services.store_failed("request", error)
        return refuse(request, InvalidInput("store_failed"))
