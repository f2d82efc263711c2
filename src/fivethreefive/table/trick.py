"""The trick under way and the one before it, and what beats the meld on the table."""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest

from fivethreefive.observation import Laid, Observation, Played, lay_cards, trick_end
from fivethreefive.protocol import Beats, BeatsCode, TrickEnd
from fivethreefive.rules.actions import MELD_NUMBER, MELDS
from fivethreefive.rules.melds import Cards, Kind, meld_of
from fivethreefive.rules.options import Rules
from fivethreefive.rules.tables import compile_rules

CODES: dict[Kind, BeatsCode] = {"single": "higher_single", "set": "higher_set", "run": "lower_run"}


class Trick:
    """The trick under way and the one before it in the round."""

    def __init__(self, laid: Laid = ()) -> None:
        self.plays: list[Played] = []
        self.laid = laid
        """The central meld."""
        self.last_plays: tuple[Played, ...] = ()
        self.last_laid: Laid = ()
        """The central meld as it lay when the trick before ended."""
        self.last_end: TrickEnd | None = None

    def follow(self, played: Played, end: TrickEnd | None) -> None:
        """Carry the trick on by one action; ``end`` where that ended the trick or the round."""
        self.plays.append(played)
        self.laid = lay_cards(self.laid, played)
        if end is not None:
            self.last_plays, self.last_laid, self.last_end = tuple(self.plays), self.laid, end
            self.plays = []
            if end.rule != "R19":  # Once somebody is out the meld stays, for all to see.
                self.laid = ()

    def copy(self) -> Trick:
        """An independent copy."""
        twin = Trick(self.laid)
        vars(twin).update(vars(self), plays=self.plays.copy())
        return twin


def trick_of(observation: Observation) -> Trick:
    """The trick under way and the one before it, as the history of the round tells them."""
    trick, history = Trick(observation.start), observation.history
    for played, following in zip_longest(history, history[1:]):
        if following is None:
            end = observation.trick_end
        elif following.action.kind == "lead":  # Only a trick's first play is a lead.
            end = trick_end(observation.rules, played, (), following.seat, over=False)
        else:
            end = None
        trick.follow(played, end)
    return trick


def beats(rules: Rules, table: Cards) -> Beats | None:
    """What overwrites the meld on the table, read off the compiled rules; None where nothing lies there."""
    meld = meld_of(rules, table)
    return None if meld is None else _beats(rules, MELD_NUMBER[meld])


@lru_cache(maxsize=4096)
def _beats(rules: Rules, number: int) -> Beats:
    meld = MELDS[number]
    assert meld is not None
    # Whatever the variant: the compiled plays are asked, and no rule is written a second time.
    actions = compile_rules(rules).on[number].actions
    sizes = {len(action.cards) for action in actions if action.kind == "overwrite"}
    adds = any(action.kind == "add" for action in actions)
    larger = any(size > meld.size for size in sizes)
    if meld.size in sizes:
        code = CODES[meld.kind]
    elif larger:
        code = "only_larger"
    else:
        code = "only_adds" if adds else "nothing"
    return Beats(code, meld.size, larger, adds)
