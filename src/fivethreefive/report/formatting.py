"""Figures and findings in words, the same on a page and at the terminal."""

from __future__ import annotations

from fivethreefive.language import Catalogue
from fivethreefive.protocol import Advised, Reason


def signed(value: float, digits: int = 2) -> str:
    """A difference with its sign, which 0 has not."""
    return f"{value:+.{digits}f}" if round(value, digits) else f"{0:.{digits}f}"


def with_error(value: float, error: float) -> str:
    """A figure with its standard error; without one where it is exact."""
    return _with_error(f"{value:.2f}", error)


def _with_error(text: str, error: float) -> str:
    return f"{text} \N{PLUS-MINUS SIGN} {error:.2f}" if error else text


def ahead(advised: Advised) -> str:
    """The figure of an action: by how many points it is ahead, with its sign and its standard error."""
    return _with_error(signed(advised.ahead), advised.ahead_error)


def cost(catalogue: Catalogue, advised: Advised) -> str:
    """That an action costs something beside the best one, or that it is about as good."""
    if advised.as_good:
        return catalogue.say("hint.as_good")
    return catalogue.say("hint.cost", cost=with_error(advised.cost, advised.cost_error))


def why(catalogue: Catalogue, reason: Reason | None) -> str:
    """A reason as a sentence; empty where there is none."""
    return "" if reason is None else catalogue.say(f"why.{reason.key}", **reason.parameters)


def best(catalogue: Catalogue, label: str, reason: Reason | None) -> str:
    """What to play, by the label of its button, and why."""
    return f"{catalogue.say('hint.best', action=label)} {why(catalogue, reason)}".rstrip()


def better(catalogue: Catalogue, deed: str, reason: Reason | None) -> str:
    """What would have been better than what was played, by the sentence of doing it, and why."""
    return f"{catalogue.say('review.better', deed=deed)} {why(catalogue, reason)}".rstrip()
