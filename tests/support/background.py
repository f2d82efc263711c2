"""Programs in the background that a test starts and ends, with everything that they have started."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

STARTUP_S = 60
"""How long a program may take to start."""
END_S = 10
"""How long a program may take to end by itself; it is killed then."""


def own_environment(folder: Path) -> dict[str, str]:
    """An environment without the user's own files and screen."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    homes = {"HOME": folder, "XDG_CACHE_HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder}
    return kept | {name: str(path) for name, path in homes.items()}


@contextmanager
def running(
    command: Sequence[str], log: Path, environment: Mapping[str, str], **options: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that ends with everything it has started."""
    with log.open("wb") as written:
        process = subprocess.Popen(
            command, stdout=written, stderr=written, env=environment, start_new_session=True, **options
        )
    try:
        yield process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(END_S)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def screen(folder: Path) -> Iterator[str]:
    """An X server at a number that is free."""
    reads, writes = os.pipe()
    with open(reads, encoding="ascii") as number:
        command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1440x1000x24", "-nolisten", "tcp"]
        with running(command, folder / "xvfb.log", own_environment(folder), pass_fds=[writes]):
            os.close(writes)
            yield f":{number.readline().strip()}"


def until(done: Callable[[], Any], what: str, log: Path) -> Any:
    """What a question is answered by, as soon as it is."""
    end = time.monotonic() + STARTUP_S
    while not (found := done()):
        assert time.monotonic() < end, f"{what} does not answer:\n{log.read_text('utf-8', 'replace')}"
        time.sleep(0.02)
    return found


def said(log: Path, pattern: str) -> str:
    """What a program says in its log, as soon as it does."""
    return str(until(lambda: re.search(pattern, log.read_text("utf-8", "replace")), pattern, log)[1])


def answers(port: int) -> bool:
    """Whether somebody listens at a port of this machine."""
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0
