"""Run the measurements: all of them in the order of their names, or those named as arguments.

A measurement is a module of this folder with a function ``main()`` that prints its figures.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import platform
import sys
from pathlib import Path


def main(chosen: list[str]) -> int:
    known = sorted(
        module.name
        for module in pkgutil.iter_modules([str(Path(__file__).parent)])
        if not module.name.startswith("_")
    )
    if unknown := set(chosen) - set(known):
        print(f"No such measurement: {', '.join(sorted(unknown))}. There are: {', '.join(known)}")
        return 2
    # A figure means little without the machine it was measured on.
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    for name in known:
        if not chosen or name in chosen:
            print(f"\n{name}", flush=True)
            importlib.import_module(f"bench.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
