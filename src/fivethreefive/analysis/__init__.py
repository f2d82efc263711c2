"""Hints and the review of a finished game: what a search makes of decisions, with how sure it is.

Both look at a decision with what its seat could know then, nothing else. A search finds the actions
worth a look; then these are simulated on the same deals of the unseen cards, so that their differences
come out of the play and not of the cards. Only what a whole deal was worth, the luck in it, is worked out
with all hands, which everybody has seen by then.
"""

from fivethreefive.analysis.hints import CANDIDATES, SIMULATIONS, Advice, Adviser, Hint, hint
from fivethreefive.analysis.reasons import reason
from fivethreefive.analysis.reviews import (
    Decision,
    GameReview,
    Moment,
    RoundReview,
    conclude,
    deal_worth,
    decide,
    moment,
    moments,
    review,
    usual_points,
)

__all__ = [
    "CANDIDATES",
    "SIMULATIONS",
    "Advice",
    "Adviser",
    "Decision",
    "GameReview",
    "Hint",
    "Moment",
    "RoundReview",
    "conclude",
    "deal_worth",
    "decide",
    "hint",
    "moment",
    "moments",
    "reason",
    "review",
    "usual_points",
]
