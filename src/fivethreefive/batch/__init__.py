"""Many rounds at once, as arrays: play them out with a compiled policy, or step them yourself."""

from fivethreefive.batch.playouts import POLICIES, PlayOuts, play_out
from fivethreefive.batch.rounds import BatchRounds

__all__ = ["POLICIES", "BatchRounds", "PlayOuts", "play_out"]
