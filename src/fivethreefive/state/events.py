"""The events that a game is made of; every screen, record and restart is a fold of their list."""

from __future__ import annotations

from typing import Any

import msgspec

from fivethreefive.language import InvalidInput
from fivethreefive.rules.melds import Cards
from fivethreefive.rules.options import Rules


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """What a game is made of; all else is a fold of the list of these."""


class Started(Event, frozen=True, tag="started"):
    """A game began: its rules and the names of its seats."""

    rules: Rules
    seats: tuple[str, ...]


class Dealt(Event, frozen=True, tag="dealt"):
    """A round was dealt: its number from 1, the hands by seat (ranks, ascending) and who leads."""

    round: int
    hands: tuple[Cards, ...]
    leader: int


class Acted(Event, frozen=True, tag="acted"):
    """A seat acted: the action in its written form."""

    seat: int
    text: str


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """A round ended: who went out, and the penalty points by seat."""

    winner: int
    points: tuple[int, ...]


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The game ended: the scores by seat and the seats that share the win."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


GameEvent = Started | Dealt | Acted | RoundEnded | GameEnded


FIELD_RULES = {
    "seat": "R9a",
    "leader": "R5",
    "winner": "R19",
    "points": "R20",
    "scores": "R21",
    "winners": "R21",
}
"""The rule that a field of an event follows, where there is one."""

EVENT_RULES = {"dealt": "R3", "acted": "R19", "round_ended": "R20", "game_ended": "R21"}
"""Why an event of a kind comes next and no other."""

LONGEST_QUOTE = 200
"""A sentence quotes no more characters of what was found."""


def difference(found: GameEvent, due: GameEvent) -> InvalidInput:
    """The error that says in what an event differs from the one that is due."""
    if not isinstance(found, Event):
        return InvalidInput("not_an_event", why=repr(found))
    kind, due_kind = (str(event.__struct_config__.tag) for event in (found, due))
    for name in due.__struct_fields__ if kind == due_kind else ():
        value, due_value = getattr(found, name), getattr(due, name)
        if value != due_value:
            return wrong_value(name, value, due_value)
    return InvalidInput("not_due", EVENT_RULES[due_kind], event=kind, due=due_kind)


def wrong_value(name: str, found: Any, due: Any) -> InvalidInput:
    """The error that a field should be ``due``, by its rule."""
    rule = FIELD_RULES.get(name, "")
    return InvalidInput("wrong_value", rule, field=name, found=quote(found), due=quote(due))


def quote(value: Any) -> str:
    """A value as JSON, as much of it as a sentence can hold."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "..."
