"""What a shell completes: the commands, their options and the words that these take."""

from __future__ import annotations

import argparse
from typing import Any

from argcomplete import autocomplete
from argcomplete.completers import FilesCompleter
from argcomplete.shell_integration import shellcode

from fivethreefive.cli.options import OPTIONS
from fivethreefive.cli.parser import Parser
from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.program import NAMES, PROGRAM

SHELLS = ("bash", "zsh", "fish")
NAME_BOTS = ("bots", "bot", "check")  # Options whose values are bots.


def script(shell: str) -> str:
    """What makes a shell ask this program, to be run when the shell starts."""
    return str(shellcode([*NAMES], shell=shell))


def complete(commands: tuple[str, ...], catalogue: Catalogue) -> None:
    """Answer the shell, which asks in the environment; does not return."""
    parser = argparse.ArgumentParser(prog=PROGRAM, add_help=False)
    parser.add_argument("--help", action="store_true")
    parser.add_argument("--version", action="store_true")
    language = parser.add_argument("--lang", metavar="|".join(LANGUAGES))
    language.completer = _completer(language)  # type: ignore[attr-defined]
    subparsers = parser.add_subparsers()
    subparsers.add_parser("help", add_help=False).add_argument("command", choices=commands)
    for command in commands:
        own = Parser(command, catalogue).declared(OPTIONS[command])
        for action in own._actions:
            action.completer = _completer(action)  # type: ignore[attr-defined]
        subparsers.add_parser(command, parents=[own], add_help=False, help=catalogue.say(f"cli.{command}"))
    autocomplete(parser)


def _completer(action: argparse.Action) -> Any:
    written = str(action.metavar or "")
    if action.dest in NAME_BOTS:
        return _bots
    if written == "SHELL":
        return lambda **_: SHELLS
    if "FILE" in written or "DIR" in written:
        return FilesCompleter()
    if "|" in written and written == written.lower():
        return lambda **_: written.split("|")
    return lambda **_: ()  # A number, a name: nothing to choose from.


def _bots(prefix: str = "", **_: Any) -> list[str]:
    from fivethreefive.bots import BOTS, LEVELS  # Here, since they are heavy: nothing else needs them.

    before = prefix[: prefix.rfind(",") + 1]
    return [f"{before}{name}" for name in (*LEVELS, *BOTS)]
