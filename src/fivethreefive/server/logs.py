"""The log: one line of JSON for each entry, and not too many of a kind."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections import Counter

from fivethreefive.server.clock import Clock
from fivethreefive.server.limits import RateLimits

MOST_LINES = 100
"""Lines of one kind at once ..."""
LINES_SECOND = 2.0
"""... and then each second: whoever floods the server shall not fill its disk with complaints."""


LIBRARIES = ("uvicorn", "websockets", "asyncio")
MOST_CAUSES = 5
"""So many of the errors that led to one another are shown."""


class JsonFormatter(logging.Formatter):
    """One line of JSON for each entry: time, level, what happened and its named values."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        known = vars(logging.makeLogRecord({}))
        extra = {name: value for name, value in vars(record).items() if name not in known}
        said = {"time": self.formatTime(record), "level": record.levelname.lower()}
        # Of what others log the first line: in those after it asyncio shows errors and values.
        said |= {"event": record.getMessage().partition("\n")[0]} | extra
        if record.exc_info and record.exc_info[1]:
            said["exception"] = traceback_without_values(record.exc_info[1])
        return json.dumps(said, default=str)


def traceback_without_values(error: BaseException) -> str:
    """Where an error was raised and what kind it is, with those that led to it.

    What an error says is left out: it may be a hand, as in ``KeyError: (2, 3, 4)``.
    """
    parts: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(parts) < MOST_CAUSES:
        frames = "".join(traceback.format_tb(cause.__traceback__))
        parts.append(f"Traceback (most recent call last):\n{frames}{type(cause).__qualname__}")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\n\n".join(reversed(parts))


class RateLimitFilter(logging.Filter):
    """Leaves lines out where there are too many of a kind; the next one tells how many."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._allowance = RateLimits(MOST_LINES, LINES_SECOND, clock)
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether an entry is written."""
        # By the first line: in those after it asyncio names the socket, and each text would be a new kind.
        kind = f"{record.name} {str(record.msg).partition(chr(10))[0]}"
        if not self._allowance.take(kind):
            self._left_out[kind] += 1
            return False
        if left_out := self._left_out.pop(kind, 0):
            record.left_out = left_out
        return True


def configure_logs(level: int, clock: Clock) -> None:
    """Send our log from ``level`` on, and the warnings of libraries, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(RateLimitFilter(clock))
    warning = logging.WARNING
    for name, least in (("fivethreefive", level), *((name, warning) for name in LIBRARIES)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(least)
