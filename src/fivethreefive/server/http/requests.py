"""What a request brings: its language, and its body up to a length."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request

from fivethreefive.language import LANGUAGES, InvalidInput
from fivethreefive.protocol import Language


def language_of(request: Request) -> Language:
    """The first of our languages that the browser names."""
    for part in request.headers.get("accept-language", "").split(","):
        name = part.split(";")[0].split("-")[0].strip().lower()
        if name in LANGUAGES:
            return name  # type: ignore[return-value]
    return "en"


def token_of(connection: HTTPConnection) -> str | None:
    """The token of a seat that a request presents."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


async def read_body(request: Request, most: int, too_long: str) -> bytes:
    """The body of a request; InvalidInput ``too_long`` where it has more than ``most`` bytes."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > most:
            raise InvalidInput(too_long, most=most)
    return bytes(body)
