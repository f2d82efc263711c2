"""The commands simulate, check and stats."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fivethreefive.cli import main
from support.command_process import Terminal, run, words


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["simulate", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_a_simulation_is_the_same_on_any_number_of_processes(home: Path) -> None:
    line = words("simulate --games 50 --seed 9 --bots heuristic,random,greedy --json")
    results = []
    for jobs in ("1", "2"):
        done = run(home, *line, "--jobs", jobs, "--records", str(home / jobs))
        assert (done.returncode, done.stderr) == (0, "")
        results.append((done.stdout, (home / jobs).read_bytes()))
    assert results[0] == results[1]
    assert json.loads(results[0][0])["games"] == 50


def test_another_seed_is_another_simulation_and_a_longer_one_begins_alike(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, seed, games in (("a", "1", "3"), ("b", "2", "3"), ("c", "1", "5")):
        simulated(capsys, "--games", games, "--seed", seed, "--jobs", "1", "--records", name)
    a, b, c = ((home / name).read_bytes() for name in "abc")
    assert a != b
    assert c.startswith(a)


def test_a_simulation_without_a_seed_says_which_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    first = json.loads(simulated(capsys, "--games", "2", "--jobs", "1", "--json"))
    seed = str(first["seed"])
    again = simulated(capsys, "--games", "2", "--jobs", "1", "--json", "--seed", seed)
    assert json.loads(again) == first


def test_a_simulation_adds_up(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = words("--bots random,greedy,heuristic --games 12 --seed 4 --jobs 1 --json")
    found = json.loads(simulated(capsys, *line))
    assert main(["stats", str(recorded), "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(12)
    assert sum(bot["wins"] for bot in found["bots"]) == pytest.approx(12)
    for key in ("games", "rounds", "decisions"):
        assert found[key] == counted[key]
    for seat, player in zip(found["seats"], counted["players"], strict=True):
        assert (seat["bot"], seat["points"]) == (player["bot"], player["points"])
        assert seat["wins"] == pytest.approx(player["wins"])


def test_a_simulation_is_shown_by_seat_and_by_bot(capsys: pytest.CaptureFixture[str]) -> None:
    out = simulated(capsys, *words("--bots greedy,greedy,random --games 4 --seed 1 --jobs 1"))
    assert out.startswith("4 games, ")
    assert re.search(r"^2 +random +\d+\.\d\d", out, re.MULTILINE)
    assert re.search(r"^greedy +\d+\.\d\d", out, re.MULTILINE)


def test_an_interrupted_simulation_says_what_is_complete(home: Path) -> None:
    path = home / "many.jsonl"
    line = words("simulate --games 200000 --seed 1 --bots greedy --players 2 --jobs 2")
    terminal = Terminal(home, *line, "--records", str(path))
    terminal.until_match(r"[1-9]\d*/200000")
    terminal.child.sendintr()
    rest, code = terminal.end()
    assert code == 130
    assert "Traceback" not in terminal.seen
    said = " ".join(rest.split())
    match = re.search(r"stopped after (\d+) of 200000 games", said)
    assert match
    games = int(match[1])
    assert games > 0
    assert f"is complete up to game {games}" in said
    done = run(home, "check", str(path), "--json")
    assert json.loads(done.stdout) | {"rounds": 0} == {
        "valid": True, "games": games, "rounds": 0, "unfinished": 0, "cut": False,
    }  # fmt: skip
