"""Many rounds at once, as arrays: play them out with a compiled policy, or step them yourself."""

from fivethreefive.batch.playouts import POLICIES, PlayOuts, play_out
from fivethreefive.batch.rounds import EPISODE_KINDS, BatchRounds, EpisodeKind

__all__ = ["EPISODE_KINDS", "POLICIES", "BatchRounds", "EpisodeKind", "PlayOuts", "play_out"]
