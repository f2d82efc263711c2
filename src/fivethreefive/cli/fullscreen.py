"""What the commands have in common that fill the terminal: whether they can, how it looks, how they end.

Textual is imported here only once it is sure to be used, so that no other command waits for it.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from fivethreefive.cli.options import ScreenOptions
from fivethreefive.terminal.capabilities import missing_capability
from fivethreefive.terminal.text.console import Console

if TYPE_CHECKING:
    from fivethreefive.terminal.settings import Settings


def fills_terminal(options: ScreenOptions, lines: Console) -> bool:
    """Whether the table fills the terminal; where it cannot, a sentence says why there are plain lines."""
    if options.plain:
        return False
    why = missing_capability()
    if why is not None and why.key:
        lines.say(why.key, **why.parameters)
        lines.line()
    return why is None


def chosen_settings(options: ScreenOptions) -> Settings:
    """The settings kept from before, with what was given on the command line."""
    from fivethreefive.terminal.settings import load

    settings = load()
    if options.theme is not None:
        settings.theme = options.theme
    return settings


def finish(code: int) -> int:
    """The exit code; where a thread still runs, the process ends at once, with all said and kept."""
    from fivethreefive.terminal.sources.background import thread_is_running

    if thread_is_running():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)  # Python at its exit could stumble over the thread.
    return code
