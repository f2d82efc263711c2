"""The log: one line of JSON for each entry, and not too many of a kind."""

from __future__ import annotations

import json
import logging
import sys
from collections import Counter

from fivethreefive.server.clock import Clock
from fivethreefive.server.limits import RateLimits

MOST_LINES = 100
"""Lines of one kind at once ..."""
LINES_SECOND = 2.0
"""... and then each second: whoever floods the server shall not fill its disk with complaints."""


class JsonFormatter(logging.Formatter):
    """One line of JSON for each entry: time, level, what happened and its named values."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        known = vars(logging.makeLogRecord({}))
        extra = {name: value for name, value in vars(record).items() if name not in known}
        said = {"time": self.formatTime(record), "level": record.levelname.lower()}
        said |= {"event": record.getMessage()} | extra
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        return json.dumps(said, default=str)


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
    """Send our log from ``level`` on, and the warnings of uvicorn and asyncio, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(RateLimitFilter(clock))
    warning = logging.WARNING
    for name, least in (("fivethreefive", level), ("uvicorn", warning), ("asyncio", warning)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(least)
