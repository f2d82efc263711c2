"""``fivethreefive serve`` as a process of its own: started, killed and started again."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from fivethreefive.server.context import PAGE

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")


class Server:
    """A server on this machine; the port stays the same after a restart."""

    def __init__(self, folder: Path) -> None:
        assert (PAGE / "index.html").is_file(), "the page is not built: pip install builds it"
        self.folder = folder
        self.port = 0
        self.made = 0
        self.start()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it says where it is."""
        command = [sys.executable, "-m", "fivethreefive.cli", "serve", "--no-open", "--lang", "en"]
        command += ["--port", str(self.port), "--data", str(self.folder)]
        command += ["--trusted-proxy", "127.0.0.1"]
        self.log = (self.folder / "serve.log").open("ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := ADDRESS.search(line):
                self.port = int(found[1])
                return
        raise AssertionError((self.folder / "serve.log").read_text("utf-8"))

    def kill(self) -> None:
        """End it as a crash would."""
        self.process.kill()
        self._bury()

    def stop(self) -> None:
        """End it as Ctrl-C would."""
        if self.process.poll() is None:
            self.process.terminate()
        self._bury()

    def _bury(self) -> None:
        self.process.wait(timeout=20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()

    def create(self, **body: Any) -> dict[str, Any]:
        """Make a table over HTTP, each from an address of its own, so that no limit is met."""
        self.made += 1
        request = urllib.request.Request(
            f"{self.url}/api/tables",
            data=json.dumps(body).encode(),
            headers={
                "content-type": "application/json",
                "x-forwarded-for": f"10.0.{self.made // 256}.{self.made % 256}",
            },
        )
        with urllib.request.urlopen(request) as answer:
            made: dict[str, Any] = json.load(answer)
        return made
