"""The commands simulate, check and stats."""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fivethreefive.arena.simulation import Chunk, Simulation, play_chunk
from fivethreefive.cli import main
from fivethreefive.cli.record_files import records_writer
from fivethreefive.language import InvalidInput
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


def test_no_file_is_there_before_the_first_game(home: Path) -> None:
    """Whatever ends the process before leaves nothing that ``check`` would call wrong."""
    with records_writer("kept") as append_records:
        assert not (home / "kept").exists()
        append_records(b"first\n")
        assert (home / "kept").read_bytes() == b"first\n"
        append_records(b"second\n")
    assert (home / "kept").read_bytes() == b"first\nsecond\n"


def test_what_another_has_written_meanwhile_is_kept(home: Path) -> None:
    with records_writer("kept") as append_records:
        (home / "kept").write_text("another's")
        with pytest.raises(InvalidInput, match="kept exists already"):
            append_records(b"first\n")
    assert (home / "kept").read_text() == "another's"


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
    # Of each bot what one of its seats took: two seats win twice as much as one.
    first, second = re.findall(r"^[01] +greedy +\S+ +(\d\.\d)", out, re.MULTILINE)
    match = re.search(r"^greedy +2 +\d+\.\d\d +(\d\.\d)", out, re.MULTILINE)
    assert match
    assert float(match[1]) == pytest.approx((float(first) + float(second)) / 2, abs=0.06)


@pytest.mark.parametrize(("language", "sign"), [("en", "."), ("es", ","), ("nl", ",")])
def test_figures_have_the_decimal_sign_of_the_language(
    language: str, sign: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = simulated(capsys, *words("--bots greedy,random --games 3 --seed 1 --jobs 1 --lang"), language)
    assert re.search(rf"greedy +\d+\{sign}\d\d ", out)
    assert not re.search(r"\d,\d" if sign == "." else r"\d\.\d", out)


def test_one_of_a_thing_is_said_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    out = simulated(capsys, *words("--players 2 --target 1 --bots greedy --games 1 --seed 1 --jobs 1"))
    assert out.startswith("1 game, 1 round, ")


def test_records_are_never_written_over_what_is_there(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = words("simulate --bots greedy --games 2 --seed 1 --jobs 1 --records some")
    (home / "some").touch()
    assert main(line) == 0, "an empty file holds nothing"
    written = (home / "some").read_bytes()
    capsys.readouterr()
    assert main(line) == 2
    assert capsys.readouterr().err == "fivethreefive: some exists already: name a new file\n"
    assert (home / "some").read_bytes() == written


def test_a_simulation_that_is_stopped_at_once_leaves_no_file(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("fivethreefive.cli.commands.simulate.simulate", stopped)
    assert main(words("simulate --bots greedy --games 5 --records none")) == 130
    assert not (home / "none").exists()
    assert capsys.readouterr().err == "stopped after 0 of 5 games\n", "no file is named that is not there"


def test_a_simulation_that_is_stopped_after_its_last_game_is_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped_late(simulation: Simulation, _jobs: int) -> Iterator[Chunk]:
        yield play_chunk(simulation, range(simulation.games))
        raise KeyboardInterrupt

    monkeypatch.setattr("fivethreefive.cli.commands.simulate.simulate", stopped_late)
    assert simulated(capsys, *words("--bots greedy --games 3 --seed 1")).startswith("3 games, ")


def test_a_full_disk_is_a_failure_of_the_system(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "x")

    monkeypatch.setattr("fivethreefive.cli.record_files.append", full)
    assert main(words("simulate --bots greedy --games 3 --jobs 1 --records full")) == 1
    said = "fivethreefive: cannot use the game record full: the disk is full\n"
    assert capsys.readouterr().err == said
    assert not (home / "full").exists()


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
