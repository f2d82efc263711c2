"""Melds, plays and players in words: what the lines of a table are made of.

No rule is written here. What beats a meld comes with the view; what can be added to it and what ends the
trick is read off the compiled tables, so a variant reads right by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fivethreefive.observation import Observation
from fivethreefive.protocol import Beats, BeatsCode
from fivethreefive.rules.actions import MELD_NUMBER, Action
from fivethreefive.rules.melds import Cards, Meld, meld_of
from fivethreefive.rules.options import Rules
from fivethreefive.rules.tables import compile_rules
from fivethreefive.terminal.text.console import Console, printable


def possible(rules: Rules, table: Cards) -> tuple[Action, ...]:
    """All plays there are on a table, whatever the hand; no pass."""
    number = MELD_NUMBER[meld_of(rules, table)]
    return tuple(a for a in compile_rules(rules).on[number].actions if a.kind != "pass")


BEATEN: dict[BeatsCode, str] = {
    "higher_single": "play.beat_single",
    "higher_set": "play.beat_set",
    "lower_run": "play.beat_run",
    "only_larger": "play.beat_larger",
    "only_adds": "play.beat_only_add",
    "nothing": "play.beat_nothing",
}
"""What each code of a view's ``beats`` is called."""


class GameText:
    """The players of one game by name, seen from one seat, and their doings in one language."""

    def __init__(self, console: Console, names: Sequence[str], seat: int | None) -> None:
        self.console = console
        self.names = [printable(name) for name in names]
        self.seat = seat

    def name(self, seat: int) -> str:
        """What to call a seat in a list: its name, or "You"."""
        return self.console.text("play.you") if seat == self.seat else self.names[seat]

    def about_seat(self, key: str, seat: int, **parameters: object) -> str:
        """The sentence of ``key`` about a seat, in the form for "you" where that is who reads it."""
        if seat == self.seat:
            return self.console.text(f"{key}_you", **parameters)
        return self.console.text(key, name=self.names[seat], **parameters)

    def names_of(self, seats: Iterable[int]) -> str:
        """Several seats by name: ``Ana, Ben and Cleo``."""
        return self.joined([self.name(seat) for seat in seats])

    def joined(self, items: Sequence[str], key: str = "play.and") -> str:
        """Items with commas, and an "and" before the last, or another word by its ``key``."""
        *first, last = items
        return self.console.text(key, first=", ".join(first), last=last) if first else last

    def playing_order(self, players: int) -> list[int]:
        """All seats in playing order, from the one that reads."""
        first = self.seat or 0
        return [(first + step) % players for step in range(players)]

    def meld_name(self, meld: Meld) -> str:
        """A meld's type and size: ``pair``, ``run of 3``."""
        return self.console.text(f"play.kind_{form(meld)}", size=meld.size)

    def table_text(self, observation: Observation) -> str:
        """The meld on the table, what it is and whose it is."""
        return self.meld_text(observation.rules, observation.table, observation.last, observation.turn)

    def meld_text(self, rules: Rules, table: Cards, last: int | None, turn: int) -> str:
        """The same of a table on which ``last`` played last, and ``turn`` is to play."""
        meld = meld_of(rules, table)
        if meld is None or last is None:
            return self.about_seat("play.table_empty", turn)
        cards = self.console.cards(table)
        return self.about_seat("play.table_meld", last, cards=cards, kind=self.meld_name(meld))

    def beats_text(self, beats: Beats) -> str:
        """What can be done about the meld on the table: what beats it, and whether it can grow."""
        key = BEATEN[beats.code]
        if beats.code == "higher_set" and beats.size == 2:
            key = "play.beat_pair"
        ways = [self.console.text(key, size=beats.size)]
        if beats.larger and beats.code != "only_larger":
            ways.append(self.console.text("play.beat_larger"))
        if beats.adds and beats.code != "only_adds":
            ways.append(self.console.text("play.beat_add"))
        return ", ".join(ways)

    def winners_text(self, scores: Sequence[int], winners: Sequence[int]) -> str:
        """Who won the game, with how many points; empty where nobody has."""
        if len(winners) > 1:
            return self.console.text("play.share", names=self.names_of(winners), count=scores[winners[0]])
        return self.about_seat("play.wins", winners[0], count=scores[winners[0]]) if winners else ""

    def action_text(self, seat: int, action: Action) -> str:
        """What a seat did, as in ``Ana adds 1 and 5 to make 1-2-3-4-5``."""
        # Cards that are added need not be a meld: written as one, 11 and 15 would look like a run.
        added = action.kind == "add"
        cards = (
            self.joined([str(card) for card in action.cards]) if added else self.console.cards(action.cards)
        )
        makes = self.console.cards(action.makes)
        return self.about_seat(f"play.deed_{action.kind}", seat, cards=cards, makes=makes)

    def play_text(self, action: Action) -> str:
        """A play as a button names it: ``Overwrite with 4``."""
        if action.kind == "pass":
            return self.console.text("play.label_pass")
        each = [*map(self.console.card, action.cards)]
        cards = self.joined(each) if action.kind == "add" else "-".join(each)
        return self.console.text(f"page.do_{action.kind}", cards=cards)

    def action_label(self, action: Action, hand_size: int | None = None) -> str:
        """What playing an action does, as a button says it; ``hand_size`` is that of the hand it leaves."""
        text = self.play_text(action)
        if len(action.cards) == hand_size:
            return f"{text} - {self.console.text('page.do_out')}"
        return f"{text} - {self.console.text('play.note_ends')}" if action.ends_trick else text

    def choice_text(self, action: Action, hand_size: int) -> str:
        """An entry in the list of legal plays: its name, what it makes and what it ends."""
        text = self.play_text(action)
        if action.kind == "add":
            text += f": {self.console.cards(action.makes)}"
        if len(action.cards) == hand_size:
            return f"{text} ({self.console.text('play.note_out')})"
        return f"{text} ({self.console.text('play.note_ends')})" if action.ends_trick else text


def form(meld: Meld) -> str:
    """The words a meld goes by: single, pair, set or run."""
    return "pair" if meld.kind == "set" and meld.size == 2 else meld.kind


def as_sentence(text: str) -> str:
    """What an error says, with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
