"""Reading a command's options: argparse with every sentence taken from the catalogues.

What cannot be read raises InvalidInput, so that bad input of any kind is one line in the language of
whoever typed it.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, TypeVar

from fivethreefive.language import Catalogue, InvalidInput
from fivethreefive.program import PROGRAM, program_to_type
from fivethreefive.validation import LONGEST_NAME

HELP_COLUMN = 32
WIDTH = 78
"""Columns of help: a window may be wider, but longer lines are hard to read."""

Reader = Callable[[str, str], Any]
"""What turns the flag and the text of a value into what the command wants."""

Chosen = TypeVar("Chosen")


@dataclass(frozen=True)
class CommandOptions:
    """What every command can be given; each has a class of its own in ``options``.

    Its fields are the command's options in the order of its help: ``until_clear`` is ``--until-clear``.
    """

    lang: str | None = None


def language_options(options: CommandOptions) -> tuple[str, ...]:
    """The words that ask for the language again which was asked for."""
    return ("--lang", options.lang) if options.lang else ()


def option(
    metavar: str,
    help_key: str,
    read: Reader | None = None,
    default: Any = None,
    *,
    flag: str | None = None,
    optional: Any = None,
    repeated: bool = False,
) -> Any:
    """A field whose option has a value; ``flag`` where it is not called as the field is.

    With ``optional`` the value may be left out and is then that. A ``repeated`` option may be given
    several times: what its values hold is joined.
    """

    def declare(parser: Parser, name: str) -> None:
        written = flag or _flag(name)
        parser.group.add_argument(
            written,
            dest=name,
            metavar=metavar,
            help=parser.catalogue.say(help_key),
            type=str if read is None else lambda text: read(written, text),
            default=default,
            action="extend" if repeated else "store",
            **({} if optional is None else {"nargs": "?", "const": optional}),
        )

    return field(default=default, metadata={"declare": declare})


def switch(help_key: str) -> Any:
    """A field whose option has no value: whether it was given."""

    def declare(parser: Parser, name: str) -> None:
        parser.switches.add(_flag(name))
        parser.group.add_argument(_flag(name), action="store_true", help=parser.catalogue.say(help_key))

    return field(default=False, metadata={"declare": declare})


def positional(metavar: str, *, least: int, most: int | None) -> Any:
    """The field of the arguments besides the options, from ``least`` to ``most`` of them."""

    def declare(parser: Parser, name: str) -> None:
        parser.positional, parser.least, parser.most = metavar, least, most
        parser.parser.add_argument(name, nargs="*", metavar=metavar, help=argparse.SUPPRESS)

    return field(default=(), metadata={"declare": declare})


def group(kind: type[Any]) -> Any:
    """A field that holds options which several commands have in common."""
    return field(default_factory=kind, metadata={"group": kind})


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


class Parser:
    """Reads the options and arguments of one command."""

    def __init__(self, command: str, catalogue: Catalogue) -> None:
        self.command = command
        self.catalogue = catalogue
        self.positional: str | None = None
        self.least: int = 0
        self.most: int | None = 0
        self.switches: set[str] = set()
        self.parser = argparse.ArgumentParser(
            prog=f"{PROGRAM} {command}",
            add_help=False,
            allow_abbrev=False,  # Else a new option could change what an old line means.
            exit_on_error=False,  # Errors are said in the language of the person.
            formatter_class=partial(argparse.HelpFormatter, max_help_position=HELP_COLUMN, width=WIDTH),
        )
        self.group = self.parser.add_argument_group(catalogue.say("cli.options"))

    def _declare(self, kind: type[Any]) -> None:
        for one in fields(kind):
            if "group" in one.metadata:
                self._declare(one.metadata["group"])
            elif "declare" in one.metadata:
                one.metadata["declare"](self, one.name)

    def declared(self, kind: type[Any]) -> argparse.ArgumentParser:
        """The parser of the options of a class, and of those that every command has."""
        self._declare(kind)
        self._declare(_EveryCommand)
        return self.parser

    def read(self, words: Sequence[str], kind: type[Chosen]) -> Chosen | None:
        """The options that ``words`` give; None where they ask for help, which is then printed."""
        self.declared(kind)
        # Before anything is read: whoever asks for help may have got the rest wrong.
        if "--help" in words or "-h" in words:
            print(self._help(), end="")
            return None
        try:
            options, rest = self.parser.parse_known_intermixed_args(words)
        except argparse.ArgumentError as error:
            flag = str(error.argument_name).split("/")[0]
            code = "option_takes_none" if flag in self.switches else "option_needs_value"
            raise self._refusal(code, option=flag) from None
        for word in rest:
            if not word.startswith("-"):
                raise self._refusal("unexpected_argument", text=word)
            if meant := nearest(word.partition("=")[0], self.parser._option_string_actions):
                raise InvalidInput("no_such_option_but", command=self.command, text=word, meant=meant)
            raise self._refusal("no_such_option", text=word)
        if self.positional:
            self._check_files(options.files)
        return _chosen(kind, options)

    def _check_files(self, files: Sequence[str]) -> None:
        if len(files) < self.least:
            raise self._refusal("missing_argument", argument=self.positional)
        if self.most is not None and len(files) > self.most:
            raise self._refusal("unexpected_argument", text=files[self.most])

    def _refusal(self, code: str, **parameters: Any) -> InvalidInput:
        return refusal(code, self.command, **parameters)

    def _help(self) -> str:
        say = self.catalogue.say
        usage = [PROGRAM, self.command, f"[{say('cli.usage_options')}]"]
        if self.positional:
            name = self.positional + ("..." if self.most is None else "")
            usage.append(name if self.least else f"[{name}]")
        head = f"{say('cli.usage')}: {' '.join(usage)}\n\n{fill(say(f'cli.{self.command}'))}\n"
        if (more := f"cli.{self.command}_more") in self.catalogue.sentences:
            head += f"\n{fill(say(more))}\n"
        self.parser.usage = argparse.SUPPRESS  # Its words are English; the line above has ours.
        return f"{head}\n{self.parser.format_help()}"


def refusal(code: str, command: str, **parameters: Any) -> InvalidInput:
    """What is wrong with how a command was called, and by what its help is shown."""
    shown = f"{program_to_type()} {command.partition(' ')[0]} --help"
    return InvalidInput(code, command=command, help=shown, **parameters)


def fill(text: str) -> str:
    """Text in lines that help is at most wide; what stands in a piece, such as an address, stays whole."""
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """What may have been meant by a word that is not known."""
    from difflib import get_close_matches  # Here: only a mistake needs it.

    return next(iter(get_close_matches(word, list(known), n=1)), None)


@dataclass(frozen=True)
class _EveryCommand:
    lang: str | None = option("en|es|nl", "cli.lang")
    help: bool = switch("cli.help")


def _chosen(kind: type[Chosen], found: argparse.Namespace) -> Chosen:
    values = {}
    for one in fields(kind):  # type: ignore[arg-type]
        shared = one.metadata.get("group")
        value = _chosen(shared, found) if shared else getattr(found, one.name)
        values[one.name] = tuple(value) if isinstance(value, list) else value
    return kind(**values)


MOST_DIGITS = 19
"""More fit nowhere."""


def whole(flag: str, text: str) -> int:
    """A whole number."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise InvalidInput("not_whole", option=flag, text=text)
    if len(digits) > MOST_DIGITS:
        raise InvalidInput("too_many_digits", option=flag, digits=len(digits), most=MOST_DIGITS)
    return int(text)


