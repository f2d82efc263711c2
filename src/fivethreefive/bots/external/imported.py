"""Bots by import path, as in ``package.module:Class`` or ``package.module:Class:options``."""

from __future__ import annotations

import inspect
import os
import sys
from importlib import import_module
from typing import Any

import numpy as np

from fivethreefive.bots.base import check_turn, close_bot, error_text, legal_action
from fivethreefive.language import BotFailed, FiveThreeFiveError, IllegalAction, InvalidInput
from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action

CRASHES = (Exception, SystemExit)
"""Whatever somebody else's code may raise; Ctrl-C is not its own."""


class ImportedBot:
    """A player of somebody's own module under the specification that makes it again.

    Whatever it raises, and any answer that is not legal, is a BotFailed here.
    """

    def __init__(self, name: str, player: Any) -> None:
        self.name = name
        self.player = player

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        """The player's action, which it may also give in its written form."""
        check_turn(observation)
        try:
            answer = self.player.act(observation, rng)
        except CRASHES as error:
            kind, why = type(error).__name__, error_text(error)
            raise BotFailed("bot_crashed", bot=self.name, why=why, kind=kind) from error
        try:
            return legal_action(observation, answer)
        except IllegalAction as error:
            raise BotFailed("bot_illegal", bot=self.name, why=error, told="") from None

    def close(self) -> None:
        """Close the player, where it has something to close."""
        close_bot(self.player)


def imported_bot(specification: str) -> ImportedBot:
    """The bot that an import path makes, called with the options where a second colon brings some.

    Raises InvalidInput where the module cannot be imported or has no such class, where that takes no
    options or needs some, fails when it is called, or makes something that cannot ``act``.
    """
    path, _, rest = specification.partition(":")
    name, colon, options = rest.partition(":")
    make = _found(specification, path, name)
    arguments = (options,) if colon else ()
    # Asked before it is called: a TypeError from inside its own code is another mistake.
    try:
        inspect.signature(make).bind(*arguments)
    except TypeError:
        code = "bot_takes_no_options" if colon else "bot_needs_options"
        raise InvalidInput(code, bot=f"{path}:{name}", options=options) from None
    except ValueError:
        pass  # What is not written in Python may not tell what it takes: calling it will.
    try:
        player = make(*arguments)
    except FiveThreeFiveError:
        raise
    except CRASHES as error:
        raise InvalidInput("bot_not_made", bot=specification, why=error_text(error)) from error
    if not callable(getattr(player, "act", None)):
        raise InvalidInput("not_a_bot", bot=specification)
    return ImportedBot(specification, player)


def _found(specification: str, path: str, name: str) -> Any:
    """What a module calls ``name``, where that can be called."""
    # A command has the folder of its own script on the path, and not the one somebody works in.
    if (here := os.getcwd()) not in sys.path:
        sys.path.append(here)
    try:
        module = import_module(path)
    except CRASHES as error:  # A module may raise anything while it is imported.
        why: object = error_text(error)
        if isinstance(error, ModuleNotFoundError) and error.name:
            why = InvalidInput("no_module", module=error.name)
        raise InvalidInput("bot_not_imported", bot=specification, module=path, why=why) from error
    make = getattr(module, name, None)
    if not callable(make):
        raise InvalidInput("bot_class_missing", bot=specification, module=path, name=name)
    return make
