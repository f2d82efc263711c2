"""Programs that play, written by the tests: a small honest one, and what it takes to misbehave."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fivethreefive import Game, Observation, Rules
from fivethreefive.bots import make_bot
from fivethreefive.bots.external.program import ProgramBot
from fivethreefive.language import BotFailed
from support.command_process import LONG

HONEST = """
import json, os, signal, sys, time

SIGN = {"pass": "pass", "lead": "", "overwrite": ">", "add": "+"}

def say(**message):
    print(json.dumps(message), flush=True)

def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)

def written(action):
    return SIGN[action["kind"]] + "-".join(map(str, action["cards"]))

def hello():
    say(type="hello", protocol=1)
    return hear()

def act(message, text=None):
    view = message["view"]
    if text is None:
        text = written(view["observation"]["legal"][-1])
    say(type="act", turn=view["turn_number"], id=view["turn_number"], action=text)

def play():
    while (message := hear())["type"] != "bye":
        if message["type"] == "snapshot":
            act(message)

"""
"""What every program begins with; ``hello(); play()`` makes it an honest one."""


def program(folder: Path, body: str = "hello(); play()", name: str = "bot.py") -> str:
    """The command line of a Python program with ``HONEST`` before its ``body``."""
    path = folder / name
    path.write_text(HONEST + body)
    return f"cmd:{shlex.quote(sys.executable)} -I -S {shlex.quote(str(path))}"


def observation(players: int = 3, seed: int = 1) -> Observation:
    """What the leader of a first trick sees."""
    game = Game(Rules(players), seed=seed)
    return game.observe(game.round.turn)


def gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has waited for yet has too."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        if Path("/proc/self/stat").exists():
            return True
        try:  # A system without /proc.
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        return False
    return state in "ZX"


def wait_until_gone(*pids: int) -> None:
    """Wait for the end of processes, and fail where one lives on."""
    patience = time.monotonic() + LONG
    while alive := [pid for pid in pids if not gone(pid)]:
        assert time.monotonic() < patience, f"still there: {alive}"
        time.sleep(0.01)


def pids_in(path: Path) -> list[int]:
    """The process numbers that a program has written to a file, one a line."""
    return [int(line) for line in path.read_text().split()] if path.exists() else []


RNG = np.random.default_rng(0)
PATIENT = 30.0
"""Seconds a decision where a test does not wait for them to pass."""


def bot_of(folder: Path, body: str, limit: float = PATIENT) -> ProgramBot:
    bot = make_bot(program(folder, body), limit)
    assert isinstance(bot, ProgramBot)
    return bot


def fails(bot: Any, **changes: Any) -> BotFailed:
    """How a bot fails that is asked once; it leaves nothing running."""
    with pytest.raises(BotFailed) as failed:
        bot.act(observation(**changes), RNG)
    error = failed.value
    assert error.parameters["bot"] == bot.name
    assert bot.name in str(error)
    assert getattr(bot, "_process", None) is None
    return error
