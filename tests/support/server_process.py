"""``fivethreefive serve`` as a process of its own, on a free port, for tests that go over the wire."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from support.command_process import COMMAND, LONG, default_signals, environment


class Running:
    """A server process on a free port."""

    def __init__(self, home: Path, *words: str, port: int = 0) -> None:
        self.home = home
        self.log = home / f"log{random.randrange(10**9)}"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*COMMAND, "serve", "--port", str(port), *words],
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment(home),
                text=True,
                preexec_fn=default_signals,  # noqa: PLW1509 - it takes no lock
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line + self.log.read_text()
        self.port = int(found[1])

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait; the exit code."""
        if self.process.poll() is None:
            os.kill(self.process.pid, how)
        code = self.process.wait(LONG)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """One HTTP request: status, headers and body."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(method, path, data, headers)
        answer = connection.getresponse()
        found = answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        connection.close()
        return found

    def create(self, **asked: Any) -> dict[str, Any]:
        """A new table."""
        status, _, body = self.ask("POST", "/api/tables", asked)
        assert status == 201, body
        created: dict[str, Any] = json.loads(body)
        return created

    def table(self, code: str) -> str:
        return f"http://127.0.0.1:{self.port}/t/{code}"

    def socket(self, code: str) -> str:
        return f"ws://127.0.0.1:{self.port}/ws/{code}"
