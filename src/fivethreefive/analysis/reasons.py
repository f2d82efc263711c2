"""Reasons: what speaks for an action, read off what its seat knows."""

from __future__ import annotations

from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action
from fivethreefive.rules.melds import meld_of, refuse_overwrite
from fivethreefive.rules.tables import compile_rules


def reason(observation: Observation, action: Action) -> tuple[str, int]:
    """What speaks for an action, as the key of a sentence ``why.<key>`` and its number or 0."""
    left = len(observation.hand) - len(action.cards)
    if action.kind == "pass":
        return ("pass" if len(observation.legal) > 1 else "forced"), 0
    if left == 0:
        return "out", 0
    if action.ends_trick:
        return "ends", 0
    if _unbeatable(observation, action):
        return "unbeatable", 0
    if len(action.cards) > 1:
        return "sheds", len(action.cards)
    return "keeps", left


def _unbeatable(observation: Observation, action: Action) -> bool:
    """Whether no cards that the seat cannot place would overwrite what the action makes (R10)."""
    rules, unseen = observation.rules, observation.unseen
    made = meld_of(rules, action.makes)
    assert made is not None
    for other in compile_rules(rules).on[0].actions:
        fits = all(unseen.count(card) >= other.cards.count(card) for card in other.cards)
        if fits and refuse_overwrite(rules, made, other.cards) is None:
            return False
    return True
