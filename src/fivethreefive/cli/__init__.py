"""The command ``fivethreefive`` (also ``535``): every subcommand is a module of this package.

Exit codes: 0 done, 1 a record that is not valid or a system that failed, 2 bad input, 130 after
Ctrl-C, 141 where nobody reads on. Bad input is one line on standard error.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

try:
    from fivethreefive import __version__
    from fivethreefive.cli.parser import fill, nearest
    from fivethreefive.language import (
        Catalogue,
        FiveThreeFiveError,
        IllegalAction,
        InvalidCards,
        InvalidInput,
        InvalidRules,
        MissingExtra,
        SystemFailure,
        environment_language,
    )
    from fivethreefive.program import PROGRAM
except KeyboardInterrupt:  # These take most of the time until ``main`` can catch it.
    sys.exit(130)

COMMANDS = (
    *("play", "join", "watch", "hint", "review", "rules", "replay", "games", "stats", "check", "simulate"),
    *("arena", "serve", "verify", "bot", "admin", "completion"),
)
HIDDEN = ("warm-up",)

REFUSED = (InvalidInput, InvalidRules, InvalidCards, IllegalAction, MissingExtra)
"""What is wrong with what was typed; anything else is wrong with a record or the system."""

DONE = 0
FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130
NOBODY_READS = 141

OF_OUTPUT = "of_output"
"""The mark of an error of standard output."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with ``arguments``, the process's own unless given; returns the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    language = environment_language()
    _prepare_streams()
    try:
        language = _asked_language(words) or language  # First: all else is said in it.
        code = _run(words, Catalogue.of(language))
        sys.stdout.flush()  # Here, where a reader that has gone is still told from other failures.
    except FiveThreeFiveError as error:
        code = BAD_INPUT if isinstance(error, REFUSED) and not isinstance(error, SystemFailure) else FAILED
        print_error(error.sentence(language))
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = NOBODY_READS
    except OSError as error:
        code = FAILED
        print_error(_system_error(error).sentence(language))
    _flush_output()
    return code


def _run(words: list[str], catalogue: Catalogue) -> int:
    words = _without_leading_language(words)
    if "_ARGCOMPLETE" in os.environ:
        from fivethreefive.cli.completion import complete

        complete(COMMANDS, catalogue)
    if words[:1] == ["help"]:  # As somebody may type who has not found --help.
        words = [*(word for word in words[1:2] if word != "help"), "--help"]
    command = words[0] if words else "--help"
    if command in COMMANDS + HIDDEN:
        # Here and not above: the list of commands needs neither.
        from fivethreefive.cli.options import OPTIONS
        from fivethreefive.cli.parser import Parser

        options = Parser(command, catalogue).read(words[1:], OPTIONS[command])
        if options is None:
            return DONE
        module = import_module(f"fivethreefive.cli.commands.{command.replace('-', '_')}")
        _announce_compiling(catalogue)
        return int(module.run(options, catalogue))
    if command == "--version":
        print(f"{PROGRAM} {__version__}")
        return DONE
    if command in ("--help", "-h"):
        _print_overview(catalogue)
        return DONE
    if meant := nearest(command, COMMANDS):
        raise InvalidInput("no_such_command_but", command=command, meant=meant)
    raise InvalidInput("no_such_command", command=command, known=", ".join(COMMANDS))


def _announce_compiling(catalogue: Catalogue) -> None:
    jit = sys.modules.get("fivethreefive.rules.jit")  # Not every command has an engine.
    if jit is not None and sys.stderr.isatty():
        jit.before_compiling(lambda: print(catalogue.say("cli.compiling"), file=sys.stderr))


def _print_overview(catalogue: Catalogue) -> None:
    print(catalogue.say("cli.overview", program=PROGRAM) + "\n")
    for command in COMMANDS:
        print(f"  {command:<12}{catalogue.say(f'cli.{command}')}")
    print("\n" + fill(catalogue.say("cli.overview_more", program=PROGRAM)))


def _asked_language(words: Sequence[str]) -> str | None:
    for word, value in zip(words, [*words, ""][1:], strict=True):
        if word == "--lang" and value:
            return Catalogue.of(value).language
        if word.startswith("--lang="):
            return Catalogue.of(word.removeprefix("--lang=")).language
    return None


def _without_leading_language(words: list[str]) -> list[str]:
    if words[:1] == ["--lang"]:
        return words[2:]
    return words[1:] if words and words[0].startswith("--lang=") else words


def _prepare_streams() -> None:
    """Let nothing fail on a stream that is closed, or that cannot write or read some letters."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # Names may have letters that the terminal has not.
    _mark_errors_of_output()


def print_error(sentence: str) -> None:
    """Say on standard error, in one line, what went wrong."""
    line = " ".join("".join(c if c.isprintable() else " " for c in sentence).split())
    print(f"{PROGRAM}: {line}", file=sys.stderr)


def _system_error(error: OSError) -> FiveThreeFiveError:
    from fivethreefive.foreign_errors import why_system

    if error.filename is not None:
        return FiveThreeFiveError("file_failed", file=error.filename, why=why_system(error))
    code = "output_failed" if getattr(error, OF_OUTPUT, False) else "system_failed"
    return FiveThreeFiveError(code, why=why_system(error))


def _mark_errors_of_output() -> None:
    """Let an error of standard output be told from others that name no file either."""
    stream = getattr(sys.stdout, "buffer", None)
    raw: Any = getattr(stream, "raw", stream)
    if not isinstance(raw, io.FileIO) or "write" in vars(raw):  # None of a process, or marked already.
        return
    write = raw.write

    def marked_write(data: bytes) -> int:
        try:
            return write(data)
        except OSError as error:
            setattr(error, OF_OUTPUT, True)
            raise

    raw.write = marked_write  # type: ignore[method-assign, assignment]


def _flush_output() -> None:
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes once more at exit.
