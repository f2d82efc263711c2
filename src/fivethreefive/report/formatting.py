"""Figures and findings in words, the same on a page and at the terminal."""

from __future__ import annotations

from fivethreefive.language import Catalogue
from fivethreefive.protocol import Advised, Reason


def signed(catalogue: Catalogue, value: float, digits: int = 2) -> str:
    """A difference with its sign, which 0 has not."""
    if round(value, digits):
        return catalogue.number(value, f"+.{digits}f")
    return catalogue.number(0, f".{digits}f")


def with_error(catalogue: Catalogue, value: float, error: float) -> str:
    """A figure with its standard error; without one where it is exact."""
    return _with_error(catalogue, catalogue.number(value, ".2f"), error)


def _with_error(catalogue: Catalogue, text: str, error: float) -> str:
    return f"{text} \N{PLUS-MINUS SIGN} {catalogue.number(error, '.2f')}" if error else text


def ahead(catalogue: Catalogue, advised: Advised) -> str:
    """The figure of an action: by how many points it is ahead, with its sign and its standard error."""
    return _with_error(catalogue, signed(catalogue, advised.ahead), advised.ahead_error)


def cost(catalogue: Catalogue, advised: Advised) -> str:
    """That an action costs something beside the best one, or that it is about as good."""
    if advised.as_good:
        return catalogue.say("hint.as_good")
    return catalogue.say("hint.cost", cost=with_error(catalogue, advised.cost, advised.cost_error))


def why(catalogue: Catalogue, reason: Reason | None) -> str:
    """A reason as a sentence; empty where there is none."""
    return "" if reason is None else catalogue.say(f"why.{reason.key}", **reason.parameters)


def best(catalogue: Catalogue, action: str, reason: Reason | None) -> str:
    """What to play, by the name of the action, and why."""
    return f"{catalogue.say('hint.best', action=action)} {why(catalogue, reason)}".rstrip()


def better(catalogue: Catalogue, deed: str, reason: Reason | None) -> str:
    """What would have been better than what was played, by the sentence of doing it, and why."""
    return f"{catalogue.say('review.better', deed=deed)} {why(catalogue, reason)}".rstrip()
