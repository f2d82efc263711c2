"""The game ``python_535``: its parameters, and what OpenSpiel asks about a game before it is played.

A game here is one round (R3 to R20): scores, targets and who leads the next round are no part of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyspiel

from fivethreefive.cards import read_cards
from fivethreefive.envs.openspiel.observer import RoundObserver, most_turns
from fivethreefive.envs.openspiel.state import RoundState
from fivethreefive.envs.rewards import highest_payoff, lowest_payoff
from fivethreefive.language import InvalidRules
from fivethreefive.rules.actions import ACTIONS
from fivethreefive.rules.options import DEFAULT_POINTS, PLAYERS, Rules
from fivethreefive.rules.tables import compile_rules

NAME = "python_535"

PARAMETERS: Mapping[str, Any] = {
    "players": 4,
    "deal": 0,
    "overwrite": "same_size",
    "points": "",
    "ranks": "",
    "copies": 0,
    "zero_sum": False,
}
"""By name, with their defaults. 0 and "" leave a number to the rules (R1 to R4).

``ranks`` are text, as in ``1 2 3 7 8 9``; ``points`` give one number for each rank of the deck, ascending.
"""


def game_type(zero_sum: bool) -> Any:
    """What kind of game it is, in OpenSpiel's terms."""
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=NAME,
        long_name="535",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=PLAYERS[-1],
        min_num_players=PLAYERS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=dict(PARAMETERS),
    )


def game_info(rules: Rules, zero_sum: bool) -> Any:
    """The sizes and bounds of a round under these rules."""
    return pyspiel.GameInfo(
        num_distinct_actions=ACTIONS,
        max_chance_outcomes=max(rules.players, min(rules.copies, rules.deal) + 1),
        num_players=rules.players,
        min_utility=lowest_payoff(rules),
        max_utility=highest_payoff(rules, zero_sum),
        utility_sum=0.0 if zero_sum else None,
        max_game_length=most_turns(rules),
    )


def read_parameters(parameters: Mapping[str, Any]) -> tuple[Rules, bool]:
    """The rules that parameters give, and whether payoffs sum to zero.

    Raises InvalidRules or InvalidCards, naming the parameter and the rule, for what cannot be played.
    """
    for name in parameters:
        if name not in PARAMETERS:
            raise InvalidRules("unknown_option", option=name, known=", ".join(PARAMETERS))
    given = {**PARAMETERS, **parameters}
    zero_sum = given["zero_sum"]
    if not isinstance(zero_sum, bool):
        raise InvalidRules("not_a_choice", option="zero_sum", value=zero_sum, allowed="True, False")
    ranks = read_cards("-".join(_words("ranks", given["ranks"]))) if given["ranks"] else None
    deck = tuple(DEFAULT_POINTS) if ranks is None else ranks
    rules = Rules(
        given["players"],
        deal=given["deal"] or None,
        overwrite=given["overwrite"],
        ranks=ranks,
        copies=given["copies"] or None,
        points=_points(given["points"], deck) if given["points"] else None,
    )
    return rules, zero_sum


def _words(option: str, text: Any) -> list[str]:
    if not isinstance(text, str):
        raise InvalidRules("not_a_list", "R1", option=option, value=text)
    return text.replace("-", " ").split()


def _points(text: Any, ranks: tuple[int, ...]) -> dict[int, int]:
    words = _words("points", text)
    if len(words) != len(ranks) or not all(word.isascii() and word.isdigit() for word in words):
        raise InvalidRules("points_by_rank", "R4", ranks=len(ranks), value=text)
    return dict(zip(ranks, map(int, words), strict=True))


def _write_numbers(numbers: Any) -> str:
    # OpenSpiel reads digits alone as a number, and digits joined by "-" as one that it cannot read: a
    # space makes it text, so that what a game says it is can be loaded again.
    text = " ".join(map(str, numbers))
    return text if " " in text else text + " "


def write_parameters(rules: Rules, zero_sum: bool) -> dict[str, Any]:
    """All parameters written out: equal games have equal names, however they were asked for."""
    return {
        "players": rules.players,
        "deal": rules.deal,
        "overwrite": rules.overwrite,
        "points": _write_numbers(rules.points.values()),
        "ranks": _write_numbers(rules.ranks),
        "copies": rules.copies,
        "zero_sum": zero_sum,
    }


class RoundGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """One round of 535 under the rules that the parameters give."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        rules, zero_sum = read_parameters(params or {})
        compile_rules(rules)  # Now, so that no search pays for it in its first round.
        super().__init__(game_type(zero_sum), game_info(rules, zero_sum), write_parameters(rules, zero_sum))
        self.rules = rules
        self.zero_sum = zero_sum

    def new_initial_state(self) -> RoundState:
        """A round of which nothing is dealt yet."""
        return RoundState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RoundObserver:
        """What writes observations of this game's states; it has no parameters of its own."""
        return RoundObserver(self.rules, iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        """The leader, then a node for each rank of each hand but its last, which is certain."""
        return 1 + self.rules.players * (len(self.rules.ranks) - 1)


pyspiel.register_game(game_type(zero_sum=False), RoundGame)
