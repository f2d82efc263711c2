"""What a bot from outside answers, checked as a person's play is."""

from __future__ import annotations

from fivethreefive.language import IllegalAction
from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action
from fivethreefive.rules.explain import why_illegal
from fivethreefive.rules.melds import meld_of


def legal_action(observation: Observation, answer: object) -> Action:
    """The legal action that an answer, an Action or its written form, stands for.

    Raises IllegalAction, with the rule that forbids it.
    """
    if not isinstance(answer, Action | str):
        raise IllegalAction("not_an_action", action=type(answer).__name__)
    for action in observation.legal:
        if answer == (str(action) if isinstance(answer, str) else action):
            return action
    central = meld_of(observation.rules, observation.table)
    error = why_illegal(observation.rules, observation.hand, central, str(answer))
    raise error or IllegalAction("not_this_table", action=str(answer))
