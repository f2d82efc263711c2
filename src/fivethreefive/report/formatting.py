"""Figures in words, the same on a page and at the terminal."""

from __future__ import annotations

from fivethreefive.language import Catalogue


def signed(value: float, digits: int = 2) -> str:
    """A difference with its sign, which 0 has not."""
    return f"{value:+.{digits}f}" if round(value, digits) else f"{0:.{digits}f}"


def with_error(value: float, error: float) -> str:
    """A figure with its standard error; without one where it is exact."""
    return f"{value:.2f} \N{PLUS-MINUS SIGN} {error:.2f}" if error else f"{value:.2f}"


def why(catalogue: Catalogue, key: str, number: int) -> str:
    """What speaks for an action, from its ``analysis.reason``."""
    return catalogue.say(f"why.{key}", **({"count": number} if number else {}))
