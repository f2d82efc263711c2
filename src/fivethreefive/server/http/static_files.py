"""The built page over HTTP; what has not changed is answered by 304."""

from __future__ import annotations

from html import escape
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from fivethreefive.language import DEFAULT_LANGUAGE, Catalogue

FOREVER = "public, max-age=31536000, immutable"
ANEW = "no-cache"


class Page(StaticFiles):
    """The files of the page; any other path is the page itself, which reads the path."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.index = folder / "index.html"

    @property
    def is_built(self) -> bool:
        """Whether there is a page to answer with."""
        return self.index.is_file()

    async def check_config(self) -> None:
        """Check nothing: without a page the answer says so."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, the page, or 404 for what can only be a file or a part of the API."""
        if not self.is_built:
            return _not_built()
        try:
            answer = await super().get_response("index.html" if path == "." else path, scope)
        except HTTPException as error:
            if error.status_code != 404:
                raise
            if path.startswith("api/") or "." in path.rpartition("/")[2]:
                return PlainTextResponse("404\n", 404)
            answer = await super().get_response("index.html", scope)
        # The build names assets by their content: another content has another name.
        answer.headers["cache-control"] = FOREVER if path.startswith("assets/") else ANEW
        return answer


def _not_built() -> Response:
    text = escape(Catalogue.of(DEFAULT_LANGUAGE).say("server.page_not_built"))
    body = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>535</title><p>{text}</p>'
    return HTMLResponse(body, 503, headers={"cache-control": ANEW})
