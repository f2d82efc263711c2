"""``fivethreefive completion``: what makes a shell complete the words of this command."""

from __future__ import annotations

from fivethreefive.cli.completion import SHELLS, script
from fivethreefive.cli.options import CompletionOptions
from fivethreefive.language import Catalogue, InvalidInput


def run(options: CompletionOptions, catalogue: Catalogue) -> int:
    """Print what the shell is to run when it starts."""
    (shell,) = options.files
    if shell not in SHELLS:
        raise InvalidInput("not_a_choice", option="SHELL", value=shell, allowed=", ".join(SHELLS))
    print(script(shell))
    return 0
