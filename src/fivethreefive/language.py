"""Errors and words as data: codes and parameters, turned into sentences by one catalogue a language.

Nothing else in the package writes a sentence for a person. An error carries a code, the rule of
docs/play/rules.md it rests on and its parameters; ``locale/<language>.json`` holds the sentences, for the
command line, the terminal and the browser alike.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any, Self

LANGUAGES = ("en", "es", "nl")
DEFAULT_LANGUAGE = "en"


class FiveThreeFiveError(Exception):
    """The root of every error this package raises on purpose.

    ``code`` names the sentence in the catalogues, ``rule`` the paragraph of the rules (``"R10"``, or
    empty where none applies) and ``parameters`` fill the sentence in.
    """

    def __init__(self, code: str, rule: str = "", **parameters: Any) -> None:
        super().__init__(code, rule, parameters)
        self.code = code
        self.rule = rule
        self.parameters = parameters

    def sentence(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The error as one sentence in ``language``, ending with its rule where it has one."""
        # The error behind an error speaks the same language.
        said = {
            name: value.sentence(language) if isinstance(value, FiveThreeFiveError) else value
            for name, value in self.parameters.items()
        }
        text = Catalogue.of(language).say(f"error.{self.code}", **said)
        return f"{text} ({self.rule})" if self.rule else text

    def without_rule(self) -> Self:
        """The same error without its rule, for an error before it that says the rule."""
        return type(self)(self.code, **self.parameters)

    def __str__(self) -> str:
        return self.sentence()

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions cross process borders in `simulate --jobs`; keyword parameters need this help.
        return (_rebuild_error, (type(self), self.code, self.rule, self.parameters))


class InvalidCards(FiveThreeFiveError):
    """Cards that no deck holds, or text that is no card."""


class InvalidRules(FiveThreeFiveError):
    """Options that cannot be played, or a position that these options cannot reach."""


class IllegalAction(FiveThreeFiveError):
    """An action that the rules forbid here; ``rule`` says which one does."""


class InvalidRecord(FiveThreeFiveError):
    """A game record that is not one: ``parameters["line"]`` says where, ``rule`` why."""


class InvalidInput(FiveThreeFiveError):
    """Any other wrong argument: a seed, a seat, a bot's name, a file."""


class SystemFailure(InvalidInput):
    """What was asked for is right, but the system fails: a full disk, a broken device."""


class MissingExtra(FiveThreeFiveError, ImportError):
    """A library that this package does without, and what was asked for does not: how to install it."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__("missing_extra", library=library, extra=extra)

    def __reduce__(self) -> tuple[Any, ...]:
        return MissingExtra, (self.parameters["library"], self.parameters["extra"])


_REASONS = ("kind", "status", "signal", "seconds")


class BotFailed(FiveThreeFiveError):
    """A bot from outside did not decide: it ended, was late, was not understood or not legal.

    ``parameters["bot"]`` is its specification; of a program ``parameters["stderr"]`` holds the last
    that it wrote to standard error, and where a Python class raised something ``parameters["kind"]`` is the
    class of that.
    """

    @property
    def without_text(self) -> str:
        """What went wrong, in our codes only: what a bot says may name the cards that it sees."""
        why = self.parameters.get("why")
        if isinstance(why, FiveThreeFiveError):
            return f"{self.code}: {why.code}"
        reason = next((self.parameters[name] for name in _REASONS if name in self.parameters), None)
        return self.code if reason is None else f"{self.code}: {reason}"


def _rebuild_error(
    kind: type[FiveThreeFiveError], code: str, rule: str, parameters: Mapping[str, Any]
) -> FiveThreeFiveError:
    return kind(code, rule, **parameters)


def said_once(errors: Iterable[FiveThreeFiveError], language: str) -> list[str]:
    """The sentences of several errors; those with the same words are one, with all their rules."""
    rules: dict[str, list[str]] = {}
    for error in errors:
        rules.setdefault(error.without_rule().sentence(language), []).append(error.rule)
    return [f"{text} ({', '.join(found)})" if all(found) else text for text, found in rules.items()]


class Catalogue:
    """The sentences of one language, by dotted key.

    Templates name their parameters in braces. A key with a count has two forms, ``key_one`` and
    ``key_other``, chosen by the parameter ``count``. Where there are several numbers a template has both
    words of each, as in ``{games:game|games}``: "1 game" or "2 games".
    """

    def __init__(self, language: str, sentences: Mapping[str, str]) -> None:
        self.language = language
        self.sentences = sentences

    @staticmethod
    @cache
    def of(language: str) -> Catalogue:
        """The catalogue of ``language`` (``"en"``, ``"es"`` or ``"nl"``).

        Raises InvalidInput for a language without one.
        """
        if language not in LANGUAGES:
            raise InvalidInput("unknown_language", language=language, known=", ".join(LANGUAGES))
        text = resources.files(__package__).joinpath("locale", f"{language}.json").read_text("utf-8")
        return Catalogue(language, dict(_flatten(json.loads(text))))

    def say(self, key: str, /, **parameters: Any) -> str:
        """The sentence of ``key`` with its parameters filled in; KeyError where there is none."""
        if "count" in parameters:
            key += "_one" if parameters["count"] == 1 else "_other"
        sentence = self.sentences[key]
        parameters = {name: _written(value) for name, value in parameters.items()}
        if "|" in sentence:
            return _counting.format(sentence, **parameters)
        return sentence.format(**parameters)

    def number(self, value: float, spec: str) -> str:
        """A number as ``format`` writes it, with the decimal sign of the language."""
        return format(value, spec).replace(".", self.say("page.decimal_sign"))


class _Word(str):
    """What is shown as it is, without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _written(value: Any) -> Any:
    """A value as files have it, where Python writes it in another way: ``true`` or a date."""
    if isinstance(value, bool):
        return _Word(str(value).lower())
    return _Word(value.isoformat()) if hasattr(value, "isoformat") else value


class _Counting(Formatter):
    """Formats a number and one of two words as ``{games:game|games}``."""

    def format_field(self, value: Any, spec: str) -> Any:
        one, bar, other = spec.partition("|")
        return f"{value} {one if value == 1 else other}" if bar else super().format_field(value, spec)


_counting = _Counting()


def _flatten(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, str):
            yield prefix + key, value
        else:
            yield from _flatten(value, f"{prefix}{key}.")


def environment_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language the environment asks for (LC_ALL, LC_MESSAGES, LANG), English where we lack it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            language = value.replace("-", "_").split("_")[0].split(".")[0].lower()
            return language if language in LANGUAGES else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE
