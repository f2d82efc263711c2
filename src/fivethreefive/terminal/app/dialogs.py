"""The sheets and lists of a table screen, and what is asked of a table besides playing."""

from __future__ import annotations

from fivethreefive.terminal.app.around import Around
from fivethreefive.terminal.app.ends import Ends
from fivethreefive.terminal.app.menu import Menu
from fivethreefive.terminal.app.reading import Reading


class Dialogs(Reading, Ends, Around, Menu):
    """All that a table screen shows on top of itself; ``do_`` methods are commands."""
