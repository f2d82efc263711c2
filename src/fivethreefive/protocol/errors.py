"""Errors as messages carry them."""

from __future__ import annotations

from fivethreefive.language import FiveThreeFiveError
from fivethreefive.protocol.base import Language


def error_fields(
    error: FiveThreeFiveError, language: Language
) -> tuple[str, str, str, dict[str, int | str]]:
    """An error's code, rule, sentence and parameters, in the order in which messages have them."""
    # A parameter can be anything, an error or a card; in a message it is a number or text.
    parameters = {
        name: value if isinstance(value, int) else str(value) for name, value in error.parameters.items()
    }
    return error.code, error.rule, error.sentence(language), parameters
