"""Who stands where, and why a game is over: what the sheets at the end of a round and a game say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fivethreefive.protocol import View
from fivethreefive.rules.options import Rules
from fivethreefive.terminal.text.game_text import GameText


class Standing(NamedTuple):
    """The place of a seat, from 1; those with as many points share it."""

    place: int
    seat: int


def standings(scores: Sequence[int]) -> list[Standing]:
    """The seats by place, the fewest points first; in playing order where they share one."""
    return sorted(
        Standing(1 + sum(other < score for other in scores), seat) for seat, score in enumerate(scores)
    )


def own_place_text(game_text: GameText, scores: Sequence[int], winners: Sequence[int] | None) -> str:
    """The reader's place in words; empty for who watches, and for a winner, who is named anyway.

    ``winners`` is None before the end of the game.
    """
    text = game_text.console.text
    for place, seat in standings(scores):
        if seat == game_text.seat and seat not in (winners or ()):
            key = "page.you_stand" if winners is None else "page.you_finish"
            return text(key, place=text(f"page.place_{place}"))
    return ""


def game_end_text(game_text: GameText, rules: Rules, scores: Sequence[int]) -> str:
    """Why a game is over."""
    text = game_text.console.text
    if rules.format == "two_hands":
        return text("page.ended_two_hands")
    reached = [seat for seat, score in enumerate(scores) if score >= rules.target]
    if len(reached) == 1:
        return game_text.about_seat("page.reached", reached[0], target=rules.target)
    return text("page.reached_several", target=rules.target, names=game_text.names_of(reached))


def rematch_text(game_text: GameText, view: View) -> str:
    """Who of the others wants to play again; empty where nobody does, or the game goes on."""
    asking = [seat for seat, who in enumerate(view.seats) if who.ready and seat != view.you]
    if view.phase != "game_over" or not asking:
        return ""
    return game_text.console.text("page.wants_rematch", count=len(asking), names=game_text.names_of(asking))
