"""Finished games to download: the record, and the record with the secrets of its deals."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from fivethreefive.language import InvalidInput
from fivethreefive.server.context import Context
from fivethreefive.server.http.export import fair_file, finished_game, record_file
from fivethreefive.server.http.requests import token_of
from fivethreefive.table import PlayedGame


async def asked_game(context: Context, request: Request) -> tuple[str, int, PlayedGame]:
    """The finished game that a request is about: its table's code, its number there, and the game."""
    asked = request.query_params.get("game")
    if asked is not None and not (asked.isascii() and asked.isdigit() and len(asked) < 6):
        raise InvalidInput("no_game_yet")
    caller = context.caller(request, request.path_params["code"], token_of(request))
    table = await context.read_table(caller)
    played = finished_game(table, None if asked is None else int(asked))
    return caller.code, 1 + table.games.index(played), played


async def serve_record(context: Context, request: Request, fair: bool) -> Response:
    """A finished game of a table: its record, or that with the secrets of its deals."""
    code, number, played = await asked_game(context, request)
    body = await asyncio.to_thread(fair_file if fair else record_file, played)
    name = f"535-{code}-{number}." + ("fair.json" if fair else "jsonl")
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type="application/json" if fair else "application/jsonl", headers=headers)
