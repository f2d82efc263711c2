"""What messages tell of a round and of errors, read off what one seat knows.

A table of the server and the host of a program use the same functions, so both tell the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from fivethreefive.language import FiveThreeFiveError
from fivethreefive.observation import Observation, Played, TrickEnd
from fivethreefive.protocol.base import BeatsCode, Language
from fivethreefive.protocol.views import Beats
from fivethreefive.rules.actions import MELD_NUMBER, MELDS, Action
from fivethreefive.rules.melds import Cards, Kind, meld_of
from fivethreefive.rules.options import Rules
from fivethreefive.rules.tables import compile_rules
from fivethreefive.state.replay import ended_by

BY_KIND: dict[Kind, BeatsCode] = {"single": "higher_single", "set": "higher_set", "run": "lower_run"}


def told(error: FiveThreeFiveError, language: Language) -> tuple[str, str, str, dict[str, int | str]]:
    """An error's code, rule, sentence and parameters, as messages carry them."""
    parameters = {
        name: value if isinstance(value, int) else str(value) for name, value in error.parameters.items()
    }
    return error.code, error.rule, error.sentence(language), parameters


@dataclass
class Trick:
    """The trick under way and the one before it."""

    plays: list[Played] = field(default_factory=list)
    laid: list[tuple[int, int]] = field(default_factory=list)
    """The cards of the central meld, each with its seat, ascending."""
    last: tuple[Played, ...] = ()
    end: TrickEnd | None = None

    def follow(self, played: Played, end: TrickEnd | None) -> None:
        """Carry the trick on by one action, and end it where that did."""
        seat, action = played
        self.plays.append(played)
        if action.kind in ("lead", "overwrite"):
            self.laid = [(card, seat) for card in action.cards]
        elif action.kind == "add":
            self.laid = sorted(
                [*self.laid, *((card, seat) for card in action.cards)], key=lambda laid: laid[0]
            )
        if end is not None:
            self.last, self.plays, self.end = tuple(self.plays), [], end
            if end.rule != "R19":
                self.laid = []


def end_by(rules: Rules, action: Action, leader: int) -> TrickEnd:
    """Why an action ended its trick (R15 to R18), after which ``leader`` leads."""
    rule = ended_by(rules, action, over=False, swept=True)
    assert rule is not None
    return TrickEnd(rule, leader)


def trick_of(observation: Observation) -> Trick:
    """The tricks of a round that goes on, as its history tells them: every trick begins with a lead."""
    trick, history = Trick(), observation.history
    following = [(played.action.kind == "lead", played.seat) for played in history[1:]]
    following.append((not observation.table, observation.turn))
    for played, (led, leader) in zip(history, following, strict=bool(history)):
        trick.follow(played, end_by(observation.rules, played.action, leader) if led else None)
    return trick


def beats(rules: Rules, table: Cards) -> Beats | None:
    """What overwrites the meld on the table, read off the compiled rules; None where nothing lies there."""
    meld = meld_of(rules, table)
    return None if meld is None else _beats(rules, MELD_NUMBER[meld])


@lru_cache(maxsize=4096)
def _beats(rules: Rules, number: int) -> Beats:
    meld = MELDS[number]
    assert meld is not None
    actions = compile_rules(rules).on[number].actions
    sizes = {len(action.cards) for action in actions if action.kind == "overwrite"}
    adds = any(action.kind == "add" for action in actions)
    larger = any(size > meld.size for size in sizes)
    if meld.size in sizes:
        code = BY_KIND[meld.kind]
    elif larger:
        code = "only_larger"
    else:
        code = "only_adds" if adds else "nothing"
    return Beats(code, meld.size, larger, adds)
