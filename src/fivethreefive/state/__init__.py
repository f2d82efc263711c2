"""Rounds, games and the events that games are made of.

Both are thin: a ``Round`` holds one kernel row and the chain of what was played, a ``Game`` the list
of its events and the scores that follow from it.
"""

from fivethreefive.state.events import Acted, Dealt, GameEnded, GameEvent, RoundEnded, Started
from fivethreefive.state.game import Game
from fivethreefive.state.round import Round

__all__ = ["Acted", "Dealt", "Game", "GameEnded", "GameEvent", "Round", "RoundEnded", "Started"]
