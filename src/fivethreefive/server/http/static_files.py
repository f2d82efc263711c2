"""Files over HTTP: the built page, and finished games to download."""

from __future__ import annotations

from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response

from fivethreefive.language import DEFAULT_LANGUAGE, Catalogue, InvalidInput
from fivethreefive.server.context import Site
from fivethreefive.server.http.export import fair_file, finished_game, record_lines
from fivethreefive.table.state import PlayedGame

FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
ANEW = {"cache-control": "no-cache"}


async def page(site: Site, request: Request) -> Response:
    """A file of the built page; any other path is the page itself, which reads the path."""
    folder, path = site.settings.page, request.path_params["path"]
    index = folder / "index.html"
    if not index.is_file():
        return _not_built()
    if found := _inside(folder, path):
        headers = FOREVER if path.startswith("assets/") else ANEW
        return FileResponse(found, headers=headers)
    if path.startswith("api/") or "." in path.rsplit("/", 1)[-1]:
        return PlainTextResponse("404\n", 404)
    return FileResponse(index, headers=ANEW)


def _inside(folder: Path, path: str) -> Path | None:
    """The file of a path, where it is one and inside the folder."""
    if not path or "\0" in path:
        return None
    try:
        found = (folder / path).resolve()
        return found if found.is_relative_to(folder.resolve()) and found.is_file() else None
    except OSError:  # a name longer than any file's
        return None


def _not_built() -> Response:
    say = Catalogue.of(DEFAULT_LANGUAGE).say
    text = escape(say("server.page_not_built"))
    body = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>535</title><p>{text}</p>'
    return HTMLResponse(body, headers=ANEW)


async def asked_game(site: Site, request: Request) -> tuple[str, int, PlayedGame]:
    """The finished game that a request is about: its table's code, its number there, and the game."""
    asked = request.query_params.get("game")
    if asked is not None and not (asked.isascii() and asked.isdigit() and len(asked) < 6):
        raise InvalidInput("no_game_yet")
    code = request.path_params["code"].upper()
    table = await site.read(site.address(request), code)
    played = finished_game(table, None if asked is None else int(asked))
    return code, 1 + table.games.index(played), played


async def serve_record(site: Site, request: Request, fair: bool) -> Response:
    """A finished game of a table: its record, or that with the secrets of its deals."""
    code, number, played = await asked_game(site, request)
    body = fair_file(played) if fair else b"".join(record_lines(played))
    name = f"535-{code}-{number}." + ("fair.json" if fair else "jsonl")
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type="application/json" if fair else "application/jsonl", headers=headers)
