"""What a typed line means as a play: a legal one, a question back, or a refusal with its reason."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fivethreefive.cards import read_cards, write_cards
from fivethreefive.language import Catalogue, IllegalAction, InvalidCards, said_once
from fivethreefive.observation import Observation
from fivethreefive.rules.actions import PREFIX, Action, ActionKind
from fivethreefive.rules.explain import why_illegal
from fivethreefive.rules.melds import meld_of
from fivethreefive.terminal.plain.board import in_order, letter
from fivethreefive.terminal.plain.vocabulary import Vocabulary
from fivethreefive.terminal.text.console import printable
from fivethreefive.terminal.text.game_text import as_sentence

BETWEEN = re.compile(r"[\s,-]+")
NOT_CARDS = re.compile(r"[^\d\s,-]+")
# What an add makes, and what a play ends, may be typed as it is shown.
AFTER = re.compile(r"[:(].*|\s-\s+\D.*")
# An item of the list as it is shown, or no more than what stands before it.
LETTERED = re.compile(r"^[A-Za-z]{1,2}\)\s*(?=\S)|^([A-Za-z]{1,2})\)$")
SIGNS: dict[str, ActionKind] = {PREFIX[kind]: kind for kind in ("overwrite", "add")}


@dataclass(frozen=True)
class Ambiguous:
    """Cards that could overwrite or be added: the player must say which (R12)."""

    cards: str
    choices: tuple[tuple[str, Action], ...]  # The two plays with their letters.


@dataclass(frozen=True)
class NotAPlay:
    """No legal play: the sentences that say why."""

    sentences: tuple[str, ...]


Meaning = Action | Ambiguous | NotAPlay


class InputParser:
    """Reads what a player types on one turn; it knows the seat's observation and nothing more."""

    def __init__(self, observation: Observation, catalogue: Catalogue) -> None:
        self.observation = observation
        self.catalogue = catalogue
        self.vocabulary = Vocabulary(catalogue)
        self.listed = in_order(observation.legal)
        self.letters = {letter(place): action for place, action in enumerate(self.listed)}
        self.asked: Ambiguous | None = None  # The question that the next line may answer with a sign alone.

    def read(self, line: str) -> Meaning:
        """What ``line`` means here."""
        typed, asked, self.asked = printable(LETTERED.sub(r"\1", line.strip())), self.asked, None
        meaning = self._letter(typed) or self._play(AFTER.sub("", typed.lower()), typed, asked)
        if isinstance(meaning, Ambiguous):
            self.asked = meaning
        return meaning

    def _letter(self, typed: str) -> Meaning | None:
        if typed.lower() in self.letters:
            return self.letters[typed.lower()]
        if typed.isascii() and typed.isalpha() and len(typed) <= 2:  # The list has never more than zz.
            last = letter(len(self.listed) - 1)
            return NotAPlay((self.catalogue.say("play.no_letter", letter=typed, last=last),))
        return None

    def _play(self, text: str, typed: str, asked: Ambiguous | None) -> Meaning:
        words = " ".join(NOT_CARDS.findall(text))
        kind = SIGNS.get(words) or self.vocabulary.kind(words)
        if words and kind is None:
            return self._not_cards(typed)
        try:
            cards = _cards(NOT_CARDS.sub(" ", text))
        except InvalidCards as error:
            return self._refused_for(error, typed)
        if kind == "pass":
            return self._not_cards(typed) if cards else self._action("pass")
        if not cards and asked is not None and kind is not None:  # The answer which of the two was meant.
            cards = asked.cards
        if not cards:
            return self._without_cards(kind, typed)
        if kind is None and self.observation.table:
            return self._bare(cards)
        return self._action(PREFIX[kind or "lead"] + cards)

    def _without_cards(self, kind: ActionKind | None, typed: str) -> NotAPlay:
        """That a kind of play needs cards; a word for leading can also have been meant for leaving."""
        say, table = self.catalogue.say, self.observation.table
        if kind != "lead":
            return NotAPlay((say("play.which_cards", typed=typed),))
        if not table:
            return NotAPlay((say("play.which_cards_lead", typed=typed),))
        error = IllegalAction("nobody_leads", "R9", table=write_cards(table))
        return NotAPlay((as_sentence(error.sentence(self.catalogue.language)), say("play.to_stop")))

    def _bare(self, cards: str) -> Meaning:
        found = [(name, action) for name, action in self.letters.items() if str(action)[1:] == cards]
        if len(found) > 1:
            return Ambiguous(cards, tuple(found))
        return found[0][1] if found else self._action(*(sign + cards for sign in SIGNS))

    def _action(self, *forms: str) -> Meaning:
        """The legal play of one of these written forms, or why none is legal."""
        observation = self.observation
        central = meld_of(observation.rules, observation.table)
        refused = []
        for form in forms:
            for action in self.listed:
                if form == str(action):
                    return action
            error = why_illegal(observation.rules, observation.hand, central, form)
            assert error is not None, "legal plays were found before"
            refused.append(error)
        return NotAPlay(tuple(map(as_sentence, said_once(refused, self.catalogue.language))))

    def _refused_for(self, error: InvalidCards, typed: str) -> NotAPlay:
        if error.code == "not_cards":
            return self._not_cards(typed)
        return NotAPlay((as_sentence(error.sentence(self.catalogue.language)),))

    def _not_cards(self, typed: str) -> NotAPlay:
        """That it is nothing, quoted as it was typed."""
        return NotAPlay((as_sentence(self.catalogue.say("error.not_cards", text=typed)),))


def _cards(text: str) -> str:
    """The cards of a line in the written form, whatever stands between them; empty where there are none."""
    words = [word for word in BETWEEN.split(text) if word]
    return write_cards(read_cards("-".join(words))) if words else ""
