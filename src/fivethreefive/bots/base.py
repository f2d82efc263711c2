"""What a bot is: a player made of code, something that answers an observation with an action."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from fivethreefive.language import IllegalAction, InvalidInput
from fivethreefive.observation import Observation, Player, valid_observation
from fivethreefive.rules.actions import Action
from fivethreefive.rules.explain import why_illegal
from fivethreefive.rules.melds import meld_of


class Bot(Player, Protocol):
    """A player made of code. It is given observations, never a round, so it cannot peek."""

    @property
    def name(self) -> str:
        """The specification that makes this bot again, as in ``make_bot(name)``."""


@runtime_checkable
class Closing(Protocol):
    """A bot that holds something to give back, such as a process of its own."""

    def close(self) -> None:
        """Give it back; the bot is asked nothing any more."""


def close_bot(bot: Bot) -> None:
    """Let go of a bot that is no longer needed; most have nothing to close."""
    if isinstance(bot, Closing):
        bot.close()


def error_text(error: BaseException) -> str:
    """An error of somebody else's code in a few words."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def check_turn(observation: Observation) -> None:
    """Refuse, with InvalidInput, to act on an observation of a seat whose turn it is not."""
    if not valid_observation(observation).legal:
        raise InvalidInput("not_your_turn", "R9a")


def legal_action(observation: Observation, answer: object) -> Action:
    """The legal action that the answer of a bot from outside, an Action or its written form, stands for.

    Raises IllegalAction, with the rule that forbids it.
    """
    if not isinstance(answer, Action | str):
        raise IllegalAction("not_an_action", action=type(answer).__name__)
    for action in observation.legal:
        if answer == (str(action) if isinstance(answer, str) else action):
            return action
    central = meld_of(observation.rules, observation.table)
    # An Action of another table may have a text that is legal here: then no rule says what is wrong.
    error = why_illegal(observation.rules, observation.hand, central, str(answer))
    raise error or IllegalAction("not_this_table", action=str(answer))
