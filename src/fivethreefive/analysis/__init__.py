"""Hints and the review of a finished game: what a search makes of decisions, with how sure it is.

Both look at a decision with what its seat could know then, nothing else. A search finds the actions
worth a look; then these are simulated on the same deals of the unseen cards, so that their differences
come out of the play and not of the cards. Only what a whole deal was worth, the luck in it, is worked out
with all hands, which everybody has seen by then.
"""

from fivethreefive.analysis.hints import CANDIDATES, SIMULATIONS, Advice, Adviser, Recommendation, hint
from fivethreefive.analysis.reasons import reason
from fivethreefive.analysis.reviews import (
    Decision,
    DecisionPoint,
    GameReview,
    RoundReview,
    build_review,
    deal_worth,
    decision_points,
    observation_at,
    review,
    review_decision,
    usual_points,
)

__all__ = [
    "CANDIDATES",
    "SIMULATIONS",
    "Advice",
    "Adviser",
    "Decision",
    "DecisionPoint",
    "GameReview",
    "Recommendation",
    "RoundReview",
    "build_review",
    "deal_worth",
    "decision_points",
    "hint",
    "observation_at",
    "reason",
    "review",
    "review_decision",
    "usual_points",
]
