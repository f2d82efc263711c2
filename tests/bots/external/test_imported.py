"""Bots by import path: what they may return, and one clear line for whatever is wrong with them."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from fivethreefive.bots import make_bot
from fivethreefive.bots.base import close_bot
from fivethreefive.language import BotFailed, InvalidInput
from fivethreefive.referee import play_game
from fivethreefive.rules.options import Rules
from fivethreefive.state import Game
from support.bot_programs import observation

MODULE = """
import sys

closed = []

class Plain:
    name = "not the one in records"

    def act(self, observation, rng):
        return observation.legal[int(rng.integers(len(observation.legal)))]

    def close(self):
        closed.append(self)

class Written:
    def act(self, observation, rng):
        return str(observation.legal[-1])

class Optional:
    def __init__(self, options="none"):
        self.options = options

    def act(self, observation, rng):
        return "zzz"

class Needy:
    def __init__(self, options):
        self.options = options

    act = Optional.act

class Broken:
    def __init__(self):
        raise ValueError("no weights")

class Quitter:
    def act(self, observation, rng):
        sys.exit("I do not like this game")

class Crash:
    def act(self, observation, rng):
        return 1 / 0

class Nothing:
    def act(self, observation, rng):
        pass

class Actless:
    act = 3

number = 535
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module that no other test imports, in the working directory."""
    name = "bots_" + "".join(letter for letter in tmp_path.name if letter.isalnum())
    (tmp_path / f"{name}.py").write_text(MODULE)
    (tmp_path / f"{name}_broken.py").write_text("raise RuntimeError('half done')\n")
    (tmp_path / f"{name}_script.py").write_text("import sys\nsys.exit(3)\n")
    (tmp_path / f"{name}_wrong.py").write_text("def (:\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry not in ("", ".")])
    return name


def test_a_class_plays_a_whole_game_under_its_specification(module: str) -> None:
    bots = [make_bot(f"{module}:Plain"), make_bot(f"{module}:Written")]
    game = play_game(Game(Rules(2), seed=1), bots, [np.random.default_rng(seat) for seat in range(2)])
    assert game.is_over
    assert [bot.name for bot in bots] == [f"{module}:Plain", f"{module}:Written"]
    for bot in bots:
        close_bot(bot)
    assert len(sys.modules[module].closed) == 1


def test_options_are_the_text_behind_the_second_colon(module: str) -> None:
    made = [make_bot(f"{module}:{rest}") for rest in ("Optional", "Optional:", "Needy:a:b,c")]
    assert [bot.player.options for bot in made] == ["none", "", "a:b,c"]  # type: ignore[attr-defined]


REFUSED = {
    ":Missing": ("bot_class_missing", 'the module {m} has no class "Missing"'),
    ":": ("bot_class_missing", "has no class"),
    ":number": ("bot_class_missing", 'has no class "number"'),
    ":Plain:fast": ("bot_takes_no_options", 'the bot {m}:Plain takes no options: "fast"'),
    ":Needy": ("bot_needs_options", "the bot {m}:Needy needs options"),
    ":Broken": ("bot_not_made", "cannot be made: ValueError: no weights"),
    ":Actless": ("not_a_bot", "{m}:Actless is not a bot"),
    "_none:Bot": ("bot_not_imported", "from the module {m}_none: there is no module {m}_none"),
    "_broken:Bot": ("bot_not_imported", "RuntimeError: half done"),
    "_script:Bot": ("bot_not_imported", "SystemExit: 3"),
    "_wrong:Bot": ("bot_not_imported", "SyntaxError"),
    "..x:Bot": ("bot_not_imported", "cannot be imported"),
}


@pytest.mark.parametrize("rest", REFUSED)
def test_what_is_no_bot_is_said_in_one_line(rest: str, module: str) -> None:
    code, words = REFUSED[rest]
    with pytest.raises(InvalidInput) as refused:
        make_bot(module + rest)
    assert refused.value.code == code
    assert words.format(m=module) in str(refused.value)
    assert "\n" not in str(refused.value)


FAILED = {
    "Crash": ("bot_crashed", "failed: ZeroDivisionError: division by zero"),
    "Quitter": ("bot_crashed", "failed: SystemExit: I do not like this game"),
    "Optional": ("bot_illegal", 'chose a play that is not legal: "zzz" cannot be read as cards'),
    "Nothing": ("bot_illegal", "'NoneType' is not an action"),
}


@pytest.mark.parametrize("name", FAILED)
def test_a_class_that_fails_is_named(name: str, module: str) -> None:
    code, words = FAILED[name]
    with pytest.raises(BotFailed) as failed:
        make_bot(f"{module}:{name}").act(observation(), np.random.default_rng(0))
    assert failed.value.code == code
    assert failed.value.parameters["bot"] == f"{module}:{name}"
    assert words in str(failed.value)
