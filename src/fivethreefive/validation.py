"""What callers hand in, checked at the edge: whole numbers, counts, choices."""

from __future__ import annotations

import operator
from typing import Any

from fivethreefive.language import InvalidInput

LONGEST_NAME = 20
"""No player's name has more characters, as a reader counts them, at a server's table or in a terminal."""

LONGEST_NAME_TEXT = 12 * LONGEST_NAME
"""No name is written with more code points: one character can take many."""


def whole(value: Any) -> int | None:
    """``value`` as a plain integer where it is a whole number, NumPy's included; None where it is not.

    Truth values and numbers with a decimal point are not.
    """
    if isinstance(value, bool):  # To Python it is a whole number.
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def valid_count(name: str, count: Any, least: int, most: int) -> int:
    """A whole number in a range; else InvalidInput."""
    number = whole(count)
    if number is None or not least <= number <= most:
        raise InvalidInput("not_in_range", option=name, value=count, least=least, most=most)
    return number


def check_choice(option: str, value: Any, allowed: tuple[Any, ...]) -> None:
    """Refuse, with InvalidInput, what is not one of the choices of an option."""
    # The type first: an array compared with a choice gives an array, and no yes or no.
    if not isinstance(value, str | None) or value not in allowed:
        raise InvalidInput("not_a_choice", option=option, value=value, allowed=", ".join(map(str, allowed)))
