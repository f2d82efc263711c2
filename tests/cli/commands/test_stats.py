"""The command stats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fivethreefive.cli import main
from support.command_process import Terminal


def test_stats_count_players_and_how_tricks_ended(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stats", str(recorded), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [player["bot"] for player in found["players"]] == ["random", "greedy", "heuristic"]
    assert sum(player["decisions"] for player in found["players"]) == found["decisions"]
    assert found["tricks"]["R19"] == found["rounds"]
    assert all(found["tricks"][rule] > 0 for rule in ("R15", "R16", "R17", "R18"))
    assert main(["stats", str(recorded)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("12 games, ")
    assert "the rule of 8" in out


def test_tables_become_sentences_where_they_do_not_fit(recorded: Path, home: Path) -> None:
    terminal = Terminal(home, "stats", str(recorded), size=(24, 40))
    out, code = terminal.end()
    assert code == 0
    assert "greedy 1: Bot greedy, Games 12, Wins" in out
    assert max(map(len, out.splitlines())) <= 40
