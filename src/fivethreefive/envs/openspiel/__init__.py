"""One round of 535 as an OpenSpiel game: importing this module registers it as ``python_535``.

    import pyspiel
    import fivethreefive.envs.openspiel
    game = pyspiel.load_game("python_535(players=3)")

Needs the extra ``openspiel``; raises MissingExtra without it.
"""

from fivethreefive.language import MissingExtra

try:
    import pyspiel  # noqa: F401 - to say what is missing before anything else fails on it
except ModuleNotFoundError as error:
    if error.name != "pyspiel":
        raise
    raise MissingExtra("OpenSpiel", "openspiel") from None

from fivethreefive.envs.openspiel.game import NAME, RoundGame
from fivethreefive.envs.openspiel.state import RoundState, deal_state

__all__ = ["NAME", "RoundGame", "RoundState", "deal_state"]
