"""Run the command as ``python -m fivethreefive.cli``."""

import sys

from fivethreefive.cli import main

if __name__ == "__main__":
    sys.exit(main())
