"""The words that can be typed at a table in plain lines, in the language of the person and in English."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from typing import Literal, get_args

from fivethreefive.language import DEFAULT_LANGUAGE, Catalogue
from fivethreefive.rules.actions import ActionKind

Command = Literal[
    "show", "help", "rules", "undo", "quit", "hint", "review", "again",
    "sit", "start", "fill", "leave", "back", "open", "say", "vote", "replace",
]  # fmt: skip
OF_EVERY_TABLE: tuple[Command, ...] = ("show", "help", "rules", "undo", "quit", "hint", "review", "again")
"""What can be typed also where nobody else plays."""
WITH_TEXT: tuple[Command, ...] = ("say", "sit")  # After the others stands nothing.

SHARED = ("show", "help", "rules", "undo", "quit")
KEYS: dict[Command, str] = {
    command: f"{'play' if command in SHARED else 'join'}.words_{command}" for command in get_args(Command)
}
"""Where the catalogues have the words of each."""

PARAMETER = re.compile(r"{\w+}")
WORD = re.compile(r"[^\W\d_]+")


def plain_letters(text: str) -> str:
    """``text`` in small letters without accents, which not every keyboard has."""
    parts = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


class Vocabulary:
    """What each word means at one kind of table.

    A play is named by the words of the sentences that show it, so that what is shown can be typed.
    """

    def __init__(self, catalogue: Catalogue, commands: Collection[Command] = get_args(Command)) -> None:
        self.commands: dict[str, Command] = {}
        self.kinds: list[tuple[ActionKind, frozenset[str]]] = []
        self.joiners: frozenset[str] = frozenset()
        for one in (catalogue, Catalogue.of(DEFAULT_LANGUAGE)):
            for command in commands:
                for word in plain_letters(one.say(KEYS[command])).split():
                    self.commands.setdefault(word, command)
            self.kinds += [(kind, _words_of(one, kind)) for kind in get_args(ActionKind)]
            self.joiners |= _words([one.sentences["play.and"]])

    def command(self, word: str) -> Command | None:
        """The command that a word stands for."""
        return self.commands.get(plain_letters(word))

    def kind(self, text: str) -> ActionKind | None:
        """The kind of play that the words of a line name; None where they name none, or more than one."""
        said = _words([text]) - self.joiners
        found = {kind for kind, known in self.kinds if said <= known} if said else set()
        return found.pop() if len(found) == 1 else None


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(
        word for text in texts for word in WORD.findall(plain_letters(PARAMETER.sub("", text)))
    )


def _words_of(catalogue: Catalogue, kind: ActionKind) -> frozenset[str]:
    said = [catalogue.say(f"play.label_{kind}")]
    said.append(
        catalogue.say("play.words_pass") if kind == "pass" else catalogue.sentences[f"page.do_{kind}"]
    )
    return _words(said)
