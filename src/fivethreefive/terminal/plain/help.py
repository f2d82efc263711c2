"""The answer to ``?``: the rules that apply on the table as it lies, and what can be typed."""

from __future__ import annotations

from collections.abc import Iterable

from fivethreefive.cards import write_cards
from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action
from fivethreefive.rules.explain import end_rule
from fivethreefive.rules.melds import MOST_CARDS_A_TURN, meld_of
from fivethreefive.rules.options import EIGHT
from fivethreefive.terminal.text.game_text import GameText, form, possible

ENDS = ("R16", "R17", "R18")


def write_help(game_text: GameText, observation: Observation) -> None:
    """Explain what may be done on this table, with any hand, and how to say it."""
    console = game_text.console
    console.line()
    if observation.table:
        _on_meld(game_text, observation)
    else:
        console.say("play.help_lead")
        if EIGHT in observation.rules.ranks:
            console.say("play.help_lead_eight")
    console.line()
    console.say("play.help_type")
    console.say("play.help_commands")
    console.line()


def _on_meld(game_text: GameText, observation: Observation) -> None:
    console, rules = game_text.console, observation.rules
    plays = possible(rules, observation.table)
    meld = meld_of(rules, observation.table)
    assert meld is not None
    console.line(game_text.table_text(observation))
    over = [a for a in plays if a.kind == "overwrite"]
    if not over:
        console.say("play.help_no_overwrite")
    if alike := [a for a in over if len(a.makes) == meld.size]:
        strength = console.text(f"play.help_beat_{form(meld)}")
        console.say("play.help_overwrite", plays=_cards(alike), strength=strength)
    if any(len(a.makes) > meld.size for a in over):
        console.say("play.help_larger", most=MOST_CARDS_A_TURN)
    if adds := [a for a in plays if a.kind == "add"]:
        console.say("play.help_add", plays=_cards(adds))
    for rule in ENDS:
        if ending := [a for a in plays if end_rule(rules, a) == rule]:
            console.say(f"play.help_{rule}", plays="; ".join(map(game_text.play_text, ending)))
    console.say("play.help_pass")


def _cards(plays: Iterable[Action]) -> str:
    return ", ".join(write_cards(play.cards) for play in plays)
