"""The sheets and lists of a table screen, and what is asked of a table besides playing."""

from __future__ import annotations

from fivethreefive.terminal.app.dialogs.info_dialogs import Reading
from fivethreefive.terminal.app.dialogs.menu import Menu
from fivethreefive.terminal.app.dialogs.round_end import Ends
from fivethreefive.terminal.app.dialogs.table_actions import Around


class Dialogs(Reading, Ends, Around, Menu):
    """All that a table screen shows on top of itself; ``do_`` methods are commands."""
