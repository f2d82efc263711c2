"""An episode as text for a person who watches: everything, all hands included, unlike an observation."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

from fivethreefive.cards import write_cards
from fivethreefive.envs.base import Episode
from fivethreefive.language import Catalogue, InvalidInput, environment_language
from fivethreefive.observation import Observation
from fivethreefive.rules.melds import meld_of


def seat_name(seat: int) -> str:
    """What a seat is called in every interface."""
    return f"seat_{seat}"


def show(episode: Episode, render_mode: str | None) -> str | None:
    """What ``render`` gives: the text for ``"ansi"``; for ``"human"`` nothing, it is printed.

    Warns, as Gymnasium's own environments do, where there is no render mode.
    """
    if render_mode is None:
        warnings.warn(str(InvalidInput("no_render_mode")), stacklevel=3)  # Where ``render`` is called.
        return None
    text = shown(episode)
    if render_mode == "ansi":
        return text
    print(text)
    return None


def shown(episode: Episode) -> str:
    """The table, then each seat with its hand; ``>`` marks the seat to play. In the user's language."""
    words = Catalogue.of(environment_language())
    seen = episode.observe(0)
    return "\n".join(_lines(words, episode, seen))


def _lines(words: Catalogue, episode: Episode, seen: Observation) -> Iterator[str]:
    table = _table(words, episode, seen)
    yield f"{words.say('play.round', round=episode.number)}. {words.say('play.label_table')}: {table}"
    seats = range(seen.rules.players)
    hands = [write_cards(episode.round.hand(seat)) for seat in seats]
    wide = max(map(len, hands))
    for seat in seats:
        mark = ">" if seat == seen.turn and not episode.is_over else " "
        points = f"{words.say('play.label_points')} {episode.scores[seat]}"
        passed = f", {words.say('play.passed')}" if seat in seen.passed else ""
        yield f"{mark} {seat_name(seat)}: {hands[seat]:<{wide}}  {points}{passed}"


def _table(words: Catalogue, episode: Episode, seen: Observation) -> str:
    meld = meld_of(seen.rules, seen.table)
    if episode.is_over:
        return words.say("play.end_R19", name=seat_name(seen.turn))
    if meld is None or seen.last is None:
        return words.say("play.table_empty", name=seat_name(seen.turn))
    pair = meld.kind == "set" and meld.size == 2
    kind = words.say("play.kind_pair" if pair else f"play.kind_{meld.kind}", size=meld.size)
    return words.say("play.table_meld", cards=write_cards(meld.cards), kind=kind, name=seat_name(seen.last))
