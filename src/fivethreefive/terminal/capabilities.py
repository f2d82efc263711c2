"""Whether the table can fill this terminal, or plain lines are what it can show."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import NamedTuple, TextIO

LEAST_WIDTH, LEAST_HEIGHT = 54, 19  # Below this there are plain lines; they do with twenty columns.


class MissingCapability(NamedTuple):
    """What this terminal lacks, so that there are plain lines."""

    key: str  # Of the sentence that says it; empty where nothing is to be said about it.
    parameters: dict[str, object] = {}  # noqa: RUF012 - never changed


def missing_capability(
    environment: Mapping[str, str] = os.environ, streams: Sequence[TextIO] | None = None
) -> MissingCapability | None:
    """Why the table cannot be shown here; None where it can.

    ``streams`` are the process's standard input, output and error, on the last of which Textual draws.
    """
    streams = (sys.stdin, sys.stdout, sys.stderr) if streams is None else streams
    if not all(stream.isatty() for stream in streams):
        return MissingCapability("")  # Nothing is said: in a pipe a sentence would be in the way.
    out = streams[1]
    term = environment.get("TERM", "")
    if os.name == "posix" and term in ("", "dumb", "unknown"):
        return MissingCapability("app.plain_term", {"term": term})
    if (out.encoding or "").replace("-", "").lower() != "utf8":
        return MissingCapability("app.plain_encoding", {"encoding": out.encoding})
    if (name := ascii_locale(environment)) is not None:
        return MissingCapability("app.plain_encoding", {"encoding": name})
    try:
        size = os.get_terminal_size(out.fileno())
    except OSError:
        return MissingCapability("")
    # A terminal that tells no size has some: 0 is what serial lines and new pseudo-terminals say.
    if 0 < size.columns < LEAST_WIDTH or 0 < size.lines < LEAST_HEIGHT:
        return MissingCapability("app.plain_size", {"columns": LEAST_WIDTH, "rows": LEAST_HEIGHT})
    return None if find_spec("textual") else MissingCapability("app.plain_textual")


COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python sets LC_CTYPE to where the locale is C (PEP 538), so that its own output is UTF-8."""


def ascii_locale(environment: Mapping[str, str]) -> str | None:
    """The variable that asks for ASCII, as ``LC_ALL=C``; None where none does.

    Python writes UTF-8 in these locales all the same, so that the encoding of its output tells nothing.
    Where nothing is set at all, as in a container, nobody has asked; what Python was told is obeyed.
    """
    if environment.get("PYTHONUTF8") == "1" or environment.get("PYTHONIOENCODING"):
        return None
    for variable in ("LC_ALL", "LC_CTYPE", "LANG"):
        value = environment.get(variable, "")
        if value in ("C", "POSIX"):
            return f"{variable}={value}"
        if value and not (variable == "LC_CTYPE" and value in COERCED):
            return None
    return None
