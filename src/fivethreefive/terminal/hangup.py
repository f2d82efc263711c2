"""A terminal that has gone away: the process ends with it, as a hang-up would have ended it.

The kernel tells only the foreground of a session that the terminal controls. A process that stands outside
reads an end of file for ever instead, and what it writes is lost.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Sequence
from typing import TextIO

HUNG_UP = 129  # What a shell says of a process that a hang-up ended.


def end_with_terminal(streams: Sequence[TextIO] | None = None) -> None:
    """Have the process end as soon as the terminal behind a stream is gone; every event is kept by then.

    ``streams`` are the process's standard input, output and error. A thread waits and costs nothing; the
    event loop may be stuck by then, behind what cannot be written any more.
    """
    if not hasattr(select, "poll"):
        return
    poll = select.poll()
    for stream in (sys.stdin, sys.stdout, sys.stderr) if streams is None else streams:
        if stream.isatty():
            poll.register(stream.fileno(), 0)  # A hang-up and an error are always told.

    def wait() -> None:
        poll.poll()
        if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
            os.kill(os.getpid(), signal.SIGHUP)  # So that a shell is told the true cause.
        os._exit(HUNG_UP)  # Not sys.exit, which would end this thread alone.

    threading.Thread(target=wait, name="fivethreefive-terminal", daemon=True).start()
