"""535 (Five Three Five), a card game: a fast engine, bots, a server, a browser page and a terminal app.

The objects that most programs need can be imported from here: ``Rules``, ``Round``, ``Game``, ``Action``,
``Observation``, ``determinize``, ``make_bot``, ``play_game``, ``play_out``, ``BatchRounds`` and the
errors.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fivethreefive.batch import BatchRounds, play_out
    from fivethreefive.bots import make_bot
    from fivethreefive.language import (
        FiveThreeFiveError,
        IllegalAction,
        InvalidCards,
        InvalidInput,
        InvalidRecord,
        InvalidRules,
    )
    from fivethreefive.observation import Observation, determinize
    from fivethreefive.referee import play_game
    from fivethreefive.rules.actions import Action
    from fivethreefive.rules.options import Rules
    from fivethreefive.state import Game, Round

__version__ = "0.1.0"

_HOME = {
    "BatchRounds": "batch",
    "play_out": "batch",
    "make_bot": "bots",
    "play_game": "referee",
    "FiveThreeFiveError": "language",
    "IllegalAction": "language",
    "InvalidCards": "language",
    "InvalidInput": "language",
    "InvalidRecord": "language",
    "InvalidRules": "language",
    "Observation": "observation",
    "determinize": "observation",
    "Action": "rules.actions",
    "Rules": "rules.options",
    "Game": "state",
    "Round": "state",
}

__all__ = [
    "Action",
    "BatchRounds",
    "FiveThreeFiveError",
    "Game",
    "IllegalAction",
    "InvalidCards",
    "InvalidInput",
    "InvalidRecord",
    "InvalidRules",
    "Observation",
    "Round",
    "Rules",
    "determinize",
    "make_bot",
    "play_game",
    "play_out",
]


def __dir__() -> list[str]:
    """What can be imported from here, for completion at a prompt."""
    return sorted([*__all__, "__version__"])


def __getattr__(name: str) -> Any:
    """Import an object when it is first asked for, so that `fivethreefive --help` loads no compiler."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
