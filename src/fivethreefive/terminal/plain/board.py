"""What a player looks at before a turn: the table, the seats, the own hand and the legal plays."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from fivethreefive.observation import Observation
from fivethreefive.protocol import View
from fivethreefive.rules.actions import Action
from fivethreefive.rules.melds import Cards
from fivethreefive.terminal.text.console import STUCK
from fivethreefive.terminal.text.game_text import GameText

LABELS = ("table", "beat", "left", "points", "hand", "plays")
KINDS = ("lead", "overwrite", "add", "pass")


def letter(place: int) -> str:
    """The letters of a place in the list of plays: a to z, then aa, ab and so on."""
    rest, last = divmod(place, len(ascii_lowercase))  # As columns of a spreadsheet are named.
    return (letter(rest - 1) if rest else "") + ascii_lowercase[last]


def in_order(legal: Sequence[Action]) -> list[Action]:
    """Legal actions in the order in which they are lettered: by kind, the pass last."""
    return sorted(legal, key=lambda action: KINDS.index(action.kind))


class Board:
    """Shows observations of one game to whoever ``words`` speaks to."""

    def __init__(self, game_text: GameText) -> None:
        self.game_text = game_text
        self.console = game_text.console
        self.column = max(len(self.console.text(f"play.label_{label}")) for label in LABELS) + 2

    def show(self, view: View) -> None:
        """Show what everybody sees: the table, the seats, the points."""
        observation = view.observation
        assert observation is not None
        self.console.line()
        self._labelled("table", self.game_text.table_text(observation))
        if view.beats is not None:
            self._labelled("beat", self.game_text.beats_text(view.beats))
        self._labelled("left", ", ".join(self._left(observation)))
        if any(observation.scores):
            self._labelled("points", ", ".join(self._points(observation)))

    def hand(self, observation: Observation) -> None:
        """Show the own hand, by group."""
        self._labelled("hand", self.console.hand(observation.hand))

    def hand_of(self, seat: int, cards: Cards) -> None:
        """Show the hand of a seat under its name."""
        self.console.labelled(self.game_text.name(seat), self.console.hand(cards), self.column)

    def offer(self, observation: Observation) -> None:
        """List the legal plays, each with its letter."""
        lettered = [(letter(i), a) for i, a in enumerate(in_order(observation.legal))]
        self.console.line()
        label = self._label("plays")
        for kind in KINDS:
            items = [
                f"{name}) {self.game_text.choice_text(action, len(observation.hand))}"
                for name, action in lettered
                if action.kind == kind
            ]
            if items:
                self.console.listed(label, items, self.column)
                label = ""  # Said once, before the first kind.

    def _label(self, label: str) -> str:
        return self.console.text(f"play.label_{label}")

    def _labelled(self, label: str, text: str) -> None:
        self.console.labelled(self._label(label), text, self.column)

    def _left(self, observation: Observation) -> list[str]:
        items = []
        for seat in self.game_text.playing_order(observation.rules.players):
            item = f"{self.game_text.name(seat)}{STUCK}{observation.cards_left[seat]}"
            if seat in observation.passed:
                item = self.console.paint(f"{item}{STUCK}({self.console.text('play.passed')})", "quiet")
            items.append(item)
        return items

    def _points(self, observation: Observation) -> list[str]:
        seats = self.game_text.playing_order(observation.rules.players)
        return [f"{self.game_text.name(seat)}{STUCK}{observation.scores[seat]}" for seat in seats]
