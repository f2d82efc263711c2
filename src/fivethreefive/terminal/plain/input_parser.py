"""What a typed line means: a legal play, a command, a question back, or a refusal with its reason."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from fivethreefive.cards import read_cards, write_cards
from fivethreefive.language import Catalogue, InvalidCards
from fivethreefive.observation import Observation
from fivethreefive.rules.actions import PREFIX, Action
from fivethreefive.rules.explain import why_illegal
from fivethreefive.rules.melds import meld_of
from fivethreefive.terminal.plain.board import in_order, letter
from fivethreefive.terminal.text.game_text import as_sentence

Command = Literal["show", "help", "rules", "undo", "quit"]

GAPS = re.compile(r"[\s,]+")


@dataclass(frozen=True)
class Ambiguous:
    """Cards that could overwrite or be added: the player must say which (R12)."""

    cards: str
    choices: tuple[tuple[str, Action], ...]  # The two plays with their letters.


@dataclass(frozen=True)
class NotAPlay:
    """No legal play: the sentences that say why."""

    sentences: tuple[str, ...]


Meaning = Action | Command | Ambiguous | NotAPlay


class InputParser:
    """Reads what a player types on one turn; it knows the seat's observation and nothing more."""

    def __init__(self, observation: Observation, catalogue: Catalogue) -> None:
        self.observation = observation
        self.catalogue = catalogue
        self.listed = in_order(observation.legal)
        self.letters = {letter(place): action for place, action in enumerate(self.listed)}
        self.asked: Ambiguous | None = None  # The question that the next line may answer with a sign alone.

    def read(self, line: str) -> Meaning:
        """What ``line`` means here."""
        text = normalized(line)
        asked, self.asked = self.asked, None
        if asked and text in (">", "+"):  # The answer to the question which of the two was meant.
            text += asked.cards
        meaning = self._word(text) or self._cards(text)
        if isinstance(meaning, Ambiguous):
            self.asked = meaning
        return meaning

    def _word(self, text: str) -> Meaning | None:
        if not text:
            return "show"
        if text in self.letters:
            return self.letters[text]
        for command in get_args(Command):
            if text in self._words(command):
                return command  # type: ignore[no-any-return]
        if text.isascii() and text.isalpha() and len(text) <= 2:  # The list has never more than zz.
            last = letter(len(self.listed) - 1)
            return NotAPlay((self.catalogue.say("play.no_letter", letter=text, last=last),))
        return None

    def _words(self, command: str) -> Sequence[str]:
        key = f"play.words_{command}"
        return f"{self.catalogue.say(key)} {Catalogue.of('en').say(key)}".split()

    def _cards(self, text: str) -> Meaning:
        if text in self._words("pass"):
            text = "pass"
        for action in self.listed:
            if text == str(action):
                return action
        if self.observation.table and text[:1].isdigit():
            return self._bare(text)
        return self._refused([text])

    def _bare(self, text: str) -> Meaning:
        found = [(name, action) for name, action in self.letters.items() if str(action)[1:] == text]
        if len(found) == 1:
            return found[0][1]
        if found:
            return Ambiguous(text, tuple(found))
        return self._refused([PREFIX["overwrite"] + text, PREFIX["add"] + text])

    def _refused(self, texts: Sequence[str]) -> NotAPlay:
        observation = self.observation
        central = meld_of(observation.rules, observation.table)
        sentences: dict[str, None] = {}
        for text in texts:
            error = why_illegal(observation.rules, observation.hand, central, text)
            assert error is not None, "legal plays were found before"
            sentences[as_sentence(error.sentence(self.catalogue.language))] = None
        return NotAPlay(tuple(sentences))


def normalized(line: str) -> str:
    """A typed line as the written form would have it: ``> 5, 4`` is ``>4-5``."""
    text = line.strip().lower()
    sign = text[:1] if text[:1] in (">", "+") else ""
    words = GAPS.sub("-", text[len(sign) :].strip())
    try:
        cards = read_cards(words)
    except InvalidCards:
        return sign + words
    return sign + write_cards(cards) if cards else text
