"""``fivethreefive hint``: what to play at a position or at a moment of a recorded game, and why."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from fivethreefive.analysis import Advice, Recommendation, hint, observation_at
from fivethreefive.cards import write_cards
from fivethreefive.cli.commands.replay import recorded_game
from fivethreefive.cli.options import HintOptions
from fivethreefive.cli.rules_options import any_rules, rules_from
from fivethreefive.language import Catalogue, InvalidInput
from fivethreefive.observation import Observation
from fivethreefive.protocol import Reason
from fivethreefive.record import read_position
from fivethreefive.record.file_lock import STANDARD_INPUT
from fivethreefive.report import protocol_messages
from fivethreefive.terminal import saved_games
from fivethreefive.terminal.text.analysis_text import advice_rows, best_text
from fivethreefive.terminal.text.console import Console
from fivethreefive.terminal.text.game_text import GameText


def run(options: HintOptions, catalogue: Catalogue) -> int:
    """Look at the decision and show what was found."""
    if options.files and _is_position(text := options.files[0]):
        observation, names = _at_position(text, options, catalogue)
    else:
        observation, names = _in_record(options)
    found = hint(observation, options.analysis.seed, options.analysis.simulations)
    if options.analysis.json:
        print(json.dumps(as_json(observation, found)))
    else:
        _show(Console(catalogue), observation, names, found)
    return 0


def _is_position(text: str) -> bool:
    """Whether what was typed is meant as a position: nobody's file is called so."""
    if " " in text:
        return True
    part = text != STANDARD_INPUT and re.fullmatch(r"[-0-9.?/,]+", text) is not None
    return part and not Path(saved_games.find(text)).exists()


def _at_position(
    text: str, options: HintOptions, catalogue: Catalogue
) -> tuple[Observation, tuple[str, ...]]:
    chosen = {"--round": options.round, "--action": options.action, "--game": options.analysis.game}
    for flag, value in chosen.items():
        if value is not None:
            raise InvalidInput("options_clash", option=flag, other="POSITION")
    # What has no hands of two seats is no position, and is told so, not that rules have too few players.
    rules = rules_from(options.rules, max(2, text.count("/") + 1))
    position = read_position(text, rules)
    names = tuple(catalogue.say("page.seat", seat=seat) for seat in range(rules.players))
    return position.observation(position.turn), names


def _in_record(options: HintOptions) -> tuple[Observation, tuple[str, ...]]:
    if flag := any_rules(options.rules):
        raise InvalidInput("options_clash", option=flag, other="FILE")
    record = recorded_game(options.files, options.analysis.game)
    return observation_at(record.game, options.round, options.action), record.header.names


def as_json(observation: Observation, found: Recommendation) -> dict[str, Any]:
    """A hint as plain JSON types."""
    return {
        "seat": observation.seat,
        "table": write_cards(observation.table),
        "hand": write_cards(observation.hand),
        "why": reason_json(found.why),
        "advice": [advice_json(one) for one in found.advice],
    }


def advice_json(advice: Advice) -> dict[str, Any]:
    """What an action is worth as plain JSON types."""
    return {"action": str(advice.action)} | {
        name: getattr(advice, name) for name in (*Advice._fields, "as_good") if name != "action"
    }


def reason_json(reason: Reason | None) -> Any:
    """A reason as plain JSON types."""
    return msgspec.to_builtins(reason)


def _show(
    console: Console, observation: Observation, names: tuple[str, ...], found: Recommendation
) -> None:
    game_text, hinted, hand_size = (
        GameText(console, names, observation.seat), protocol_messages.hinted(found), len(observation.hand),
    )  # fmt: skip
    console.line(game_text.table_text(observation))
    console.say("hint.hand", cards=console.cards(observation.hand))
    console.line()
    rows = [(console.text("hint.action"), console.text("hint.ahead"), "")]
    console.table([*rows, *advice_rows(game_text, hinted, hand_size)])
    console.line()
    console.line(best_text(game_text, hinted))
    console.say("hint.how")
