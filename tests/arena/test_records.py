"""Games of a tournament as records, which the commands for records read."""

from __future__ import annotations

from pathlib import Path

import pytest

from fivethreefive.arena.results import GAMES, read_results
from fivethreefive.cli import main
from fivethreefive.record import read_records
from support.command_process import words

LINE = words("arena --bots greedy,random --players 2 --deals 3 --seed 7 --jobs 1")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_whole_games_are_kept_and_read_by_other_commands(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*LINE, "--games", "--out", "cup", "--records", "cup.jsonl"]) == 0
    plan, outcomes = read_results(home / "cup")
    records = [*read_records(home / "cup.jsonl")]
    assert len(records) == len(outcomes) == plan.total == 6
    for record, outcome in zip(records, outcomes, strict=True):
        assert record.complete
        assert record.game.scores == outcome.points
        assert record.game.winners == outcome.winners
        table = plan.tables[outcome.game % len(plan.tables)]
        assert [seat.bot for seat in record.header.seats] == [plan.bots[bot] for bot in table.seats]
    capsys.readouterr()
    assert main(["check", "cup.jsonl"]) == 0
    assert main(["replay", "cup.jsonl", "--game", "1"]) == 0
    assert main(["review", "cup.jsonl", "--simulations", "10"]) == 0


def test_a_round_a_deal_is_the_beginning_of_a_game(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*LINE, "--out", "cup", "--records", "cup.jsonl"]) == 0
    for record, outcome in zip(
        read_records(home / "cup.jsonl"), read_results(home / "cup")[1], strict=True
    ):
        assert record.summary.rounds == 1
        assert record.game.scores == outcome.points
    capsys.readouterr()
    assert main(["check", "cup.jsonl"]) == 0


def test_what_is_played_on_is_added_and_nothing_is_written_over(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*LINE, "--games", "--out", "cup", "--records", "cup.jsonl"]) == 0
    whole = (home / "cup.jsonl").read_bytes()
    results = home / "cup" / GAMES
    results.write_bytes(b"".join(results.read_bytes().splitlines(keepends=True)[:4]))
    first_three = [record.size for record in read_records(home / "cup.jsonl")][2]
    (home / "cup.jsonl").write_bytes(whole[:first_three])
    assert main(["arena", "--resume", "cup", "--records", "cup.jsonl", "--jobs", "1"]) == 0
    assert (home / "cup.jsonl").read_bytes() == whole
    capsys.readouterr()
    assert main([*LINE, "--out", "other", "--records", "cup.jsonl"]) == 2
    assert "cup.jsonl" in capsys.readouterr().err
    assert not (home / "other").exists()
    assert (home / "cup.jsonl").read_bytes() == whole
