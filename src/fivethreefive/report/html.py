"""What every report is made of: the page around it, sections, tables and what folds away.

Texts are escaped here; what is called ``content`` is HTML already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

Cells = Sequence[str]


DOCTYPE = b"<!doctype html>"
"""What a page begins with, by which it is known again."""


def page(
    language: str, title: str, introduction: Iterable[str], sections: Iterable[str], *styles: str
) -> str:
    """A whole page; ``introduction`` and ``sections`` are content, ``styles`` are files beside this one."""
    folder = resources.files(__package__)
    style = "".join(folder.joinpath(name).read_text("utf-8") for name in ("style.css", *styles))
    return "\n".join(
        [
            DOCTYPE.decode(),
            f'<html lang="{language}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            # A report may be published: nothing in it can load or run anything, whatever names it shows.
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
            "style-src 'unsafe-inline'\">",
            f"<title>{escape(title)}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            "<header>",
            f"<h1>{escape(title)}</h1>",
            *introduction,
            "</header>",
            "<main>",
            *sections,
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of text."""
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def section(title: str, text: str | None, content: str, *, whole: bool = False) -> str:
    """A part of the page under a heading; a ``whole`` one takes the width of the page."""
    parts = ['<section class="whole">' if whole else "<section>", f"<h2>{escape(title)}</h2>"]
    if text:
        parts.append(paragraph(text, "soft"))
    return "\n".join([*parts, content, "</section>"])


def details(summary: str, content: str) -> str:
    """Content that is folded away under a line of text."""
    return f"<details><summary>{escape(summary)}</summary>\n{content}\n</details>"


def table(
    caption: str, heads: Cells, rows: Iterable[Cells], text_columns: int = 1, long_column: int | None = None
) -> str:
    """A table that scrolls by itself where it is too wide, by keyboard too."""

    def kind(column: int) -> str:
        if column == long_column:
            return ' class="text long"'
        return ' class="text"' if column < text_columns else ""

    head = "".join(f'<th scope="col"{kind(i)}>{escape(text)}</th>' for i, text in enumerate(heads))
    body = [
        "<tr>"
        + f'<th scope="row" class="text">{escape(row[0])}</th>'
        + "".join(f"<td{kind(i)}>{escape(text)}</td>" for i, text in enumerate(row) if i)
        + "</tr>"
        for row in rows
    ]
    return "\n".join(
        [
            f'<div class="wide" role="region" tabindex="0" aria-label="{escape(caption)}">',
            f"<table>\n<caption>{escape(caption)}</caption>",
            f"<thead><tr>{head}</tr></thead>\n<tbody>",
            *body,
            "</tbody>\n</table>\n</div>",
        ]
    )
