"""A home of its own for every command, and a record to read."""

from __future__ import annotations

from pathlib import Path

import pytest

from fivethreefive.cli import main
from support.command_process import environment


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    for name in ("NO_COLOR", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve games of three different bots."""
    path = tmp_path_factory.mktemp("recorded") / "games.jsonl"
    line = ["simulate", "--bots", "random,greedy,heuristic", "--games", "12", "--seed", "4"]
    assert main([*line, "--jobs", "1", "--records", str(path)]) == 0
    return path