def whole_from(least: int, most: int) -> Callable[[str, str], int]:
    """A reader of whole numbers from ``least`` to ``most``."""

    def read(flag: str, text: str) -> int:
        number = whole(flag, text)
        if not least <= number <= most:
            raise InvalidInput("not_in_range", option=flag, value=number, least=least, most=most)
        return number

    return read


def seconds(flag: str, text: str) -> float:
    """A number of seconds, from none to a minute."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 60:
        raise InvalidInput("not_seconds", option=flag, text=text)
    return number


def choice(*allowed: str) -> Callable[[str, str], str]:
    """A reader of one of a few words."""

    def read(flag: str, text: str) -> str:
        if text not in allowed:
            raise InvalidInput("not_a_choice", option=flag, value=text, allowed=", ".join(allowed))
        return text

    return read


def limit(flag: str, text: str) -> float:
    """A time above nothing, up to an hour, in seconds: ``500ms``, ``5s`` or ``5``."""
    number, unit = (text[:-2], 1e-3) if text.endswith("ms") else (text.removesuffix("s"), 1.0)
    try:
        found = float(number) * unit
    except ValueError:
        found = 0.0
    if not 0 < found <= 3600:
        raise InvalidInput("not_a_limit", option=flag, text=text)
    return found


def name(flag: str, text: str) -> str:
    """The name of a player, short and without anything that steers a terminal."""
    from fivethreefive.table.text_validation import clean_name

    try:
        return clean_name(text)
    except InvalidInput:
        raise InvalidInput("not_a_name", option=flag, text=text, most=LONGEST_NAME) from None


def bots(flag: str, text: str) -> tuple[str, ...]:
    """Bots with commas between them; a program's command line goes on to the end, commas and all."""
    before, found, command = f",{text}".partition(",cmd:")
    if not found:
        return names(flag, text)
    return (*(names(flag, before[1:]) if before else ()), f"cmd:{command}")


def names(flag: str, text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    found = tuple(word.strip() for word in text.split(","))
    if not all(found):
        raise InvalidInput("not_names", option=flag, text=text)
    return found


def named_bot(flag: str, text: str) -> tuple[tuple[str, str], ...]:
    """The name of a level and the bot that plays it, as in ``mine=cmd:./mybot``."""
    level, sign, bot = text.partition("=")
    if not (sign and bot and level.isprintable() and 0 < len(level.strip()) == len(level) <= LONGEST_NAME):
        raise InvalidInput("not_a_named_bot", option=flag, text=text)
    return ((level, bot),)
